import Messages

/// Makes a service's role and schema, and migrates its tables to this release's schema in one transaction.
struct PostgresMigrator {
    let address: PostgresAddress
    let plan: MigrationPlan
    let dataKeys: DataKeyCache
    var erasureLog: ErasureLog?

    /// Oldest version that is supported.
    private static let oldest: Int32 = 150_000
    /// The server's clock, ms since 1970.
    static let clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// How long a step waits for a table that others use. Whoever needs the table afterwards waits behind it, so the
    /// migration lets go of its locks then and tries again. Longer than `deadlock_timeout` (1 s by default): after that
    /// an autovacuum ends itself, and a deadlock is found.
    private static let tableTimeout = "lock_timeout = '2s'"
    /// Pause of a migration that gave way, in which those who waited behind it go on.
    private static let pause = Duration.seconds(1)
    /// How long a migration tries. Another time in tests.
    @TaskLocal static var patience = Duration.seconds(60)

    /// Tables of the library that only PostgreSQL has.
    static let migrations = [
        Migration(
            1, "markers of commits, leases, indexes",
            """
            -- One row for each commit, a day long: CommitMarker.
            CREATE TABLE storage_commits (id BLOB NOT NULL PRIMARY KEY);
            -- What one process does at a time (Lease). `until` is in ms of the server's clock.
            CREATE TABLE storage_leases (
                name TEXT NOT NULL PRIMARY KEY, holder BLOB NOT NULL, fence INTEGER NOT NULL, until INTEGER NOT NULL);
            CREATE INDEX storage_streams_parked ON storage_streams (consumer, user) WHERE parked <> 0;
            """),
        Migration(
            2, "numbers of streams apart from their delivery, leases of people",
            """
            -- The person concerned by a lease, with whose data it is erased.
            ALTER TABLE storage_leases ADD COLUMN user BLOB;
            CREATE INDEX storage_leases_of_user ON storage_leases (user) WHERE user IS NOT NULL;
            -- The last number of each stream; `storage_streams.last` is not used.
            CREATE TABLE storage_numbers (
                consumer TEXT NOT NULL, user BLOB NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (consumer, user));
            INSERT INTO storage_numbers (consumer, user, last) SELECT consumer, user, last FROM storage_streams;
            CREATE VIEW storage_lanes AS
                SELECT s.consumer, s.user, n.last, s.acknowledged, s.attempts, s.parked, s.parked_release, s.last_error,
                    s.rebased, s.epoch
                FROM storage_streams s JOIN storage_numbers n ON n.consumer = s.consumer AND n.user = s.user;
            """),
        Migration(
            3, "instants by which a restored database is noticed",
            """
            -- Instants that processes noted, ms since 1970; machines remember the latest (ErasureLog), and a database
            -- that was set back lacks it. One with `accepted` = 1 stands for all before it: the database was new then,
            -- or “pulsum restored” ran.
            CREATE TABLE storage_instants (number INTEGER NOT NULL PRIMARY KEY, accepted INTEGER NOT NULL);
            INSERT INTO storage_instants (number, accepted)
                VALUES ((extract(epoch FROM clock_timestamp()) * 1000)::bigint, 1);
            """),
    ]

    /// - Throws: `PostgresFault` if a retry may succeed; `StorageError`.
    func migrate() throws -> DatabaseIdentity {
        try prepare()
        let connection = try PostgresConnection(address)
        let lists = Array(plan.lists.prefix(1)) + [("postgresql", Self.migrations)] + plan.lists.dropFirst()
        let plan = MigrationPlan(lists: lists)
        let session = Session.postgres(connection)
        defer { connection.rollback() }
        try connection.command("BEGIN ISOLATION LEVEL READ COMMITTED")
        // One process at a time: this waits for the row that another one changed, which may take longer than a lock
        // otherwise.
        try connection.command(
            "SET LOCAL lock_timeout = '10min'; UPDATE storage_lock SET turn = turn + 1; SET LOCAL \(PostgresConnection.lockTimeout)"
        )
        try MoveMark.check(session, place: "\(address)")
        let pending = try plan.pending(MigrationPlan.applied(session), in: "\(address)")
        if !pending.isEmpty { try apply(pending, connection) }
        let identity = try session.identify(dataKeys, place: "\(address)")
        if let erasureLog {
            // At READ COMMITTED each statement has a snapshot of its own.
            try erasureLog.follow(session, knowing: erasureLog.refresh(), place: "\(address)")
        }
        let instant = try erasureLog.map { try ErasureLog.advance(session, after: $0.instant) }
        try connection.commit()
        if let instant { try erasureLog?.append(instant: instant) }
        return identity
    }

    private func apply(_ pending: [(owner: String, migration: Migration)], _ connection: PostgresConnection) throws {
        let begin = ContinuousClock.now
        try connection.command("SET LOCAL \(Self.tableTimeout)")
        while try !connection.givingWay({
            for (owner, migration) in pending { try apply(migration, owner, connection) }
        }) {
            guard ContinuousClock.now - begin < Self.patience else {
                throw StorageError(
                    .migration,
                    "Others use tables of \(address) for so long that they cannot be migrated, such as a backup (pg_dump) or an administrator's session; nothing was changed. Start again when that has ended."
                )
            }
            PostgresRetries.wait(Self.pause)
        }
        try connection.command("SET LOCAL \(PostgresConnection.lockTimeout)")
    }

    private func apply(_ migration: Migration, _ owner: String, _ connection: PostgresConnection) throws {
        do {
            try connection.command(PostgresSQL(migration.postgres).text)
        } catch let error as StorageError {
            throw MigrationPlan.failure(migration, of: owner, error.message, in: "\(address)")
        }
        _ = try connection.run(
            "INSERT INTO storage_migrations (owner, number, name) VALUES (?, ?, ?)",
            [.text(owner), .integer(Int64(migration.number)), .text(migration.name)])
    }

    /// Checks the server; makes the role, the schema and the tables that a migration needs. A role that logs in as
    /// itself needs no rights beyond its schema.
    private func prepare() throws {
        let connection = try PostgresConnection(address, isBare: true)
        let name = try connection.first("SELECT version()") ?? ""
        guard connection.version >= Self.oldest || name.contains("Cockroach") || name.contains("-YB-") else {
            throw StorageError(
                .open, "\(address) is served by \(name.prefix(30)); Pulsum needs PostgreSQL 15 or newer.")
        }
        guard try connection.first("SELECT current_setting('fsync', true)") != "off" else {
            throw StorageError(
                .open, "The server of \(address) runs with fsync = off and would lose what it confirmed; switch it on.")
        }
        let schema = address.schema
        do {
            if try connection.first("SELECT rolname::text FROM pg_roles WHERE rolname = '\(schema)'") == nil {
                try connection.command("CREATE ROLE \"\(schema)\" NOLOGIN; GRANT \"\(schema)\" TO CURRENT_USER")
            }
            if try connection.first("SELECT nspname::text FROM pg_namespace WHERE nspname = '\(schema)'") == nil {
                try connection.command("CREATE SCHEMA \"\(schema)\" AUTHORIZATION \"\(schema)\"")
            }
            let tables = try PostgresConnection(address)
            guard try tables.first("SELECT to_regclass('storage_lock')::text") == nil else { return }
            try tables.command(
                """
                BEGIN; \(PostgresSQL(MigrationPlan.table).text);
                CREATE TABLE IF NOT EXISTS storage_lock (one BIGINT PRIMARY KEY CHECK (one = 1), turn BIGINT NOT NULL);
                INSERT INTO storage_lock (one, turn) VALUES (1, 0) ON CONFLICT DO NOTHING; COMMIT
                """)
        } catch let error as StorageError where Self.isRace(error) {
            // Another process made the same at the same time; then this one finds it.
            throw PostgresFault(state: "40001")
        } catch let fault as PostgresFault where fault.state == "XX000" {
            // “tuple concurrently updated”.
            throw PostgresFault(state: "40001")
        } catch let error as StorageError {
            throw StorageError(
                .open,
                "\(address) cannot be made: \(error.message) Have an administrator run: CREATE ROLE \"\(schema)\"; GRANT \"\(schema)\" TO the login; CREATE SCHEMA \"\(schema)\" AUTHORIZATION \"\(schema)\"."
            )
        }
    }

    /// True if a service has made its tables.
    static func hasTables(_ address: PostgresAddress) throws -> Bool {
        try PostgresConnection(address, isBare: true).first(
            "SELECT to_regclass('\"\(address.schema)\".storage_meta')::text") != nil
    }

    private static func isRace(_ error: StorageError) -> Bool {
        error.code == .constraint || ["42P06", "42P07", "42710"].contains { error.message.contains($0) }
    }
}
