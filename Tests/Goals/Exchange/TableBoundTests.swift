import Foundation
import GoalsCore
import Messages
import Testing

@testable import Goals

@Suite struct TableBoundTests {
    /// The report of a preview of these lines behind a header.
    private func report(_ header: String, _ kind: TableKind, _ lines: Int, _ line: (Int) -> String) async throws
        -> TableReport
    {
        let world = try World()
        var csv = header + "\n"
        for number in 0..<lines { csv += line(number) + "\n" }
        // Without the time that a preview has: the machine may be busy.
        let table = try await world.upload(Array(csv.utf8))
        return try await TableImporter(
            store: world.store, user: World.ada, table: table, kind: kind, now: { World.now }
        ).check()
    }

    private func expect(_ report: TableReport, bound: Int) {
        #expect(report.bad == 1)
        #expect(
            report.badRows.map(\.errors) == [[FieldError(field: "", code: .tooMany, high: Double(bound))]],
            "\(report.badRows)")
    }

    @Test("SEC-11 A table has a bounded number of rows, of names and of terms, and says which")
    func rows() async throws {
        expect(
            try await report("title", .values, TableImporter.maximumNames + 1) { "Value \($0)" },
            bound: TableImporter.maximumNames)
        let whole = try await report("title", .values, TableImporter.maximumNames) { "Value \($0)" }
        #expect(whole.bad == 0 && whole.added == Int64(TableImporter.maximumNames))
        // A day each; the next one begins after it.
        expect(
            try await report("start,number", .terms, TableImporter.maximumTerms + 1) {
                "\(Day(number: Int32(-20_000 + 70 * $0))),\($0 + 1)"
            }, bound: TableImporter.maximumTerms)
    }

    @Test("SEC-11 A table that takes too long is refused with a sentence, and a cancelled request stops reading")
    func time() async throws {
        let world = try World()
        let lines = (0..<2_000).map { "Value \($0)" }.joined(separator: "\n")
        let table = try await world.upload(Array("title\n\(lines)\n".utf8))
        let importer = TableImporter(
            store: world.store, user: World.ada, table: table, kind: .values, now: { World.now })
        var pages = 0
        let error = await #expect(throws: ServiceError.self) {
            _ = try await importer.check {
                pages += 1
                return pages < 3
            }
        }
        #expect(error?.code == .invalid && error?.message.contains("split it") == true)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await importer.check()
        }
        await #expect(throws: (any Error).self) { _ = try await task.value }
    }

    @Test("SEC-11 A row has a bounded number of fields, and a page a bounded number of bytes")
    func fields() async throws {
        var reader = TableReader(limit: 8 << 20)
        var records: [TableReader.Record] = []
        reader.read(Array("a,b\n\(String(repeating: ",", count: 1 << 20))\n1,2\n".utf8)) { records.append($0) }
        reader.finish { records.append($0) }
        #expect(records.map(\.fault) == [.tooLong, nil])
        let world = try World()
        let rows = (0..<20).map { "\"\($0) \(String(repeating: "t", count: 400_000))\"" }.joined(separator: "\n")
        let table = try await world.upload(Array("title\n\(rows)\n".utf8))
        let source = TableSource(store: world.store, user: World.ada, table: table, kind: .values)
        var pages: [Int] = []
        try await source.read(page: 300) { rows in
            pages.append(rows.count)
            return true
        }
        #expect(pages.reduce(0, +) == 20)
        #expect(pages.allSatisfy { $0 <= 3 }, "\(pages)")
    }
}
