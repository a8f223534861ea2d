import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension Security {
    /// Uploads of tables, as ingestion's of files (`HostileImportTests`).
    @Suite(.tags(.processes)) struct HostileTableTests {
        /// The memory limit of the goals service's container; a debug build also stays below it.
        private static let limit: Int64 = 256 << 20
        private static let size = Int(UploadTable.maximumBytes) - 4_096

        private static func repeated(_ start: String, _ unit: (Int) -> String, _ end: String = "") -> [UInt8] {
            var bytes = Array(start.utf8)
            var number = 0
            while true {
                let next = unit(number)
                guard bytes.count + next.utf8.count + end.utf8.count <= size else { break }
                bytes += next.utf8
                number += 1
            }
            return bytes + end.utf8
        }

        private static let tables: [(name: String, kind: TableKind, bytes: @Sendable () -> [UInt8])] = [
            ("short values", .values, { repeated("title\n", { "v\($0)\n" }) }),
            ("short bad actions", .actions, { repeated("day,title,value\n", { _ in "x,y,1.5\n" }) }),
            ("commas", .actions, { repeated("day,title\n", { _ in ",,,,,,,," }) }),
            ("terms", .terms, { repeated("start,number\n", { "2026-01-01,\($0)\n" }) }),
            ("long rows", .values, { repeated("title\n", { _ in String(repeating: "t", count: 1 << 20) + "\n" }) }),
            ("columns", .goals, { repeated("", { "c\($0)," }) }),
            (
                "entries", .graph,
                { repeated("{\"values\": [{}", { ",{\"id\":\"\($0)\",\"content\":{\"title\":\"v\($0)\"}}" }, "]}") }
            ),
            ("one entry", .graph, { repeated("{\"goals\": [{\"a\":[0", { _ in ",{}" }, "]}]}") }),
        ]

        @Test(
            "SEC-11 The goals service stays under 256 MiB with hostile tables of each kind, and answers in time",
            .needs(.processMemory), .timeLimit(.minutes(15)))
        func bounded() async throws {
            try await Stack.run { stack in
                let process = try #require(stack.processIDs(of: .goals).first)
                for table in Self.tables {
                    let (user, id, bytes) = (UserID.random(), EntityID.random(), table.bytes())
                    ProcessMemory.forgetPeak(of: process)
                    for start in stride(from: 0, to: bytes.count, by: UploadTable.maximumPartBytes) {
                        let part = Array(bytes[start..<min(bytes.count, start + UploadTable.maximumPartBytes)])
                        _ = try await stack.bus.request(
                            UploadTable(user: user, table: id, offset: Int64(start), bytes: part), budget: .seconds(30))
                    }
                    let begin = ContinuousClock.now
                    let report = try? await stack.bus.request(ImportPreview(user: user, table: id, kind: table.kind))
                    let time = ContinuousClock.now - begin
                    let peak = try #require(ProcessMemory.peak(of: process), "goals died over \(table.name)")
                    print(
                        "\(table.name): at most \(peak >> 20) MiB, \(time), \(report.map { "\($0.rows) rows, \($0.bad) bad" } ?? "refused")"
                    )
                    #expect(peak < Self.limit, "\(table.name) took \(peak >> 20) MiB")
                    #expect(time < ImportPreview.budget, "\(table.name) took \(time)")
                    #expect(report?.bad != 0, "\(table.name)")
                }
                #expect(stack.processIDs(of: .goals) == [process], "goals was started again")
            }
        }
    }
}
