import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Safety

/// SAF-7: recall and false alarms with 95 % intervals on labelled sets, where they are on this machine. Prints figures
/// and row numbers, never text; the floors guard against regressions. `deploy/bench quality` runs it.
@Suite(.needs(.sentenceModel), .tags(.exhaustive))
struct SafetyBenchmark {
    @Test("SAF-7 Crisis texts as other apps test them: recall by kind, false alarms on safe rows")
    func crisisApps() async throws {
        guard let set = try await SafetyMeasure("crisis_app_testcases", by: { "\($0.label)/\($0.kind ?? "")" }) else {
            return
        }
        set.print()
        let spoken = set["crisis/explicit"] + set["crisis/typo_or_euphemism"]
        print("SAF-7 crisis_app_testcases explicit + typo: \(spoken)")
        #expect(spoken.crisis.rate >= SafetyFloors.spokenCrisis)
        #expect(spoken.alert.rate >= SafetyFloors.spokenAlert)
        #expect(set["crisis/abuse_or_danger"].share(of: .abuseOrDanger).rate >= 0.90)
        #expect(set["crisis/medical_emergency"].share(of: .medicalEmergency).rate >= 0.90)
        let safe = set.sum { $0.hasPrefix("safe/") }
        print("SAF-7 crisis_app_testcases safe: \(safe)")
        #expect(safe.crisis.rate <= SafetyFloors.safeCrisis)
        #expect(safe.alert.rate <= 0.15)
    }

    @Test("SAF-7 Hard negatives, journals and comments: false alarms")
    func falseAlarms() async throws {
        if let negatives = try await SafetyMeasure("crisis_hard_negatives_mined", by: { $0.label }) {
            negatives.print()
            #expect(negatives["safe"].crisis.rate <= 0.05)
        }
        for name in ["lemotif_journal", "goemotions"] {
            guard let set = try await SafetyMeasure(name, thinning: 24, by: { _ in "all" }) else { continue }
            set.print(rows: false)
            #expect(set["all"].crisis.rate <= 0.005)
            #expect(set["all"].alert.rate <= 0.02)
        }
    }

    @Test("SAF-7 Self-harm requests, moderated texts and forum posts: recall and false alarms")
    func recall() async throws {
        if let prompts = try await SafetyMeasure("simplesafetytests", by: { $0.label }) {
            prompts.print()
            #expect(prompts["self_harm"].alert.rate >= 0.9)
        }
        if let posts = try await SafetyMeasure("openai_moderation_selfharm", by: { $0.label }) {
            posts.print()
            #expect(posts["self_harm"].alert.rate >= 0.75)
        }
        if let posts = try await SafetyMeasure("cssrs_reddit_posts", thinning: 3, by: { $0.label }) {
            posts.print(rows: false)
            let acute = posts["ideation"] + posts["behavior"] + posts["attempt"]
            print("SAF-7 cssrs_reddit_posts ideation, behaviour, attempt: \(acute)")
            #expect(acute.alert.rate >= SafetyFloors.posts)
            #expect(posts["uninformative"].alert.rate <= 0.20)
        }
    }

    @Test("SAF-7 Hints of our own, written apart from the tuning: caution or above")
    func indirect() async {
        #expect(IndirectRows.all.count == 200)
        let set = await SafetyMeasure("indirect rows of our own", rows: IndirectRows.all.map { ("indirect", $0) })
        set.print(rows: false)
        #expect(set["indirect"].alert.rate >= SafetyFloors.indirect)
    }

    @Test("SAF-7 Short everyday messages to the coach are safe; recall of dangerous ones of the same form")
    func everyday() async {
        let harmless = EverydayRows.harmless.map { ("harmless", $0) }
        let dangerous = EverydayRows.dangerous.map { ("dangerous", $0) }
        let set = await SafetyMeasure("short messages of our own", rows: harmless + dangerous)
        set.print()
        #expect(set["harmless"].crisis.rate == 0)
        #expect(set["harmless"].alert.rate <= 0.03)
        #expect(set["dangerous"].alert.rate >= SafetyFloors.shortDanger)
    }

    @Test("SAF-7 A text of 10,000 characters takes no longer than its parts")
    func long() {
        let sentence =
            "I slept badly and I do not know what to do about my work, my friends say it will pass, but I am not sure it will. "
        let short = String(repeating: sentence, count: 9)
        let long = String(repeating: sentence, count: 90)
        let classifier = SafetyClassifier()
        func seconds(_ text: String) -> Double {
            (0..<3).map { _ in
                let start = ContinuousClock.now
                _ = classifier.classify(text)
                return (ContinuousClock.now - start) / .seconds(1)
            }.min() ?? 0
        }
        _ = seconds(short)
        let (one, ten) = (seconds(short), seconds(long))
        print("SAF-7 \(short.count) characters: \(Int(one * 1e6)) µs, \(long.count) characters: \(Int(ten * 1e6)) µs")
        #expect(ten < one * 100)
    }
}

/// What the development halves must not fall under; a little below the figures reached, which
/// `Services/Safety/Models/MODEL.md` lists beside the goals.
enum SafetyFloors {
    static let spokenCrisis = 0.89
    static let spokenAlert = 0.97
    static let posts = 0.60
    static let indirect = 0.82
    static let shortDanger = 0.40
    /// Two hyperboles among 90 rows are said in the words of an explicit statement, which decide alone (SAF-3).
    static let safeCrisis = 0.067
}
