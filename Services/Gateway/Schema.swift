import Storage

/// The gateway's tables: append-only consents, receipts of outbound calls, and limits.
enum Schema {
    static let migrations = [
        Migration(
            1, "consent, receipts and limits",
            tables + """

                CREATE TRIGGER consents_append_only BEFORE UPDATE ON consents BEGIN SELECT RAISE(ABORT, 'consents are only added to'); END;
                """, postgres: tables),
        // A row stores a Retry-After of the cloud model that exceeds the call's budget.
        Migration(
            2, "rests that the cloud model asked for",
            "CREATE TABLE rests (user BLOB NOT NULL PRIMARY KEY, until INTEGER NOT NULL);"),
        // While two releases run side by side, the previous one adds records without an id.
        Migration(
            3, "ids of consents, retries, rests of a shared key",
            """
            DROP TRIGGER consents_append_only;
            ALTER TABLE consents ADD COLUMN id BLOB;
            UPDATE consents SET id = randomblob(16);
            CREATE TRIGGER consents_append_only BEFORE UPDATE ON consents WHEN OLD.id IS NOT NULL
                BEGIN SELECT RAISE(ABORT, 'consents are only added to'); END;
            CREATE TRIGGER consents_have_ids AFTER INSERT ON consents WHEN NEW.id IS NULL
                BEGIN UPDATE consents SET id = randomblob(16) WHERE user = NEW.user AND version = NEW.version; END;
            """ + retries,
            postgres: """
                ALTER TABLE consents ADD COLUMN id BLOB NOT NULL;
                CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    RAISE EXCEPTION 'consents are only added to' USING ERRCODE = 'check_violation';
                END $$;
                CREATE TRIGGER consents_append_only BEFORE UPDATE ON consents
                    FOR EACH ROW EXECUTE FUNCTION refuse_change();
                """ + retries),
        // Consents that ended without the person's request; `version` is that of the withdrawal.
        Migration(
            4, "why consents ended",
            "CREATE TABLE consent_ends (user BLOB NOT NULL, version INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (user, version));"
        ),
        // Filled on PostgreSQL alone, where gateways of several machines share the tables. Times are the server's.
        Migration(
            5, "hosts of gateways and their fences",
            """
            ALTER TABLE receipts ADD COLUMN host BLOB;
            CREATE TABLE hosts (id BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL, seen INTEGER NOT NULL);
            CREATE TABLE fences (host BLOB NOT NULL, at INTEGER NOT NULL, lifted INTEGER, PRIMARY KEY (host, at));
            """),
        Migration(
            6, "proofs of consents and fences",
            """
            DROP TRIGGER consents_append_only;
            CREATE TRIGGER consents_append_only
                BEFORE UPDATE OF user, version, granted, copy_version, at, id ON consents WHEN OLD.id IS NOT NULL
                BEGIN SELECT RAISE(ABORT, 'consents are only added to'); END;
            """ + proofs,
            postgres: """
                DROP TRIGGER consents_append_only ON consents;
                CREATE TRIGGER consents_append_only
                    BEFORE UPDATE OF user, version, granted, copy_version, at, id ON consents
                    FOR EACH ROW EXECUTE FUNCTION refuse_change();
                """ + proofs),
    ]

    private static let tables = """
        CREATE TABLE consents (
            user BLOB NOT NULL, version INTEGER NOT NULL, granted INTEGER NOT NULL, copy_version INTEGER NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (user, version));
        CREATE TABLE receipts (
            user BLOB NOT NULL, id BLOB NOT NULL, at INTEGER NOT NULL, open INTEGER NOT NULL, holder TEXT NOT NULL, sealed BLOB NOT NULL,
            PRIMARY KEY (user, id));
        CREATE INDEX receipts_by_time ON receipts (user, at);
        CREATE INDEX receipts_open ON receipts (open) WHERE open = 1;
        CREATE TABLE calls (user BLOB NOT NULL, at INTEGER NOT NULL);
        CREATE INDEX calls_by_user ON calls (user, at);
        CREATE TABLE breakers (destination TEXT NOT NULL PRIMARY KEY, failures INTEGER NOT NULL, opened INTEGER);
        CREATE TABLE cloud_keys (user BLOB NOT NULL PRIMARY KEY, sealed BLOB NOT NULL);
        """

    private static let retries = """

        CREATE TABLE restores (one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), id BLOB NOT NULL);
        ALTER TABLE calls ADD COLUMN is_retry INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE shared_rests (key BLOB NOT NULL PRIMARY KEY, until INTEGER NOT NULL);
        """

    private static let proofs = """

        ALTER TABLE consents ADD COLUMN proof BLOB;
        ALTER TABLE fences ADD COLUMN proof BLOB;
        -- The number of each person's latest record: a grant counts only if none that followed it is missing.
        CREATE TABLE consent_heads (user BLOB NOT NULL PRIMARY KEY, version INTEGER NOT NULL, proof BLOB);
        """
}
