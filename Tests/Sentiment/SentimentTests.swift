import Language
import Testing

@testable import Sentiment

@Suite struct SentimentTests {
    private func score(_ text: String) -> Double? { LexiconSentiment().score(text) }

    @Test(
        "SEN-3 A text without sentiment never scores 0.0",
        arguments: ["", "   ", "Went to the station.", "10 000", "Der Zug fuhr."])
    func silence(text: String) {
        #expect(score(text) == nil)
    }

    @Test("SEN-3 Negation, degree and contrast change the sign or the size")
    func grammar() throws {
        let good = try #require(score("It was a good day"))
        #expect(good > 0.2)
        #expect(try #require(score("It was a very good day")) > good)
        #expect(try #require(score("It was a slightly good day")) < good)
        #expect(try #require(score("It was not a good day")) < -0.1)
        #expect(try #require(score("It was not bad")) > 0)
        #expect(try #require(score("The food was great but I felt miserable")) < 0)
        #expect(try #require(score("I felt miserable but the food was great")) > 0)
        #expect(try #require(score("terribly happy")) > 0)
    }

    @Test("SEN-3 German too")
    func german() throws {
        #expect(try #require(score("Heute war ein schöner Tag, ich bin glücklich")) > 0.3)
        #expect(try #require(score("Ich bin nicht glücklich")) < 0)
        #expect(try #require(score("Ich bin total erschöpft und traurig")) < -0.3)
    }

    @Test("SEN-3 Always within -1 and 1, the same every time")
    func bounded() throws {
        let text = String(repeating: "very very amazing wonderful perfect ", count: 200)
        let first = try #require(score(text))
        #expect(first <= 1)
        #expect(first > 0.8)
        #expect(first == score(text))
    }

    @Test("SEN-4 The hashing embedder: unit length, deterministic, alike where words are shared")
    func embeds() {
        let embedder = HashingEmbedder()
        let vectors = embedder.embed([
            "I slept badly last night", "last night I slept so badly", "The quarterly report is due", "",
        ])
        #expect(vectors.allSatisfy { $0.count == embedder.dimensions })
        func dot(_ left: Int, _ right: Int) -> Float {
            zip(vectors[left], vectors[right]).reduce(0) { $0 + $1.0 * $1.1 }
        }
        for index in 0..<3 { #expect(abs(dot(index, index) - 1) < 1e-4) }
        #expect(dot(0, 1) > 0.6)
        #expect(dot(0, 2) < 0.3)
        #expect(vectors[3].allSatisfy { $0 == 0 })
        #expect(embedder.embed(["I slept badly last night"])[0] == vectors[0])
    }
}
