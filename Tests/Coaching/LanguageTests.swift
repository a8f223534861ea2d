import Localization
import Messages
import Moments
import Testing

@testable import Coaching

/// The coach's own sentences in the language that a request asks for.
@Suite struct LanguageTests {
    private static let german = Catalogue.shipped(.german)

    private func signals(_ levels: [(Signal, Double)]) -> SignalState {
        SignalState(
            revision: 1, day: World.day, score: 60,
            levels: levels.map { SignalLevel(signal: $0.0, z: $0.1, contribution: 0) }, context: [])
    }

    @Test("COA-6 every sentence of the coach exists in every language")
    func complete() {
        for language in Language.allCases {
            let keys = Catalogue.shipped(language).keys
            for entry in SignalTable.entries {
                #expect(keys.contains("coaching.now.\(entry.key)"))
                #expect(keys.contains("coaching.past.\(entry.key)"))
                if entry.caution != nil { #expect(keys.contains("coaching.caution.\(entry.key)")) }
            }
            for slider in CheckInSlider.allCases {
                for place in ["low", "middle", "high"] {
                    #expect(keys.contains("coaching.rated.\(slider.rawValue).\(place)"))
                }
            }
            for text in HelpTexts.allCases { #expect(keys.contains("coaching.help.\(text.rawValue)")) }
            for courtesy in SmallTalk.allCases { #expect(keys.contains("coaching.courtesy.\(courtesy.rawValue)")) }
            for hour in 0..<24 {
                for (streak, count) in [(1, 0), (2, 1), (7, 2), (30, 3)] {
                    let cheer = CompletionText.text(
                        hour: hour, streak: streak, count: count, words: .shipped(language))
                    #expect(!cheer.contains("coaching."))
                    #expect(!cheer.contains("{"))
                    #expect(cheer.count <= 70)
                }
            }
        }
    }

    @Test("COA-6 a German reply has at most two sentences, no gap, and nothing English but the suggestion's title")
    func composed() {
        let moment = Moments.shipped.moments[0]
        for signal in Signal.all {
            for z in [-2.0, -1, 0, 1, 2] {
                for age in [0, 3] {
                    let reply = Composer.reply(
                        topic: signal.entry?.topic ?? .none, signals: signals([(signal, z)]),
                        today: World.day.advanced(by: age), moment: moment, completed: nil, words: Self.german)
                    let own = reply.text.replacing(moment.title, with: "")
                    #expect(sentences(own.replacing("4. Mai", with: "4 Mai")) == 2, "\(own)")
                    for gap in ["{", "coaching.", " you", "Your", " is "] { #expect(!own.contains(gap), "\(own)") }
                    #expect(own.hasPrefix("Am 4. Mai 2026, dem letzten Tag mit Daten, ") == (age > 1), "\(own)")
                }
            }
        }
        func said(_ signal: Signal, _ z: Double, _ age: Int) -> String {
            Composer.reply(
                topic: .none, signals: signals([(signal, z)]), today: World.day.advanced(by: age), moment: nil,
                completed: "Box breathing", words: Self.german
            ).text
        }
        #expect(
            said(.restingHeartRate, 2, 0)
                == "Dein Ruhepuls liegt deutlich über deinem üblichen Maß, und vor Kurzem hast du „Box breathing“ gemacht."
        )
        #expect(
            said(.stress, 1, 3).hasPrefix("Am 4. Mai 2026, dem letzten Tag mit Daten, hast du deinen Stress als hoch"))
    }

    @Test("COA-5 COA-6 cards, cheer and chat answer in the language of the request, English without one")
    func service() async throws {
        let world = try await World()
        func cards(_ language: String?) async throws -> CardsQuery.Reply {
            try await world.coaching.cards(
                CardsQuery(user: world.user, at: World.at, country: "DE", today: World.day, language: language))
        }
        func say(_ text: String, _ language: String?) async throws -> ChatReply {
            try await world.coaching.chat(
                Chat(user: world.user, text: text, at: World.at, country: "DE", language: language), id: .random())
        }
        #expect(try await cards("de-AT").note == Self.german("coaching.cards.noData"))
        #expect(try await cards(nil).note?.hasPrefix("These are general") == true)
        let thanks = try await say("Danke!", "de")
        #expect(thanks.coachReply == "Gern.")
        #expect(thanks.label == Self.german("mandated.generated"))
        // The language of the message counts before that of the request.
        #expect(try await say("Danke!", nil).coachReply == "Sehr gern.")
        let english = try await say("Thank you very much!", "de")
        #expect(english.coachReply == "You're welcome.")
        #expect(
            try await say("Thanks a lot!", nil).label == "Responses are AI-generated and not medical advice.")
        #expect(
            try await say("What is the capital of France?", "de").coachReply
                == HelpTexts.offTopic.text(.shipped(.english)))

        let moment = try #require(try await cards("de").cards.first?.moment)
        let done = try await world.coaching.feedback(
            CardFeedback(
                user: world.user, moment: moment, action: .completed, at: World.at, day: World.day, hour: 8,
                language: "de"), id: .random())
        #expect(done.cheer == CompletionText.text(hour: 8, streak: 1, count: 1, words: Self.german))

        world.others.judge(Verdict(level: .caution, reason: .unknownLanguage))
        let refused = try await say("…", "de").coachReply
        #expect(refused == HelpTexts.unknownLanguage.text(Self.german))
        #expect(refused.hasPrefix("Versuch es mit anderen Worten. "))
        world.others.judge(Others.crisis)
        #expect(try await say("…", "de").coachReply == HelpTexts.crisis.text(Self.german))
        let after = try await cards("de")
        #expect(after.note == HelpTexts.crisisDay.text(Self.german))
        #expect(after.crisis?.disclaimer == "Diese App ersetzt keine professionelle Hilfe.")
    }
}
