import Crypto
import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

@Suite(.bothEngines, .tags(.processes)) struct SealingTests {
    let scratch: Scratch
    let store: Store
    let ann = UserID.random()
    let bob = UserID.random()

    init() async throws {
        scratch = try Scratch()
        store = try scratch.store()
        let (ann, bob) = (ann, bob)
        try await store.write { transaction in
            try transaction.put(1, "a secret of Ann", user: ann)
            try transaction.put(2, "another of Ann", user: ann)
            try transaction.put(1, "a secret of Bob", user: bob)
        }
    }

    @Test("Messages and bytes round-trip, and no file holds their plain text")
    func roundTrip() async throws {
        let ann = ann
        #expect(try await store.read { try $0.note(1, user: ann) } == "a secret of Ann")
        let day = CheckIn(id: .random(), day: Day(number: 20_000), at: 5, stress: 1, energy: 7, sleepQuality: 4)
        let opened = try await store.write { transaction in
            let sealed = try transaction.seal(day, user: ann, table: "days", row: "20000")
            return try transaction.open(CheckIn.self, sealed, user: ann, table: "days", row: "20000")
        }
        #expect(opened == day)
        for (name, bytes) in try scratch.contents() { #expect(bytes.range(of: Data("secret".utf8)) == nil, "\(name)") }
    }

    @Test("An altered byte anywhere in a sealed value is found")
    func altered() async throws {
        let ann = ann
        let sealed = try await store.read {
            try $0.value(Data.self, "SELECT sealed FROM notes WHERE user = ? AND number = 1", [ann])
        }
        let original = try #require(sealed)
        for index in original.indices {
            var changed = original
            changed[index] ^= 1
            let value = changed
            let found = await storageCode {
                try await store.read { _ = try $0.openBytes(value, user: ann, table: "notes", row: "1") }
            }
            #expect(found == .damagedValue, "byte \(index)")
        }
        let short = await storageCode {
            try await store.read { _ = try $0.openBytes(original.prefix(20), user: ann, table: "notes", row: "1") }
        }
        #expect(short == .damagedValue)
    }

    @Test("A value moved to another row, table or user does not open")
    func moved() async throws {
        let (ann, bob) = (ann, bob)
        try await store.write { try $0.execute("UPDATE notes SET number = 3 WHERE user = ? AND number = 2", [ann]) }
        #expect(await storageCode { _ = try await store.read { try $0.note(3, user: ann) } } == .damagedValue)
        try await store.write {
            try $0.execute("UPDATE notes SET user = ?, number = 2 WHERE user = ? AND number = 3", [bob, ann])
        }
        #expect(await storageCode { _ = try await store.read { try $0.note(2, user: bob) } } == .damagedValue)
        let sealed = try await store.write { try $0.sealBytes(Data("x".utf8), user: ann, table: "notes", row: "9") }
        #expect(
            await storageCode {
                try await store.read { _ = try $0.openBytes(sealed, user: ann, table: "other", row: "9") }
            } == .damagedValue)
        // The boundary between table and row is part of the address.
        #expect(
            await storageCode {
                try await store.read { _ = try $0.openBytes(sealed, user: ann, table: "note", row: "s9") }
            } == .damagedValue)
    }

    @Test("A data key copied to another user does not open")
    func movedKey() async throws {
        let (ann, bob) = (ann, bob)
        try await store.write { transaction in
            try transaction.execute(
                "UPDATE storage_keys SET wrapped = (SELECT wrapped FROM storage_keys WHERE user = ?) WHERE user = ?",
                [ann, bob])
        }
        #expect(await storageCode { _ = try await store.read { try $0.note(1, user: bob) } } == .damagedValue)
    }

    @Test("A key for files seals and opens outside of transactions, bound to the address")
    func files() async throws {
        let (ann, bob) = (ann, bob)
        let key = try await store.write { try $0.dataKey(ann) }
        let content = [UInt8](repeating: 3, count: 100_000)
        let sealed = try key.seal(content, address: "spool/1/0")
        #expect(sealed.count == content.count + 29)
        #expect(try key.open(sealed, address: "spool/1/0") == content)
        #expect(await storageCode { _ = try key.open(sealed, address: "spool/1/1") } == .damagedValue)
        let other = try await store.write { try $0.dataKey(bob) }
        #expect(await storageCode { _ = try other.open(sealed, address: "spool/1/0") } == .damagedValue)
        #expect(try key.open(key.seal([UInt8](), address: ""), address: "").isEmpty)
    }

    @Test("A keyed hash depends on user, service, purpose and content; it outlives a rotation of the master key")
    func keyedHash() async throws {
        let (ann, bob) = (ann, bob)
        let key = try await store.write { try $0.dataKey(ann) }
        let hash = key.keyedHash(for: "notes").hash("a secret")
        #expect(hash.count == 32)
        #expect(hash == key.keyedHash(for: "notes").hash(Data("a secret".utf8)))
        #expect(hash != key.keyedHash(for: "notes").hash("a secret "))
        #expect(hash != key.keyedHash(for: "note").hash("a secret"))
        let other = try await store.write { try $0.dataKey(bob) }
        #expect(hash != other.keyedHash(for: "notes").hash("a secret"))
        let bytes = SymmetricKey(size: .bits256)
        let services = [ServiceName.goals, .scoring].map {
            DataKey(bytes, service: $0, user: ann).keyedHash(for: "notes").hash("a secret")
        }
        #expect(services[0] != services[1])
        _ = try KeyRotation.begin(path: store.masterKey.path, passphrase: nil, day: "2026-01-01")
        #expect(try store.refreshMasterKey())
        try await store.rewrapKeys()
        let after = try await store.write { try $0.dataKey(ann) }
        #expect(after.keyedHash(for: "notes").hash("a secret") == hash)
    }

    @Test("Another master key is recognised at start, with both files named")
    func wrongMasterKey() async throws {
        let foreign = try MasterKey.loadOrCreate(path: scratch.file("foreign.key"))
        do {
            _ = try Store(at: store.address, service: .scoring, key: foreign, migrations: notes)
            Issue.record("opened with a foreign key")
        } catch let error as StorageError {
            #expect(error.code == .wrongMasterKey)
            #expect(error.message.contains("foreign.key"))
            #expect(error.message.contains(scratch.isSQLite ? "scoring.sqlite" : "_scoring"))
        }
    }

    @Test(
        "The master key file: one for all processes that start at once, private, and refused if short or open to others"
    )
    func masterKeyFile() async throws {
        let path = scratch.file("keys/fresh.key")
        let checks = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<16 { group.addTask { try MasterKey.loadOrCreate(path: path).makeCheck(service: .scoring) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let key = try MasterKey.loadOrCreate(path: path)
        #expect(checks.allSatisfy { key.opens($0, service: .scoring) })
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("keys")) == ["fresh.key"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 32)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(await storageCode { _ = try MasterKey.loadOrCreate(path: path) } == .masterKeyFile)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        for size in [0, 31, 33] {
            try Data(repeating: 1, count: size).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            #expect(await storageCode { _ = try MasterKey.loadOrCreate(path: path) } == .masterKeyFile, "\(size) bytes")
        }
    }

    @Test(
        "A key created in a rolled back write or savepoint seals nothing: later rows can be read"
    )
    func keyTakenBack() async throws {
        let scratch = try Scratch()
        let (ann, bob) = (UserID.random(), UserID.random())
        let store = try scratch.store()
        await #expect(throws: Fault.self) {
            try await store.write { transaction in
                try transaction.put(1, "gone", user: ann)
                throw Fault()
            }
        }
        try await store.write { transaction in
            try? transaction.savepoint {
                try transaction.put(1, "gone too", user: bob)
                throw Fault()
            }
            for user in [ann, bob] { try transaction.put(2, "here", user: user) }
        }
        for user in [ann, bob] { #expect(try await scratch.store().read { try $0.note(2, user: user) } == "here") }
    }
}
