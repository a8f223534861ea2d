import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

/// What a machine remembers of a PostgreSQL database, and how a restored one is noticed by it.
@Suite(.needs(.postgres), .timeLimit(.minutes(2)), .tags(.processes)) struct ErasureLogTests {
    private let scratch: Scratch

    init() async throws {
        let database = try await TestDatabase.onServer
        scratch = try TestDatabase.$current.withValue(database) { try Scratch() }
    }

    private func store(_ scratch: Scratch, log: String?) throws -> Store {
        try Store(
            at: scratch.address("scoring"), service: .scoring,
            key: try MasterKey.loadOrCreate(path: scratch.file("master.key")), migrations: notes,
            erasureLog: try log.map { try ErasureLog(path: scratch.file("\($0)/erased/scoring.log")) })
    }

    private func write(_ scratch: Scratch, _ sql: String) async throws {
        let store = try store(scratch, log: nil)
        try await store.write { _ = try $0.execute(sql) }
        try store.close()
    }

    @Test("OWN-1 An erasure is in the file outside the database before it is confirmed, and other machines follow")
    func followed() async throws {
        let (here, there) = (try store(scratch, log: "here"), try store(scratch, log: "there"))
        let users = (1...3).map { _ in UserID.random() }
        for user in users {
            try await here.write { try $0.put(1, "text", user: user) }
            _ = try await here.erase(user)
            #expect(try ErasureLog(path: scratch.file("here/erased/scoring.log")).erased.contains(user))
        }
        #expect(there.erasureLog?.erased == [])
        try await there.checkDatabase(advances: true)
        #expect(try ErasureLog(path: scratch.file("there/erased/scoring.log")).erased == Set(users))
        let text = try String(contentsOfFile: scratch.file("there/erased/scoring.log"), encoding: .utf8)
        #expect(text.split(separator: "\n").count { $0.hasPrefix("erased") } == 3)
        let mode = try FileManager.default.attributesOfItem(atPath: scratch.file("there/erased/scoring.log"))
        #expect(mode[.posixPermissions] as? Int == 0o600)
        try await here.checkDatabase(advances: false)
    }

    @Test("A database that lacks an erasure, or an instant of this machine, is refused at the start and while running")
    func refused() async throws {
        let running = try store(scratch, log: "data")
        let user = UserID.random()
        try await running.write { try $0.put(1, "text", user: user) }
        let before = try await running.read { try $0.value(Int64.self, "SELECT max(number) FROM storage_instants") }
        _ = try await running.erase(user)
        try await running.checkDatabase(advances: true)
        // As a restore to the instant before the erasure leaves it.
        try await write(scratch, "DELETE FROM storage_erased")
        #expect(await storageCode { _ = try store(scratch, log: "data") } == .restored)
        #expect(await storageCode { try await running.checkDatabase(advances: false) } == .restored)
        try await write(scratch, "DELETE FROM storage_instants WHERE number > \(before ?? 0)")
        let refusal = try #require(throws: StorageError.self) { try store(scratch, log: "data") }
        #expect(refusal.code == .restored && refusal.message.contains("pulsum restored"))
        // A machine without the file notices nothing, and hides nothing from the others.
        let other = try store(scratch, log: "elsewhere")
        #expect(other.erasureLog?.erased == [])
        try await other.checkDatabase(advances: true)
        #expect(await storageCode { _ = try store(scratch, log: "data") } == .restored)

        // What “pulsum restored” does.
        let log = try ErasureLog(path: scratch.file("data/erased/scoring.log"))
        let accepting = try store(scratch, log: nil)
        for user in log.erased { _ = try await accepting.erase(user) }
        let restored = Restored(id: .random(), at: 5)
        try await accepting.markRestored(restored, after: log.instant + 1_000_000)
        // Another run of the command: new connections of the first one find its own mark.
        try await store(scratch, log: nil).markRestored(restored, after: log.instant + 1_000_000)
        #expect(await storageCode { try await other.checkDatabase(advances: false) } == .replaced)
        let accepted = try store(scratch, log: "data")
        #expect(try await accepted.restored() == restored)
        try await accepted.runRestoreSteps { _, _ in }
        // Processes that look only after the steps ended have missed the restore.
        for late in [running, other] {
            #expect(await storageCode { try await late.checkDatabase(advances: false) } == .replaced)
        }
        try await accepted.checkDatabase(advances: false)
        #expect(try await accepted.isErased(user))
        #expect((accepted.erasureLog?.instant ?? 0) > log.instant + 1_000_000)
    }

    @Test("GAT-2 A database that lacks an instant of another machine, such as of a withdrawal, is refused here too")
    func instants() async throws {
        let (here, there) = (try store(scratch, log: "here"), try store(scratch, log: "there"))
        let before = try await here.read { try $0.value(Int64.self, "SELECT max(number) FROM storage_instants") }
        try await here.noteInstant()
        let noted = try #require(here.erasureLog?.instant)
        #expect(try #require(there.erasureLog?.instant) < noted)
        try await there.checkDatabase(advances: false)
        #expect(try ErasureLog(path: scratch.file("there/erased/scoring.log")).instant == noted)
        // Nothing is added by a look that finds nothing new.
        try await there.checkDatabase(advances: false)
        let text = try String(contentsOfFile: scratch.file("there/erased/scoring.log"), encoding: .utf8)
        #expect(text.split(separator: "\n").count { $0 == "instant \(noted)" } == 1)
        // As a restore to the moment before leaves it.
        try await write(scratch, "DELETE FROM storage_instants WHERE number > \(before ?? 0)")
        #expect(await storageCode { try await there.checkDatabase(advances: false) } == .restored)
        #expect(await storageCode { _ = try store(scratch, log: "there") } == .restored)
    }

    @Test("A damaged instant ends no process, is copied to no file, and a file that has one opens")
    func damaged() async throws {
        let here = try store(scratch, log: "here")
        try await write(scratch, "INSERT INTO storage_instants (number, accepted) VALUES (\(Int64.max), 0)")
        try await here.noteInstant()
        try await here.checkDatabase(advances: true)
        let log = try ErasureLog(path: scratch.file("here/erased/scoring.log"))
        #expect(log.instant < 4_102_444_800_000 && log.instant > 1_700_000_000_000)
        let there = try store(scratch, log: "there")
        try await there.checkDatabase(advances: true)
        #expect(try ErasureLog(path: scratch.file("there/erased/scoring.log")).instant < 4_102_444_800_000)
        // A file of an earlier release may have copied it.
        let path = scratch.file("there/erased/scoring.log")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try (text + "instant \(Int64.max)\n").write(toFile: path, atomically: false, encoding: .utf8)
        try await store(scratch, log: "there").checkDatabase(advances: true)
        try await write(scratch, "DELETE FROM storage_instants WHERE number = \(Int64.max)")
        try await here.checkDatabase(advances: true)
    }

    @Test("What another process notes while a process looks at the database is no reason to refuse it")
    func meanwhile() async throws {
        let (running, other) = (try store(scratch, log: "data"), try store(scratch, log: "data"))
        let log = try #require(running.erasureLog)
        let (user, known) = (UserID.random(), try log.refresh())
        let (begins, begin) = AsyncStream.makeStream(of: Void.self)
        let isNoted = DispatchSemaphore(value: 0)
        let look = Task {
            try await running.read(isSerial: false) { transaction in
                // The first statement takes the snapshot.
                _ = try transaction.value(Int64.self, "SELECT max(number) FROM storage_instants")
                begin.yield()
                // The limit ends the test if something before `signal` fails.
                _ = isNoted.wait(timeout: .now() + 20)
                try log.follow(transaction.session, knowing: known, place: "scoring")
            }
        }
        for await _ in begins { break }
        try await other.noteInstant()
        try await other.write { _ = try $0.execute("INSERT INTO storage_erased (user) VALUES (?)", [user]) }
        try other.erasureLog?.append([user])
        let noted = try log.refresh()
        #expect(noted.instant > known.instant && noted.erased == [user])
        isNoted.signal()
        try await look.value
        try await running.checkDatabase(advances: false)
    }

    @Test("A line that a crash has cut is skipped and swallows no other; several processes append to one file")
    func torn() throws {
        let path = scratch.file("torn.log")
        let (ann, bob, cem) = (UserID.random(), UserID.random(), UserID.random())
        let log = try ErasureLog(path: path)
        try log.append([ann])
        try log.append(instant: 1_700_000_000_000)
        let handle = try #require(FileHandle(forWritingAtPath: path))
        _ = try handle.seekToEnd()
        try handle.write(contentsOf: Data("erased \(bob)".utf8.dropLast(5)))
        try handle.close()
        let other = try ErasureLog(path: path)
        #expect(other.erased == [ann] && other.instant == 1_700_000_000_000)
        try other.append([cem])
        try log.append(instant: 1_600_000_000_000)
        try log.refresh()
        #expect(log.erased == [ann, cem] && log.instant == 1_700_000_000_000)
        #expect(try ErasureLog(path: path).erased == [ann, cem])
    }
}
