/// The tables that every service's database contains besides its own.
enum StorageSchema {
    static let migrations = [
        Migration(
            1, "keys, replies, streams",
            """
            -- One row: the check of the master key, and the epoch of this database's streams.
            CREATE TABLE storage_meta (
                one INTEGER PRIMARY KEY CHECK (one = 1), key_check BLOB NOT NULL, epoch INTEGER NOT NULL);

            -- A data key per user, wrapped by the master key.
            CREATE TABLE storage_keys (user BLOB NOT NULL PRIMARY KEY, wrapped BLOB NOT NULL) WITHOUT ROWID;

            -- Erased for good: all that remains of a person.
            CREATE TABLE storage_erased (user BLOB NOT NULL PRIMARY KEY) WITHOUT ROWID;

            -- The sealed reply of each command, 24 hours long.
            CREATE TABLE storage_replies (
                user BLOB NOT NULL, request BLOB NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (user, request));
            CREATE INDEX storage_replies_at ON storage_replies (at);

            -- One row per outgoing stream: the last number given out, the last one acknowledged, and how the next one fares.
            CREATE TABLE storage_streams (
                consumer TEXT NOT NULL, user BLOB NOT NULL, last INTEGER NOT NULL, acknowledged INTEGER NOT NULL DEFAULT 0,
                attempts INTEGER NOT NULL DEFAULT 0, parked INTEGER NOT NULL DEFAULT 0, parked_release TEXT, last_error TEXT,
                PRIMARY KEY (consumer, user)) WITHOUT ROWID;
            CREATE INDEX storage_streams_pending ON storage_streams (consumer, user) WHERE last > acknowledged;

            -- Committed events that their consumer has not acknowledged; type 0 is one that was skipped.
            CREATE TABLE storage_outbox (
                consumer TEXT NOT NULL, user BLOB NOT NULL, sequence INTEGER NOT NULL, id BLOB NOT NULL, type INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (consumer, user, sequence)) WITHOUT ROWID;

            -- Events given up by a person, for the record.
            CREATE TABLE storage_skipped (
                consumer TEXT NOT NULL, user BLOB NOT NULL, sequence INTEGER NOT NULL, id BLOB NOT NULL, type INTEGER NOT NULL, at INTEGER NOT NULL,
                last_error TEXT, PRIMARY KEY (consumer, user, sequence)) WITHOUT ROWID;

            -- How far this service got in each stream it hears.
            CREATE TABLE storage_positions (
                producer TEXT NOT NULL, user BLOB NOT NULL, epoch INTEGER NOT NULL, last INTEGER NOT NULL,
                PRIMARY KEY (producer, user)) WITHOUT ROWID;
            """),
        Migration(
            2, "streams begun again",
            """
            -- 1: the consumer had lost its place; everything it heard before is told again under the numbers that follow `acknowledged`.
            ALTER TABLE storage_streams ADD COLUMN rebased INTEGER NOT NULL DEFAULT 0;
            """),
        Migration(
            3, "traces of events",
            """
            -- Where the event was committed in a trace that is followed: an EventTrace, which says nothing about anybody.
            ALTER TABLE storage_outbox ADD COLUMN trace BLOB;
            """),
        Migration(
            4, "producers that were set back",
            """
            -- The event that had the number `last`; NULL where it is not known.
            ALTER TABLE storage_positions ADD COLUMN last_id BLOB;
            -- Of a stream whose consumer knew more of it than is here; NULL: that of the database.
            ALTER TABLE storage_streams ADD COLUMN epoch INTEGER;
            """),
        Migration(
            5, "pending streams are found in the outbox",
            """
            -- Each event changed an entry of it twice.
            DROP INDEX storage_streams_pending;
            """),
        Migration(
            6, "restored databases, and which master key wraps what",
            """
            -- Set by a restore, until the service has run its steps after one: the restore's random id, and when it was (milliseconds since 1970).
            ALTER TABLE storage_meta ADD COLUMN restored BLOB;
            ALTER TABLE storage_meta ADD COLUMN restored_at INTEGER;
            -- The id of the master key: the one that this database follows, and the one that wraps a data key. NULL where an older release wrote it.
            ALTER TABLE storage_meta ADD COLUMN master BLOB;
            ALTER TABLE storage_keys ADD COLUMN master BLOB;
            -- Random secrets of the service itself, wrapped by the master key.
            CREATE TABLE storage_service_keys (name TEXT NOT NULL PRIMARY KEY, wrapped BLOB NOT NULL, master BLOB NOT NULL) WITHOUT ROWID;
            """),
        Migration(
            7, "due work",
            """
            -- A person's scheduled work of a kind (DueWork). `due` is when, ms since 1970; NULL: nothing is scheduled, and
            -- the row keeps the fencing number. `lease` is until when nobody else claims it, after a claim or a failure.
            CREATE TABLE storage_due_work (
                user BLOB NOT NULL, kind TEXT NOT NULL, due INTEGER, lease INTEGER NOT NULL DEFAULT 0,
                fence INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (user, kind)) WITHOUT ROWID;
            CREATE INDEX storage_due_work_by_due ON storage_due_work (kind, due) WHERE due IS NOT NULL;
            """),
        Migration(
            8, "restores that processes remember",
            """
            -- The random id of the last restore, also after its steps: DatabaseIdentity. NULL: the database was never restored.
            ALTER TABLE storage_meta ADD COLUMN last_restore BLOB;
            """),
    ]
}
