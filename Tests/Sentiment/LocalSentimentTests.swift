import Fixtures
import Foundation
import Language
import LocalModel
import Logging
import Messages
import TestTraits
import Testing

@testable import Sentiment

/// The cascade's first stage, against a real HTTP server.
@Suite(.tags(.processes)) struct LocalSentimentTests {
    private let text = "I met Anna today. It was a wonderful day, mail me at anna@example.org"

    private func analysis(_ answer: RecordingServer.Answer) async throws -> (
        JournalAnalysis, sent: String, log: [String]
    ) {
        let server = try await RecordingServer.start()
        server.answer(answer)
        let sink = LogSink()
        let model = try #require(try LocalModel(url: server.url, name: "m", injections: InjectionDetector()))
        let analyst = JournalAnalyst(
            embedder: HashingEmbedder(), model: LocalSentiment(model, log: Logger(label: "test") { _ in sink }))
        let (analysis, _) = await analyst.analyze(text, verdict: Verdict(level: .safe))
        let sent = server.arrivals.map { String(decoding: $0.body, as: UTF8.self) }.joined()
        await server.stop()
        return (analysis, sent, sink.lines)
    }

    @Test("SEN-3 SEN-5 a local model answers first, is named, and sees redacted text only", .timeLimit(.minutes(1)))
    func first() async throws {
        let (analysis, sent, _) = try await analysis(.chat(#"{"kind":"some","sentiment":-0.25}"#))
        #expect(analysis.sentiment == -0.25)
        #expect(analysis.provider == "localModel")
        #expect(sent.contains("wonderful"))
        #expect(sent.contains("[NAME]"))
        #expect(!sent.contains("Anna"))
        #expect(!sent.contains("anna@"))
    }

    @Test(
        "SEN-3 refused, malformed and out-of-range replies are logged without content, and the next step answers",
        .timeLimit(.minutes(1)))
    func next() async throws {
        let answers: [RecordingServer.Answer] = [
            .chat(#"{"kind":"some","sentiment":7}"#), .chat("I'm sorry, no."), .status(503), .garbage,
            .chat(#"{"sentiment":0.5}"#),
        ]
        for answer in answers {
            let (analysis, _, log) = try await analysis(answer)
            #expect(analysis.provider == "lexicon", "\(answer)")
            #expect((analysis.sentiment ?? 0) > 0.3, "\(answer)")
            #expect(log.count == 1)
            #expect(!log.joined().contains("wonderful"))
        }
    }

    @Test(
        "SEN-3 if the model finds no sentiment, the next step is asked; the score is never 0.0", .timeLimit(.minutes(1))
    )
    func silence() async throws {
        let (analysis, _, log) = try await analysis(.chat(#"{"kind":"none","sentiment":0}"#))
        #expect(analysis.provider == "lexicon")
        #expect(log.isEmpty)
    }
}
