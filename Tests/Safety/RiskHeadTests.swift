import Fixtures
import Foundation
import Language
import Logging
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Safety
@testable import ServiceKit

@Suite struct RiskHeadTests {
    private static let risk = RiskHead.Risk(crisis: 0.1, alert: 0.2, crisisReason: .selfHarm, cautionReason: .distress)
    private func join(_ level: Verdict.Level, _ reason: Verdict.Reason? = nil, crisis: Double, alert: Double) -> Verdict
    {
        var risk = Self.risk
        (risk.crisis, risk.alert) = (crisis, alert)
        var judgement = SafetyClassifier.Judgement(
            verdict: Verdict(level: level, reason: reason, rules: reason == nil ? [] : ["rule"]))
        judgement.isHint = level == .caution && reason != .unknownLanguage
        return VerdictJoin.join(judgement, risk)
    }

    @Test(
        "SAF-3 Explicit phrases decide alone: no head makes less than a caution of a crisis, and none is asked of a foreign text"
    )
    func explicit() {
        for alert in stride(from: 0.0, through: 1, by: 0.05) {
            #expect(join(.crisis, .selfHarm, crisis: 0, alert: alert).level >= .caution)
            #expect(join(.caution, .unknownLanguage, crisis: 0, alert: alert).level == .caution)
        }
        let verdict = Verdict(level: .caution, reason: .distress, rules: ["despair"])
        #expect(VerdictJoin.join(.init(verdict: verdict), nil) == verdict)
    }

    @Test("SAF-3 High confidence is a crisis without a keyword, middling needs one")
    func confidence() {
        let middling = (SafetyThresholds.crisisAlone + SafetyThresholds.crisisWithHint) / 2
        #expect(join(.safe, crisis: 0.999, alert: 0.999).level == .crisis)
        #expect(join(.safe, crisis: middling, alert: 0.999).level == .caution)
        #expect(join(.caution, .selfHarm, crisis: middling, alert: 0.999).level == .crisis)
        #expect(join(.safe, crisis: 0, alert: 0).level == .safe)
    }

    @Test("SAF-3 A likelier danger is never a lower verdict")
    func monotone() {
        for rules in [Verdict.Level.safe, .caution, .crisis] {
            var last = Verdict.Level.safe
            for step in 0...50 {
                let p = Double(step) / 50
                let level = join(rules, rules == .safe ? nil : .distress, crisis: p * p, alert: p).level
                #expect(level >= last)
                last = level
            }
        }
    }

    @Test(
        "SAF-3 A rule's caution is let go only where neither head sees anything, its crisis doubted only where no crisis is seen"
    )
    func doubt() {
        #expect(join(.caution, .distress, crisis: 0, alert: 0.05).level == .safe)
        #expect(join(.caution, .distress, crisis: 0.05, alert: 0.05).level == .caution)
        #expect(join(.caution, .distress, crisis: 0, alert: 0.3).level == .caution)
        #expect(
            join(.crisis, .selfHarm, crisis: 0.05, alert: 0.99)
                == Verdict(level: .caution, reason: .distress, rules: ["rule", VerdictJoin.rule]))
        #expect(join(.crisis, .selfHarm, crisis: 0.3, alert: 0.05).level == .crisis)
    }

    @Test(
        "SAF-3 The heads have the classes and features of this code, and are not used with another embedder's vectors")
    func fits() throws {
        for (json, vectors) in [(CrisisWeights.json, 1), (AlertWeights.json, 2)] {
            let head = try DenseHead(json: json)
            #expect(head.classes == RiskHead.classes.map(\.name))
            #expect(head.inputs == vectors * 384 + PhraseFeatures.count)
        }
        #expect(
            PhraseFeatures.of([], SafetyClassifier.Judgement(verdict: Verdict(level: .safe)), isQuestion: false).count
                == PhraseFeatures.count)
        #expect(try RiskHead(embedder: HashingEmbedder(), classifier: SafetyClassifier()) == nil)
    }

    /// The sentence model's name, so that the heads load; its file is damaged, so that each embedding fails.
    private struct DamagedModel: SentenceEmbedder {
        struct Failure: Error { var about: [String] }
        let name = "minilm-l6-v2"
        let dimensions = 384
        func read(_ texts: [String]) async throws -> [SentenceReading] { throw Failure(about: texts) }
    }

    @Test("SAF-7 A head that fails leaves the rules' verdict, named in it, counted and logged without content")
    func failing() async throws {
        let metrics = PrometheusRegistry()
        let lines = Mutex<[String]>([])
        let log = Logger(label: "test") {
            LineLogHandler(service: "safety", label: $0, write: { line in lines.withLock { $0.append(line) } })
        }
        let failures = HeadFailures(metrics: metrics, log: log)
        #expect(await metrics.text().contains("\n\(HeadFailures.metric) 0\n"))
        let service = SafetyService(embedder: DamagedModel(), headFailed: failures.note)
        let hint = "After tonight the garden belongs to Marta"
        for text in [hint, "I feel hopeless and can't cope"] {
            let verdict = try await service.classify(Classify(text: text, country: "US"))
            var rules = SafetyClassifier().classify(text)
            rules.withoutModel = true
            #expect(verdict == rules)
        }
        #expect(await metrics.text().contains("\n\(HeadFailures.metric) 2\n"))
        let logged = lines.withLock { $0 }
        #expect(logged.count == 2 && logged.allSatisfy { $0.contains("Failure") }, "\(logged)")
        #expect(logged.allSatisfy { !$0.contains("Marta") && !$0.contains("hopeless") }, "\(logged)")
        // Texts that rules decide do not need the heads.
        for text in ["I want to kill myself", "Ich hatte einen guten Tag im Garten"] {
            #expect(try await service.classify(Classify(text: text, country: "US")).withoutModel == nil)
        }
        #expect(await metrics.text().contains("\n\(HeadFailures.metric) 2\n"))
    }

    @Test("SAF-7 No text that only measures was trained on")
    func apart() throws {
        struct Row: Decodable { var text: String }
        let names = [
            "crisis_app_testcases", "crisis_hard_negatives_mined", "cssrs_reddit_posts", "dreaddit_stress",
            "isear_situations", "tweeteval_emotion",
            "donotanswer_care",
        ]
        for list in ["safety", "sentiment", "gate"] {
            let keys = try TrainingList.keys(list)
            #expect(keys.count > 500)
            #expect(IndirectRows.all.count { keys.contains(TrainingList.key(of: $0)) } == 0)
            for name in names {
                guard let data = try SharedData.url("\(name)/\(name).jsonl").map({ try Data(contentsOf: $0) }) else {
                    continue
                }
                let texts = try data.split(separator: UInt8(ascii: "\n")).map {
                    try JSONDecoder().decode(Row.self, from: $0).text
                }
                #expect(texts.count { keys.contains(TrainingList.key(of: $0)) } == 0, "\(list) \(name)")
            }
        }
        // Makes the keys as the training programs do.
        #expect(
            try TrainingList.keys("safety").contains(
                TrainingList.key(of: "it's not a CRY for help.  I'm just letting you know")))
    }

    @Test(
        "SAF-3 Hints without a word of danger are seen with the sentence model, ordinary life is left alone",
        .needs(.sentenceModel))
    func hints() async {
        let hints = [
            "I sold my things and wrote letters to everyone, they will find them when I am not here any more",
            "after tonight you won't have to put up with me again",
        ]
        for text in hints { #expect(await SafetyMeasure.service.verdict(text).level >= .caution) }
        let plain = [
            "I sold my old sofa and wrote postcards from the beach",
            "After tonight's dress rehearsal we all go for pizza",
        ]
        for text in plain { #expect(await SafetyMeasure.service.verdict(text).level == .safe) }
    }

    @Test(
        "SAF-3 The same text gets the same verdict, whatever else is judged beside it",
        .needs(.sentenceModel))
    func deterministic() async {
        let texts = (0..<24).map {
            "On day \($0) everything felt pointless and I could not see why I should go on with day \($0 + 1)"
                + String(repeating: " again", count: $0 % 5)
        }
        var alone: [Verdict] = []
        for text in texts { alone.append(await SafetyMeasure.service.verdict(text)) }
        let together = await withTaskGroup(of: (Int, Verdict).self) { group in
            for (index, text) in texts.enumerated() {
                group.addTask { (index, await SafetyMeasure.service.verdict(text)) }
            }
            return await group.reduce(into: [Int: Verdict]()) { $0[$1.0] = $1.1 }
        }
        for index in texts.indices { #expect(together[index] == alone[index]) }
    }

    @Test(
        "SAF-3 A passage without spaces is read in pieces: by itself it is no reason for care, and it hides nothing",
        .needs(.sentenceModel))
    func unspaced() async throws {
        let service = SafetyService(
            embedder: try MiniLMEmbedder(
                folder: SentenceModel.folder, spare: SentenceModel.spare, precision: .fast))
        var random = SplitMix(seed: 11)
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        func made(_ count: Int, _ alphabet: [Character]) -> String {
            String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" })
        }
        let passages = [
            made(2_100, letters), made(4_000, letters), String(repeating: "ha", count: 1_500),
            "https://example.org/?q=" + made(2_500, letters), String(repeating: "=", count: 3_000),
            made(3_000, Array("0123456789")), String(repeating: "é", count: 1_600),
        ]
        for passage in passages {
            let text = "I slept well and went for a walk. " + passage
            // Without limits of time, which a busy machine may exceed.
            let verdict = await service.verdict(text)
            #expect(verdict.level == .safe, "\(passage.prefix(40)) \(verdict)")
            #expect(verdict.readInPart != true)
            let grave = try await service.classify(
                Classify(text: passage + ". I want to kill myself tonight.", country: ""))
            #expect(grave.level == .crisis, "\(passage.prefix(40))")
        }
        // Scripts without spaces are no row of letters.
        #expect(await service.verdict(String(repeating: "我想死你", count: 400)).level >= .caution)
        // Words without spaces in the second piece.
        let hidden = String(repeating: "-", count: 2_100) + "i-want-to-die-and-have-the-pills-ready"
        #expect(await service.verdict(hidden).level >= .caution)
    }
}
