import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Plans
@testable import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// Plans keeps a write whole or not at all, wherever its process dies, and a repetition of it has no second effect.
@Suite(.serialized, .timeLimit(.minutes(10)), .tags(.processes)) struct KillTests {
    private static let handover = "plans-kill"

    /// The files of the database as they are before each statement of a write, the commit's included: what a process
    /// leaves that is killed there, because nothing is written to them between two statements but by SQLite.
    @Test(
        "PLN-5 PLN-7 PLN-10: a write whose process ends before any of its statements is absent or whole, and repeated it happens once, with its event",
        arguments: Write.allCases)
    func everyStatement(_ write: Write) async throws {
        let world = try World()
        let prepared = try await write.prepare(world)
        let before = try await State(world.store)
        let directory = world.directory
        // A process that has just started has read nothing yet.
        let store = try World.store(in: directory)
        try await store.write { $0.eachStatement { KillTests.copy(directory, to: "\(directory)/killed-\($0)") } }
        try await write.run(prepared, on: store)
        try await store.write { $0.stopCounting() }
        let after = try await State(store)
        #expect(after != before, "the write changes something")
        #expect(after.events.keys.sorted() == Array(1...max(1, after.events.count)))
        let killed = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasPrefix("killed-") }
            .sorted { (Int($0.dropFirst(7)) ?? 0) < (Int($1.dropFirst(7)) ?? 0) }
        #expect(killed.count >= 6)
        var isCommitted = false
        for name in killed {
            let copy = try World.store(in: "\(directory)/\(name)", key: directory)
            #expect(try await copy.read { try $0.value(String.self, "PRAGMA integrity_check") } == "ok")
            let state = try await State(copy)
            // The statements that follow the commit belong to the next write.
            if state == after { isCommitted = true }
            #expect(state == (isCommitted ? after : before), "\(name)")
            try await write.repeated(prepared, on: copy)
            #expect(try await State(copy).settled == after.settled, "\(name), repeated")
            try copy.close()
        }
        #expect(isCommitted)
    }

    private static func copy(_ directory: String, to target: String) {
        let files = FileManager.default
        try? files.createDirectory(atPath: target, withIntermediateDirectories: true)
        for name in ["plans.sqlite", "plans.sqlite-wal"] {
            try? files.copyItem(atPath: "\(directory)/\(name)", toPath: "\(target)/\(name)")
        }
    }

    @Test(
        "PLN-5 PLN-7 PLN-10: a process killed with SIGKILL at the first, a middle or the last statement of a write leaves nothing of it, and another one does it",
        arguments: Write.allCases)
    func killed(_ write: Write) async throws {
        let (statements, whole) = try await Self.done(write)
        let middle = (statements.lowerBound + statements.upperBound) / 2
        for statement in [statements.lowerBound, middle, statements.upperBound] {
            let world = try World()
            let prepared = try await write.prepare(world)
            let before = try await State(world.store)
            try JSONEncoder().encode(prepared).write(to: URL(fileURLWithPath: world.directory + "/prepared.json"))
            let handover = try Handover("\(write.rawValue) \(statement) \(world.directory)", to: Self.handover)
            defer { handover.end() }
            await #expect(processExitsWith: .signal(SIGKILL)) {
                let words = try Handover.words("plans-kill")
                let (statement, directory) = (Int(words[1]) ?? 0, String(words[2]))
                let write = try #require(Write(rawValue: String(words[0])))
                let prepared = try JSONDecoder().decode(
                    Write.Prepared.self, from: Data(contentsOf: URL(fileURLWithPath: directory + "/prepared.json")))
                let store = try World.store(in: directory)
                try await store.write { $0.eachStatement { if $0 == statement { kill(getpid(), SIGKILL) } } }
                try await write.run(prepared, on: store)
            }
            #expect(try await State(try World.store(in: world.directory)) == before)
            try await write.repeated(prepared, on: world.store)
            #expect(try await State(world.store).settled == whole.settled)
        }
    }

    /// The numbers of a write's statements, of its transactions too, and the state after it.
    private static func done(_ write: Write) async throws -> (ClosedRange<Int>, State) {
        let world = try World()
        let prepared = try await write.prepare(world)
        let store = try World.store(in: world.directory)
        let count = Count()
        try await store.write { $0.eachStatement { count.set($0) } }
        let first = count.value + 1
        try await write.run(prepared, on: store)
        let last = count.value
        try await store.write { $0.stopCounting() }
        return (first...last, try await State(store))
    }

    private final class Count: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func set(_ number: Int) { count.withLock { $0 = number } }
    }
}
