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
        #expect(reply.cards.count == 3 && Set(reply.cards.map(\.moment)).count == 3)
        #expect(reply.cards[0].badge.rawValue >= EvidenceBadge.medium.rawValue)
        #expect(
            reply.cards.allSatisfy {
                !$0.title.isEmpty && !$0.body.isEmpty && $0.sourceURL?.hasPrefix("https://") == true
            })
        #expect(reply.note != nil && reply.crisis == nil)
        #expect(try await world.cards(at: World.at + World.hour) == reply)
    }

    @Test("COA-4 COA-11 signals older than yesterday deal no card and make no caution; the note names their day")
    func old() async throws {
        let world = try await World()
        try await world.hear(score: 12, [(.restingHeartRate, 4), (.stress, 1)], context: [.illness])
        let day = 24 * World.hour
        #expect(try await world.cards(at: World.at + day).note == nil)
        #expect(try await world.state().showing?.revision == 1)
        let old = try await world.cards(at: World.at + 2 * day)
        #expect(old.note?.contains("4 May 2026") == true && old.cards.allSatisfy { $0.caution == nil })
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
        let dealt = CardDeck.deal(library, state: state, signals: state.signals, at: 0).map(\.moment.id)
        #expect(dealt[0] != "own.weak" && dealt[1] == "own.weak")
        #expect(CardDeck.deal([weak], state: state, signals: state.signals, at: 0).map(\.moment.id) == ["own.weak"])
        #expect(CardDeck.deal([], state: state, signals: state.signals, at: 0).isEmpty)
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
        #expect(first.streak == 1 && first.cheer?.isEmpty == false)
        // A retry gets the same reply and counts once.
        #expect(try await world.answer(top.moment, .completed, id: id) == first)
        #expect(world.told(CardCompleted.type) == 1)
        #expect(try await world.state().completions.count == 1)

        let next = try await world.cards(at: World.at + 1)
        #expect(!next.cards.contains { $0.moment == top.moment })
        let day = 24 * World.hour
        let second = try await world.answer(
            next.cards[0].moment, .completed, at: World.at + day, day: World.day.advanced(by: 1), hour: 20)
        #expect(second.streak == 2 && second.cheer?.contains("2 days in a row") == true)
        let later = try await world.answer(
            top.moment, .completed, at: World.at + 3 * day, day: World.day.advanced(by: 3))
        #expect(later.streak == 1)
        // Only for who wants it.
        let quiet = try await world.answer(
            next.cards[0].moment, .completed, at: World.at + 4 * day, day: World.day.advanced(by: 4),
            countsStreak: nil)
        #expect(quiet.streak == 0 && quiet.cheer?.contains("in a row") == false)
    }

    @Test("COA-5 accepting and dismissing teach the ranker; a second answer to the same card does not teach again")
    func teaching() async throws {
        let world = try await World()
        try await world.hear([(.stress, 1), (.sleepDebt, 2.5), (.energy, -1)])
        let cards = try await world.cards().cards
        let accepted = try await world.answer(cards[1].moment, .accepted)
        #expect(accepted.cheer == nil && accepted.streak == 0)
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

@Suite struct OwnLibraryTests {
    private func request(_ world: World, _ json: String) -> ImportLibrary {
        ImportLibrary(user: world.user, fileName: "mine.json", json: Array(json.utf8))
    }

    @Test(
        "COA-1 an import counts what it added and skipped; the same file again changes nothing, a changed one updates")
    func idempotent() async throws {
        let world = try await World()
        let first = try await world.coaching.importLibrary(request(world, library))
        #expect(first == ImportLibrary.Reply(added: 2, updated: 0, unchanged: 0, skipped: ["noRecommendation": 1]))
        let again = try await world.coaching.importLibrary(request(world, library))
        #expect(again == ImportLibrary.Reply(added: 0, updated: 0, unchanged: 2, skipped: ["noRecommendation": 1]))
        let changed = try await world.coaching.importLibrary(request(world, library.replacing("3 min", with: "4 min")))
        #expect(changed.updated == 1 && changed.unchanged == 1 && changed.added == 0)
        #expect(try await world.ownCount() == 2)
    }

    @Test("COA-1 a file that is no library is refused whole", arguments: ["", "{}", "[{\"recommendations\":", "text"])
    func refused(json: String) async throws {
        let world = try await World()
        await #expect(throws: ServiceError.self) { _ = try await world.coaching.importLibrary(request(world, json)) }
        #expect(try await world.ownCount() == 0)
    }

    @Test("COA-1 a library that would grow too large keeps nothing of the file")
    func atomic() async throws {
        let world = try await World()
        func entries(_ name: String, _ count: Int) throws -> [(moment: MicroMoment, vector: StoredVector)] {
            let json =
                "[{\"recommendations\":["
                + (0..<count).map { "{\"recommendation\":\"\(name) \($0)\"}" }.joined(separator: ",") + "]}]"
            return try LibraryParser.parse(Array(json.utf8), prefix: "own.").moments.map {
                ($0, StoredVector(embedder: "test", vector: [1]))
            }
        }
        let (first, second) = (try entries("First", 300), try entries("Second", LibraryParser.maximumEntries - 299))
        _ = try await world.store.write { [user = world.user] in
            try OwnMomentRows(user: user, transaction: $0).keep(first)
        }
        await #expect(throws: ServiceError.self) {
            _ = try await world.store.write { [user = world.user] in
                try OwnMomentRows(user: user, transaction: $0).keep(second)
            }
        }
        #expect(try await world.ownCount() == 300)
    }

    @Test("COA-3 vectors of another embedder do not compare and are made anew")
    func otherEmbedder() async throws {
        let world = try await World()
        _ = try await world.coaching.importLibrary(request(world, library))
        let user = world.user
        let kept = try await world.store.read {
            try OwnMomentRows(user: user, transaction: $0).index(embedder: "hashing-1")
        }
        #expect(kept.count == 2 && kept.allSatisfy { $0.vector?.count == 384 })
        let foreign = kept.map { (moment: $0.moment, vector: StoredVector(embedder: "other", vector: [1, 2])) }
        let counts = try await world.store.write {
            try OwnMomentRows(user: user, transaction: $0).keep(foreign).updated
        }
        #expect(counts == 2)
        let stale = try await world.store.read {
            try OwnMomentRows(user: user, transaction: $0).index(embedder: "hashing-1")
        }
        #expect(stale.allSatisfy { $0.vector == nil })
        #expect(try await world.say("I want to sing in the shower, for my mood").coachReply.isEmpty == false)
    }

    @Test("GAT-3 an own moment is suggested to its owner and never named to the gateway")
    func neverTravels() async throws {
        let world = try await World()
        _ = try await world.coaching.importLibrary(request(world, library))
        let reply = try await world.say("sing in the shower mood mood singing shower")
        let own = try #require(reply.moment)
        if own.hasPrefix("own.") { #expect(world.others.phrases.last?.topMomentID == nil) }
        // All shipped moments of the topic are resting, so the user's own moment is chosen.
        for moment in Moments.shipped.moments where moment.topic == .mood {
            _ = try await world.answer(moment.id, .dismissed)
        }
        let second = try await world.say("sing in the shower for my mood", at: World.at + 1)
        #expect(second.moment?.hasPrefix("own.") == true)
        #expect(world.others.phrases.last?.topMomentID == nil)
        #expect(second.coachReply.contains("Sing in the shower"))
        // Other users do not get it.
        let other = try await world.coaching.chat(
            Chat(user: .random(), text: "sing in the shower for my mood", at: World.at, country: ""), id: .random())
        #expect(other.moment?.hasPrefix("pulsum.") == true)
    }

    @Test("OWN-2 the export holds feedback, the own library and the conversation, but no text with another verdict")
    func export() async throws {
        let world = try await World()
        _ = try await world.coaching.importLibrary(request(world, library))
        world.others.judge(Others.caution)
        _ = try await world.say("unmistakable words")
        world.others.judge(Verdict(level: .safe))
        _ = try await world.say("How can I sleep better in Timbuktu?")
        let first = try await world.coaching.export(world.user, nil)
        let second = try await world.coaching.export(world.user, first.next)
        let text = (first.files + second.files).map { String(decoding: $0.content, as: UTF8.self) }.joined()
        #expect(text.contains("Juggle three lemons") && text.contains("caution") && !text.contains("unmistakable"))
        #expect(text.contains("Timbuktu"))
        #expect(second.next == nil)
        await #expect(throws: ServiceError.self) { _ = try await world.coaching.export(world.user, "x") }
        let nobody = try await world.coaching.export(.random(), nil)
        #expect(nobody.files.count == 1 && nobody.next == nil)
    }

    @Test("SEN-6 nothing readable of a person is in the database file")
    func sealed() async throws {
        let world = try await World()
        _ = try await world.coaching.importLibrary(request(world, library))
        try await world.hear([(.stress, 1)])
        _ = try await world.cards()
        try world.store.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: world.directory + "/coaching.sqlite"))
        for secret in ["lemons", "shower", "pulsum.", "Juggle"] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
    }
}
