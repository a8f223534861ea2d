import Fixtures
import Messages
import TestTraits
import Testing

/// Texts of a crisis, judged by the real safety service over the bus.
@Suite(.tags(.processes)) struct WorstDayTests {
    private static let crisis: [(String, Verdict.Reason)] = [
        ("I want to kill myself because of work", .selfHarm), ("My boyfriend beat me again", .abuseOrDanger),
        ("I've been cutting myself a lot", .selfHarm),
        ("My husband hurts me when he drinks", .abuseOrDanger), ("I want to cut myself with a knife", .selfHarm),
        ("he beats me in front of the kids", .abuseOrDanger), ("cutting my legs again", .selfHarm),
        ("i can't stay safe tonight", .selfHarm),
        ("can't stay safe tonight", .selfHarm), ("ending it all", .selfHarm),
        ("Lunch was nice. Suicide is all I think about.", .selfHarm),
    ]

    private static let caution: [(String, Verdict.Reason)] = [
        ("Feeling really hopeless today, everything is dark", .distress), ("I feel hopeless and can't cope", .distress),
        ("everything feels overwhelming and I can't calm down", .distress), ("I feel hopeless", .distress),
        ("I am feeling depressed", .distress),
        ("I am panicking and can't stop", .distress), ("I have been starving myself", .disorderedEating),
        ("I make myself throw up after dinner", .disorderedEating), ("I am afraid of eating", .disorderedEating),
        ("Ich hungere mich absichtlich runter", .disorderedEating),
        ("Ich erbreche mich nach jedem Essen", .disorderedEating),
        ("My sister wants to kill herself", .concernForOthers),
    ]

    private static let safe = [
        "I used to cut myself as a teenager, I'm past that now", "Two years ago I wanted to die, today I am fine",
        "I don't want to kill myself",
        "I don't think my life is not worth living", "The song says \"I want to die\"", "My boyfriend beat me at chess",
        "he beat me again at Mario Kart",
        "I cut myself shaving", "my feet are killing me", "I am stressed about my exam", "I'm nervous about tomorrow",
        "I'm starving, let's eat",
        "Ich habe solchen Hunger",
    ]

    @Test(
        "SAF-1 SAF-3 Explicit words of now are a crisis, quiet despair a caution, what is denied or over is safe: as served",
        .tags(.sharedStack))
    func judged() async throws {
        try await Stack.shared { stack in
            func judge(_ text: String) async throws -> Verdict {
                try await stack.bus.request(Classify(text: text, country: "DE"))
            }
            for (text, reason) in Self.crisis {
                let verdict = try await judge(text)
                #expect(
                    verdict.level == .crisis && verdict.reason == reason && verdict.card != nil,
                    "\(text): \(verdict.level)")
            }
            for (text, reason) in Self.caution {
                let verdict = try await judge(text)
                #expect(
                    verdict.level == .caution && verdict.reason == reason, "\(text): \(verdict.level), \(verdict.rules)"
                )
            }
            for text in Self.safe {
                let verdict = try await judge(text)
                #expect(verdict.level == .safe, "\(text): \(verdict.level), \(verdict.rules)")
            }
        }
    }
}
