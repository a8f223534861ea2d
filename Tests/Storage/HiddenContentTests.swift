import Foundation
import Messages
import TestTraits
import Testing
import Wire

@testable import Storage

/// What a thief of a database without the master key learns from its columns in the clear.
@Suite(.bothEngines, .tags(.processes)) struct HiddenContentTests {
    private static let people = TableColumns(
        "people", granting: ["user", "name", "note"], sealed: ["sealed"], key: ["user"], texts: ["note"])
    private static let migrations = [
        Migration(
            1, "people",
            """
            CREATE TABLE people (user BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL, note TEXT NOT NULL, sealed BLOB, proof BLOB);
            """)
    ]

    private let scratch: Scratch
    private let user = UserID.random()

    init() throws { scratch = try Scratch() }

    private func store() throws -> Store { try scratch.store(migrations: Self.migrations) }

    /// Turns a database into one that an earlier release made; a process of it starts anew.
    private func older(_ rows: RowProofs = .required) async throws -> Store {
        let store = try store()
        let check = try store.masterKey.makeCheck(service: store.service, rows: rows)
        try await store.write { try $0.execute("UPDATE storage_meta SET key_check = ?", [check]) }
        try store.close()
        return try self.store()
    }

    private struct Other: BusEvent, Equatable {
        static let type = MessageType(0x7F02)
        var user: UserID
        enum CodingKeys: Int, CodingKey { case user = 1 }
    }

    private func emit(_ store: Store) async throws {
        for number in 0..<20 {
            try await store.write { [user] transaction in
                try transaction.emit(Noted(user: user, number: Int64(number)), id: nil, to: [.coaching])
                try transaction.emit(Other(user: user), id: nil, to: [.coaching])
            }
        }
    }

    private func types(_ store: Store) async throws -> (stored: [Int64], shown: [UInt16]) {
        try await store.read { [user] transaction in
            let key = try transaction.dataKey(user)
            let rows = try transaction.rows("SELECT id, type FROM storage_outbox ORDER BY sequence")
            return (
                try rows.map { try $0["type"] }, try rows.map { key.show(try $0["type"], of: try $0["id"]) }
            )
        }
    }

    @Test("SEC-15 types of events and of replies are not in the clear")
    func kinds() async throws {
        let store = try store()
        try await emit(store)
        let found = try await types(store)
        #expect(found.shown == (0..<40).map { $0 % 2 == 0 ? Noted.type.rawValue : Other.type.rawValue })
        // Equal types have unrelated numbers.
        #expect(Set(found.stored).count > 30)
        #expect(try await store.read { try $0.pendingLanes() }.map(\.nextType) == [Noted.type])
        let request = RequestID.random()
        try await store.command(request, user: user) { _ in Noted(user: user, number: 1) }
        try await store.command(.random(), user: user) { _ in Noted(user: user, number: 1) }
        let kinds = try await store.read {
            try $0.rows("SELECT kind FROM storage_replies").map { try $0[0] as String }
        }
        #expect(Set(kinds).count == 2 && !kinds.joined().contains("Noted"))
        #expect(try await store.command(request, user: user) { _ in Noted(user: user, number: 2) }.number == 1)
        await #expect(throws: ServiceError.self) { try await store.command(request, user: user) { _ in Empty() } }
    }

    @Test(
        "SEC-15 the database of an earlier release keeps what that release reads until content is hidden",
        arguments: [RowProofs.accepted, .required])
    func upgraded(rows: RowProofs) async throws {
        let store = try await older(rows)
        #expect(try await !store.hidesContent())
        try await emit(store)
        let before = try await types(store)
        #expect(before.stored.map { UInt16(clamping: $0) } == before.shown)
        let request = RequestID.random()
        try await store.command(request, user: user) { _ in Noted(user: user, number: 1) }
        #expect(try await store.read { try $0.value(String.self, "SELECT kind FROM storage_replies") } == "Noted")
        try await store.write { [user] transaction in
            try transaction.insert(["user": user, "name": "ann", "note": "my phone", "sealed": nil], into: Self.people)
            // A planted row.
            try transaction.execute(
                "INSERT INTO people (user, name, note) VALUES (?, 'eve', 'planted')", [UserID.random()])
        }
        let listed = try await store.unprovenRows(in: [Self.people])
        #expect(listed.entries.count == 1 && listed.areRefused == (rows == .required) && !listed.isSealed)
        try await store.requireProofs(in: [Self.people], confirmed: nil)
        #expect(try await store.hidesContent())
        let clear = Data("my phone".utf8)
        #expect(try scratch.contents().values.allSatisfy { $0.range(of: clear) == nil }, "nor in the log or a copy")
        let planted = try await store.read { transaction in
            try transaction.row("SELECT * FROM people WHERE name = 'eve'").map {
                try transaction.isAuthentic($0, in: Self.people)
            }
        }
        // Where rows without a proof counted, the confirmed list had it.
        #expect(planted == (rows == .accepted))
        try await store.write { try $0.execute("DELETE FROM people WHERE name = 'eve'") }
        let note = try await store.read { try $0.value(String.self, "SELECT note FROM people") }
        #expect(note?.contains("phone") == false)
        let after = try await types(store)
        #expect(after.shown == before.shown && Set(after.stored).count > 30)
        #expect(try await store.command(request, user: user) { _ in Noted(user: user, number: 2) }.number == 1)
        try await emit(store)
        #expect(try await types(store).stored.allSatisfy(DataKey.isHidden))
        let row = try #require(try await store.read { try $0.row("SELECT * FROM people") })
        #expect(try await store.read { try $0.text(row, "note", in: Self.people) } == "my phone")
        #expect(try await store.read { try $0.isAuthentic(row, in: Self.people) })
    }

    @Test("SEC-15 a text that is sealed in place belongs to its row, and a damaged one costs itself")
    func texts() async throws {
        let store = try store()
        let other = UserID.random()
        try await store.write { [user] transaction in
            for user in [user, other] {
                try transaction.insert(
                    ["user": user, "name": "x", "note": "of \(user)", "sealed": nil], into: Self.people)
            }
        }
        func notes() async throws -> [String] {
            try await store.read { transaction in
                try [user, other].map {
                    try transaction.text(
                        #require(try transaction.row("SELECT * FROM people WHERE user = ?", [$0])), "note",
                        in: Self.people)
                }
            }
        }
        #expect(try await notes() == ["of \(user)", "of \(other)"])
        try await store.write { [user] in
            try $0.execute(
                "UPDATE people SET note = (SELECT note FROM people WHERE user = ?) WHERE user = ?", [user, other])
        }
        #expect(try await notes() == ["of \(user)", "?"])
    }

    @Test("SEC-15 names are looked up by an HMAC, in any case of ASCII letters, and are the same on both engines")
    func names() async throws {
        try await store().read { transaction in
            let ann = transaction.lookup("Ann Ärger", in: Self.people)
            #expect(ann == transaction.lookup("ANN Ärger", in: Self.people))
            for other in ["Ann ärger", "Ann A\u{308}rger", "Ann Arger", "Ann Ärger ", ""] {
                #expect(ann != transaction.lookup(other, in: Self.people), "\(other)")
            }
            #expect(ann.allSatisfy(\.isHexDigit) && ann.count == 64)
        }
    }

    @Test("SEC-15 sealed rows have few lengths, and a field more or less mostly changes none")
    func lengths() async throws {
        let store = try store()
        for count in [0, 1, 30, 31, 32, 500, 511, 512, 5_000, 100_000] {
            let content = Data(repeating: 0x80, count: count)
            try await store.write { [user] transaction in
                let sealed = try transaction.sealBytes(content, user: user, table: "people", row: "1")
                #expect(try transaction.openBytes(sealed, user: user, table: "people", row: "1") == content)
                let key = try transaction.dataKey(user)
                #expect(
                    try key.open(key.seal(content, table: "people", row: "2"), table: "people", row: "2") == content)
            }
        }
        let lengths = (0..<65_536).map { SizeClass.length(of: $0) }
        #expect(Set(lengths).count < 320)
        #expect(zip(0..., lengths).allSatisfy { $1 > $0 && $1 <= max($0 + 33, $0 + $0 / 15) })
        #expect(SizeClass.length(of: 3, minimum: 2_048) == SizeClass.length(of: 1_900, minimum: 2_048))
        // An earlier release reads what was sealed while it could start.
        let sealed = try await older().write { [user] in
            try $0.sealBytes(Data(repeating: 1, count: 100), user: user, table: "people", row: "3")
        }
        #expect(sealed.count == 129 && sealed.first == 1)
    }
}
