import Fixtures
import Foundation
import Language
import Localization
import Messages
import Moments
import Questions
import Testing

@testable import Coaching

/// Several messages in a row.
@Suite struct ConversationTests {
    private static let minute: Milliseconds = 60_000

    /// Messages of many kinds; which of them come in which order is drawn.
    private static let messages = [
        "How can I sleep better?", "What should I do now?", "something shorter", "something else", "why?",
        "I feel so tired", "I'm sad today", "How are you?", "What does RMSSD mean?", "What is HRV?",
        "How can I get more steps?", "Any tips for today?", "What can I do about stress?", "and for energy?",
        "What do you know about me?", "Does my data leave this machine?", "How did I sleep this week?",
        "Is my resting pulse better than in spring?", "Thanks a lot!", "Does breathing help me?",
        "Wie kann ich besser schlafen?", "Was soll ich jetzt tun?", "etwas kürzeres", "Ich bin so müde", "warum?",
    ]

    @Test("COA-10 in any conversation no opening comes three times in five replies, and no suggestion twice")
    func openings() async throws {
        for seed in 0..<12 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            let world = try await World()
            try await world.hear(score: 45, [(.stress, 0.9), (.sleepDebt, 2), (.hrv, -1.5)])
            var at = World.at
            var (openings, suggested): ([String], [String]) = ([], [])
            let hour = [nil, 9, 20, 23][Int(seed % 4)] as Int32?
            for _ in 0..<24 {
                let message = Self.messages.randomElement(using: &random) ?? ""
                at += Milliseconds.random(in: 1...20, using: &random) * Self.minute
                let reply = try await world.say(message, at: at, hour: hour)
                #expect(PhraseWall.sentences(reply.coachReply) <= 2, "\(reply.coachReply)")
                // A refusal keeps its mandated sentence, and a service that is away the sentence that says so.
                let isAway = Language.allCases.contains {
                    reply.coachReply.contains(Catalogue.shipped($0)("answer.unavailable").prefix(20))
                }
                let isRefusal = isAway || reply.source == .fixed && reply.kind == nil
                let opening = isRefusal ? "refusal \(openings.count)" : Openings.opening(of: reply.coachReply)
                #expect(openings.suffix(4).count { $0 == opening } < 2, "\(message): \(reply.coachReply)")
                openings.append(opening)
                guard let moment = reply.moment else { continue }
                #expect(!suggested.contains(moment), "\(message): \(moment) again")
                suggested.append(moment)
                if hour == 20 || hour == 23 {
                    #expect(Moments.shipped[moment]?.isExerting == false, "\(moment) at \(hour ?? 0)")
                }
            }
            #expect(suggested.count > 4)
        }
    }

    @Test("COA-10 what follows a suggestion refers to it: something shorter, something else, why, and last month")
    func follows() async throws {
        let world = try await World()
        try await world.hear(score: 45, [(.sleepDebt, 2.5)])
        let first = try await world.say("How can I sleep better?")
        let one = try #require(Moments.shipped[first.moment ?? ""])
        #expect(one.topic == .sleep)
        let why = try await world.say("why?", at: World.at + Self.minute)
        #expect(why.kind == "cause" && why.moment == nil && why.coachReply.contains(one.title))
        #expect(why.coachReply.lowercased().contains("sleep") && why.coachReply.contains("asked about"))
        let shorter = try await world.say("something shorter", at: World.at + 2 * Self.minute)
        let two = try #require(Moments.shipped[shorter.moment ?? ""])
        #expect(two.id != one.id && two.estimatedSeconds ?? 999 <= 180)
        #expect(two.estimatedSeconds ?? 999 < one.estimatedSeconds ?? 0 || one.estimatedSeconds == nil)
        let other = try await world.say("something else", at: World.at + 3 * Self.minute)
        #expect(![one.id, two.id].contains(other.moment ?? "") && Moments.shipped[other.moment ?? ""]?.topic == .sleep)
        let again = try await world.say("why?", at: World.at + 4 * Self.minute)
        #expect(again.coachReply.contains(Moments.shipped[other.moment ?? ""]?.title ?? "?"))
        // Numbers of the subject that the suggestion was about.
        let month = try await world.say("and last month?", at: World.at + 5 * Self.minute)
        #expect(month.kind == "status")
        // A new conversation has nothing to refer to.
        let late = try await world.say("why?", at: World.at + 120 * Self.minute)
        #expect(late.moment == nil && !late.coachReply.contains(one.title))
    }

    @Test("COA-10 courtesy in between does not end what one can go on from")
    func courtesy() async throws {
        let world = try await World()
        _ = try await world.say("How can I sleep better?")
        _ = try await world.say("Thanks a lot!", at: World.at + Self.minute)
        let other = try await world.say("something else", at: World.at + 2 * Self.minute)
        #expect(Moments.shipped[other.moment ?? ""]?.topic == .sleep)
    }

    @Test("COA-10 a suggestion keeps away from what was done or dismissed lately, in the evening from effort")
    func context() async throws {
        let world = try await World()
        var at = World.at
        let first = try await world.say("How can I get more steps?", at: at)
        _ = try await world.answer(try #require(first.moment), .dismissed, at: at)
        at += 40 * Self.minute
        let second = try await world.say("How can I get more steps?", at: at)
        #expect(second.moment != first.moment)
        _ = try await world.answer(try #require(second.moment), .completed, at: at)
        at += 40 * Self.minute
        let third = try await world.say("How can I get more steps?", at: at)
        #expect(![first.moment, second.moment].contains(third.moment))
        for (hour, allows) in [(10, true), (19, false), (22, false), (3, false)] as [(Int32, Bool)] {
            let pool = SuggestionPool(
                library: Moments.shipped.moments, state: CoachState(), at: at, part: DayPart(hour: hour), suggested: [])
            #expect(pool.moments(of: .movement).contains(where: \.isExerting) == allows, "\(hour)")
            #expect(!pool.moments(of: .movement).isEmpty)
        }
        let everything = SuggestionPool(
            library: Moments.shipped.moments, state: CoachState(), at: at, part: .evening,
            suggested: Set(Moments.shipped.moments.map(\.id)))
        #expect(everything.moments(of: .sleep).isEmpty)
    }

    @Test("COA-10 a caution of the library comes with a suggestion in the chat, also after a cautious verdict")
    func cautions() async throws {
        let world = try await World()
        world.others.judge(Others.caution)
        var seen: Set<String> = []
        for step in 0..<6 {
            let reply = try await world.say("It is all too much", at: World.at + Milliseconds(step) * Self.minute)
            let moment = try #require(reply.moment.flatMap { Moments.shipped[$0] })
            #expect(seen.insert(moment.id).inserted, "\(moment.id) again")
            #expect((reply.caution != nil) == !moment.cautions.isEmpty)
        }
    }

    @Test("COA-10 whether suggestions help is answered from paired days, and not before there are twenty")
    func effect() async throws {
        let world = try await World()
        let none = try await world.say("Does breathing help me?")
        #expect(none.kind == "compare" && none.coachReply.contains("20"))
        let moment = try #require(Moments.shipped.moments.first { $0.topic == .mindfulness })
        _ = try await world.answer(moment.id, .completed)
        let few = try await world.say("Do your suggestions help me?", at: World.at + Self.minute)
        // Nobody answers for scores here; the reply says so and nothing else.
        #expect(few.gate == "unavailable")
    }

    @Test("COA-10 a good feeling gets other words than a bad one, a mixed one neither, a loss its own")
    func feelings() async throws {
        let world = try await World()
        func reply(_ text: String, _ step: Int) async throws -> String {
            try await world.say(text, at: World.at + Milliseconds(step) * 40 * Self.minute).coachReply
        }
        func texts(_ key: String, _ language: Localization.Language = .english) -> [String] {
            (0..<5).map { Catalogue.shipped(language)("answer.\(key).\($0)") }
        }
        let good = try await reply("I actually feel great today", 0)
        #expect(texts("joy").contains(where: good.contains))
        let bad = try await reply("I feel awful today", 1)
        #expect(texts("feeling").contains(where: bad.contains))
        let mixed = try await reply("I feel proud and worn out", 2)
        #expect(
            texts("feeling").prefix(2).contains(where: mixed.contains) && !texts("joy").contains(where: mixed.contains))
        let loss = try await reply("My cat died yesterday", 3)
        #expect(texts("loss").contains(where: loss.contains))
        let german = try await reply("heute geht es mir richtig gut", 4)
        #expect(texts("joy", .german).contains(where: german.contains))
    }

    @Test("COA-10 deleting the conversation deletes the replies kept for retries; after 30 days all goes by itself")
    func expires() async throws {
        let world = try await World()
        let user = world.user
        func counts() async throws -> (turns: Int, replies: Int) {
            try await world.store.read { transaction in
                (
                    try transaction.value(Int.self, "SELECT count(*) FROM conversation WHERE user = ?", [user]) ?? 0,
                    try transaction.value(Int.self, "SELECT count(*) FROM chats WHERE user = ?", [user]) ?? 0
                )
            }
        }
        _ = try await world.say("How are you?")
        #expect(try await counts() == (1, 1) && world.told(ConversationChanged.type) == 1)
        _ = try await world.coaching.deleteConversation(DeleteConversation(user: user))
        #expect(try await counts() == (0, 0) && world.told(ConversationChanged.type) == 2)
        _ = try await world.say("How are you?")
        let end = World.at + ConversationRows.lifetime
        try await world.store.write { try ConversationRows.expire(at: end - 1, $0) }
        #expect(try await counts() == (1, 0))
        try await world.store.write { try ConversationRows.expire(at: end, $0) }
        #expect(try await counts() == (0, 0))
    }

    @Test("COA-4 a suggestion says what the days after such ones were like, from twenty pairs of days on")
    func outcome() async throws {
        let world = try await World()
        let moment = try #require(Moments.shipped.moments.first { $0.topic == .mindfulness })
        // Every fifth day has a completion; the day after it is six points better.
        var scores: [Day: Double] = [:]
        for back in 0...150 {
            let day = World.day.advanced(by: -back)
            scores[day] = back % 5 == 4 ? 56 : 50
        }
        world.others.score(scores)
        for back in stride(from: 5, through: 150, by: 5) {
            _ = try await world.answer(
                moment.id, .completed, at: World.at - Milliseconds(back) * 24 * World.hour,
                day: World.day.advanced(by: -back))
        }
        let query = CardQuery(user: world.user, moment: moment.id, today: World.day)
        let text = try #require(try await world.coaching.card(query).outcome)
        #expect(text.contains("6.0 points higher"), "\(text)")
        #expect(text.contains("does not prove"), "\(text)")
        let german = CardQuery(user: world.user, moment: moment.id, today: World.day, language: "de")
        #expect(try await world.coaching.card(german).outcome?.contains("beweist") == true)
        let other = try #require(Moments.shipped.moments.first { $0.topic == .nutrition })
        #expect(
            try await world.coaching.card(CardQuery(user: world.user, moment: other.id, today: World.day)).outcome
                == nil)
    }

    @Test("OWN-1 the privacy page states how long messages and answers are kept, and how many, as the code keeps them")
    func privacyPage() {
        let days = ConversationRows.lifetime / 86_400_000
        let hours = ChatRows.lifetime / 3_600_000
        for (language, words) in [
            (Language.english, ["kept for \(days) days", "\(hours) hours"]),
            (.german, ["\(days) Tage aufbewahrt", "\(hours) Stunden"]),
        ] {
            let catalogue = Catalogue.shipped(language)
            let page = (1...9).map { catalogue("privacy.kept.text.\($0)") }.joined(separator: " ")
            let most = Formats(
                DisplaySettings(language: language, region: language == .german ? "DE" : "US"), catalogue
            )
            .number(Double(ConversationRows.maximumTurns))
            for word in words + [most] { #expect(page.contains(word), "\(word)") }
            #expect(catalogue("privacy.long.text.5").contains("\(days)"))
        }
    }
}
