import Storage

enum Schema {
    /// `body` holds `JournalText`, `analysis` holds `JournalAnalysis`, `embedding` holds an empty `StoredEmbedding`,
    /// `mood` holds `JournalMood`; each is sealed under its own table name. Times are milliseconds since 1970.
    /// `written` is the revision that the text was last changed by.
    static let migrations = [
        Migration(
            1, "journal entries",
            """
            CREATE TABLE entries (
                user BLOB NOT NULL, id BLOB NOT NULL, day INTEGER NOT NULL, at INTEGER NOT NULL, revision INTEGER NOT NULL,
                body BLOB NOT NULL, analysis BLOB, embedding BLOB,
                attempts INTEGER NOT NULL, due INTEGER,
                PRIMARY KEY (user, id));
            CREATE INDEX entries_by_time ON entries (user, at, id);
            CREATE INDEX entries_due ON entries (due) WHERE due IS NOT NULL;
            """),
        Migration(
            2, "edits, moods and deletions with undo",
            """
            ALTER TABLE entries ADD COLUMN written INTEGER NOT NULL DEFAULT 1;
            ALTER TABLE entries ADD COLUMN edited INTEGER;
            ALTER TABLE entries ADD COLUMN mood BLOB;
            CREATE INDEX entries_by_day ON entries (user, day);
            -- Deleted entries until `purge`, with the seals of `entries`. A table of its own, so that no query and no
            -- earlier release lists them.
            CREATE TABLE deleted_entries (
                user BLOB NOT NULL, id BLOB NOT NULL, day INTEGER NOT NULL, at INTEGER NOT NULL, revision INTEGER NOT NULL,
                body BLOB NOT NULL, analysis BLOB, embedding BLOB,
                attempts INTEGER NOT NULL, due INTEGER,
                written INTEGER NOT NULL, edited INTEGER, mood BLOB,
                purge INTEGER NOT NULL,
                PRIMARY KEY (user, id));
            CREATE INDEX deleted_entries_purge ON deleted_entries (purge);
            """),
    ]
}
