import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

/// Moves between the two storage engines.
@Suite(.needs(.postgres), .timeLimit(.minutes(2)), .tags(.processes)) struct MoveTests {
    @Test("Every row goes to PostgreSQL and back and is the same; both sides work on after each move")
    func identity() async throws {
        let world = try await MoveWorld()
        let before = try world.digests(world.file)
        #expect(before.values.reduce(0) { $0 + $1.rows } > 500)
        let there = try MoveRows.$batch.withValue((rows: 7, bytes: 100_000)) {
            try world.move(world.file, to: world.server)
        }
        #expect(there.comparison?.rows == before.values.reduce(0) { $0 + $1.rows } && !there.isRepeated)
        #expect(try world.digests(world.server) == before)
        let back = try world.move(world.server, to: world.file)
        #expect(back.comparison?.different == [])
        #expect(try world.digests(world.file) == before)
        try await use(world, world.file, number: 6)

        // What the file holds now goes to the tables that the first move left behind.
        let second = try world.digests(world.file)
        try world.move(world.file, to: world.server)
        #expect(try world.digests(world.server) == second)
        try await use(world, world.server, number: 7)
        try world.move(world.server, to: world.file)
        try await use(world, world.file, number: 8)
    }

    /// Sealed values open, triggers work, streams and hidden row numbers go on, and erased people stay so.
    private func use(_ world: MoveWorld, _ address: DatabaseAddress, number: Int) async throws {
        let user = MoveWorld.users[0]
        let store = try world.store(address)
        defer { try? store.close() }
        #expect(try await store.read { try $0.note(3, user: user) } == "note 3")
        let sequence = try await store.write { transaction in
            try transaction.put(number, "more", user: user)
            try transaction.emit(Noted(user: user, number: Int64(number)), id: .random(), to: [.coaching])
            try transaction.execute("INSERT INTO talks (user, id) VALUES (?, ?)", [user, number])
            return try transaction.value(
                Int.self, "SELECT max(sequence) FROM storage_outbox WHERE consumer = 'coaching' AND user = ?", [user])
        }
        #expect(sequence == number)
        let (count, talks) = try await store.read { transaction in
            (
                try transaction.value(Int.self, "SELECT count FROM tallies WHERE user = ?", [user]),
                try transaction.rows("SELECT id FROM talks ORDER BY rowid DESC LIMIT 1").map { try $0["id"] as Int }
            )
        }
        #expect(count == number && talks == [number])
        await #expect(throws: ServiceError.self) {
            try await store.write { try $0.put(1, "back", user: MoveWorld.users[39]) }
        }
    }

    @Test("After a move the old place refuses; a place that is not filled yet refuses too, and says what to do")
    func refusals() async throws {
        let world = try await MoveWorld()
        let cut = DatabaseMove(.scoring, from: world.file, to: world.server)
        #expect(try cut.prepare() == .makeTarget)
        try world.store(world.server).close()
        try cut.begin()
        // Still in use there: nothing was moved yet.
        let incomplete = try #require(throws: StorageError.self) { try world.store(world.server) }
        #expect(incomplete.code == .moved && incomplete.message.contains("pulsum move"))
        let locked = try #require(throws: (any Error).self) { try world.digests(world.file) }
        #expect("\(locked)".contains("stop Pulsum"))
        try world.movedAway(cut)
        let moved = try #require(throws: StorageError.self) { try world.store(world.file) }
        #expect(moved.code == .moved && moved.message.contains("PULSUM_DATABASE"))
        #expect(moved.message.contains("pulsum_scoring") && !moved.message.contains("postgres@"))
        #expect(try DatabaseMove(.scoring, from: world.file, to: world.server).prepare() == .done)
        try world.store(world.server).close()
    }

    @Test("A target with other rows, an unreachable one and one of another release are refused, and nothing changes")
    func wrongTargets() async throws {
        let world = try await MoveWorld()
        let before = try world.digests(world.file)
        // Not empty: another Pulsum.
        let other = try world.store(world.server)
        try await other.write { try $0.put(1, "theirs", user: MoveWorld.users[1]) }
        try other.close()
        let theirs = try world.digests(world.server)
        let full = try #require(throws: StorageError.self) { try world.move(world.file, to: world.server) }
        #expect(full.code == .move && full.message.contains("not empty"))
        #expect(try world.digests(world.server) == theirs)
        // Nobody answers.
        let nowhere = try #require(
            PostgresAddress("postgresql://postgres@/none?host=\(world.scratch.path)&port=1", service: "scoring"))
        #expect(throws: (any Error).self) { try world.move(world.file, to: .server(nowhere)) }
        // Another release.
        let fresh = try await MoveWorld()
        let newer =
            MoveWorld.migrations + [Migration(2, "newer", "CREATE TABLE newer (id INTEGER NOT NULL PRIMARY KEY)")]
        let release = try #require(throws: StorageError.self) {
            try fresh.move(fresh.file, to: fresh.server, migrations: newer)
        }
        #expect(release.code == .move && release.message.contains("release"))
        try fresh.store(fresh.file).close()
        #expect(try world.digests(world.file) == before)
        try world.store(world.file).close()
    }

    @Test(
        "OWN-1 After a move to a server the list outside it names who was erased before, and an instant that the server has"
    )
    func list() async throws {
        let world = try await MoveWorld()
        try world.move(world.file, to: world.server)
        let first = try ErasureLog(path: world.list)
        #expect(first.erased == [MoveWorld.users[39]] && first.instant > 0)
        let listed = {
            try Store(
                at: world.server, service: .scoring,
                key: try MasterKey.loadOrCreate(path: world.scratch.file("master.key")),
                migrations: MoveWorld.migrations, erasureLog: try ErasureLog(path: world.list))
        }
        let store = try listed()
        try await store.checkDatabase(advances: true)
        try store.close()

        // Tables that are made anew have an instant that is later than all that the list knows.
        let known = try ErasureLog(path: world.list).instant + 1_000_000
        try ErasureLog(path: world.list).append(instant: known)
        try world.move(world.server, to: world.file)
        let file = try world.store(world.file)
        _ = try await file.erase(MoveWorld.users[38])
        try file.close()
        try world.move(world.file, to: world.server)
        let second = try ErasureLog(path: world.list)
        #expect(second.erased == Set(MoveWorld.users.suffix(2)) && second.instant > known)
        try listed().close()
    }

    @Test("A database that a process uses is not moved, whichever side it is")
    func inUse() async throws {
        let world = try await MoveWorld()
        let user = try world.store(world.file)
        let file = try #require(throws: StorageError.self) { try world.move(world.file, to: world.server) }
        #expect(file.code == .move && file.message.contains("stop Pulsum"))
        try user.close()
        let other = try world.store(world.server)
        _ = try await other.read { try $0.value(Int.self, "SELECT 1") }
        let server = try #require(throws: StorageError.self) { try world.move(world.file, to: world.server) }
        #expect(server.code == .move && server.message.contains("stop Pulsum on every machine"))
        try other.close()

        // The URL of the process has a name of its own for its sessions.
        let labelled = try #require(PostgresAddress(world.url + "&application_name=mine", service: "scoring"))
        do {
            let session = try PostgresConnection(labelled)
            #expect(throws: StorageError.self) { try world.move(world.file, to: world.server) }
            withExtendedLifetime(session) {}
        }
        try world.move(world.file, to: world.server)
    }

    @Test("A session that only bears a service's name does not hold up a move")
    func stranger() async throws {
        let world = try await MoveWorld()
        guard case .server(let server) = world.server else { throw Fault() }
        let name = "stranger\(UUID().uuidString.prefix(8).lowercased())"
        // Closed at once: the superuser may use the tables, so its session counts.
        try PostgresConnection(server, isBare: true).command("CREATE ROLE \(name) LOGIN")
        let url = world.url.replacing("postgres@", with: "\(name)@")
        let address = try #require(PostgresAddress(url, service: "scoring"))
        let session = try PostgresConnection(address, isBare: true)
        #expect(try session.first("SELECT current_setting('application_name')") == "pulsum-scoring")
        try world.move(world.file, to: world.server)
        withExtendedLifetime(session) {}
    }

    @Test("A file that was moved away and deleted is made again by a move back")
    func deleted() async throws {
        let world = try await MoveWorld()
        guard case .file(let path) = world.file else { throw Fault() }
        let before = try world.digests(world.file)
        try world.move(world.file, to: world.server)
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        #expect(FileManager.default.fileExists(atPath: path + ".lock"))
        try world.move(world.server, to: world.file)
        #expect(try world.digests(world.file) == before)
    }

    @Test("A write that a process began during a move keeps the move from ending, and the old place has it")
    func late() async throws {
        let world = try await MoveWorld()
        guard case .server(let server) = world.server else { throw Fault() }
        try world.move(world.file, to: world.server)
        do {
            let move = DatabaseMove(.scoring, from: world.server, to: world.file)
            #expect(try move.prepare() == .makeTarget)
            try move.clearTarget()
            try world.store(world.file).close()
            try move.begin()
            try move.copy { _, _ in }
            #expect(try move.compare().different == [])
            // The pool of a running service opens a connection like this one.
            let session = try PostgresConnection(server)
            try MoveMark.check(.postgres(session), place: "the server")
            let error = try #require(throws: StorageError.self) { try move.retire() }
            #expect(error.code == .move && error.message.contains("stop Pulsum on every machine"))
            try session.command("INSERT INTO kinds (name) VALUES ('late')")
        }
        try world.move(world.server, to: world.file)
        let store = try world.store(world.file)
        #expect(try await store.read { try $0.row("SELECT 1 FROM kinds WHERE name = 'late'") } != nil)
        try store.close()
    }

    @Test("A value that its column does not fit is named and stops the move; the old place stays in use")
    func unfit() async throws {
        let world = try await MoveWorld()
        let store = try world.store(world.file)
        try await store.write { try $0.execute("UPDATE kinds SET words = ? WHERE name = 'A'", ["a\0b"]) }
        try store.close()
        let nul = try #require(throws: StorageError.self) { try world.move(world.file, to: world.server) }
        #expect(nul.code == .move && nul.message.contains("words of kinds"))
        let again = try world.store(world.file)
        try await again.write { try $0.execute("UPDATE kinds SET words = '', raw = 'text' WHERE name = 'A'") }
        try again.close()
        let text = try #require(throws: StorageError.self) { try world.move(world.file, to: world.server) }
        #expect(text.code == .move && text.message.contains("raw of kinds") && text.message.contains("TEXT"))
        let last = try world.store(world.file)
        try await last.write { try $0.execute("UPDATE kinds SET raw = x'00' WHERE name = 'A'") }
        try last.close()
        // The rows that an interrupted move copied are older than the file: it is copied again.
        let result = try world.move(world.file, to: world.server)
        #expect(result.comparison?.different == [])
    }
}

extension MoveWorld {
    /// The rest of a move that has begun.
    func movedAway(_ move: DatabaseMove) throws {
        try move.copy { _, _ in }
        #expect(try move.compare().different == [])
        try move.retire()
        try move.finish()
    }
}
