import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

@Suite(.bothEngines, .timeLimit(.minutes(5)), .tags(.processes)) struct ErasureTests {
    private let family =
        notes + [
            Migration(
                2, "pages",
                """
                CREATE TABLE pages (id INTEGER NOT NULL PRIMARY KEY, user BLOB NOT NULL);
                CREATE TABLE lines (user BLOB NOT NULL, page INTEGER NOT NULL REFERENCES pages (id), text BLOB NOT NULL);
                CREATE TABLE "odd ""name" (user BLOB NOT NULL, x INTEGER) STRICT;
                CREATE TABLE common (word TEXT);
                """)
        ]

    private func rowsOf(_ user: UserID, _ store: Store) async throws -> [String] {
        try await store.read { transaction in
            try (transaction.userTables() + ["storage_erased"]).filter {
                let name = "\"" + $0.replacing("\"", with: "\"\"") + "\""
                return try transaction.value(Int.self, "SELECT 1 FROM \(name) WHERE user = ?", [user]) != nil
            }
        }
    }

    @Test(
        "OWN-1 Erasing deletes every row and the key of one user, in tables with references too, and leaves the others")
    func deletes() async throws {
        let scratch = try Scratch()
        let store = try scratch.store(migrations: family)
        let (ann, bob) = (UserID.random(), UserID.random())
        for (page, user) in [ann, bob].enumerated() {
            try await store.write { transaction in
                try transaction.put(1, "text", user: user)
                try transaction.execute("INSERT INTO pages (id, user) VALUES (?, ?)", [page, user])
                try transaction.execute("INSERT INTO lines (user, page, text) VALUES (?, ?, x'00')", [user, page])
                try transaction.execute("INSERT INTO \"odd \"\"name\" (user, x) VALUES (?, 1)", [user])
                try transaction.execute("INSERT INTO common (word) VALUES ('shared')")
                try transaction.emit(Noted(user: user, number: 1), id: .random(), to: [.coaching, .api])
            }
            _ = try await store.command(.random(), user: user) { _ in Empty() }
            let batch = DeliverEvents(
                producer: .sentiment, consumer: .scoring,
                slices: [
                    StreamSlice(
                        user: user, epoch: 1,
                        events: [StreamEvent(sequence: 1, id: .random(), type: Noted.type, payload: [])])
                ])
            _ = try await store.receive(batch) { _, _, _ in }
        }
        // notes, pages, lines, odd name, key, reply, 2 streams, 2 events, position; on PostgreSQL also 2 numbers
        #expect(try await store.erase(ann) == (scratch.isSQLite ? 11 : 13))
        #expect(try await rowsOf(ann, store) == ["storage_erased"])
        #expect(try await store.isErased(ann))
        #expect(try await store.read { try $0.note(1, user: bob) } == "text")
        #expect(try await rowsOf(bob, store).count == (scratch.isSQLite ? 9 : 10))
        #expect(try await store.read { try $0.value(Int.self, "SELECT count(*) FROM common") } == 2)
        #expect(try await store.erase(ann) == 0)
        #expect(try await store.erase(.random()) == 0)
    }

    @Test("OWN-1 After erasure no file holds any sealed byte, not even a migration's copy")
    func leavesNoBytes() async throws {
        let scratch = try Scratch()
        // Of a server, `PostgresErasureTests` looks at the table of keys.
        guard scratch.isSQLite else { return }
        let (ann, bob) = (UserID.random(), UserID.random())
        let first = try scratch.store()
        let text = String(repeating: "a long journal entry. ", count: 900)
        for number in 0..<20 {
            try await first.write { transaction in
                try transaction.put(number, text, user: ann)
                try transaction.put(number, text, user: bob)
            }
        }
        func sealed(_ user: UserID, _ store: Store) async throws -> [Data] {
            try await store.read { transaction in
                try transaction.rows("SELECT sealed FROM notes WHERE user = ?", [user]).map {
                    try ($0["sealed"] as Data).prefix(64)
                }
                    + [
                        try transaction.value(Data.self, "SELECT wrapped FROM storage_keys WHERE user = ?", [user])
                            ?? Data()
                    ]
            }
        }
        func found(_ pieces: [Data]) throws -> Int {
            let files = try scratch.contents()
            return pieces.filter { piece in files.values.contains { $0.range(of: piece) != nil } }.count
        }
        let store = try scratch.store(migrations: family)
        let (annPieces, bobPieces) = (try await sealed(ann, store), try await sealed(bob, store))
        #expect(annPieces.count == 21)
        #expect(try scratch.contents().keys.contains { $0.contains(".before-") })
        #expect(try found(annPieces) == 21)
        #expect(try await store.erase(ann) == 21)
        #expect(try found(annPieces) == 0)
        #expect(try found(bobPieces) == 21)
        #expect(try scratch.contents()["scoring.sqlite-wal"]?.isEmpty ?? true)
    }

    @Test("OWN-1 An erased user is refused everywhere, at other processes too, and stays so after a restart")
    func refuses() async throws {
        let scratch = try Scratch()
        let (store, other) = (try scratch.store(), try scratch.store())
        let user = UserID.random()
        let kept = try await other.write { transaction in
            try transaction.put(1, "text", user: user)
            return try transaction.dataKey(user)
        }
        _ = try await store.erase(user)
        for store in [store, other, try scratch.store()] {
            #expect(await code { try await store.write { try $0.put(2, "back", user: user) } } == .erased)
            #expect(await code { _ = try await store.read { try $0.dataKey(user) } } == .erased)
            #expect(await code { _ = try await store.command(.random(), user: user) { _ in Empty() } } == .erased)
            #expect(await code { try await store.write { try $0.emit(Noted(user: user, number: 1)) } } == .erased)
            #expect(await code { try await store.write { try $0.check(user) } } == .erased)
        }
        // A key that a job kept still seals bytes, but the write that would store them is refused.
        let sealed = Data(try kept.seal([1, 2, 3], address: "spool/1"))
        let late = await code {
            try await store.write { transaction in
                _ = try transaction.dataKey(user)
                try transaction.execute("INSERT INTO notes (user, number, sealed) VALUES (?, 9, ?)", [user, sealed])
            }
        }
        #expect(late == .erased)
        #expect(try await rowsOf(user, store) == ["storage_erased"])
    }

    @Test("Events of an erased user are acknowledged and dropped; the others in the batch are applied")
    func drops() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let (gone, here) = (UserID.random(), UserID.random())
        _ = try await store.erase(gone)
        let slices = [gone, here].map { user in
            StreamSlice(
                user: user, epoch: 1,
                events: (1...3).map { StreamEvent(sequence: $0, id: .random(), type: Noted.type, payload: []) })
        }
        let receipt = try await store.receive(DeliverEvents(producer: .sentiment, consumer: .scoring, slices: slices)) {
            event, user, transaction in
            try transaction.put(Int(event.sequence), user: user)
        }
        #expect(receipt.streams == [gone, here].map { StreamReceipt(user: $0, acknowledged: 3) })
        #expect(try await store.read { try $0.numbers(gone) } == [])
        #expect(try await store.read { try $0.numbers(here) } == [1, 2, 3])
    }

    @Test("Erasing while others write brings nobody back")
    func races() async throws {
        let scratch = try Scratch()
        let stores = [try scratch.store(), try scratch.store()]
        let user = UserID.random()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask { _ = try? await stores[number % 2].write { try $0.put(number, "text", user: user) } }
                if number == 150 { group.addTask { _ = try? await stores[0].erase(user) } }
            }
        }
        #expect(try await stores[1].isErased(user))
        #expect(try await rowsOf(user, stores[1]) == ["storage_erased"])
    }
}
