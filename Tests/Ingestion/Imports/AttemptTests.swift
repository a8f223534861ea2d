import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Jobs whose workers die.
@Suite(.tags(.processes)) struct AttemptTests {
    private func reading(_ position: Int64) -> WorkPlace { WorkPlace(stage: .reading, position: position) }

    @Test(
        "SEC-11 Three deaths within a mebibyte are one place; at different places, or in different stages, they do not add up"
    )
    func deaths() {
        var attempts = Attempts()
        for position in [5 << 20, 5 << 20 + 900_000] as [Int64] { attempts.died(at: reading(position), now: 1) }
        #expect(attempts.deaths == 2)
        #expect(attempts.runsAlone)
        #expect(!attempts.isPoisoned)
        var other = attempts
        other.died(at: reading(7 << 20), now: 2)
        #expect(other.deaths == 1)
        #expect(!other.runsAlone)
        other = attempts
        other.died(at: WorkPlace(stage: .recent, position: 5 << 20), now: 2)
        #expect(other.deaths == 1)
        attempts.died(at: reading(4 << 20), now: 2)
        #expect(attempts.isPoisoned)
        #expect(attempts.number == 3)
        #expect(attempts.at == 2)
        var days = Attempts()
        for block in 0..<9 { days.died(at: .days(block), now: 1) }
        #expect(days.deaths == 1)
        #expect(days.number == 9)
    }

    @Test("SEC-11 A mark outlives the process that wrote it; an end and a drain leave none")
    func mark() throws {
        let scratch = try Scratch()
        var mark: PlaceMark? = try PlaceMark(scratch.file("a.place"))
        #expect(mark?.left() == nil)
        mark?.begin(7, at: reading(0))
        mark?.note(reading(123_456_789_012))
        mark = nil
        let other = try PlaceMark(scratch.file("a.place"))
        #expect(other.left()?.attempt == 7)
        #expect(other.left()?.place == reading(123_456_789_012))
        other.drain()
        #expect(other.left() == nil)
        other.begin(8, at: .days(2))
        #expect(other.left()?.place == .days(2))
        other.end()
        #expect(other.left() == nil)
        scratch.remove()
    }

    @Test("SEC-11 Work that has to be alone waits for the others, and the others for it")
    func gate() {
        let now = SuspendingClock.now
        var table = WorkTable<Int>()
        let first = table.begin(1, alone: false, at: now)
        let suspect = table.begin(2, alone: true, at: now)
        let next = table.begin(3, alone: false, at: now + .seconds(1))
        #expect(first)
        #expect(!suspect)
        #expect(!next)
        table.end(1)
        let alone = table.begin(2, alone: true, at: now + .seconds(2))
        let early = table.begin(3, alone: false, at: now + .seconds(3))
        #expect(alone)
        #expect(!early)
        table.end(2)
        let after = table.begin(3, alone: false, at: now + .seconds(4))
        #expect(after)
        // A dead worker's request to run alone blocks others only briefly.
        let wanting = table.begin(2, alone: true, at: now + .seconds(5))
        let late = table.begin(4, alone: false, at: now + .seconds(16))
        #expect(!wanting)
        #expect(late)
    }

    /// Leaves the state of a worker that died at a given step of the job.
    private func die(_ workshop: Workshop, _ job: EntityID, at place: WorkPlace) async throws {
        let user = workshop.user
        let number =
            try await workshop.store.read { try AttemptRows(user: user, transaction: $0).attempts(job)?.number } ?? 0
        let mark = try PlaceMark(SpoolFile(directory: workshop.scratch.file("spool"), user: user, job: job).place)
        mark.begin(number, at: place)
        #expect(mark.left() != nil)
    }

    @Test(
        "SEC-11 The job whose workers died three times fails with the place; what a death left is counted once",
        arguments: [true, false])
    func job(isPoisoned: Bool) async throws {
        let workshop = try Workshop(pace: .init(pending: 10))
        let xml = try ExportGenerator(seed: 3, days: 4, endingOn: Day(number: 19_900), recordsPerDay: 40).xml()
        let job = try await workshop.upload(xml)
        _ = try await workshop.service.start(StartImport(user: workshop.user, job: job))
        let places = [3 << 20, 3 << 20 + 5, isPoisoned ? 3 << 20 - 5 : 9 << 20] as [Int64]
        let user = workshop.user
        for (number, place) in places.enumerated() {
            try await die(workshop, job, at: reading(place))
            if number == 2 { break }
            // The next worker counts the attempt and is stopped before it finishes.
            let stopped = try Workshop(user: user, scratch: workshop.scratch)
            stopped.worker.stop()
            try await stopped.worker.drain()
            #expect(
                try await workshop.store.read { try AttemptRows(user: user, transaction: $0).attempts(job)?.deaths }
                    == number + 1)
            // A stop is not a death: no attempt is counted.
            try await stopped.worker.drain()
            #expect(
                try await workshop.store.read { try AttemptRows(user: user, transaction: $0).attempts(job)?.deaths }
                    == number + 1)
        }
        try await workshop.worker.drain()
        let status = try await workshop.service.query(ImportQuery(user: user, job: job))
        #expect(status.phase == (isPoisoned ? .failed : .done))
        if isPoisoned {
            #expect(status.problem?.code == "poisoned")
            #expect(status.problem?.byteOffset == 3 << 20)
            #expect(status.problem?.message.contains("three times near byte \(3 << 20)") == true)
        }
        #expect(try await workshop.store.read { try AttemptRows(user: user, transaction: $0).attempts(job) } == nil)
        let left = try FileManager.default.contentsOfDirectory(atPath: workshop.scratch.file("spool/\(user)"))
        #expect(!left.contains { $0.hasPrefix("\(job)") }, "\(left)")
        workshop.scratch.remove()
    }

    @Test("SEC-11 Days that workers died over three times rest for a day, and are then tried again")
    func days() async throws {
        let workshop = try Workshop()
        _ = try await workshop.importing(
            ExportGenerator(seed: 3, days: 4, endingOn: Day(number: 19_900), recordsPerDay: 40).xml())
        let (user, metrics) = (workshop.user, try await workshop.metrics())
        let now = Milliseconds(Date().timeIntervalSince1970 * 1000)
        func reset(_ at: Milliseconds) async throws {
            try await workshop.store.write { transaction in
                try transaction.execute("DELETE FROM metrics WHERE user = ?", [user])
                try transaction.execute(
                    "INSERT INTO dirty (user, day, mark) SELECT DISTINCT user, day, 1 FROM samples WHERE user = ? ON CONFLICT DO NOTHING",
                    [user])
                try AttemptRows(user: user, transaction: transaction).set(
                    Attempts(number: 3, deaths: 3, place: .days(0), at: at), AttemptRows.daysWork)
            }
        }
        try await reset(now)
        try await workshop.worker.drain()
        #expect(try await workshop.metrics().isEmpty)
        try await reset(now - 2 * 86_400_000)
        try await workshop.worker.drain()
        #expect(try await workshop.metrics() == metrics && !metrics.isEmpty)
        #expect(
            try await workshop.store.read {
                try AttemptRows(user: user, transaction: $0).attempts(AttemptRows.daysWork)
            } == nil)
        workshop.scratch.remove()
    }
}
