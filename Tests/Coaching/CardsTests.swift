import Foundation
import Messages
import Moments
import Testing

@testable import Coaching

@Suite struct CardsTests {
    @Test("COA-5 three cards with badge and source, the top pick Strong or Medium; asking again shows the same")
    func threeCards() async throws {
        let world = try await World()
        let reply = try await world.cards()
        #expect(reply.cards.count == 3)
        #expect(Set(reply.cards.map(\.moment)).count == 3)
        #expect(reply.cards[0].badge.rawValue >= EvidenceBadge.medium.rawValue)
        #expect(
            reply.cards.allSatisfy {
                !$0.title.isEmpty && !$0.body.isEmpty && $0.sourceURL?.hasPrefix("https://") == true
            })
        #expect(reply.note != nil)
        #expect(reply.crisis == nil)
        #expect(try await world.cards(at: World.at + World.hour) == reply)
    }

    @Test("COA-5 what was put off stays shown as such; what was done is listed on its day only; neither after a crisis")
    func answered() async throws {
        let world = try await World()
        let cards = try await world.cards().cards
        _ = try await world.answer(cards[1].moment, .accepted, at: World.at + 1)
        let later = try await world.cards(at: World.at + 2).answered
        #expect(later.map(\.moment) == [cards[1].moment] && later.map(\.action) == [.accepted])
        #expect(later.map(\.title) == [cards[1].title] && later.map(\.at) == [World.at + 1])
        _ = try await world.answer(cards[0].moment, .completed, at: World.at + 3)
        let done = try await world.cards(at: World.at + 4).answered
        #expect(done.map(\.moment) == [cards[0].moment] && done.map(\.action) == [.completed])
        let german = CardsQuery(user: world.user, at: World.at + 4, language: "de")
        #expect(try await world.coaching.cards(german).answered.map(\.language) == ["de"])
        #expect(try await world.cards(at: World.at + 24 * World.hour).answered.isEmpty)
        try await world.hear(journal: .crisis, at: World.at + 5)
        #expect(try await world.cards(at: World.at + 6).answered.isEmpty)
    }

    @Test("SCO-7 outward the cards are those of a person without verdicts, after a crisis and after several cautions")
    func outward() async throws {
        for level in [Verdict.Level.crisis, .caution] {
            let world = try await World()
            let query = CardsQuery(user: world.user, at: World.at + 10, country: "DE")
            let before = try await world.coaching.cards(query.outward())
            for number in 0..<3 { try await world.hear(journal: level, at: World.at + Milliseconds(number)) }
            #expect(try await world.coaching.cards(query).crisis != nil)
            #expect(try await world.coaching.cards(query.outward()) == before)
            #expect(before.crisis == nil && !before.cards.isEmpty)
        }
    }

    @Test("COA-4 COA-11 signals older than yesterday deal no card and make no caution; the note names their day")
    func old() async throws {
        let world = try await World()
        try await world.hear(score: 12, [(.restingHeartRate, 4), (.stress, 1)], context: [.illness])
        let day = 24 * World.hour
        #expect(try await world.cards(at: World.at + day).note == nil)
        #expect(try await world.state().showing?.revision == 1)
        let old = try await world.cards(at: World.at + 2 * day)
        #expect(old.note?.contains("4 May 2026") == true)
        #expect(old.cards.allSatisfy { $0.caution == nil })
        #expect(try await world.state().showing?.revision == 0)
        // The user's local date applies, not the date in UTC.
        let query = CardsQuery(user: world.user, at: World.at + 2 * day, today: World.day.advanced(by: 1))
        #expect(try await world.coaching.cards(query).note == nil)
    }

    @Test("GAT-3 signals older than yesterday are no part of what the gateway is asked to phrase")
    func oldPhrase() async throws {
        let world = try await World()
        try await world.hear(score: 12, [(.sleepDebt, 4), (.stress, 1)])
        _ = try await world.say("How can I sleep better?", at: World.at + 24 * World.hour)
        _ = try await world.say("How can I sleep better?", at: World.at + 48 * World.hour)
        let phrases = world.others.phrases
        #expect(phrases.map(\.zScoreSummary.count) == [2, 0])
        #expect(phrases.map(\.rationale) == [.aboveUsual, .askedAbout])
        #expect(phrases.map { $0.toneHints.contains(.gentle) } == [true, false])
    }

    @Test("COA-5 the top pick has a better source than Weak even where a Weak one ranks higher")
    func topPick() throws {
        var state = CoachState()
        var weak = Moments.shipped.moments[0]
        (weak.id, weak.badge) = ("own.weak", .weak)
        state.signals = SignalState(
            revision: 1, day: World.day, score: nil, levels: [SignalLevel(signal: .sleepDebt, z: 3, contribution: 0)])
        state.weights = [-4] + Features.designed.dropFirst()
        let library = [weak] + Moments.shipped.moments.filter { $0.topic == .goals }
        #expect(
            CardDeck.rank(library, state: state, signals: state.signals, at: 0) { _ in 0 }.first?.moment.id
                == "own.weak")
        let dealt = CardDeck.deal(library, state: state, signals: state.signals, at: 0, today: World.day).map(
            \.moment.id)
        #expect(dealt[0] != "own.weak" && dealt[1] == "own.weak")
        #expect(
            CardDeck.deal([weak], state: state, signals: state.signals, at: 0, today: World.day).map(\.moment.id) == [
                "own.weak"
            ])
        #expect(CardDeck.deal([], state: state, signals: state.signals, at: 0, today: World.day).isEmpty)
    }

    @Test("COA-4 COA-5 the day's signals choose the topic")
    func signals() async throws {
        let world = try await World()
        try await world.hear(score: 40, [(.sleepDebt, 3), (.sleepQuality, -1)])
        let tired = try await world.cards()
        #expect(Moments.shipped[tired.cards[0].moment]?.topic == .sleep)
        #expect(tired.note == nil)
        try await world.hear(score: 50, revision: 2, [(.stress, 1), (.sleepDebt, -2)])
        let tense = try await world.cards(at: World.at + 1)
        #expect([Topic.stress, .mindfulness].contains(Moments.shipped[tense.cards[0].moment]?.topic))
    }

    @Test("COA-11 a shown card carries the caution")
    func caution() throws {
        let moment = try #require(Moments.shipped.moments.first { $0.isExerting })
        let signals = SignalState(
            revision: 1, day: World.day, score: 60,
            levels: [SignalLevel(signal: .restingHeartRate, z: 2, contribution: 0)])
        let card = CardWriter(.shipped(.english), signals: signals).card(moment)
        #expect(card.caution?.contains("resting heart rate") == true)
        let usual = CardWriter(.shipped(.english), signals: nil)
        #expect(usual.card(moment).caution == nil)
        // The library's own reasons for care hold on any day, in a chat too.
        let careful = try #require(Moments.shipped.moments.first { !$0.cautions.isEmpty })
        #expect(usual.caution(for: careful) == usual.card(careful).cautions.first)
    }

    @Test(
        "COA-11 what the person says about the day comes with the score; the cards on the table stay, with the caution")
    func context() async throws {
        let world = try await World()
        try await world.hear(score: 40, [(.sleepDebt, 3)])
        let cards = try await world.cards().cards
        try await world.hear(score: 40, revision: 2, [(.sleepDebt, 3)], context: [.illness])
        #expect(try await world.cards(at: World.at + 1).cards.map(\.moment) == cards.map(\.moment))
        #expect(try await world.state().signals?.context == [.illness])
        let moment = try #require(Moments.shipped.moments.first { $0.isExerting })
        let card = CardWriter(.shipped(.english), signals: try await world.state().signals).card(moment)
        #expect(card.caution?.contains("unwell") == true)
        #expect(world.others.asked.isEmpty, "nobody is asked for it")
    }

    @Test("SAF-4 the crisis card is that of the country in the question; without one the international one")
    func country() async throws {
        let world = try await World()
        world.others.judge(Others.crisis)
        _ = try await world.say("…")
        #expect(try await world.cards(at: World.at + 1, country: "US").crisis?.country == "US")
        #expect(try await world.cards(at: World.at + 1, country: nil).crisis?.country == "")
        #expect(Set(world.others.asked) == [Classify.type], "the table is in this process")
    }

    @Test("COA-5 completing cheers, counts days in a row, tells the others, and rests the card")
    func completing() async throws {
        let world = try await World()
        let top = try await world.cards().cards[0]
        let id = RequestID.random()
        let first = try await world.answer(top.moment, .completed, id: id)
        #expect(first.streak == 1)
        #expect(first.cheer?.isEmpty == false)
        // A retry gets the same reply and counts once.
        #expect(try await world.answer(top.moment, .completed, id: id) == first)
        #expect(world.told(CardCompleted.type) == 1)
        #expect(try await world.state().completions.count == 1)

        let next = try await world.cards(at: World.at + 1)
        #expect(!next.cards.contains { $0.moment == top.moment })
        let day = 24 * World.hour
        let second = try await world.answer(
            next.cards[0].moment, .completed, at: World.at + day, day: World.day.advanced(by: 1), hour: 20)
        #expect(second.streak == 2)
        #expect(second.cheer?.contains("2 days in a row") == true)
        let later = try await world.answer(
            top.moment, .completed, at: World.at + 3 * day, day: World.day.advanced(by: 3))
        #expect(later.streak == 1)
        // Only for who wants it.
        let quiet = try await world.answer(
            next.cards[0].moment, .completed, at: World.at + 4 * day, day: World.day.advanced(by: 4),
            countsStreak: nil)
        #expect(quiet.streak == 0)
        #expect(quiet.cheer?.contains("in a row") == false)
    }

    @Test("COA-5 accepting and dismissing teach the ranker; a second answer to the same card does not teach again")
    func teaching() async throws {
        let world = try await World()
        try await world.hear([(.stress, 1), (.sleepDebt, 2.5), (.energy, -1)])
        let cards = try await world.cards().cards
        let accepted = try await world.answer(cards[1].moment, .accepted)
        #expect(accepted.cheer == nil)
        #expect(accepted.streak == 0)
        let state = try await world.state()
        #expect(!state.weights.isEmpty)
        let entries = try #require(state.showing?.entries)
        var expected = Ranker()
        expected.learn(preferred: entries[1].features, over: entries[0].features)
        expected.learn(preferred: entries[1].features, over: entries[2].features)
        #expect(state.weights == expected.weights)
        // An accepted card stays visible; completing it does not train the ranker twice.
        #expect(try await world.cards().cards == cards)
        _ = try await world.answer(cards[1].moment, .completed)
        #expect(try await world.state().weights == expected.weights)

        let next = try await world.cards(at: World.at + 1).cards
        let dealt = try #require(try await world.state().showing?.entries)
        let rate = Ranker.rate(after: 1)
        expected.learn(preferred: dealt[1].features, over: dealt[0].features, rate: rate)
        expected.learn(preferred: dealt[2].features, over: dealt[0].features, rate: rate)
        _ = try await world.answer(next[0].moment, .dismissed, at: World.at + 2)
        #expect(try await world.state().weights == expected.weights)
        #expect(try await world.state().habit(next[0].moment).restsUntil > World.at)
        let after = try await world.cards(at: World.at + 3).cards
        #expect(!after.contains { $0.moment == next[0].moment })
    }

    @Test(
        "COA-4 an answered card rests for its moment's 20 hours, 3 days or 7, whatever the answer",
        arguments: [(72_000, 72_000_000), (259_200, 259_200_000), (604_800, 604_800_000)] as [(Int64, Milliseconds)],
        [CardFeedback.Action.accepted, .dismissed, .completed])
    func rest(_ cooldown: (seconds: Int64, milliseconds: Milliseconds), _ action: CardFeedback.Action) throws {
        var moment = try #require(Moments.shipped.moments.first)
        moment.cooldownSeconds = cooldown.seconds
        var state = CoachState()
        state.answer(moment, action, at: World.at, day: World.day)
        let habit = state.habit(moment.id)
        #expect(habit.restsFrom == World.at)
        #expect(habit.restsUntil == World.at + cooldown.milliseconds)
        func remaining(after time: Milliseconds) -> Double? {
            let ranked = CardDeck.rank([moment], state: state, signals: nil, at: World.at + time) { _ in 0 }
            return ranked.first?.features[Features.cooldown]
        }
        #expect(remaining(after: 0) == 1)
        #expect(remaining(after: cooldown.milliseconds / 2) == 0.5)
        #expect((remaining(after: cooldown.milliseconds - 1) ?? 0) > 0)
        #expect(remaining(after: cooldown.milliseconds) == 0)
    }

    @Test("COA-4 the reason of a card is that of the deal, and stays with it whatever is learned since")
    func reasons() async throws {
        let world = try await World()
        try await world.hear(score: 40, [(.sleepDebt, 3)])
        let cards = try await world.cards().cards
        #expect(cards[0].why == "Chosen because this stands out today: sleep debt.")
        try await world.store.write { [user = world.user] in
            try CoachRows(user: user, transaction: $0).change { state in
                state.weights = Features.designed.map { -$0 }
            }
        }
        #expect(try await world.cards(at: World.at + 1).cards.map(\.why) == cards.map(\.why))
        let query = CardQuery(user: world.user, moment: cards[0].moment, today: World.day)
        #expect(try await world.coaching.card(query).why == cards[0].why)
    }

    @Test("COA-5 feedback on what does not exist is refused and changes nothing")
    func refused() async throws {
        let world = try await World()
        await #expect(throws: ServiceError.self) { _ = try await world.answer("pulsum.none", .completed) }
        await #expect(throws: ServiceError.self) {
            _ = try await world.answer(Moments.shipped.moments[0].id, CardFeedback.Action(rawValue: 9))
        }
        await #expect(throws: ServiceError.self) {
            _ = try await world.answer(Moments.shipped.moments[0].id, .completed, hour: 24)
        }
        #expect(try await world.state() == CoachState())
    }

    @Test("COA-5 signals that were told of twice or late change nothing")
    func lateSignals() async throws {
        let world = try await World()
        try await world.hear(revision: 5, [(.stress, 1)])
        let state = try await world.state()
        try await world.hear(revision: 5, [(.stress, -1)])
        try await world.hear(revision: 4, [(.steps, -1)])
        #expect(try await world.state() == state)
    }
}
