import Fixtures
import Messages
import TestTraits
import Testing

extension WorstDayTests {
    /// Texts in languages without full rules, judged by the real safety service over the bus.
    @Suite(.tags(.processes, .sharedStack)) struct OtherLanguagesTests {
        private static let crisis = [
            "haluan kuolla", "meg akarok halni", "quiero morir", "muốn chết", "Saya ingin mati", "我想死", "मैं मरना चाहता हूँ",
            "ngifuna ukufa", "నేను చనిపోవాలి",
            "I slept well. meg akarok halni",
        ]

        /// Short sentences, alone and inside an English text. Published sentences of other languages are in
        /// Tests/Safety/Rows/ForeignSentences.swift.
        private static let caution = [
            "haluan nukkua", "nagyon fáradt", "estoy cansado", "sono stanca", "jestem zmęczona", "çok yorgunum",
            "väsynyt", "ngikhathele kakhulu",
            "I slept well. Nagyon fáradt vagyok.", "Work was fine today. Väsynyt olo. Gym was good.",
            "Had a good run. Сегодня мне очень плохо.",
        ]

        private static let safe = [
            "gym 5k", "felt meh", "ok", "Run 5k, HRV 54", "leg day", "sooo tired", "Café au lait with Anna. Slept 8 h.",
            "Müsli", "Nachtschicht",
            "Rückenschmerzen",
            "Spätdienst anstrengend", "quinoa salad, avocado, chickpeas", "zumba 45 min", "Frühdienst, müde",
            "Piotr Kowalczyk", "👍", "10 000",
            "Met Agnieszka after work.",
        ]

        @Test(
            "SAF-3 Another language is a caution where no word is English or German, also in one sentence of an English text; short notes stay safe: as served"
        )
        func judged() async throws {
            try await Stack.shared { stack in
                func judge(_ text: String) async throws -> Verdict {
                    try await stack.bus.request(Classify(text: text, country: "DE"))
                }
                for text in Self.crisis { #expect(try await judge(text).level == .crisis, "\(text)") }
                for text in Self.caution {
                    let verdict = try await judge(text)
                    #expect(
                        verdict.level == .caution && verdict.reason == .unknownLanguage,
                        "\(text): \(verdict.level), \(verdict.rules)")
                }
                for text in Self.safe {
                    let verdict = try await judge(text)
                    #expect(verdict.level == .safe, "\(text): \(verdict.level), \(verdict.rules)")
                }
                // A crisis in the English part of a text is found next to any other language.
                let mixed = try await judge("Nagyon fáradt vagyok. I want to kill myself.")
                #expect(mixed.level == .crisis && mixed.card != nil)
            }
        }
    }
}
