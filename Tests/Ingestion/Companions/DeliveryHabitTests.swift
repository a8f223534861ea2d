import Arrivals
import Fixtures
import Foundation
import Logging
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion
@testable import Storage

/// What ingestion learns from the posts of devices, in a real store.
@Suite(.tags(.processes)) struct DeliveryHabitTests {
    private static let hour: Milliseconds = 3_600_000
    private static let day: Milliseconds = 24 * hour
    private static let start: Milliseconds = 20_003 * day

    private static func body(at time: Milliseconds, steps: Bool = true) -> String {
        func text(_ time: Milliseconds) -> String { UTCDate.text(time / 1000) }
        let pulse = #""heart_rate":[{"bpm":61,"time":"\#(text(time - 600_000))"}]"#
        let walked =
            #","steps":[{"count":40,"start_time":"\#(text(time - 900_000))","end_time":"\#(text(time - 600_000))"}]"#
        let flow = #","menstruation_flow":[{"flow":3,"time":"\#(text(time - 700_000))"}]"#
        return #"{"timestamp":"\#(text(time))",\#(pulse)\#(steps ? walked : "")\#(flow)}"#
    }

    /// Posts every hour from 7 to 22.
    private static func live(
        _ workshop: Workshop, _ days: Range<Int>, device: UInt64 = 1, minute: Int64 = 0, steps: Bool = true
    ) async throws {
        for day in days { for hour in 7...22 { try await post(workshop, day, hour, device, minute, steps: steps) } }
    }

    private static func post(
        _ workshop: Workshop, _ day: Int, _ hour: Int, _ device: UInt64 = 1, _ minute: Int64 = 0, steps: Bool = true
    ) async throws {
        let time = start + Int64(day) * Self.day + Int64(hour) * Self.hour + minute * 60_000
        var service = workshop.service
        service.clock = { time }
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let status = try await SmallPost(store: workshop.store, uploads: service, log: log).run(
            PostSamples(
                user: workshop.user, job: .random(), fileName: "post.json",
                bytes: Array(body(at: time, steps: steps).utf8),
                companion: CompanionSender(companion: "hc-webhook", device: device)))
        #expect(status.phase == .done)
        // Days wait for their computation, as between posts of real phones.
        try await workshop.worker.drain()
    }

    private static func devices(
        _ workshop: Workshop, _ day: Int, _ hour: Int, minute: Int64 = 0
    ) async throws -> [DeviceHabits] {
        var service = workshop.service
        service.clock = { start + Int64(day) * Self.day + Int64(hour) * Self.hour + minute * 60_000 }
        return try await service.habits(HabitsQuery(user: workshop.user)).devices
    }

    @Test("ING-20 ING-18 Posts of a companion are learned from, without intimate kinds; two devices are judged apart")
    func learned() async throws {
        let workshop = try Workshop()
        #expect(try await Self.devices(workshop, 0, 12).isEmpty)
        try await Self.live(workshop, 0..<9)
        try await Self.live(workshop, 0..<9, device: 2, minute: 20)
        let usual = try await Self.devices(workshop, 8, 22, minute: 40)
        #expect(usual.map(\.device) == [1, 2] && usual.allSatisfy { $0.findings.isEmpty })
        // The second device sends the same hours: what another one brought before is new from it.
        #expect(usual.allSatisfy { $0.kinds == ["heartRate", "steps"] })
        // The first falls silent, the second loses steps.
        try await Self.live(workshop, 9..<13, device: 2, minute: 20, steps: false)
        let found = try await Self.devices(workshop, 12, 22, minute: 40)
        #expect(found.first?.findings.map(\.fault) == ["silent"] && found.first?.isReplaced == true)
        #expect(found.last?.findings.map(\.fault) == ["partial"] && found.last?.findings.first?.kinds == ["steps"])
        #expect(found.last?.isReplaced == false)
        let exported = try await workshop.exported("ingestion/arrivals.json")
        #expect(exported.contains("\"heartRate\"") && !exported.lowercased().contains("menstr"))
        // A device that was revoked has no findings any more; nothing is left of an erased person.
        try await workshop.store.write { [user = workshop.user] in
            try HabitRows(user: user, transaction: $0).delete(except: [2])
        }
        #expect(try await Self.devices(workshop, 12, 22, minute: 40).map(\.device) == [2])
        _ = try await workshop.store.erase(workshop.user)
        let left = try await workshop.store.read { transaction in
            try transaction.value(Int.self, "SELECT COUNT(*) FROM habits") ?? -1
        }
        #expect(left == 0)
    }

    @Test("ING-20 A damaged row, and runs that end before they begin, keep no post from being taken")
    func damaged() async throws {
        let workshop = try Workshop()
        try await Self.live(workshop, 0..<1)
        let user = workshop.user
        try await workshop.store.write { transaction in
            let future = try transaction.seal(
                Self.future(), user: user, table: "habits", row: "3")
            try transaction.execute("UPDATE habits SET sealed = ? WHERE user = ?", [Data([1, 2, 3]), user])
            try transaction.execute(
                "INSERT INTO habits (user, device, sealed) VALUES (?, ?, ?)", [user, Int64(3), future])
            let runs = ServiceRunRows(transaction: transaction)
            try runs.note(.random(), began: Self.start, at: Self.start - Self.day)
            try runs.note(.random(), began: Self.start + 900 * Self.day, at: Self.start + 901 * Self.day)
        }
        #expect(try await Self.devices(workshop, 1, 8).isEmpty)
        try await Self.post(workshop, 1, 8)
        try await Self.post(workshop, 1, 8, 3)
        #expect(try await Self.devices(workshop, 1, 9).map(\.device) == [1, 3])
    }

    private static func future() -> ArrivalHabits {
        var habits = ArrivalHabits()
        let time = start + 800 * day
        habits.record(
            ArrivalDelivery(received: time, kinds: ["steps": ArrivedSamples(samples: 1, new: 1, newest: time)]),
            offset: 0)
        return habits
    }

    @Test("ING-20 Nobody's phone is blamed for a time in which Pulsum was off")
    func off() async throws { try await gaps(onServer: false) }

    @Test("ING-20 The same on PostgreSQL, with what is learned", .needs(.postgres))
    func offOnServer() async throws { try await gaps(onServer: true) }

    private func gaps(onServer: Bool) async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        var address = DatabaseAddress.file(scratch.file("ingestion.sqlite"))
        if onServer {
            let cluster = try await PostgresCluster.running
            address = .server(
                try #require(PostgresAddress(try await cluster.makeDatabase(), service: "ingestion", connections: 2)))
        }
        let store = try Store(
            at: address, service: .ingestion, key: try MasterKey.loadOrCreate(path: scratch.file("master.key")),
            migrations: Schema.migrations)
        let user = UserID.random()
        for day in 0..<9 {
            for hour in 7...22 {
                let time = Self.start + Int64(day) * Self.day + Int64(hour) * Self.hour
                try await store.write { transaction in
                    try HabitRows(user: user, transaction: transaction).record(
                        ArrivalDelivery(
                            received: time, kinds: ["steps": ArrivedSamples(samples: 1, new: 1, newest: time - 60_000)]),
                        by: 7)
                }
            }
        }
        let late = Self.start + 9 * Self.day + 14 * Self.hour
        func faults() async throws -> [String] {
            try await store.read { transaction in
                try HabitRows(user: user, transaction: transaction).devices(at: late).flatMap(\.findings).map(\.fault)
            }
        }
        #expect(try await faults() == ["silent"])
        #expect(try await store.read { try HabitRows.users(after: nil, limit: 5, $0) } == [user])
        try await store.write { transaction in
            let rows = ServiceRunRows(transaction: transaction)
            let (one, other) = (EntityID.random(), EntityID.random())
            try rows.note(one, began: Self.start, at: Self.start)
            try rows.note(one, began: Self.start, at: Self.start + 9 * Self.day + 6 * Self.hour)
            try rows.note(other, began: late - 1_800_000, at: late)
            try rows.trim()
        }
        #expect(try await faults().isEmpty)
    }
}
