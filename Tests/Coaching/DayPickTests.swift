import Foundation
import Language
import Messages
import Moments
import Storage
import Testing

@testable import Coaching

/// The suggestion of the day.
@Suite struct DayPickTests {
    private static let morning: Int32 = 7

    private func day(_ number: Int) -> Day { World.day.advanced(by: number) }

    private func picks(_ world: World) async throws -> [String] { try await world.state().picks.map(\.moment) }

    @Test(
        "COA-5 on thirty mornings no suggestion comes more than three times, each fits its hour, and it is kept all day"
    )
    func thirtyMornings() async throws {
        for person in 0..<5 {
            let world = try await World()
            var (shown, lines) = ([String](), [String]())
            for number in 0..<30 {
                let day = day(number)
                // Without data, the same strain on every day, and strains that change.
                if person > 0 {
                    let strain = person == 1 ? 3 : Double((number * person) % 7) - 3
                    try await hear(world, day, revision: UInt64(100 * number + 1), strain)
                }
                world.others.note(person == 4 && (10..<17).contains(number) ? [day: [.illness]] : [:])
                let first = try #require(try await world.cards(day, hour: Self.morning).today)
                let moment = try #require(Moments.shipped[first.card.moment])
                #expect(moment.fits(hour: Self.morning), "\(moment.title)")
                for (hour, strain) in [(Int32(8), 2.5), (8, -2.5), (9, 0), (10, 1)] {
                    let revision = UInt64(100 * number + 2 * Int(hour) + (strain < 0 ? 1 : 0))
                    if person > 0 { try await hear(world, day, revision: revision, strain) }
                    let again = try await world.cards(day, hour: hour)
                    #expect(again.today?.card.moment == first.card.moment && again.today?.card.why == first.card.why)
                    #expect(again.cards.first?.moment == first.card.moment)
                    #expect(Set(again.cards.map(\.moment)).count == again.cards.count)
                }
                shown.append(first.card.moment)
                lines.append(try #require(first.card.why))
                if person % 2 == 0 { try await answer(world, first.card.moment, .completed, day) }
            }
            let most = Dictionary(grouping: shown) { $0 }.values.map(\.count).max() ?? 0
            #expect(most <= 3, "\(person)")
            for start in 0...26 where !lines[start..<start + 4].contains(where: { $0.contains("You are ill") }) {
                #expect(Set(lines[start..<start + 4]).count > 1, "\(person): \(lines[start])")
            }
            if person == 4 { #expect(lines[10..<17].allSatisfy { $0 == "You are ill, so rest comes first today." }) }
        }
    }

    @Test("COA-5 what fits the morning is not what fits the evening; after midnight the day is still the one before")
    func hours() async throws {
        let world = try await World()
        let morning = try #require(try await world.cards(day(0), hour: Self.morning).today)
        #expect(try await world.cards(day(0), hour: 13).cards.allSatisfy { fits($0, 13) })
        let late = try await world.cards(day(1), hour: 1)
        #expect(late.cards.allSatisfy { fits($0, 1) })
        #expect(try await world.state().picks.map(\.day).allSatisfy { $0 == day(0) })
        #expect(try await world.cards(day(1), hour: Self.morning).today?.card.moment != morning.card.moment)
        // Effort in the morning gives way to something else in the evening.
        try await world.store.write { [user = world.user] in
            try CoachRows(user: user, transaction: $0).change { state in
                state.picks[state.picks.count - 1].moment = try #require(
                    Moments.shipped.moments.first { $0.isExerting && !$0.fits(hour: 20) }?.id)
            }
        }
        let evening = try #require(try await world.cards(day(1), hour: 20).today)
        #expect(fits(evening.card, 20) && evening.action == nil)
    }

    private func fits(_ card: Card, _ hour: Int32) -> Bool { Moments.shipped[card.moment]?.fits(hour: hour) ?? false }

    @Test("COA-5 done and not today end the suggestion of the day; the answer can be taken back, and is exported")
    func answers() async throws {
        let world = try await World()
        for action in [CardFeedback.Action.completed, .declined, .dismissed] {
            let day = day(Int(action.rawValue))
            let offered = try #require(try await world.cards(day, hour: Self.morning).today)
            let moment = offered.card.moment
            try await answer(world, moment, action, day)
            let after = try await world.cards(day, hour: 9)
            #expect(after.today?.card.moment == moment && after.today?.action == action)
            #expect(after.today?.answeredAt == World.at(day, hour: 8))
            #expect(after.cards.count == 3 && !after.cards.contains { $0.moment == moment })
            #expect(after.hidden.map(\.moment) == (action == .dismissed ? [moment] : []))
            #expect(try await world.state().completions.count == (action == .completed ? 1 : 0))
            let exported = try await world.coaching.export(world.user, nil).files.first.map {
                String(decoding: $0.content, as: UTF8.self)
            }
            #expect(exported?.contains("picks") == true && exported?.contains("\"\(action)\"") == true)
            try await answer(world, moment, .restored, day)
            let restored = try await world.cards(day, hour: 10)
            #expect(restored.today?.card.moment == moment && restored.today?.action == nil)
            #expect(restored.today?.answers == 2 && restored.cards.first?.moment == moment && restored.hidden.isEmpty)
            #expect(try await world.state().completions.isEmpty)
            #expect(try await world.state().habit(moment).dismissed == 0)
        }
        // A hidden suggestion is neither the suggestion of the day nor one of the other cards.
        let next = try await world.cards(day(9), hour: Self.morning).cards
        for card in next { try await answer(world, card.moment, .dismissed, day(9)) }
        for number in 10..<20 {
            let cards = try await world.cards(day(number), hour: Self.morning)
            #expect(Set(cards.cards.map(\.moment)).isDisjoint(with: next.map(\.moment)))
            #expect(Set(cards.hidden.map(\.moment)) == Set(next.map(\.moment)))
        }
    }

    @Test(
        "COA-5 COA-11 illness, injury and travel change the suggestion also after it was chosen, and say so",
        arguments: [
            (ContextFlag.illness, "You are ill"), (.injury, "injury"), (.travel, "journey"),
        ])
    func noted(flag: ContextFlag, words: String) async throws {
        let world = try await World()
        let circumstance = try #require(Circumstance(flag))
        var last = ""
        for number in 0..<6 {
            world.others.note([:])
            last = try #require(try await world.cards(day(number), hour: Self.morning).today?.card.moment)
            world.others.note([day(number): [flag]])
            let changed = try #require(try await world.cards(day(number), hour: 9).today)
            #expect(Moments.shipped[changed.card.moment]?.circumstances.contains(circumstance) == true)
            #expect(changed.card.why?.contains(words) == true)
            #expect(try await world.cards(day(number), hour: 10).today == changed)
            // The other cards ask for no effort either.
            let cards = try await world.cards(day(number), hour: 10).cards
            #expect(flag == .travel || cards.allSatisfy { Moments.shipped[$0.moment]?.isExerting == false })
            // A note that was taken back is no reason any more.
            world.others.note([:])
            let usual = try #require(try await world.cards(day(number), hour: 11).today)
            #expect(usual.card.why?.contains(words) == false)
            #expect(try await world.cards(day(number), hour: 11).today == usual)
        }
        // An answer that was given stays.
        let day = day(7)
        last = try #require(try await world.cards(day, hour: Self.morning).today?.card.moment)
        try await answer(world, last, .completed, day)
        world.others.note([day: [flag]])
        #expect(try await world.cards(day, hour: 9).today?.card.moment == last)
    }

    @Test("COA-5 a short night is known in the morning, and changes nothing when it arrives later")
    func shortNight() async throws {
        let world = try await World()
        world.others.sleep([day(0): 4 * 3600, day(1): 7.5 * 3600])
        let short = try #require(try await world.cards(day(0), hour: Self.morning).today)
        #expect(short.card.why == "Chosen because your night was short.")
        #expect(Moments.shipped[short.card.moment]?.circumstances.contains(.shortNight) == true)
        let usual = try #require(try await world.cards(day(1), hour: Self.morning).today)
        #expect(usual.card.why?.contains("night") == false)
        world.others.sleep([day(1): 3 * 3600])
        #expect(try await world.cards(day(1), hour: 9).today == usual)
        // What was known in the morning still counts where the day's circumstances change.
        world.others.sleep([day(2): 4 * 3600])
        _ = try await world.cards(day(2), hour: Self.morning)
        world.others.note([day(2): [.travel]])
        let changed = try #require(try await world.cards(day(2), hour: 9).today)
        let moment = try #require(Moments.shipped[changed.card.moment])
        #expect(moment.circumstances.contains(.shortNight) && moment.circumstances.contains(.travel))
    }

    @Test(
        "COA-5 who sleeps little, travels or is ill for weeks gets a suggestion in the morning and in the night of each day",
        arguments: [[Circumstance.shortNight], [.travel], [.shortNight, .travel], [.illness], [.illness, .travel]])
    func always(circumstances: [Circumstance]) async throws {
        let world = try await World()
        let flags = circumstances.compactMap { [.travel: ContextFlag.travel, .illness: .illness][$0] }
        for number in 0..<40 {
            world.others.note(flags.isEmpty ? [:] : [day(number): flags])
            world.others.sleep([day(number): circumstances.contains(.shortNight) ? 4 * 3600 : 8 * 3600])
            for hour in [Self.morning, 14, 23] {
                let pick = try #require(try await world.cards(day(number), hour: hour).today, "\(number), \(hour)")
                let moment = try #require(Moments.shipped[pick.card.moment])
                #expect(moment.fits(hour: hour))
                let isRest = moment.circumstances.contains(circumstances[0])
                #expect(isRest || (circumstances[0] != .illness && !moment.isExerting), "\(moment.title)")
            }
        }
    }

    @Test("COA-5 what speaks of a short night is offered after one only")
    func about() async throws {
        let world = try await World()
        let about = Moments.shipped.moments.filter(\.needsCircumstance)
        #expect(about.count == 3 && about.allSatisfy { $0.circumstances == [.shortNight] })
        var offered: Set<String> = []
        for number in 0..<40 {
            for hour in [Self.morning, 13, 18] {
                let cards = try await world.cards(day(number), hour: hour)
                offered.formUnion(cards.cards.map(\.moment) + [cards.today?.card.moment].compactMap(\.self))
            }
        }
        #expect(offered.count > 60 && offered.isDisjoint(with: about.map(\.id)))
        let state = try await world.state()
        var after = Occasion(at: World.at, hour: 13, today: day(41))
        #expect(about.allSatisfy { !state.isOffered($0, after) })
        after.known = [.shortNight]
        #expect(about.allSatisfy { state.isOffered($0, after) })
    }

    @Test("COA-5 the text of a library of one's own is not shown to a device token")
    func own() async throws {
        let world = try await World()
        let json = #"[{"recommendations":[{"recommendation":"Whistle for Ada"}]}]"#
        _ = try await world.coaching.importLibrary(
            ImportLibrary(user: world.user, fileName: "mine.json", json: Array(json.utf8), at: World.at))
        let shipped = try #require(try await world.cards(day(0), hour: Self.morning).today)
        #expect(try await world.cards(day(0), hour: Self.morning, isOutward: true).today == shipped)
        let mine = try await world.store.read { [user = world.user] transaction in
            try OwnMomentRows(user: user, transaction: transaction).all().first?.id
        }
        try await world.store.write { [user = world.user] in
            try CoachRows(user: user, transaction: $0).change { state in
                state.picks[state.picks.count - 1].moment = try #require(mine)
            }
        }
        #expect(try await world.cards(day(0), hour: 8).today?.card.title == "Whistle for Ada")
        #expect(try await world.cards(day(0), hour: 8, isOutward: true).today == nil)
    }

    @Test("SCO-7 after a crisis there is no suggestion for a day, then gentle ones, whose reason does not tell of it")
    func crisis() async throws {
        let world = try await World()
        try await world.hear(journal: .crisis, at: World.at)
        let during = try await world.cards(World.day, hour: 9)
        #expect(during.crisis != nil && during.today == nil && during.cards.isEmpty)
        #expect(try await picks(world).isEmpty)
        let outward = try #require(try await world.cards(day(1), hour: 6, isOutward: true).today)
        let later = try #require(try await world.cards(day(1), hour: 9).today)
        #expect(outward == later)
        #expect(Moments.shipped[later.card.moment]?.circumstances.contains(.hardDay) == true)
        #expect(CardReason.names(later.card.why))
        #expect(try await world.cards(day(3), hour: 9).today != nil)
    }

    private func hear(_ world: World, _ day: Day, revision: UInt64, _ strain: Double) async throws {
        let event = ScoreUpdated(
            user: world.user, revision: revision, report: ScoreReport(day: day, status: .provisional, score: 50),
            signals: [
                SignalLevel(signal: .sleepDebt, z: strain, contribution: 0),
                SignalLevel(signal: .hrv, z: -strain, contribution: 0),
            ], revisedFrom: day, context: [])
        try await world.store.write { [coaching = world.coaching] in try coaching.apply(event, $0) }
    }

    private func answer(_ world: World, _ moment: String, _ action: CardFeedback.Action, _ day: Day) async throws {
        _ = try await world.answer(moment, action, at: World.at(day, hour: 8), day: day, hour: 8)
    }
}

extension CardReason {
    /// Whether a line is one of those that any day may have.
    fileprivate static func names(_ line: String?) -> Bool {
        let writer = CardWriter(.shipped(.english), signals: nil)
        let usual = [CardReason.time, .new, .evidence, .hour].map(writer.line)
        return line.map { $0.hasPrefix("Chosen because this stands out today") || usual.contains($0) } ?? false
    }
}
