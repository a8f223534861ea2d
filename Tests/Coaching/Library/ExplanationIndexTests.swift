import Fixtures
import Language
import Localization
import Messages
import Moments
import Questions
import TestTraits
import Testing

@testable import Coaching

@Suite struct ExplanationIndexTests {
    /// Questions and the explanations that answer them; written down before they were run.
    private static let english: [(question: String, ids: [String])] = [
        ("What does RMSSD mean?", ["sdnn-rmssd"]), ("What is HRV?", ["hrv"]), ("What is VO2max?", ["vo2max"]),
        ("What is sleep inertia?", ["sleep-inertia"]), ("Why am I groggy in the morning?", ["sleep-inertia"]),
        ("What is deep sleep for?", ["deep-sleep"]), ("What does REM sleep do?", ["rem-sleep"]),
        ("Why does alcohol lower my HRV?", ["hrv-alcohol"]), ("what is social jetlag", ["social-jetlag"]),
        ("What is a body scan?", ["body-scan"]), ("Does coffee in the afternoon matter?", ["caffeine"]),
        ("What is burnout?", ["burnout"]), ("What is regression to the mean?", ["back-to-usual"]),
        ("Does correlation mean cause?", ["correlation"]), ("What is a confidence interval?", ["confidence-band"]),
        ("How accurate is my watch at counting calories?", ["active-energy", "wearable-errors"]),
        ("Why do I weigh more on some days?", ["weight-days"]), ("What does my BMI say?", ["bmi"]),
        ("What is white coat hypertension?", ["white-coat"]), ("Is an ice bath good for me?", ["cold-water"]),
        ("What is blood oxygen saturation?", ["spo2"]), ("What is rumination?", ["rumination"]),
        ("What are baseline values?", ["usual-band"]), ("what is intermittent fasting", ["fasting"]),
        ("Why is my pulse higher in summer?", ["pulse-season", "heat-and-pulse", "hot-nights"]),
        ("What is a chronotype?", ["chronotype"]), ("What is the afternoon slump?", ["afternoon-dip"]),
        ("What does p-value mean?", ["significance"]), ("What is overtraining?", ["overtraining"]),
        ("How does my watch know my pulse?", ["optical-pulse"]),
    ]
    private static let german: [(question: String, ids: [String])] = [
        ("Was bedeutet RMSSD?", ["sdnn-rmssd"]), ("Was ist eine Körperreise?", ["body-scan"]),
        ("Was ist Jetlag?", ["jet-lag"]), ("Was sagt der BMI?", ["bmi"]), ("Was ist Tiefschlaf?", ["deep-sleep"]),
        ("Wozu dient Meditation?", ["mindfulness", "meditation-evidence"]), ("Was ist Grübeln?", ["rumination"]),
        ("Was heißt signifikant?", ["significance"]), ("Was ist sozialer Jetlag?", ["social-jetlag"]),
        ("Warum macht Koffein wach?", ["caffeine"]), ("Was ist ein Ruhepuls?", ["resting-pulse"]),
        ("Was ist Schichtarbeit für den Schlaf?", ["shift-work"]), ("Was sind Ballaststoffe?", ["fibre"]),
        ("Was ist Selbstmitgefühl?", ["self-compassion"]), ("Was sind Schlafphasen?", ["sleep-stages"]),
    ]
    /// Questions that the library has no answer to.
    private static let others = [
        "What is the capital of France?", "What is the difference between a cat and a dog?", "What does LLM mean?",
        "What is the best phone?", "What is a good film for tonight?", "Explain quantum mechanics",
        "What is the price of gold?", "What is my neighbour's name?", "What does this contract clause mean?",
        "Why is the sky blue?", "What is a mortgage?", "Why did Rome fall?",
    ]

    @Test(
        "COA-3 an explanation is found by what is asked, in both languages, and none for what the library does not know",
        .needs(.sentenceModel))
    func found() async throws {
        let embedder = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        let explanations = Explanations.shipped
        let index = ExplanationIndex(explanations, vectors: try await embedder.embed(explanations.map(\.searchText)))
        var wrong: [String] = []
        for (question, ids) in Self.english {
            let meanings = try await embedder.embed(Passages.windows(of: question))
            let found = index.explanation(for: question, meanings: meanings)
            if !ids.contains(where: { found?.explanation.id == Moments.shippedPrefix + $0 }) {
                wrong.append("\(question): \(found?.explanation.id ?? "none")")
            }
        }
        for (question, ids) in Self.german {
            let found = index.explanation(for: question, meanings: nil)
            if !ids.contains(where: { found?.explanation.id == Moments.shippedPrefix + $0 }) {
                wrong.append("\(question): \(found?.explanation.id ?? "none")")
            }
        }
        for question in Self.others {
            let meanings = try await embedder.embed(Passages.windows(of: question))
            if let found = index.explanation(for: question, meanings: meanings) {
                let similarity = index.nearest(meanings, limit: 1).first?.similarity ?? 0
                wrong.append("\(question): \(found.explanation.id), \(similarity)")
            }
        }
        let total = Self.english.count + Self.german.count + Self.others.count
        print("explanations: \(total - wrong.count) of \(total) questions right")
        #expect(wrong.count * 20 <= total, "\(wrong)")
    }

    @Test("COA-3 an explanation is nearest to its own text; matches come most similar first")
    func order() async throws {
        let (embedder, explanations) = (HashingEmbedder(), Explanations.shipped)
        let vectors = try await embedder.embed(explanations.map(\.searchText))
        let index = ExplanationIndex(explanations, vectors: vectors)
        for (explanation, vector) in zip(explanations, vectors) {
            let matches = index.nearest([vector], limit: 3)
            #expect(matches.count == 3 && matches[0].item == explanation)
            #expect(abs(matches[0].similarity - 1) < 1e-4)
            #expect(matches.map(\.similarity) == matches.map(\.similarity).sorted(by: >))
        }
        #expect(index.nearest([[0, 1]], limit: 3).isEmpty)
    }

    @Test("COA-10 a question about a term is answered from its explanation, with its source, in the message's language")
    func answered() async throws {
        let world = try await World()
        let reply = try await world.say("What is sleep inertia?")
        let explanation = try #require(Explanations.shipped.first { $0.id.hasSuffix("sleep-inertia") })
        #expect(reply.coachReply == explanation.english.what + " " + explanation.english.moves)
        #expect(reply.explanation?.sourceTitle == explanation.source.title && reply.source == .composed)
        #expect(reply.kind == "explain" && reply.gate == "library" && reply.moment == nil)
        let german = try await world.say("Was ist Schlaftrunkenheit, wenn man morgens müde ist?")
        #expect(german.explanation?.title == explanation.german.title && german.language == "de")
        #expect(german.coachReply.hasPrefix(explanation.german.what))
    }
}
