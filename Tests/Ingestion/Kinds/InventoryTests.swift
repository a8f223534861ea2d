import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion
@testable import Storage

/// What is stored of days by kind, and what devices say that they have, in a real store.
@Suite(.tags(.processes)) struct InventoryTests {
    private static let day = Day(number: 20_003)

    private static func body(_ day: Day) -> String {
        func text(_ hour: Int64) -> String { UTCDate.text(Int64(day.number) * 86_400 + hour * 3600) }
        let pulse = (Int64(6)...9).map { #"{"bpm":61,"time":"\#(text($0))"}"# }.joined(separator: ",")
        let pressure = #"{"systolic":121,"diastolic":79,"time":"\#(text(8))"}"#
        let flow = #"{"flow":3,"time":"\#(text(9))"}"#
        let rows = #""heart_rate":[\#(pulse)],"blood_pressure":[\#(pressure)],"menstruation_flow":[\#(flow)]"#
        return #"{"timestamp":"\#(text(20))",\#(rows)}"#
    }

    private static func inventory(
        _ workshop: Workshop, _ from: Day = day, _ through: Day = day
    ) async throws -> [DayInventory] {
        try await workshop.service.inventory(
            InventoryQuery(user: workshop.user, from: from, through: through)
        ).days
    }

    private static func state(
        _ workshop: Workshop, _ counts: [DayCount], device: UInt64 = 1, at now: Milliseconds = 5
    ) async throws -> StateCounts.Reply {
        var service = workshop.service
        service.clock = { Int64(day.number) * 86_400_000 + now }
        return try await service.state(
            StateCounts(
                user: workshop.user, sender: DeviceSender(device: device, isOlder: false), counts: counts))
    }

    @Test("ING-21 A day counts what is stored by kind: a pair once, two apps once, no intimate kind without a yes")
    func stored() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        _ = try await workshop.post(Self.body(Self.day), from: "hc-webhook")
        _ = try await workshop.post(
            PostedWeek.Post(at: 0, status: "", body: Array(Self.body(Self.day).utf8)), from: "hc-webhook", device: 2
        )
        let days = try await Self.inventory(workshop, Self.day.advanced(by: -1), Self.day.advanced(by: 1))
        #expect(days.map(\.day.number) == [20_002, 20_003, 20_004])
        #expect(days[0].kinds.isEmpty && days[2].kinds.isEmpty)
        let kinds = Dictionary(uniqueKeysWithValues: days[1].kinds.map { ($0.kind, $0) })
        #expect(Set(kinds.keys) == ["bloodPressure", "heartRate"])
        #expect(kinds["heartRate"]?.stored == 4)
        #expect(kinds["heartRate"]?.arrived != nil)
        #expect(kinds["heartRate"]?.sources.map(\.readings) == [4])
        #expect(kinds["bloodPressure"]?.stored == 1)
        #expect(kinds.values.allSatisfy { $0.stated.isEmpty && $0.missing == 0 })
        await #expect(throws: ServiceError.self) {
            _ = try await Self.inventory(workshop, Self.day, Self.day.advanced(by: 31))
        }
    }

    @Test(
        "ING-21 OWN-2 A device says what it has: the last word of each device counts, the rest is named, exported and goes with the device"
    )
    func stated() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        _ = try await workshop.post(Self.body(Self.day), from: "hc-webhook")
        let reply = try await Self.state(
            workshop,
            [
                DayCount(day: Self.day, kind: "HKQuantityTypeIdentifierHeartRate", count: 9),
                DayCount(day: Self.day, kind: "bloodPressureSystolic", count: 1),
                DayCount(day: Self.day, kind: "bloodPressureDiastolic", count: 0),
                DayCount(day: Self.day, kind: "workoutEnergy", count: 40),
                DayCount(day: Self.day, kind: "menstrualFlow", count: 2),
                DayCount(day: Self.day, kind: "steps", count: 0),
                DayCount(day: Self.day, kind: "weather", count: 2),
            ])
        #expect(reply == StateCounts.Reply(taken: 6, unknown: ["weather"]))
        _ = try await Self.state(
            workshop, [DayCount(day: Self.day, kind: "heartRate", count: 6)], at: 9)
        _ = try await Self.state(
            workshop, [DayCount(day: Self.day, kind: "heartRate", count: 3)], device: 2)
        let kinds = try await Self.inventory(workshop)[0].kinds
        #expect(kinds.map(\.kind) == ["bloodPressure", "heartRate", "steps"])
        #expect(kinds.map(\.missing) == [0, 2, 0])
        let start = Int64(Self.day.number) * 86_400_000
        #expect(
            kinds[1].stated == [
                StatedCount(device: 1, count: 6, at: start + 9), StatedCount(device: 2, count: 3, at: start + 5),
            ])
        let text = try await workshop.exported("ingestion/stated-counts.json")
        #expect(text.contains("\"heartRate\":6") && !text.contains("menstrual"))
        try await workshop.store.write { [user = workshop.user] in
            try StatedRows(user: user, transaction: $0).delete(except: [2])
        }
        #expect(try await Self.inventory(workshop)[0].kinds.map(\.missing) == [0, 0])
    }

    @Test("ING-21 Counts out of range are refused as a whole, a damaged row costs itself, and old days go")
    func bounds() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        for wrong in [
            DayCount(day: Self.day, kind: "steps", count: -1),
            DayCount(day: Self.day, kind: "steps", count: StateCounts.maximum + 1),
            DayCount(day: Self.day.advanced(by: 3), kind: "steps", count: 1),
        ] {
            await #expect(throws: ServiceError.self) {
                _ = try await Self.state(workshop, [DayCount(day: Self.day, kind: "sleep", count: 1), wrong])
            }
        }
        #expect(try await Self.inventory(workshop)[0].kinds.isEmpty)
        let many = (0..<StatedRows.maximumDays + 20).map {
            DayCount(day: Self.day.advanced(by: -$0), kind: "steps", count: 7)
        }
        _ = try await Self.state(workshop, many)
        let stored = try await workshop.store.read {
            try $0.value(Int.self, "SELECT count(*) FROM stated_counts") ?? 0
        }
        #expect(stored == StatedRows.maximumDays)
        #expect(try await Self.inventory(workshop)[0].kinds.map(\.missing) == [7])
        try await workshop.store.write { [user = workshop.user] in
            try $0.execute(
                "UPDATE stated_counts SET sealed = ? WHERE user = ? AND day = ?",
                [Data([1, 2, 3]), user, Self.day.number])
        }
        let yesterday = Self.day.advanced(by: -1)
        let days = try await Self.inventory(workshop, yesterday, Self.day)
        #expect(days.map(\.kinds.count) == [1, 0])
        // The device says it again.
        _ = try await Self.state(workshop, [DayCount(day: Self.day, kind: "steps", count: 5)])
        #expect(try await Self.inventory(workshop)[0].kinds.map(\.missing) == [5])
    }
}
