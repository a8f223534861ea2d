import Crypto
import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

/// A new master key takes effect during concurrent work, and a death after any step loses nothing.
@Suite(.bothEngines, .tags(.processes)) struct KeyRotationTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private var path: String { scratch.file("master.key") }

    private func users(_ count: Int, in store: Store) async throws -> [UserID] {
        let users = (0..<count).map { _ in UserID.random() }
        try await store.write { transaction in for user in users { try transaction.put(1, "of \(user)", user: user) } }
        return users
    }

    private func expectReadable(_ users: [UserID], _ store: Store) async throws {
        for user in users { #expect(try await store.read { try $0.note(1, user: user) } == "of \(user)") }
    }

    @Test(
        "Started, killed after every batch, started again: everything stays readable, and in the end only the new key opens it",
        arguments: [1, 300])
    func killedAnywhere(count: Int) async throws {
        struct Killed: Error {}
        let old = try Data(
            contentsOf: {
                _ = try MasterKey.loadOrCreate(path: path); return URL(fileURLWithPath: path)
            }())
        var people = try await users(count, in: try scratch.store())
        let secret = try await scratch.store().secret("pepper")
        let kept = try #require(try KeyRotation.begin(path: path, passphrase: nil, day: "2026-01-31"))
        #expect(kept == path + ".until-2026-01-31")
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == old)
        #expect(try KeyRotation.begin(path: path, passphrase: nil, day: "2026-01-31") == nil, "begun again, it goes on")
        var deaths = 0
        while true {
            // Each turn is a separate process: it has only the file and the database.
            let store = try scratch.store()
            try await expectReadable(people, store)
            people += try await users(1, in: store)
            if try KeyRotation.finish(store.masterKey, databases: [store.address, scratch.address("missing")]) {
                break
            }
            await #expect(throws: Killed.self) { try await store.rewrapKeys { throw Killed() } }
            deaths += 1
        }
        #expect(deaths >= (count + 127) / 128)
        let store = try scratch.store()
        #expect(try await store.rewrapping() == Store.Rewrapping(all: Int64(people.count + 2), left: 0, isDone: true))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 32)
        try await expectReadable(people, try scratch.store())
        #expect(try await scratch.store().secret("pepper") == secret)
        let before = try #require(try MasterKey.load(path: kept))
        #expect(throws: StorageError.self) {
            _ = try Store(at: store.address, service: .scoring, key: before, migrations: notes)
        }
        #expect(
            KeyRotation.olderFiles(of: path).map { $0.split(separator: "/").last } == [kept.split(separator: "/").last])
    }

    @Test(
        "A process that has not reread the key file neither loses others' rows nor writes rows under the discarded key"
    )
    func behind() async throws {
        let slow = try scratch.store()
        let people = try await users(3, in: slow)
        _ = try KeyRotation.begin(path: path, passphrase: nil, day: "2026-01-31")
        let fast = try scratch.store()
        let new = try await users(2, in: fast)
        try await expectReadable(new, slow)
        // It follows the database, not the clock.
        try await fast.rewrapKeys()
        let third = try scratch.store()
        #expect(third.masterKey.id == fast.masterKey.id)
        let late = try await users(2, in: slow)
        #expect(try await fast.rewrapping().isDone)
        #expect(try KeyRotation.finish(fast.masterKey, databases: [fast.address]))
        try await expectReadable(people + new + late, try scratch.store())
        #expect(try fast.refreshMasterKey() && !fast.masterKey.isRotating)
    }

    @Test("A process that missed a whole rotation adopts the new key at its next access")
    func slept() async throws {
        let sleeper = try scratch.store()
        _ = try KeyRotation.begin(path: path, passphrase: nil, day: "2026-01-31")
        let store = try scratch.store()
        let people = try await users(3, in: store)
        try await store.rewrapKeys()
        #expect(try KeyRotation.finish(store.masterKey, databases: [store.address]))
        try await expectReadable(people, sleeper)
        try await expectReadable(try await users(1, in: sleeper), try scratch.store())
    }

    @Test("A foreign key in the place of the file is not taken up by a process that runs")
    func foreign() async throws {
        let store = try scratch.store()
        let people = try await users(1, in: store)
        try Data((0..<32).map { _ in UInt8.random(in: 0...255) }).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        #expect(try !store.refreshMasterKey())
        try await expectReadable(people + (try await users(1, in: store)), store)
    }

    @Test(
        "A locked file opens with its passphrase only; a rotation hands the new key to processes that hold the old one, and needs no passphrase to end"
    )
    func locked() async throws {
        let running = try scratch.store()
        let people = try await users(2, in: running)
        let key = try #require(try MasterKey.load(path: path))
        #expect(throws: StorageError.self) { try KeyRotation.lock(path, passphrase: "short", old: nil) }
        try KeyRotation.lock(path, passphrase: "correct horse battery", old: nil)
        #expect(try KeyRotation.isLocked(path))
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(content.range(of: Data(key.content)) == nil)
        #expect(content.range(of: Data(key.content.hexadecimal.utf8)) == nil)
        #expect(throws: StorageError.self) { _ = try MasterKey.load(path: path) }
        #expect(throws: StorageError.self) { _ = try MasterKey.load(path: path) { "incorrect horse" } }
        #expect(throws: StorageError.self) {
            _ = try KeyRotation.begin(path: path, passphrase: "incorrect horse", day: "2026-01-31")
        }
        #expect(try MasterKey.load(path: path) { "correct horse battery" }?.id == key.id)

        let kept = try #require(
            try KeyRotation.begin(path: path, passphrase: "correct horse battery", day: "2026-01-31"))
        #expect(try KeyRotation.isLocked(kept))
        #expect(try running.refreshMasterKey() && running.masterKey.isRotating && running.masterKey.id != key.id)
        try await running.rewrapKeys()
        #expect(
            try !KeyRotation.finish(running.masterKey, databases: [running.address]),
            "processes get time to take the handover")
        #expect(try KeyRotation.finish(running.masterKey, databases: [running.address], now: Date() + 60))
        #expect(try running.refreshMasterKey() && !running.masterKey.isRotating)
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        #expect(!text.contains("handover"))
        #expect(text.split(separator: "\n").count == 3)
        let fresh = try #require(try MasterKey.load(path: path) { "correct horse battery" })
        #expect(fresh.id == running.masterKey.id)
        try await expectReadable(
            people, try Store(at: running.address, service: .scoring, key: fresh, migrations: notes))
        try KeyRotation.unlock(path, passphrase: "correct horse battery")
        #expect(try MasterKey.load(path: path)?.id == fresh.id)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 32)
    }

    @Test("A database of the release before is rotated like any other")
    func olderRelease() async throws {
        let store = try scratch.store()
        let people = try await users(3, in: store)
        try await store.write { transaction in
            try transaction.execute("UPDATE storage_meta SET master = NULL")
            try transaction.execute("UPDATE storage_keys SET master = NULL")
        }
        _ = try KeyRotation.begin(path: path, passphrase: nil, day: "2026-01-31")
        try store.refreshMasterKey()
        #expect(try !KeyRotation.finish(store.masterKey, databases: [store.address]))
        try await store.rewrapKeys()
        #expect(try KeyRotation.finish(store.masterKey, databases: [store.address]))
        try await expectReadable(people, try scratch.store())
    }

    @Test("A file that is cut, of another kind or with hostile numbers is refused")
    func damaged() throws {
        for text in [
            "pulsum-master-key 1\n", "pulsum-master-key 2\nkey 00 00\n",
            "pulsum-master-key 1\nscrypt 40 8 1 00112233445566778899aabbccddeeff\nkey 0011223344556677 00\n",
            "pulsum-master-key 1\nkey 0011223344556677 " + String(repeating: "00", count: 32) + "\n",
            String(repeating: "x", count: 5000),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            chmod(path, 0o600)
            #expect(throws: StorageError.self, "\(text.prefix(40))") { _ = try MasterKey.load(path: path) { "" } }
        }
    }
}

/// What a service stops after its database was restored.
@Suite(.bothEngines, .tags(.processes)) struct RestoredTests {
    private struct Fault: Error {}

    @Test("The steps run once, all or nothing; a death repeats them, and of two processes one runs them")
    func once() async throws {
        let scratch = try Scratch()
        let user = UserID.random()
        let store = try scratch.store()
        let never = try await store.runRestoreSteps { _, _ in Issue.record("there was no restore") }
        #expect(never == nil)
        let restored = Restored(id: .random(), at: 1_234)
        try await store.markRestored(restored)
        // As every process does: one that lives through a restore is refused.
        let opened = try scratch.store()
        await #expect(throws: Fault.self) {
            try await opened.runRestoreSteps { transaction, _ in
                try transaction.put(1, "half", user: user)
                throw Fault()
            }
        }
        let again = try scratch.store()
        #expect(try await again.restored() == restored)
        #expect(try await again.read { try $0.numbers(user) } == [])
        async let first = opened.runRestoreSteps { transaction, restored in
            try transaction.put(2, "\(restored.at)", user: user)
        }
        async let second = again.runRestoreSteps { transaction, restored in
            try transaction.put(2, "\(restored.at)", user: user)
        }
        #expect(try await [first, second].compactMap(\.self) == [restored])
        #expect(try await opened.read { try $0.numbers(user) } == [2])
        #expect(try await again.restored() == nil)
    }

    @Test("A process that looks at its database after another one ran the steps knows that it was restored meanwhile")
    func late() async throws {
        let scratch = try Scratch()
        let (old, other) = (try scratch.store(), try scratch.store())
        try await old.checkDatabase(advances: true)
        for id in [EntityID.random(), EntityID.random()] {
            let tool = try scratch.store()
            try await tool.markRestored(Restored(id: id, at: 1_234))
            try tool.close()
            let new = try scratch.store()
            try await new.runRestoreSteps { _, _ in }
            try await new.checkDatabase(advances: true)
            for store in [old, other] {
                #expect(await storageCode { try await store.checkDatabase(advances: false) } == .replaced)
            }
            try new.close()
        }
        // Another process of the restored database does not end.
        let last = try scratch.store()
        try await last.checkDatabase(advances: false)
        guard scratch.isSQLite else { return }

        // “pulsum restore” exchanges the files: the old one stays open in the process.
        let path = scratch.file("scoring.sqlite")
        try FileManager.default.moveItem(atPath: path, toPath: scratch.file("replaced"))
        #expect(await storageCode { try await last.checkDatabase(advances: false) } == .missing)
        try FileManager.default.copyItem(atPath: scratch.file("replaced"), toPath: path)
        #expect(await storageCode { try await last.checkDatabase(advances: false) } == .replaced)
    }
}
