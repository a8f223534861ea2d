import Foundation
import Logging
import Messages
import Storage
import Testing

@testable import Scoring

/// Answers about sleep with and without the night's measurements in view, and corrections that arrive late.
@Suite struct NightSeenTests {
    private static let morning: Milliseconds = 7 * 3_600_000
    private func at(_ offset: Int, _ after: Milliseconds = morning) -> Milliseconds {
        Milliseconds(day(offset).number) * 86_400_000 + after
    }

    private func stored(_ world: ServiceWorld, _ offset: Int) async throws -> [CheckIn] {
        try await world.service.checkIns(CheckInsQuery(user: world.user, from: day(offset), through: day(offset)))
            .checkIns
    }

    @Test("SCO-8 an answer about sleep stores whether the night had been seen before it; of nights long past nothing")
    func seen() async throws {
        let world = try ServiceWorld()
        func see(_ offset: Int, _ time: Milliseconds) async throws {
            _ = try await world.service.note(NoteNightSeen(user: world.user, day: day(offset), at: time))
        }
        try await see(20, at(20))
        // Seen again: the first time counts.
        try await see(20, at(20, 9 * 3_600_000))
        #expect(try await world.submit(20, after: Self.morning - 1).nightSeen == false)
        #expect(try await world.submit(20, after: Self.morning).nightSeen == true)
        #expect(try await world.submit(20, sleep: nil, after: Self.morning).nightSeen == nil)
        #expect(try await world.submit(21, after: Self.morning).nightSeen == false)
        // For the day before it is known as well, for an earlier one it is not.
        func late(_ about: Int, on offset: Int) async throws -> Bool? {
            let request = SubmitCheckIn(user: world.user, day: day(about), at: at(offset), sleepQuality: 3)
            return try await world.service.checkIn(request, id: .random()).nightSeen
        }
        #expect(try await late(20, on: 21) == true)
        #expect(try await late(20, on: 22) == nil)
        // A damaged note refuses no answer.
        try await world.damage("UPDATE inputs SET sealed = x'00' WHERE kind = \(InputRows.Kind.sight.rawValue)")
        #expect(try await world.submit(20, after: Self.morning).nightSeen == nil)
    }

    @Test(
        "SCO-8 a correction of the answer about sleep is judged by its own time, one of another slider changes nothing")
    func corrected() async throws {
        let world = try ServiceWorld()
        let before = try await world.submit(20, after: Self.morning)
        _ = try await world.service.note(NoteNightSeen(user: world.user, day: day(20), at: at(20, 8 * 3_600_000)))
        func correct(stress: Int32?, sleep: Int32?) async throws -> Bool? {
            var correction = CorrectCheckIn(
                user: world.user, checkIn: before.id, stress: stress, energy: 5, sleepQuality: sleep)
            correction.at = at(20, 9 * 3_600_000)
            return try await world.service.correct(correction, id: .random()).nightSeen
        }
        #expect(try await correct(stress: 7, sleep: 5) == false)
        #expect(try await correct(stress: 7, sleep: 2) == true)
        #expect(try await correct(stress: 7, sleep: nil) == nil)
    }

    @Test("SCO-8 the record keeps answers after the night was seen apart; it is exported, and goes with the person")
    func groups() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<40).map { world.reduced(metrics($0, hrv: Double(48 + $0 % 5))) })
        for offset in 10..<30 {
            if offset % 2 == 0 {
                _ = try await world.service.note(NoteNightSeen(user: world.user, day: day(offset), at: at(offset)))
            }
            _ = try await world.submit(offset, sleep: offset == 29 ? nil : 5, after: Self.morning)
        }
        let record = try await world.service.trackRecord(TrackRecordQuery(user: world.user, today: day(40)))
        let (seen, unseen) = (try #require(record.nightSeen), try #require(record.nightUnseen))
        #expect(record.computed.answers == 20 && seen.answers == 10 && unseen.answers == 9)
        #expect(seen.compared + unseen.compared + 1 == record.computed.compared)
        let files = try await world.exported()
        let answers = files["scoring/check-ins.csv"]?.split(separator: "\n") ?? []
        #expect(answers.first?.hasSuffix(",id,night_seen") == true)
        #expect(answers.count { $0.hasSuffix(",true") } == 10 && answers.count { $0.hasSuffix(",false") } == 9)
        #expect(files["scoring/inputs.jsonl"]?.split(separator: "\n").count { $0.contains(#""kind":"sight""#) } == 10)
        _ = try await world.store.erase(world.user)
        #expect(try await world.count("inputs") == 0)
        await #expect(throws: ServiceError.self) {
            try await world.service.note(NoteNightSeen(user: world.user, day: day(20), at: at(20)))
        }
    }

    @Test("SCO-4 a correction that waited does not replace one given after it; each slider has its own time")
    func late() async throws {
        let world = try ServiceWorld()
        let first = try await world.submit(20, stress: 3, energy: 3, sleep: 3, after: Self.morning)
        func correct(_ hour: Milliseconds?, stress: Int32? = 3, energy: Int32? = 3, sleep: Int32? = 3) async throws {
            var correction = CorrectCheckIn(
                user: world.user, checkIn: first.id, stress: stress, energy: energy, sleepQuality: sleep)
            correction.at = hour.map { at(20, $0 * 3_600_000) }
            _ = try await world.service.correct(correction, id: .random())
        }
        try await correct(9, stress: 6)
        // Given at eight, sent now.
        try await correct(8, stress: 1, energy: 7)
        var now = try #require(try await stored(world, 20).first)
        #expect([now.stress, now.energy, now.sleepQuality] == [6, 7, 3])
        try await correct(10, stress: 2, energy: 7)
        // A clock that is ahead counts as now: the next correction replaces it.
        var ahead = CorrectCheckIn(user: world.user, checkIn: first.id, stress: 5, energy: 7, sleepQuality: 3)
        ahead.at = .max
        _ = try await world.service.correct(ahead, id: .random())
        try await correct(nil, stress: 4, energy: 7)
        now = try #require(try await stored(world, 20).first)
        #expect([now.stress, now.energy, now.sleepQuality] == [4, 7, 3])
    }

    @Test("SCO-4 a correction dated after now, as by a clock that was set back since, blocks none")
    func ahead() async throws {
        let world = try ServiceWorld()
        let first = try await world.submit(20, stress: 3, after: Self.morning)
        let ahead = ScoringService(
            store: world.store, log: Logger(label: "test"), clock: { ServiceWorld.now + 3_600_000 })
        for (service, stress, age) in [(ahead, 5, 0), (world.service, 6, 500)] as [(ScoringService, Int32, Int64)] {
            var correction = CorrectCheckIn(
                user: world.user, checkIn: first.id, stress: stress, energy: 5, sleepQuality: 5)
            correction.at = service.clock() - age
            #expect(try await service.correct(correction, id: .random()).stress == stress)
        }
    }
}
