import Crypto
import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

/// Rows that decide who may do what: only the service that has the key writes them.
@Suite(.bothEngines, .tags(.processes)) struct RowProofTests {
    private static let doors = TableColumns(
        "doors", granting: ["digest", "user", "level", "until"], open: ["used": "in tests"], key: ["digest"],
        digest: "digest")
    private static let migrations = [
        Migration(
            1, "doors",
            """
            CREATE TABLE doors (
                digest BLOB NOT NULL PRIMARY KEY, user BLOB NOT NULL, level TEXT NOT NULL, until INTEGER, used INTEGER,
                proof BLOB);
            """)
    ]

    private let scratch: Scratch
    private let user = UserID.random()

    init() throws { scratch = try Scratch() }

    private func store() throws -> Store { try scratch.store(migrations: Self.migrations) }

    private static func digest(_ rows: UnprovenRows) -> Data { UnprovenRows.digest(of: rows.entries.map(\.digest)) }

    private static func digest(_ number: Int) -> Data { Data(SHA256.hash(data: Data("\(number)".utf8))) }

    private func add(_ count: Int, to store: Store) async throws {
        try await store.write { [user] transaction in
            for number in 0..<count {
                let digest = try transaction.storedDigest(Self.digest(number), in: Self.doors)
                try transaction.insert(
                    ["digest": digest, "user": user, "level": "all", "until": nil], into: Self.doors)
            }
        }
    }

    /// Whether each of the rows counts.
    private func counting(_ count: Int, in store: Store) async throws -> [Bool] {
        try await store.read { transaction in
            try (0..<count).map { number in
                try transaction.rows(
                    "SELECT * FROM doors WHERE digest IN (?, ?)",
                    Arguments(transaction.storedDigests(Self.digest(number), in: Self.doors))
                ).contains { try transaction.isAuthentic($0, in: Self.doors) }
            }
        }
    }

    /// Turns a database into one that an earlier release made.
    private func makeOlder(_ store: Store) async throws {
        let check = try store.masterKey.makeCheck(service: store.service, rows: .accepted)
        try await store.write { try $0.execute("UPDATE storage_meta SET key_check = ?", [check]) }
    }

    @Test("Different rows never encode equally; 16 bytes encode equally however they are read")
    func encoding() throws {
        func encoded(_ values: [String: ColumnValue], _ table: TableColumns = Self.doors) throws -> [UInt8] {
            try AuthenticatedRow(values, of: table).encoded
        }
        let texts: [ColumnValue] = [
            .null, .integer(0), .integer(1), .real(0), .real(1), .text(""), .text("\0"), .text("a"), .text("aa"),
            .bytes(Data()), .bytes(Data([0])), .bytes(Data([97])), .text("level"), .text("until"),
        ]
        var seen: Set<[UInt8]> = []
        for level in texts {
            for until in texts { #expect(try seen.insert(encoded(["level": level, "until": until])).inserted) }
        }
        let renamed = TableColumns("windows", granting: Self.doors.granting)
        #expect(try encoded([:]) != encoded([:], renamed))
        let id = EntityID.random()
        #expect(
            try encoded(["user": .identifier(high: id.high, low: id.low)])
                == encoded(["user": .bytes(Data(id.bytes))]))
    }

    @Test("A row counts as written and as changed by its service; planted, copied and changed by others it is absent")
    func forged() async throws {
        let store = try store()
        try await add(2, to: store)
        #expect(try await counting(3, in: store) == [true, true, false])
        let changed = try await store.write { transaction in
            try transaction.update(
                Self.doors, ["level": "some"], of: [:], where: "digest = ?",
                [transaction.storedDigests(Self.digest(0), in: Self.doors)[0]])
        }
        #expect(changed == 1)
        #expect(try await counting(2, in: store) == [true, true])
        for change in [
            "level = 'all'", "until = 5", "user = x'\(String(repeating: "0", count: 32))'", "proof = NULL",
            "proof = 'x'",
        ] {
            try await store.write { try $0.execute("UPDATE doors SET \(change) WHERE level = 'some' OR until = 5") }
            #expect(try await counting(2, in: store) == [false, true], "\(change)")
            let changed = try await store.write {
                try $0.update(Self.doors, ["until": 7], of: [:], where: "used IS NULL", [])
            }
            #expect(changed == 1, "a row that does not count is not given a proof")
            try await store.write { transaction in
                try transaction.update(Self.doors, ["until": nil], of: [:], where: "until = 7", [])
                try transaction.execute("DELETE FROM doors WHERE level = 'some' OR until = 5")
                try transaction.execute(
                    "DELETE FROM doors WHERE digest = ?",
                    [transaction.storedDigests(Self.digest(0), in: Self.doors)[0]])
                try transaction.insert(
                    [
                        "digest": transaction.storedDigest(Self.digest(0), in: Self.doors), "user": user,
                        "level": "some", "until": nil,
                    ], into: Self.doors)
            }
        }
        try await store.write { try $0.execute("UPDATE doors SET used = 5") }
        #expect(try await counting(2, in: store) == [true, true])
        #expect(store.refusedRows["doors"] ?? 0 > 0)
    }

    @Test("An authentic row that is not the one asked for is absent, and is changed by nothing")
    func answered() async throws {
        let store = try store()
        try await add(1, to: store)
        let other = UserID.random()
        let (own, foreign) = try await store.read { [user] transaction in
            let row = try #require(try transaction.row("SELECT * FROM doors"))
            return (
                try transaction.isAuthentic(row, in: Self.doors, ["user": user, "level": "all", "until": nil]),
                try transaction.isAuthentic(row, in: Self.doors, ["user": other])
            )
        }
        #expect(own)
        #expect(!foreign)
        let changed = try await store.write {
            try $0.update(Self.doors, ["level": "more"], of: ["user": other], where: "1 = 1", [])
        }
        #expect(changed == 0)
    }

    @Test("A change gives a row of an earlier release no proof: sealing still lists it")
    func changedUnproved() async throws {
        let store = try store()
        try await makeOlder(store)
        try await add(1, to: store)
        try await store.write { try $0.execute("UPDATE doors SET proof = NULL") }
        let changed = try await store.write {
            try $0.update(Self.doors, ["level": "more"], of: [:], where: "1 = 1", [])
        }
        #expect(changed == 1)
        let rows = try await store.unprovenRows(in: [Self.doors])
        #expect(rows.entries.count == 1)
        #expect(rows.entries.first?.fields.contains { $0 == ("level", "more") } == true)
    }

    @Test("Rows of an earlier release count until they have proofs; killed after every batch, and repeated")
    func required() async throws {
        struct Killed: Error {}
        let count = 300
        let old = try store()
        try await makeOlder(old)
        try await add(count, to: old)
        #expect(
            try await old.read {
                try $0.rows("SELECT digest FROM doors").allSatisfy { try ($0[0] as Data).count == 32 }
            },
            "as the earlier release reads it")
        try await old.write { try $0.execute("UPDATE doors SET proof = NULL") }
        let rows = try await old.unprovenRows(in: [Self.doors])
        #expect(rows.entries.count == count && !rows.areRefused)
        #expect(rows.entries.first?.user == user)
        let page = try await old.unprovenRows(
            in: [Self.doors], from: UnprovenRows.Place(table: "doors", skip: count - 2))
        #expect(page.entries == Array(rows.entries.suffix(2)) && page.next == nil)
        await #expect(throws: ServiceError.self) {
            try await old.unprovenRows(in: [Self.doors], from: UnprovenRows.Place(table: "windows", skip: 0))
        }
        try await old.write { [user] transaction in
            try transaction.execute(
                "INSERT INTO doors (digest, user, level) VALUES (?, ?, 'all')", [Self.digest(count), user])
        }
        await #expect(throws: ServiceError.self, "one more than was confirmed") {
            try await old.requireProofs(in: [Self.doors], confirmed: Self.digest(rows))
        }
        try await old.write { try $0.execute("DELETE FROM doors WHERE digest = ?", [Self.digest(count)]) }
        var deaths = 0
        while true {
            // Each turn is a separate process.
            let store = try store()
            #expect(try await counting(count, in: store).allSatisfy(\.self))
            let left = try await store.unprovenRows(in: [Self.doors])
            guard !left.entries.isEmpty else { break }
            await #expect(throws: Killed.self) {
                try await store.requireProofs(
                    in: [Self.doors], confirmed: Self.digest(left), batchDone: { throw Killed() })
            }
            deaths += 1
        }
        #expect(deaths == 3)
        let store = try store()
        #expect(try await !store.hidesContent(), "the last step is missing")
        try await store.requireProofs(in: [Self.doors], confirmed: nil)
        for store in [try self.store(), old] {
            #expect(try await store.hidesContent())
            #expect(try await counting(count, in: store).allSatisfy(\.self))
        }
        try await store.write { try $0.execute("UPDATE doors SET proof = NULL") }
        #expect(try await !counting(count, in: store).contains(true))
        #expect(try await store.requireProofs(in: [Self.doors], confirmed: nil) == 0)
        #expect(try await !counting(count, in: store).contains(true), "too late for a proof")
    }

    @Test("A row that is added while proofs are given prevents that they are required")
    func addedMeanwhile() async throws {
        let store = try store()
        try await makeOlder(store)
        try await add(2, to: store)
        try await store.write { try $0.execute("UPDATE doors SET proof = NULL") }
        let add: @Sendable () async throws -> Void = { [user] in
            _ = try await store.write { transaction in
                try transaction.execute(
                    "INSERT INTO doors (digest, user, level) VALUES (?, ?, 'all')", [Self.digest(7), user])
            }
        }
        await #expect(throws: ServiceError.self) {
            try await store.requireProofs(in: [Self.doors], confirmed: nil, batchDone: add)
        }
        #expect(try await !store.hidesContent())
    }

    @Test("A new database requires proofs; without its state or its key nothing becomes permissive")
    func deleted() async throws {
        try await add(1, to: try store())
        try await store().write { try $0.execute("DELETE FROM storage_meta") }
        var store = try store()
        #expect(try await store.hidesContent())
        #expect(try await counting(1, in: store) == [true])
        try await store.write { try $0.execute("DELETE FROM storage_service_keys") }
        store = try self.store()
        #expect(try await store.hidesContent())
        #expect(try await counting(1, in: store) == [false])
        try await store.write { try $0.execute("UPDATE storage_meta SET key_check = x'00'") }
        #expect(try await store.hidesContent(), "a process that runs")
        #expect(throws: StorageError.self) { try self.store() }
    }

    @Test("A rotation of the master key keeps proofs and their state", arguments: [false, true])
    func rotated(isOlder: Bool) async throws {
        let path = scratch.file("master.key")
        let before = try store()
        if isOlder { try await makeOlder(before) }
        try await add(1, to: before)
        _ = try KeyRotation.begin(path: path, passphrase: nil, day: "2026-01-31")
        let store = try store()
        try await store.rewrapKeys()
        #expect(try KeyRotation.finish(store.masterKey, databases: [store.address]))
        let after = try self.store()
        #expect(try await after.hidesContent() == !isOlder)
        #expect(try await counting(1, in: after) == [true])
        try await after.requireProofs(in: [Self.doors], confirmed: nil)
        try await after.write { try $0.execute("UPDATE doors SET proof = NULL") }
        #expect(try await counting(1, in: after) == [false])
    }
}
