import Fixtures
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Events of ingestion that actions follow from: totals of days, and workouts (GOL-6).
@Suite(.tags(.processes)) struct ActivityTests {
    private static let header =
        "kind,start,end,value,unit,source,model,hardware,aggregation,zone,zoneFrom,activity\n"

    private static func row(
        _ kind: String, _ start: String, _ end: String, _ value: String, _ unit: String, _ source: String = "Watch",
        activity: String = ""
    ) -> String {
        "\(kind),2024-02-06T\(start)Z,2024-02-06T\(end)Z,\(value),\(unit),\(source),,,,,,\(activity)\n"
    }

    private static let day = Day(year: 2024, month: 2, day: 6)!

    private func totals(_ workshop: Workshop) async throws -> [DayTotals] {
        try await workshop.ofAllDays { [user = workshop.user] transaction, first, last in
            try ActivityRows(user: user, transaction: transaction).totals(from: first, through: last)
        }
    }

    private func workouts(_ workshop: Workshop) async throws -> [WorkoutRecorded] {
        try await workshop.ofAllDays { [user = workshop.user] transaction, first, last in
            try ActivityRows(user: user, transaction: transaction).workouts(from: first, through: last)
        }
    }

    @Test("GOL-6: a day's steps, mindful time, sleep and exercise are emitted once, and again when they are restated")
    func restated() async throws {
        let workshop = try Workshop()
        let first =
            Self.header + Self.row("steps", "09:00:00", "09:10:00", "900", "count")
            + Self.row("mindfulSession", "07:00:00", "07:10:00", "", "")
            // A second source that recorded part of the same session counts only for the rest.
            + Self.row("mindfulSession", "07:05:00", "07:15:00", "", "", "Phone")
            + Self.row("exerciseTime", "17:00:00", "17:30:00", "1800", "s")
            + Self.row("sleep", "00:00:00", "06:00:00", "core", "stage")
        try await workshop.importing(first)
        let expected = DayTotals(
            user: workshop.user, revision: 1, day: Self.day, steps: 900, mindful: 900, sleep: 21_600, exercise: 1_800)
        #expect(try await totals(workshop) == [expected])
        try await workshop.importing(first)
        #expect(try await workshop.eventTypes(for: .goals) == [DayTotals.type: 1], "an import again changes nothing")

        try await workshop.importing(Self.header + Self.row("mindfulSession", "20:00:00", "20:05:00", "", ""))
        #expect(try await totals(workshop).map(\.mindful) == [1_200])
        #expect(try await totals(workshop).map(\.revision) == [2])
        // Metrics that have no total change none.
        try await workshop.importing(Self.header + Self.row("heartRate", "12:00:00", "12:00:00", "60", "count/min"))
        #expect(try await workshop.eventTypes(for: .goals) == [DayTotals.type: 2])
        workshop.scratch.remove()
    }

    @Test("GOL-6: a workout is emitted with its activity and distance; its deletion and return are emitted too")
    func workout() async throws {
        let workshop = try Workshop()
        let start = utc("2024-02-06 17:00:00")
        func send(_ anchor: String, _ next: String, _ minutes: Int64?, id: UInt64, deleted: [UInt64] = []) async throws
        {
            let samples = minutes.map { minutes in
                [
                    AnchoredSample(
                        id: EntityID(high: 1, low: id), start: start, end: start + minutes * 60,
                        value: Double(minutes) * 60, unit: "s", source: "Watch", model: "Watch",
                        zone: "Europe/Berlin", activity: "HKWorkoutActivityTypeTraditionalStrengthTraining")
                ]
            }
            let reply = try await workshop.service.ingest(
                IngestSamples(
                    user: workshop.user, device: "phone", kind: "workout", anchor: anchor, newAnchor: next,
                    samples: samples ?? [], deleted: deleted.map { EntityID(high: 1, low: $0) }))
            #expect(reply.accepted)
            #expect(reply.skipped.isEmpty)
            try await workshop.worker.drain()
        }
        try await send("", "a", 40, id: 1)
        let first = try #require(try await workouts(workshop).first)
        #expect(
            first
                == WorkoutRecorded(
                    user: workshop.user, workout: first.workout, revision: 1, day: Self.day, start: start * 1_000,
                    duration: 2_400, activity: "traditional strength training"))
        try await send("a", "b", nil, id: 1, deleted: [1])
        let gone = try await workouts(workshop)
        #expect(gone.map(\.deleted) == [true])
        #expect(gone.map(\.revision) == [2])
        try await send("b", "c", 45, id: 2)
        let again = try await workouts(workshop)
        #expect(again.map(\.workout) == [first.workout])
        #expect(again.map(\.revision) == [3])
        #expect(again.map(\.duration) == [2_700])
        #expect(again.map(\.deleted) == [false])
        #expect(try await workshop.eventTypes(for: .goals) == [WorkoutRecorded.type: 3])
        workshop.scratch.remove()
    }

    @Test("GOL-6: a workout that two apps recorded counts once; two workouts of a day count twice")
    func twice() async throws {
        let workshop = try Workshop()
        try await workshop.profile(zone: "UTC", sources: ["Watch", "Strava"])
        try await workshop.importing(
            Self.header + Self.row("workout", "17:00:00", "17:30:00", "1800", "s", activity: "Outdoor Run")
                + Self.row("workoutDistance", "17:00:00", "17:30:00", "5000", "m", activity: "Outdoor Run")
                + Self.row("workout", "17:01:00", "17:31:00", "1800", "s", "Strava", activity: "Run")
                + Self.row("workout", "19:00:00", "19:20:00", "1200", "s", "Strava", activity: "Yoga"))
        let sums = WorkoutSums(user: workshop.user, from: Self.day, through: Self.day)
        #expect(
            try await workshop.service.workouts(sums).sums == [
                WorkoutSum(activity: "running", workouts: 1, measured: 1, distance: 5_000),
                WorkoutSum(activity: "yoga", workouts: 1),
            ])
        let next = Self.day.advanced(by: 1)
        let none = WorkoutSums(user: workshop.user, from: next, through: next)
        #expect(try await workshop.service.workouts(none).sums.isEmpty)
        let found = try await workouts(workshop).sorted { $0.start < $1.start }
        #expect(found.map(\.activity) == ["running", "yoga"])
        #expect(found.map(\.distance) == [5_000, nil])
        // Another order of trust prefers the other app's.
        try await workshop.profile(zone: "UTC", sources: ["Strava", "Watch"], revision: 2)
        let now = try await workouts(workshop).filter { !$0.deleted }.sorted { $0.start < $1.start }
        #expect(now.map(\.activity) == ["run", "yoga"])
        workshop.scratch.remove()
    }

    @Test("GOL-6: another time zone moves totals and workouts to their other day")
    func zone() async throws {
        let workshop = try Workshop()
        try await workshop.profile(zone: "UTC")
        try await workshop.importing(
            Self.header + Self.row("steps", "23:10:00", "23:20:00", "700", "count")
                + Self.row("workout", "23:00:00", "23:30:00", "1800", "s", activity: "Running"))
        let id = try await workouts(workshop).map(\.workout)
        try await workshop.profile(zone: "Asia/Tokyo", revision: 2)
        let next = Self.day.advanced(by: 1)
        let found = try await totals(workshop)
        #expect(found.map(\.day) == [Self.day, next])
        #expect(found.map(\.steps) == [nil, 700])
        #expect(try await workouts(workshop).map(\.day) == [next])
        #expect(try await workouts(workshop).map(\.workout) == id)
        #expect(try await workouts(workshop).map(\.deleted) == [false])
        workshop.scratch.remove()
    }

    @Test("GOL-6: undoing an import takes its totals and workouts back; the export has both")
    func undone() async throws {
        let workshop = try Workshop()
        let csv =
            Self.header + Self.row("steps", "09:00:00", "09:10:00", "900", "count")
            + Self.row("workout", "17:00:00", "17:30:00", "1800", "s", activity: "Running")
        let status = try await workshop.importing(csv)
        var (files, cursor): ([String: String], String?) = ([:], nil)
        repeat {
            let page = try await workshop.service.export(workshop.user, cursor)
            for file in page.files { files[file.name, default: ""] += String(decoding: file.content, as: UTF8.self) }
            cursor = page.next
        } while cursor != nil
        #expect(files["ingestion/day-totals.csv"] == "day,steps,mindful,sleep,exercise\n2024-02-06,900.0,,,\n")
        #expect(
            files["ingestion/workouts.csv"]
                == "day,start,duration,activity,distance\n2024-02-06,2024-02-06T17:00:00Z,1800.0,running,\n")
        _ = try await workshop.service.undo(UndoImport(user: workshop.user, job: status.job))
        try await workshop.worker.drain()
        #expect(try await totals(workshop).map(\.steps) == [nil])
        #expect(try await workouts(workshop).map(\.deleted) == [true])
        workshop.scratch.remove()
    }

    @Test("GOL-6: a database of the release before gets the totals of its days once")
    func migrated() async throws {
        let scratch = try Scratch()
        let csv = Self.header + Self.row("workout", "17:00:00", "17:30:00", "1800", "s", activity: "Running")
        let user = UserID.random()
        do {
            let workshop = try Workshop(user: user, scratch: scratch)
            try await workshop.importing(csv)
            // As the release before left it.
            try await workshop.store.write { transaction in
                for sql in [
                    "DROP TABLE day_totals", "DROP TABLE workouts", "DELETE FROM dirty",
                    "DELETE FROM storage_migrations WHERE owner = 'ingestion' AND number = 10",
                ] { try transaction.execute(sql) }
            }
            try workshop.store.close()
        }
        let workshop = try Workshop(user: user, scratch: scratch)
        try await workshop.worker.drain()
        #expect(try await workouts(workshop).map(\.activity) == ["running"])
        workshop.scratch.remove()
    }

    @Test("GOL-6: activities have one name, whichever app wrote it")
    func names() {
        let names = [
            ("HKWorkoutActivityTypeRunning", "running"), ("Outdoor Run", "running"), ("Running", "running"),
            ("HKWorkoutActivityTypeHighIntensityIntervalTraining", "high intensity interval training"),
            ("  Pool   Swim ", "swimming"), ("HKWorkoutActivityType", "hkworkoutactivitytype"), ("Kürlauf", "kürlauf"),
        ]
        for (text, name) in names { #expect(WorkoutActivity.name(text) == name) }
    }
}
