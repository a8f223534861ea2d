import Fixtures
import Foundation
import Messages
import Testing

@testable import Storage

/// A service's SQLite file with rows of every kind, and an empty PostgreSQL database to move it to.
struct MoveWorld {
    let scratch: Scratch
    let file: DatabaseAddress
    let server: DatabaseAddress
    /// That of the server.
    let url: String

    init() async throws {
        // Sessions in other databases do not count.
        let url = try await PostgresCluster.running.makeDatabase()
        self.init(try Scratch(), url: url)
        try await fill()
    }

    /// That of another process.
    init(words: [Substring]) {
        self.init(Scratch(words: Array(words.prefix(1))), url: String(words[1]))
    }

    private init(_ scratch: Scratch, url: String) {
        self.scratch = scratch
        self.url = url
        file = .file(scratch.file("scoring.sqlite"))
        server = PostgresAddress(url, service: "scoring").map { .server($0) } ?? file
    }

    var words: String { "\(scratch.path) \(url)" }

    /// Triggers that would change what is copied, a hidden `rowid`, a table without a key, references, and every storage
    /// class with its extremes.
    static let migrations = [
        Migration(
            1, "every kind of table",
            tables + """

                CREATE TABLE talks (user BLOB NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (user, id));
                CREATE TRIGGER counted AFTER INSERT ON notes BEGIN
                    INSERT INTO tallies (user, count) VALUES (NEW.user, 1)
                        ON CONFLICT (user) DO UPDATE SET count = count + 1;
                END;
                """,
            postgres: tables + """

                CREATE TABLE talks (
                    user BLOB NOT NULL, id INTEGER NOT NULL, rowid INTEGER GENERATED ALWAYS AS IDENTITY,
                    PRIMARY KEY (user, id));
                CREATE FUNCTION counted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    INSERT INTO tallies (user, count) VALUES (NEW.user, 1)
                        ON CONFLICT (user) DO UPDATE SET count = tallies.count + 1;
                    RETURN NULL;
                END $$;
                CREATE TRIGGER counted AFTER INSERT ON notes FOR EACH ROW EXECUTE FUNCTION counted();
                """)
    ]

    private static let tables = """
        CREATE TABLE notes (
            user BLOB NOT NULL, number INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, number)) WITHOUT ROWID;
        CREATE TABLE tallies (user BLOB NOT NULL PRIMARY KEY, count INTEGER NOT NULL);
        CREATE TABLE kinds (name TEXT NOT NULL PRIMARY KEY, whole INTEGER, half REAL, words TEXT, raw BLOB);
        CREATE TABLE calls (user BLOB NOT NULL, at INTEGER);
        CREATE TABLE trunks (user BLOB NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (user, id));
        CREATE TABLE branches (
            user BLOB NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (user, id),
            FOREIGN KEY (user, id) REFERENCES trunks (user, id) ON DELETE CASCADE);
        """

    func store(_ address: DatabaseAddress, migrations: [Migration] = Self.migrations) throws -> Store {
        try Store(
            at: address, service: .scoring, key: try MasterKey.loadOrCreate(path: scratch.file("master.key")),
            migrations: migrations)
    }

    /// The list of erasures and instants outside the server.
    var list: String { scratch.file("erased/scoring.log") }

    static let users = (1...40).map { UserID(high: 7, low: UInt64($0)) }

    private func fill() async throws {
        let store = try store(file)
        for user in Self.users {
            try await store.write { transaction in
                for number in 1...5 {
                    try transaction.put(number, "note \(number)", user: user)
                    try transaction.emit(Noted(user: user, number: Int64(number)), id: .random(), to: [.coaching])
                }
                try transaction.execute("INSERT INTO talks (user, id) VALUES (?, 2), (?, 1)", [user, user])
                try transaction.execute("INSERT INTO trunks (user, id) VALUES (?, 1)", [user])
                try transaction.execute("INSERT INTO branches (user, id) VALUES (?, 1)", [user])
                for at in [5, 5, 3] {
                    try transaction.execute("INSERT INTO calls (user, at) VALUES (?, ?)", [user, at])
                }
                try transaction.execute("INSERT INTO calls (user) VALUES (?)", [user])
            }
        }
        _ = try await store.command(RequestID.random(), user: Self.users[0]) { _ in Empty() }
        _ = try await store.secret("secret")
        try await store.write { transaction in
            try transaction.execute("DELETE FROM talks WHERE id = 2 AND user = ?", [Self.users[3]])
            let values: [(String, Int64?, Double?, String?, Data?)] = [
                ("", 0, 0, "", Data()), ("A", .max, .greatestFiniteMagnitude, "Z", Data([0, 255])),
                ("a", .min, -Double.leastNonzeroMagnitude, "ä\n\u{1F600}", Data(repeating: 7, count: 16)),
                ("ä", nil, nil, nil, nil), ("b", -1, 0.1, "x", Data(repeating: 9, count: 300_000)),
            ]
            for (name, whole, half, words, raw) in values {
                try transaction.execute(
                    "INSERT INTO kinds (name, whole, half, words, raw) VALUES (?, ?, ?, ?, ?)",
                    [name, whole, half, words, raw])
            }
        }
        _ = try await store.erase(Self.users[39])
        try store.close()
    }

    /// Count and SHA-256 of every table that is moved.
    func digests(_ address: DatabaseAddress) throws -> [String: MoveRows.Digest] {
        let side = try MoveSide(address, service: .scoring)
        try side.begin()
        defer { side.rollback() }
        let schema = try side.use { try MoveSchema($0, place: "here") }
        var digests: [String: MoveRows.Digest] = [:]
        for var table in schema.tables.values {
            if table.name == "talks" { table.columns["rowid"] = .integer }
            digests[table.name] = try MoveRows(table: table).digest(side)
        }
        return digests
    }

    /// Moves as `pulsum move` does.
    /// - Returns: the last comparison; nil if there was nothing to compare.
    @discardableResult
    func move(_ from: DatabaseAddress, to target: DatabaseAddress, migrations: [Migration] = Self.migrations) throws
        -> (comparison: DatabaseMove.Comparison?, isRepeated: Bool)
    {
        let log = target.spansMachines ? try ErasureLog(path: list) : nil
        let move = DatabaseMove(.scoring, from: from, to: target, erasureLog: log)
        let step = try move.prepare()
        if step == .makeTarget {
            try move.clearTarget()
            try store(target, migrations: migrations).close()
        }
        var result: (comparison: DatabaseMove.Comparison?, isRepeated: Bool) = (nil, false)
        if step == .makeTarget || step == .copy {
            try move.begin()
            try move.copy { _, _ in }
            var comparison = try move.compare()
            if !comparison.different.isEmpty {
                result.isRepeated = true
                try move.copyAgain { _, _ in }
                comparison = try move.compare()
            }
            result.comparison = comparison
            #expect(comparison.different.isEmpty)
            try move.retire()
        }
        if step != .nothing, step != .done { try move.finish() }
        return result
    }
}
