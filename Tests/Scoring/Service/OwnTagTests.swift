import Bus
import Foundation
import Messages
import Testing

@testable import Scoring

/// Tags in a person's own words.
@Suite struct OwnTagTests {
    private func set(_ world: ServiceWorld, _ offset: Int, _ tags: [String], id: RequestID = .random()) async throws
        -> [String]
    {
        try await world.service.setTags(SetDayTags(user: world.user, day: day(offset), tags: tags), id: id).tags
    }

    private func tags(_ world: ServiceWorld, _ from: Int, _ through: Int) async throws -> DayTagsQuery.Reply {
        try await world.service.tags(DayTagsQuery(user: world.user, from: day(from), through: day(through)))
    }

    @Test("SCO-7 a tag is kept as it is written, without what cannot be seen, up to forty characters")
    func kept() {
        #expect(OwnTag.kept("  late \n shift ") == "late shift")
        #expect(OwnTag.kept("a\u{202E}b\u{0007}c") == "abc")
        let family = "👩‍👩‍👧"
        #expect(OwnTag.kept(family) == family)
        #expect(OwnTag.kept(String(repeating: "ä", count: 40)) != nil)
        for wrong in ["", " \n", "\u{200B}", String(repeating: "a", count: 41), String(repeating: family, count: 20)] {
            #expect(OwnTag.kept(wrong) == nil, "\(wrong)")
        }
    }

    @Test("SCO-7 tags of a day are replaced, the same word in another case is one tag, and its first spelling stays")
    func spelling() async throws {
        let world = try ServiceWorld()
        #expect(try await tags(world, 0, 39) == DayTagsQuery.Reply(days: [], known: []))
        #expect(try await set(world, 10, ["Coffee", " coffee ", "late shift"]) == ["Coffee", "late shift"])
        #expect(try await set(world, 11, ["COFFEE"]) == ["Coffee"])
        let found = try await tags(world, 0, 39)
        #expect(
            found.days == [
                DayTags(day: day(10), tags: ["Coffee", "late shift"]), DayTags(day: day(11), tags: ["Coffee"]),
            ])
        #expect(found.known == ["Coffee", "late shift"])
        #expect(try await tags(world, 11, 39).days.map(\.day) == [day(11)])
        #expect(try await tags(world, 12, 39) == DayTagsQuery.Reply(days: [], known: ["Coffee", "late shift"]))
        // A tag that only one day has may be spelled anew there, and goes with its last day.
        #expect(try await set(world, 10, ["Late Shift"]) == ["Late Shift"])
        #expect(try await set(world, 11, []) == [])
        #expect(try await tags(world, 0, 39).known == ["Late Shift"])
    }

    @Test("SCO-7 a request that is sent again changes nothing more")
    func again() async throws {
        let world = try ServiceWorld()
        let id = RequestID.random()
        #expect(try await set(world, 10, ["one"], id: id) == ["one"])
        #expect(try await set(world, 10, ["two"]) == ["two"])
        #expect(try await set(world, 10, ["one"], id: id) == ["one"], "the first answer again")
        #expect(try await tags(world, 10, 10).days == [DayTags(day: day(10), tags: ["two"])])
    }

    @Test("SCO-7 tags that two devices note at the same time are both kept, and taking one away leaves the others")
    func together() async throws {
        let world = try ServiceWorld(workers: 2)
        @Sendable func change(
            _ change: SetDayTags.Change, _ tags: [String], by worker: Int = 0, id: RequestID = .random()
        ) async throws -> [String] {
            let request = SetDayTags(user: world.user, day: day(10), tags: tags, at: 1_000, change: change)
            return try await world.workers[worker].setTags(request, id: id).tags
        }
        let id = RequestID.random()
        async let first = change(.add, ["coffee"], by: 0, id: id)
        async let second = change(.add, ["walk"], by: 1)
        _ = try await (first, second)
        let both = try await tags(world, 10, 10)
        #expect(Set(both.days.flatMap(\.tags)) == ["coffee", "walk"] && both.changes == 2)
        #expect(both.days.first?.times.count == 2)
        // One that the day has stays as it is; a text that is no tag takes nothing away.
        #expect(try await Set(change(.add, ["COFFEE"])) == ["coffee", "walk"])
        #expect(try await change(.remove, [String(repeating: "x", count: 41), "absent"]).count == 2)
        #expect(try await tags(world, 10, 10).changes == 2)
        #expect(try await change(.remove, ["Coffee"]) == ["walk"])
        _ = try await change(.add, ["coffee"], id: id)
        #expect(try await tags(world, 10, 10).days.first?.tags == ["walk"], "a form that is sent again adds nothing")
        #expect(try await change(.remove, ["walk"]) == [])
        let none = try await tags(world, 10, 10)
        #expect(none.days.isEmpty && none.changes == 4, "a day without tags keeps the number of its changes")
        let nine = (1...9).map { "tag \($0)" }
        #expect(try await change(.add, nine).count == 9)
        await #expect(throws: ServiceError.self) { try await change(.add, ["ten", "eleven"]) }
        #expect(try await change(.add, ["ten"]).count == OwnTag.maximumPerDay)
        await #expect(throws: ServiceError.self) { try await change(SetDayTags.Change(rawValue: 9), ["ten"]) }
    }

    @Test("SCO-7 a tag keeps the time at which it was noted until it is taken away")
    func times() async throws {
        let world = try ServiceWorld()
        func note(_ tags: [String], at: Milliseconds?) async throws -> [DayTags.Noted] {
            let request = SetDayTags(user: world.user, day: day(10), tags: tags, at: at)
            return try await world.service.setTags(request, id: .random()).times
        }
        func coffee(_ spelling: String, _ at: Milliseconds) -> [DayTags.Noted] {
            [DayTags.Noted(tag: spelling, at: at)]
        }
        #expect(try await note(["coffee"], at: 1_000) == coffee("coffee", 1_000))
        // A form of the whole day knows no times, and leaves those that are known.
        #expect(try await note(["Coffee", "walk"], at: nil) == coffee("Coffee", 1_000))
        #expect(try await note(["walk", "Coffee"], at: 2_000) == coffee("Coffee", 1_000))
        #expect(try await note(["walk"], at: 2_000) == [])
        #expect(try await note(["walk", "Coffee"], at: 3_000) == coffee("Coffee", 3_000))
        let stored = try await tags(world, 10, 10).days.first
        #expect(stored?.tags == ["walk", "Coffee"] && stored?.times == coffee("Coffee", 3_000))
        // A time that no clock shows is not kept, the tag is.
        for wrong in [Milliseconds.min, 0, .max] {
            #expect(try await note(["walk"], at: nil) == [])
            #expect(try await note(["walk", "sauna"], at: wrong) == [])
        }
    }

    @Test("SCO-7 at most ten tags a day and a hundred a person, of days that have begun")
    func bounds() async throws {
        let world = try ServiceWorld()
        func names(_ range: Range<Int>) -> [String] { range.map { "tag \($0)" } }
        await #expect(throws: ServiceError.self) { try await set(world, 0, names(0..<11)) }
        for number in 0..<10 { _ = try await set(world, number, names(number * 10..<number * 10 + 10)) }
        #expect(try await tags(world, 0, 39).known.count == OwnTag.maximumPerPerson)
        await #expect(throws: ServiceError.self) { try await set(world, 11, ["one more"]) }
        #expect(try await set(world, 11, names(5..<7)) == names(5..<7))
        // One of the tags of a day may be replaced where the hundred are full.
        #expect(try await set(world, 9, names(90..<99) + ["instead"]).count == 10)
        for wrong in ["", String(repeating: "x", count: 41)] {
            await #expect(throws: ServiceError.self) { try await set(world, 12, [wrong]) }
        }
        await #expect(throws: ServiceError.self) { try await set(world, 60, ["ahead"]) }
        await #expect(throws: ServiceError.self) { try await tags(world, 5, 4) }
    }

    @Test("SCO-3 SCO-6 tags change no score and are told to nobody")
    func apart() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<40).map { world.reduced(metrics($0, hrv: Double(48 + $0 % 5))) })
        let (states, told) = (try await world.states(), try await world.updates())
        let plain = try await world.breakdown(39)
        for offset in [20, 39] { _ = try await set(world, offset, ["sauna"]) }
        #expect(try await world.states() == states)
        #expect(try await world.breakdown(39) == plain)
        #expect(try await world.updates() == told)
        for type in [SetDayTags.type, DayTagsQuery.type] {
            #expect(Topology.request(type)?.callers == [.api, .cli], "no other service may ask for them")
        }
    }

    @Test("OWN-1 OWN-2 tags are sealed and exported, and go with the person")
    func own() async throws {
        let world = try ServiceWorld()
        _ = try await set(world, 30, ["sauna"])
        var (text, cursor) = ("", String?.none)
        repeat {
            let page = try await world.service.export(world.user, cursor)
            text += page.files.filter { $0.name == "scoring/inputs.jsonl" }.map {
                String(decoding: $0.content, as: UTF8.self)
            }.joined()
            cursor = page.next
        } while cursor != nil
        #expect(text.contains(#""kind":"tags""#))
        #expect(text.contains("sauna"))
        #expect(try await world.count("inputs") == 1)
        #expect(try await world.store.erase(world.user) > 0)
        #expect(try await world.count("inputs") == 0)
        await #expect(throws: ServiceError.self) { try await set(world, 31, ["sauna"]) }
    }
}
