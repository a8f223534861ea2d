import Storage

enum Schema {
    /// `body` holds `JournalText`, `analysis` holds `JournalAnalysis`, `embedding` holds an empty `StoredEmbedding`;
    /// each is sealed under its own table name. Times are milliseconds since 1970.
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
            """)
    ]
}
