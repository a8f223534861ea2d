import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Goals
@testable import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// An import is whole or absent, wherever its process dies (GOL-5).
@Suite(.serialized, .timeLimit(.minutes(5)), .tags(.processes)) struct TableKillTests {
    private static let handover = "table-kill"

    private static func csv() -> String {
        var csv = "day,title,value,unit,measure,goal\n"
        for number in 1...900 { csv += "2026-09-20,Ran \(number),\(number),km,Measure in km,Run\n" }
        return csv
    }

    @Test("GOL-5: an import under kill -9 goes on where it was, and writes each row once")
    func killed() async throws {
        let world = try World()
        let measure = try await world.measure()
        try await world.goal(
            GoalContent(
                title: "Run", start: World.start, target: World.start.advanced(by: 70),
                targets: [MeasureTarget(measure: measure, value: 1e6)]))
        let table = try await world.upload(Array(Self.csv().utf8))
        let seed = Seed(of: "TableKillTests")
        var random = seed.generator
        for _ in 0..<6 {
            let statement = Int.random(in: 1...6_000, using: &random)
            let handover = try Handover("\(table) \(statement) \(world.directory)", to: Self.handover)
            defer { handover.end() }
            await #expect(processExitsWith: .signal(SIGKILL)) {
                let words = try Handover.words("table-kill")
                let (table, statement) = (try #require(EntityID(words[0])), Int(words[1]) ?? 0)
                let store = try World.store(in: String(words[2]))
                try await store.write { transaction in
                    transaction.eachStatement { if $0 == statement { kill(getpid(), SIGKILL) } }
                }
                _ = try await World.tables(store).run(ImportTable(user: World.ada, table: table, kind: .actions))
                kill(getpid(), SIGKILL)
            }
            let store = try World.store(in: world.directory)
            #expect(try await store.read { try $0.value(String.self, "PRAGMA integrity_check") } == "ok")
            #expect(try await store.read { try $0.rows("PRAGMA foreign_key_check").count } == 0)
            try store.close()
        }
        let store = try World.store(in: world.directory)
        let status = try await World.tables(store).run(ImportTable(user: World.ada, table: table, kind: .actions))
        #expect(status.phase == .done && status.written == 900)
        let state = try await State(store, World.ada)
        #expect(Set(state.actions.map(\.content.title)).count == 900 && state.actions.count == 900)
        #expect(state.goals[0].progress[0].sum == Double(900 * 901 / 2))
        #expect(state.rows["table_parts"] == 0 && state.rows["table_changes"] == 0)
    }

    @Test("GOL-5: the background takes over an import that nobody goes on with")
    func background() async throws {
        let world = try World()
        let table = try await world.upload(Array("title\nFamily\n".utf8))
        try await world.store.write { transaction in
            let rows = TableRows(user: World.ada, transaction: transaction)
            var upload = try #require(try rows.upload(table))
            (upload.kind, upload.phase) = (.values, .writing)
            try rows.set(table, upload, now: World.now)
        }
        #expect(try await world.tables.turn() == false)
        world.time.withLock { $0 += TableService.resting + 1 }
        #expect(try await world.tables.turn())
        #expect(try await world.state().values.map(\.content.title) == ["Family"])
    }
}
