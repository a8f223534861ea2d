import Fixtures
import Foundation
import LocalTime
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Kinds with a reading every few seconds. Alone in its process, because it looks at memory.
@Suite(.tags(.processes)) struct DenseKindTests {
    private static let perDay = 5_000

    /// Stores readings of a kind for UTC days.
    private static func fill(_ workshop: Workshop, _ name: String, _ days: ClosedRange<Int32>) async throws {
        let kind = try #require(KindTable.row(name))
        try await workshop.store.write { [user = workshop.user] transaction in
            let rows = try CompanionRows(user: user, transaction: transaction)
            let id = rows.kind(kind.name)
            for day in days {
                let chunk = ReadingChunk(
                    readings: (0..<perDay).map { index in
                        let start = Int64(day) * 86_400 + Int64(index) * 15
                        return ChunkReading(
                            HealthReading(kind, start, start, Double(40 + index % 7)),
                            of: EntityID(high: UInt64(day), low: UInt64(index)), SampleSource(name: "Watch"))
                    })
                try transaction.execute(
                    "INSERT INTO readings (user, kind, day, area, sealed) VALUES (?, ?, ?, ?, ?)",
                    [
                        user, id, day, rows.area(kind.group.rawValue),
                        try transaction.seal(chunk, user: user, table: "readings", row: "\(id)/\(day)"),
                    ])
            }
        }
    }

    @Test("ING-19 The days of a dense kind are made a few at a time, so that no quarter of readings is in memory")
    func quarter() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(IntimateKindTests.body, from: "hc-webhook")
        let (first, last) = (Day(number: 20_600), Day(number: 20_691))
        try await Self.fill(workshop, "vo2Max", first.number...last.number)
        func read(_ from: Day) async throws -> (days: [KindDay], peak: Int64) {
            ProcessMemory.forgetPeak(of: getpid())
            let before = ProcessMemory.resident(of: getpid()) ?? 0
            let query = KindDaysQuery(user: workshop.user, kind: "vo2Max", from: from, through: last)
            let days = try await workshop.service.days(query).days
            return (days, (ProcessMemory.peak(of: getpid()) ?? 0) - before)
        }
        // What is kept of the first request serves the second.
        let part = try await read(last.advanced(by: -13))
        let whole = try await read(first)
        #expect(part.days.count == 14 && whole.days.count == 92)
        #expect(whole.peak < 48 << 20, "\(whole.peak >> 20) MB more for a quarter, \(part.peak >> 20) for two weeks")
    }
}
