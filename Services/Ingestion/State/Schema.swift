import HealthFormats
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
            5, "bytes kept of a user, ids of anchored samples, senders of anchors",
            kept + KeptTriggers.sqlite + anchoredIDs, postgres: kept + KeptTriggers.postgres + anchoredIDs),
        Migration(
            6, "samples that earlier releases left behind deletions",
            """
            -- Each row of `origins` is checked once more (`Transaction.settleOlder`): an earlier release may have left
            -- samples whose ids are all dead. The index holds the rows that wait for it, so that looking for them costs
            -- nothing where there are none.
            UPDATE origins SET indexed = 0;
            CREATE INDEX origins_older ON origins (user, kind, day) WHERE indexed <> length(sealed);
            -- The metrics of all days are computed again once; only days that come out different are published.
            INSERT INTO dirty (user, day, mark) SELECT DISTINCT user, day, 1 FROM samples WHERE true
                ON CONFLICT (user, day) DO UPDATE SET mark = dirty.mark + 1;
            """),
        Migration(
            7, "ids of folded posts",
            """
            -- Posts whose rows were added to another row of `imports`, `target`; `at` is when, ms since 1970. Kept for
            -- a day.
            CREATE TABLE folded (
                user BLOB NOT NULL, job BLOB NOT NULL, target BLOB NOT NULL, at INTEGER NOT NULL,
                PRIMARY KEY (user, job)) WITHOUT ROWID;
            """),
        Migration(
            8, "arrivals of nights, what imports added, letters",
            """
            -- When a day's metrics first had sleep, ms since 1970; only days that arrived on their own date, the last 28.
            CREATE TABLE nights (user BLOB NOT NULL, day INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (user, day)) WITHOUT ROWID;
            -- Imports whose additions are recorded; `state` is ImportAdditions.State, `at` the import's `created`.
            CREATE TABLE additions (
                user BLOB NOT NULL, job BLOB NOT NULL, at INTEGER NOT NULL, state INTEGER NOT NULL, PRIMARY KEY (user, job)) WITHOUT ROWID;
            -- What an import added to a chunk of `samples` and replaced there (ImportAdditions.Change), sealed. NULL
            -- while the whole chunk is this import's, which is the usual case of a first import.
            CREATE TABLE added (
                user BLOB NOT NULL, job BLOB NOT NULL, kind INTEGER NOT NULL, day INTEGER NOT NULL, sealed BLOB,
                PRIMARY KEY (user, job, kind, day)) WITHOUT ROWID;
            -- Letters (Letter) by the import's job, sealed; `at` is the import's `created`.
            CREATE TABLE letters (user BLOB NOT NULL, id BLOB NOT NULL, at INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, id));
            """),
        Migration(
            9, "when samples arrived",
            """
            -- When samples of the chunk last arrived, ms since 1970; NULL where an earlier release stored them.
            ALTER TABLE samples ADD COLUMN arrived INTEGER;
            """),
        Migration(
            10, "totals of days and workouts",
            """
            -- DayTotals of a local day as last emitted, sealed.
            CREATE TABLE day_totals (user BLOB NOT NULL, day INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, day));
            -- WorkoutRecorded as last emitted, deleted ones too, sealed; `day` is the local day of its start.
            CREATE TABLE workouts (user BLOB NOT NULL, id BLOB NOT NULL, day INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, id));
            CREATE INDEX workouts_by_day ON workouts (user, day, id);
            -- The days that are stored already are computed again once, for their totals.
            INSERT INTO dirty (user, day, mark) SELECT DISTINCT user, day, 1 FROM samples WHERE day >= 0
                ON CONFLICT (user, day) DO UPDATE SET mark = dirty.mark + 1;
            """),
        Migration(
            11, "body mass and intake of days",
            """
            -- BodyMassRecorded and IntakeRecorded of a local day as last emitted, deleted and empty ones too, sealed.
            CREATE TABLE body_mass (user BLOB NOT NULL, day INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, day));
            CREATE TABLE intake (user BLOB NOT NULL, day INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, day));
            -- The days with such samples (SampleKind 9, 11, 12, 13) are computed again once.
            INSERT INTO dirty (user, day, mark)
                SELECT DISTINCT user, day, 1 FROM samples WHERE day >= 0 AND kind IN (9, 11, 12, 13)
                ON CONFLICT (user, day) DO UPDATE SET mark = dirty.mark + 1;
            """),
        Migration(
            12, "imports by person",
            """
            -- The key as on PostgreSQL.
            ALTER TABLE imports RENAME TO imports_by_job;
            CREATE TABLE imports (
                user BLOB NOT NULL, job BLOB NOT NULL, created INTEGER NOT NULL, phase INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, job));
            INSERT INTO imports (user, job, created, phase, sealed) SELECT user, job, created, phase, sealed FROM imports_by_job;
            DROP TABLE imports_by_job;
            CREATE INDEX imports_of_user ON imports (user, created);
            CREATE INDEX imports_open ON imports (phase, created);
            """,
            postgres: """
                -- Ids grow with time: with a key of them alone, everybody who looks for one and adds one conflicts with
                -- everybody else, because they share the last page of its index.
                ALTER TABLE imports DROP CONSTRAINT imports_pkey;
                ALTER TABLE imports ADD PRIMARY KEY (user, job);
                """),
        Migration(
            13, "lone days before a history",
            """
            -- One day of each person is computed again, which finds where the history begins (PersonRules.history).
            INSERT INTO dirty (user, day, mark) SELECT user, min(day), 1 FROM samples WHERE true GROUP BY user
                ON CONFLICT (user, day) DO UPDATE SET mark = dirty.mark + 1;
            """),
        Migration(
            14, "companions", companions + KeptTriggers.sqlite(KeptTriggers.companions),
            postgres: companions + KeptTriggers.postgres(KeptTriggers.companions)),
        Migration(
            15, "answers about intimate kinds",
            """
            -- A keyed hash of the record's group of kinds, of no group if all its readings are stored as samples; NULL in
            -- rows of an earlier release, which the worker sorts (RecordSorting).
            ALTER TABLE companion_records ADD COLUMN area BLOB;
            CREATE INDEX companion_records_area ON companion_records (user, area);
            CREATE INDEX companion_records_unsorted ON companion_records (user) WHERE area IS NULL;
            -- As in `companion_records`; NULL for an address that names no intimate kind.
            ALTER TABLE companion_deletions ADD COLUMN area BLOB;
            CREATE INDEX companion_deletions_area ON companion_deletions (user, area) WHERE area IS NOT NULL;
            -- StoredGroup, sealed; `id` is the `area` of its records, `deletes` when they are deleted unless the person
            -- agrees, ms since 1970, NULL once they are gone or may stay.
            CREATE TABLE intimate_groups (
                user BLOB NOT NULL, id BLOB NOT NULL, deletes INTEGER, sealed BLOB NOT NULL, PRIMARY KEY (user, id));
            CREATE INDEX intimate_groups_due ON intimate_groups (deletes) WHERE deletes IS NOT NULL;
            """),
        Migration(
            16, "readings of all kinds", readings + KeptTriggers.sqlite(["readings"]),
            postgres: readings + KeptTriggers.postgres(["readings"])),
        Migration(
            17, "habits of devices",
            """
            -- When a device's data usually arrives (ArrivalHabits), sealed; `device` is a DeviceSender.device.
            CREATE TABLE habits (user BLOB NOT NULL, device INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, device));
            -- When processes of this service ran: from `began` to `alive`, ms since 1970; `id` is random.
            CREATE TABLE service_runs (id BLOB NOT NULL PRIMARY KEY, began INTEGER NOT NULL, alive INTEGER NOT NULL);
            """),
        Migration(
            18, "counts that devices state",
            """
            -- How many samples a device says that it has of a day (StatedDay), sealed; `device` is a DeviceSender.device.
            CREATE TABLE stated_counts (
                user BLOB NOT NULL, device INTEGER NOT NULL, day INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (user, device, day));
            """),
    ]

    private static let readings = """
        -- What counts of companions' records of a kind that is not stored as samples (ReadingChunk), by UTC day of its
        -- start, sealed; `kind` is a keyed hash of its name, `area` as in `companion_records`.
        CREATE TABLE readings (
            user BLOB NOT NULL, kind BLOB NOT NULL, day INTEGER NOT NULL, area BLOB NOT NULL, sealed BLOB NOT NULL,
            PRIMARY KEY (user, kind, day));
        CREATE INDEX readings_area ON readings (user, area);

        """

    private static let companions = """
        -- StoredRecord, sealed: what one device told of a record; `device` is a CompanionSender.device. `id`, `place`,
        -- `whole`, `scope` and `slot` (CompanionSlot) are keyed hashes of the texts by which a record is found; `day` is
        -- the UTC day of its first reading.
        CREATE TABLE companion_records (
            user BLOB NOT NULL, id BLOB NOT NULL, device INTEGER NOT NULL, day INTEGER NOT NULL, slot BLOB, place BLOB,
            whole BLOB, scope BLOB, sealed BLOB NOT NULL, PRIMARY KEY (user, id, device));
        CREATE INDEX companion_records_device ON companion_records (user, device, day, id);
        CREATE INDEX companion_records_slot ON companion_records (user, slot) WHERE slot IS NOT NULL;
        CREATE INDEX companion_records_place ON companion_records (user, place) WHERE place IS NOT NULL;
        CREATE INDEX companion_records_whole ON companion_records (user, whole) WHERE whole IS NOT NULL;
        CREATE INDEX companion_records_scope ON companion_records (user, scope) WHERE scope IS NOT NULL;
        -- The samples of a chunk that companions alone brought, as SampleChunk, sealed: only these go with a record.
        CREATE TABLE companion_samples (
            user BLOB NOT NULL, kind INTEGER NOT NULL, day INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, kind, day));
        -- StoredDeletion of a key or of a scope, and the snapshot of a scope, by one device, sealed; `id` is a keyed hash
        -- of which.
        CREATE TABLE companion_deletions (
            user BLOB NOT NULL, id BLOB NOT NULL, device INTEGER NOT NULL, sealed BLOB NOT NULL,
            PRIMARY KEY (user, id, device));
        CREATE INDEX companion_deletions_device ON companion_deletions (user, device, id);
        -- Bodies that could not be read (AsideBody) by the job of their post, sealed, and their bytes in pieces, sealed.
        CREATE TABLE aside (
            user BLOB NOT NULL, id BLOB NOT NULL, at INTEGER NOT NULL, size INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, id));
        CREATE TABLE aside_pieces (
            user BLOB NOT NULL, id BLOB NOT NULL, number INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, id, number));

        """

    private static let kept = """
        -- Bytes that are kept of a user, for the quota: all sealed chunks, and what is known of their origins twice, as the index of its ids is about as large. Counted
        -- by the database itself, so that a release that does not know of it counts too. Nothing is counted anew for a user that is being erased.
        CREATE TABLE kept (user BLOB NOT NULL PRIMARY KEY, bytes INTEGER NOT NULL);
        INSERT INTO kept (user, bytes)
            SELECT user, SUM(bytes) FROM (
                SELECT user, length(sealed) AS bytes FROM samples UNION ALL SELECT user, 2 * length(sealed) FROM origins) AS sizes GROUP BY user;

        """

    private static let anchoredIDs = """

        -- Where the samples of an anchored query's ids are: kind and UTC day of their row in `origins`.
        CREATE TABLE origin_ids (
            user BLOB NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL, day INTEGER NOT NULL, PRIMARY KEY (user, id, kind, day)) WITHOUT ROWID;
        -- length(sealed) where all ids of the row are in `origin_ids`; an older release writes rows beside.
        ALTER TABLE origins ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
        -- StoredAnchor.sender, for its count; 0 for a signed-in person.
        ALTER TABLE anchors ADD COLUMN sender INTEGER NOT NULL DEFAULT 0;
        """
}

/// Count the bytes in `kept`.
enum KeptTriggers {
    static let sqlite = """

        CREATE TRIGGER samples_kept AFTER INSERT ON samples BEGIN
            INSERT INTO kept (user, bytes) SELECT NEW.user, 0 WHERE NOT EXISTS (SELECT 1 FROM kept WHERE user = NEW.user);
            UPDATE kept SET bytes = bytes + length(NEW.sealed) WHERE user = NEW.user;
        END;
        CREATE TRIGGER samples_changed AFTER UPDATE OF sealed ON samples BEGIN
            UPDATE kept SET bytes = bytes + length(NEW.sealed) - length(OLD.sealed) WHERE user = NEW.user;
        END;
        CREATE TRIGGER samples_gone AFTER DELETE ON samples BEGIN
            UPDATE kept SET bytes = bytes - length(OLD.sealed) WHERE user = OLD.user;
        END;
        CREATE TRIGGER origins_kept AFTER INSERT ON origins BEGIN
            INSERT INTO kept (user, bytes) SELECT NEW.user, 0 WHERE NOT EXISTS (SELECT 1 FROM kept WHERE user = NEW.user);
            UPDATE kept SET bytes = bytes + 2 * length(NEW.sealed) WHERE user = NEW.user;
        END;
        CREATE TRIGGER origins_changed AFTER UPDATE OF sealed ON origins BEGIN
            UPDATE kept SET bytes = bytes + 2 * (length(NEW.sealed) - length(OLD.sealed)) WHERE user = NEW.user;
        END;
        CREATE TRIGGER origins_gone AFTER DELETE ON origins BEGIN
            UPDATE kept SET bytes = bytes - 2 * length(OLD.sealed) WHERE user = OLD.user;
        END;
        """

    static let postgres = """

        CREATE FUNCTION count_kept() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE factor BIGINT := TG_ARGV[0];
        BEGIN
            IF TG_OP = 'INSERT' THEN
                INSERT INTO kept (user, bytes) VALUES (NEW.user, factor * length(NEW.sealed))
                    ON CONFLICT (user) DO UPDATE SET bytes = kept.bytes + excluded.bytes;
            ELSIF TG_OP = 'UPDATE' THEN
                UPDATE kept SET bytes = bytes + factor * (length(NEW.sealed) - length(OLD.sealed))
                    WHERE user = NEW.user;
            ELSE
                UPDATE kept SET bytes = bytes - factor * length(OLD.sealed) WHERE user = OLD.user;
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER samples_kept AFTER INSERT OR DELETE OR UPDATE OF sealed ON samples
            FOR EACH ROW EXECUTE FUNCTION count_kept(1);
        CREATE TRIGGER origins_kept AFTER INSERT OR DELETE OR UPDATE OF sealed ON origins
            FOR EACH ROW EXECUTE FUNCTION count_kept(2);
        """

    static let companions = ["companion_records", "companion_deletions", "companion_samples"]

    /// - Parameter tables: with a column `sealed`.
    static func sqlite(_ tables: [String]) -> String {
        tables.map { table in
            """
            CREATE TRIGGER \(table)_kept AFTER INSERT ON \(table) BEGIN
                INSERT INTO kept (user, bytes) SELECT NEW.user, 0 WHERE NOT EXISTS (SELECT 1 FROM kept WHERE user = NEW.user);
                UPDATE kept SET bytes = bytes + length(NEW.sealed) WHERE user = NEW.user;
            END;
            CREATE TRIGGER \(table)_changed AFTER UPDATE OF sealed ON \(table) BEGIN
                UPDATE kept SET bytes = bytes + length(NEW.sealed) - length(OLD.sealed) WHERE user = NEW.user;
            END;
            CREATE TRIGGER \(table)_gone AFTER DELETE ON \(table) BEGIN
                UPDATE kept SET bytes = bytes - length(OLD.sealed) WHERE user = OLD.user;
            END;

            """
        }.joined()
    }

    /// - Parameter tables: with a column `sealed`.
    static func postgres(_ tables: [String]) -> String {
        tables.map { table in
            """
            CREATE TRIGGER \(table)_kept AFTER INSERT OR DELETE OR UPDATE OF sealed ON \(table)
                FOR EACH ROW EXECUTE FUNCTION count_kept(1);

            """
        }.joined()
    }
}
