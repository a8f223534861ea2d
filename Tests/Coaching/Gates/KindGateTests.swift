import Fixtures
import Foundation
import Language
import Localization
import Messages
import Questions
import TestTraits
import Testing

@testable import Coaching

@Suite struct KindGateTests {
    @Test("COA-8 the head of kinds fits the embedder it was trained on, and every class is a kind or off topic")
    func fits() throws {
        #expect(KindGate(embedder: HashingEmbedder().name) == nil)
        let gate = try #require(KindGate(embedder: "minilm-l6-v2"))
        #expect(Set(KindHead.classes) == Set(Question.Kind.allCases.map(\.rawValue) + ["offTopic"]))
        #expect(gate.decide(.status, []) == .rules)
        #expect(gate.decide(nil, [SentenceReading(meaning: [])]) == .rules)
    }

    @Test(
        "COA-7 a question at the end of a long message about other things decides, and one about an illness before all",
        .needs(.sentenceModel))
    func windows() async throws {
        let gate = try #require(KindGate(embedder: "minilm-l6-v2"))
        let embedder = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        let elsewhere = try await embedder.read(
            "The train to Munich leaves from track nine and the car needs new tyres.")
        let howTo = try await embedder.read("How can I fall asleep faster at night?")
        let medical = try await embedder.read("Do I have an arrhythmia, and should I see somebody about it?")
        let other = Array(repeating: elsewhere, count: 6)
        #expect(gate.decide(nil, other) == .offTopic)
        #expect(gate.decide(nil, other + [howTo]) == .kind(.howTo))
        #expect(gate.decide(.howTo, other + [howTo]) == .rules)
        #expect(gate.decide(nil, other + [howTo, medical]) == .kind(.medical))
    }

    @Test(
        "COA-8 kinds of questions in wordings that neither rules nor head were made from",
        .needs(.sentenceModel))
    func measured() async throws {
        let keys = try TrainingList.keys("kinds")
        let rows = try KindRow.all()
        #expect(rows.count >= 270 && rows.allSatisfy { !keys.contains(TrainingList.key(of: $0.text)) })
        let gate = try #require(KindGate(embedder: "minilm-l6-v2"))
        let embedder = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        let reader = QuestionReader(today: Day(year: 2026, month: 5, day: 4)!)
        var (rules, joined, answered, ill) = (0, 0, 0, 0)
        for row in rows {
            let read = reader.read(row.text, in: .english)?.kind
            let decision = gate.decide(read, [try await embedder.read(row.text)])
            let kind =
                switch decision {
                case .rules: read?.rawValue ?? "offTopic"
                case .kind(let kind): kind.rawValue
                case .offTopic: "offTopic"
                }
            if read?.rawValue == row.kind { rules += 1 }
            if kind == row.kind { joined += 1 }
            if ["medical", "doses"].contains(row.kind) {
                ill += 1
                if !["medical", "doses", "offTopic"].contains(kind) { answered += 1 }
            }
        }
        print("COA-8 kinds: \(rules) by rules alone, \(joined) with the head, of \(rows.count)")
        print("COA-8 medical questions and doses that would be answered: \(answered) of \(ill)")
        #expect(Double(joined) >= 0.9 * Double(rows.count))
        #expect(Double(answered) <= 0.1 * Double(ill))
    }
}

/// Questions that only measure.
private struct KindRow {
    let kind: String
    let text: String

    static func all() throws -> [KindRow] {
        try String(contentsOfFile: Repository.path("Benchmarks/Coach/kinds.txt"), encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
                return KindRow(kind: try #require(parts.first), text: try #require(parts.last))
            }
    }
}
