import Storage

enum Schema {
    static let migrations = [
        Migration(
            1, "samples, metrics and imports",
            """
            -- One chunk: all samples of a user, kind and UTC day (SampleChunk), sealed.
            CREATE TABLE samples (user BLOB NOT NULL, kind INTEGER NOT NULL, day INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, kind, day));
            -- Sources and notes that samples refer to (CatalogEntry), by their stable hash, sealed.
            CREATE TABLE catalog (user BLOB NOT NULL, id INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, id));
            -- UTC days whose samples changed since their metrics were computed; `mark` grows with every change.
            CREATE TABLE dirty (user BLOB NOT NULL, day INTEGER NOT NULL, mark INTEGER NOT NULL, PRIMARY KEY (user, day)) WITHOUT ROWID;
            -- DailyMetrics of a local day, sealed.
            CREATE TABLE metrics (user BLOB NOT NULL, day INTEGER NOT NULL, revision INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, day));
            -- The user's time zones and source order (PersonRules), sealed.
            CREATE TABLE rules (user BLOB NOT NULL PRIMARY KEY, sealed BLOB NOT NULL);
            -- One import: its spool file is spool/<user>/<job>; `phase` is ImportStatus.Phase, `sealed` the whole status.
            CREATE TABLE imports (
                job BLOB NOT NULL PRIMARY KEY, user BLOB NOT NULL, created INTEGER NOT NULL, phase INTEGER NOT NULL, sealed BLOB NOT NULL);
            CREATE INDEX imports_of_user ON imports (user, created);
            CREATE INDEX imports_open ON imports (phase, created);
            """),
        Migration(
            2, "anchored batches",
            """
            -- Where a device's query of a kind goes on (StoredAnchor), by a stable hash of both, sealed.
            CREATE TABLE anchors (user BLOB NOT NULL, id INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, id));
            -- Which samples of a chunk came under which ids, living and deleted (Origins), sealed.
            CREATE TABLE origins (user BLOB NOT NULL, kind INTEGER NOT NULL, day INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, kind, day));
            """),
        Migration(
            3, "the difference of two exports",
            """
            -- What the export at work holds (SampleChunk), sealed; only while one import of a user replaces what earlier exports brought.
            CREATE TABLE seen (user BLOB NOT NULL, kind INTEGER NOT NULL, day INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, kind, day));
            """),
        Migration(
            4, "deaths of workers",
            """
            -- Work that its worker died over (Attempts): a job, or under a job of zeros the days of a user. `attempt` counts those that died, `deaths` those of them in a
            -- row at one place: `stage` and `position`; `at` is when the last was noticed, ms since 1970.
            CREATE TABLE attempts (
                user BLOB NOT NULL, job BLOB NOT NULL, attempt INTEGER NOT NULL, stage INTEGER NOT NULL, position INTEGER NOT NULL, deaths INTEGER NOT NULL,
                at INTEGER NOT NULL, PRIMARY KEY (user, job));
            """),
        Migration(
            5, "bytes kept of a user",
            """
            -- Bytes of all sealed chunks of a user, for the quota; kept with each change of a chunk.
            CREATE TABLE kept (user BLOB NOT NULL PRIMARY KEY, bytes INTEGER NOT NULL);
            INSERT INTO kept (user, bytes) SELECT user, SUM(length(sealed)) FROM samples GROUP BY user;
            """),
    ]
}
