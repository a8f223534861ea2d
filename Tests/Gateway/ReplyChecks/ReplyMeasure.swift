import Fixtures
import Foundation
import Language
import Messages
import Moments
import TestTraits
import Testing

@testable import Gateway
@testable import Safety

/// COA-9: what the reply validator refuses of replies that were written without sight of it. Prints figures and row names,
/// never text; the floors guard against regressions. `deploy/bench replies` runs it.
@Suite(.tags(.exhaustive)) struct ReplyMeasure {
    private struct Row: Decodable {
        struct Step: Decodable {
            var signal: String
            var halfSteps: Int32
        }
        var id: String
        var kind: String
        var topic: String
        var tones: [String]
        var rationale: String
        var steps: [Step]
        var moment: String?
        var coachReply: String
        var nextAction: String?

        func prompt() throws -> PromptBuilder {
            let steps = try steps.map { step in
                SignalStep(
                    signal: try #require(Signal.names.first { $0.name == step.signal }?.value),
                    halfSteps: step.halfSteps)
            }
            return try PromptBuilder(
                Phrase(
                    user: .random(),
                    toneHints: try tones.map { tone in
                        try #require(Phrase.Tone.names.first { $0.name == tone }?.value)
                    },
                    topSignal: try #require(Topic.names.first { $0.name == topic }?.value), topMomentID: moment,
                    rationale: try #require(Phrase.Rationale.names.first { $0.name == rationale }?.value),
                    zScoreSummary: steps)
            ) { Moments.shipped.text(of: $0) }
        }
    }

    /// The safety service's verdict in this process; nil without the sentence model.
    private static let safety: SafetyService? = {
        guard SentenceModel.isInstalled,
            let embedder = try? MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        else { return nil }
        return SafetyService(embedder: embedder)
    }()

    private func reason(_ row: Row) async throws -> String? {
        let reply: CloudReply
        do {
            reply = try ReplyValidator.validate(
                CloudReply(coachReply: row.coachReply, nextAction: row.nextAction), try row.prompt())
        } catch let refusal as Refusal {
            return refusal.reason
        }
        let text = [reply.coachReply, reply.nextAction ?? ""].joined(separator: " ")
        guard let verdict = await Self.safety?.verdict(text, isAdvice: true), verdict.level != .safe else { return nil }
        return ReplyFault.safety.rawValue
    }

    @Test(
        "COA-9 the reply validator refuses at least 97 % of bad replies; of good ones at most 3 %"
    )
    func replies() async throws {
        let path = Repository.path("Tests/Gateway/ReplyChecks/Replies/replies.jsonl")
        let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Row.self, from: Data($0.utf8))
        }
        var reasons: [String: [String: Int]] = [:]
        var wrong: [String] = []
        for row in rows {
            let reason = try await reason(row)
            reasons[row.kind, default: [:]][reason ?? "passes", default: 0] += 1
            if (row.kind == "good") != (reason == nil) { wrong.append(row.id) }
        }
        print("COA-9 reply validator, \(Self.safety == nil ? "without" : "with") the safety verdict")
        var (bad, refusedBad, good, refusedGood) = (0, 0, 0, 0)
        for (kind, counts) in reasons.sorted(by: { $0.key < $1.key }) {
            let total = counts.values.reduce(0, +)
            let refused = total - (counts["passes"] ?? 0)
            let list = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
            print("COA-9 \(kind): \(refused) of \(total) refused (\(list.joined(separator: ", ")))")
            if kind == "good" {
                (good, refusedGood) = (total, refused)
            } else {
                (bad, refusedBad) = (bad + total, refusedBad + refused)
            }
        }
        print(
            "COA-9 bad: \(refusedBad) of \(bad) refused; good: \(refusedGood) of \(good) refused;",
            "wrong: \(wrong)")
        #expect(bad == 600)
        #expect(good == 150)
        #expect(Double(refusedBad) >= 0.97 * Double(bad))
        #expect(Double(refusedGood) <= 0.03 * Double(good))
    }
}
