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

/// A coordinator writes a graph or nothing, wherever its process dies (GOL-1).
@Suite(.serialized, .timeLimit(.minutes(5)), .tags(.processes)) struct KillTests {
    private static let handover = "goals-kill"

    /// The files of the database as they are before each statement of a write, the commit's included: what a process
    /// leaves that is killed there, because nothing is written to them between two statements but by SQLite.
    @Test(
        "GOL-1: a write whose process ends before any of its statements is absent; after the commit it is whole",
        arguments: Write.allCases)
    func everyStatement(_ write: Write) async throws {
        let world = try World()
        let prepared = try await Write.prepare(world)
        let before = try await world.state()
        let directory = world.directory
        try await world.store.write { transaction in
            transaction.eachStatement { count in KillTests.copy(directory, to: "\(directory)/killed-\(count)") }
            try write.run(prepared, in: transaction)
        }
        try await world.store.write { $0.stopCounting() }
        let after = try await world.state()
        #expect(after != before, "the write changes something")
        let killed = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasPrefix("killed-") }
            .sorted { (Int($0.dropFirst(7)) ?? 0) < (Int($1.dropFirst(7)) ?? 0) }
        #expect(killed.count >= 4)
        var committed = 0
        for name in killed {
            let store = try World.store(in: "\(directory)/\(name)", key: directory)
            #expect(try await store.read { try $0.value(String.self, "PRAGMA integrity_check") } == "ok")
            #expect(try await store.read { try $0.rows("PRAGMA foreign_key_check").count } == 0)
            let state = try await State(store, World.ada)
            // The statements that follow the commit belong to the next write.
            if committed == 0, state == after { committed = 1 }
            #expect(state == (committed == 0 ? before : after), "\(name)")
            try store.close()
        }
    }

    private static func copy(_ directory: String, to target: String) {
        let files = FileManager.default
        try? files.createDirectory(atPath: target, withIntermediateDirectories: true)
        for name in ["goals.sqlite", "goals.sqlite-wal"] {
            try? files.copyItem(atPath: "\(directory)/\(name)", toPath: "\(target)/\(name)")
        }
    }

    @Test(
        "GOL-1: a process killed with SIGKILL in the middle of a write, or before its last statement, leaves nothing of it",
        arguments: Write.allCases)
    func killed(_ write: Write) async throws {
        let world = try World()
        let prepared = try await Write.prepare(world)
        let stored = try JSONEncoder().encode(prepared)
        try stored.write(to: URL(fileURLWithPath: world.directory + "/prepared.json"))
        let before = try await world.state()
        let statements = try await Self.statements(write)
        for statement in [statements / 2, statements] {
            let handover = try Handover("\(write.rawValue) \(statement) \(world.directory)", to: Self.handover)
            defer { handover.end() }
            await #expect(processExitsWith: .signal(SIGKILL)) {
                let words = try Handover.words("goals-kill")
                let (statement, directory) = (Int(words[1]) ?? 0, String(words[2]))
                let write = try #require(Write(rawValue: String(words[0])))
                let prepared = try JSONDecoder().decode(
                    Write.Prepared.self, from: Data(contentsOf: URL(fileURLWithPath: directory + "/prepared.json")))
                try await World.store(in: directory).write { transaction in
                    transaction.eachStatement { if $0 == statement { kill(getpid(), SIGKILL) } }
                    try write.run(prepared, in: transaction)
                }
            }
            #expect(try await State(try World.store(in: world.directory), World.ada) == before)
        }
        try await world.store.write { try write.run(prepared, in: $0) }
        #expect(try await world.state() != before)
    }

    /// The number of statements of a write, without those of its transaction.
    private static func statements(_ write: Write) async throws -> Int {
        let world = try World()
        let prepared = try await Write.prepare(world)
        return try await world.store.write { transaction in
            var count = 0
            transaction.eachStatement { count = $0 }
            defer { transaction.stopCounting() }
            try write.run(prepared, in: transaction)
            return count
        }
    }

    @Test("GOL-1: a write that fails at a reference leaves nothing")
    func failed() async throws {
        let world = try World()
        let prepared = try await Write.prepare(world)
        let before = try await world.state()
        var content = prepared.content
        content.terms = [.random()]
        content.relevance = [ValueRelevance(value: .random())]
        let wrong = content
        #expect(
            await wrongFields {
                _ = try await world.service.save(SaveGoal(user: World.ada, content: wrong), id: .random())
            } == ["terms[0]": .unknownReference, "relevance[0].value": .unknownReference])
        #expect(try await world.state() == before)
    }
}
