import Fixtures
import Foundation
import Messages
import Testing

@testable import Safety

/// SAF-7: recall and false alarms on labelled sets (their first 800 rows), where they are on this machine. Prints figures and never text; the floors guard against regressions.
@Suite struct SafetyBenchmark {
    private struct Row: Decodable {
        var text: String
        var label: String
        var kind: String?
    }

    private struct Tally {
        var rows = 0
        var crisis = 0
        var caution = 0
        var reasons: [Verdict.Reason: Int] = [:]
        var crisisRate: Double { rows == 0 ? 0 : Double(crisis) / Double(rows) }
        var alertRate: Double { rows == 0 ? 0 : Double(crisis + caution) / Double(rows) }

        mutating func add(_ verdict: Verdict) {
            rows += 1
            if verdict.level == .crisis { crisis += 1 } else if verdict.level == .caution { caution += 1 }
            if let reason = verdict.reason { reasons[reason, default: 0] += 1 }
        }
    }

    /// Nil where the set is absent.
    private func measure(_ set: String, by key: (Row) -> String) throws -> [String: Tally]? {
        guard let data = try SharedData.url("\(set)/\(set).jsonl").map({ try Data(contentsOf: $0) }) else {
            print("SAF-7 \(set) is not on this machine; the examples in the other tests stand alone.")
            return nil
        }
        let classifier = SafetyClassifier()
        var tallies: [String: Tally] = [:]
        for line in data.split(separator: UInt8(ascii: "\n")).prefix(800) {
            let row = try JSONDecoder().decode(Row.self, from: line)
            tallies[key(row), default: Tally()].add(classifier.classify(row.text))
        }
        for (key, tally) in tallies.sorted(by: { $0.key < $1.key }) {
            func percent(_ rate: Double) -> String { "\((rate * 1000).rounded() / 10) %" }
            print("SAF-7 \(set) \(key): crisis \(percent(tally.crisisRate)), caution or above \(percent(tally.alertRate)) of \(tally.rows)")
        }
        return tallies
    }

    @Test("SAF-7 Crisis texts as other apps test them: recall by kind, false alarms on safe rows")
    func crisisApps() throws {
        guard let tallies = try measure("crisis_app_testcases", by: { "\($0.label)/\($0.kind ?? "")" }) else { return }
        func tally(_ key: String) -> Tally { tallies[key] ?? Tally() }
        #expect(tally("crisis/explicit").crisisRate >= 0.84)
        #expect(tally("crisis/abuse_or_danger").crisisRate >= 0.85)
        #expect(tally("crisis/medical_emergency").crisisRate >= 0.85)
        #expect(tally("safe/idiom").crisisRate <= 0.08)
        #expect(tally("safe/idiom").alertRate <= 0.15)
    }

    @Test("SAF-7 Hard negatives, journals and comments: false alarms")
    func falseAlarms() throws {
        if let negatives = try measure("crisis_hard_negatives_mined", by: \.label) {
            #expect((negatives["safe"] ?? Tally()).crisisRate <= 0.06)
            #expect((negatives["safe"] ?? Tally()).alertRate <= 0.15)
        }
        if let journals = try measure("lemotif_journal", by: { _ in "all" }) {
            #expect((journals["all"] ?? Tally()).crisisRate <= 0.005)
            #expect((journals["all"] ?? Tally()).alertRate <= 0.02)
        }
    }

    @Test("SAF-7 Self-harm requests and moderated texts: recall")
    func recall() throws {
        if let prompts = try measure("simplesafetytests", by: \.label) { #expect((prompts["self_harm"] ?? Tally()).alertRate >= 0.9) }
        if let posts = try measure("openai_moderation_selfharm", by: \.label) { #expect((posts["self_harm"] ?? Tally()).alertRate >= 0.65) }
        _ = try measure("cssrs_reddit_posts", by: \.label)
    }
}
