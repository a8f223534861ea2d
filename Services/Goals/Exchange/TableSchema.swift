import Storage

enum TableSchema {
    /// Imports of tables (GOL-5): the uploaded bytes, the state of the import, and what it changed.
    static func migration(_ number: Int) -> Migration {
        Migration(
            number, "imports of tables",
            """
            -- An upload. `size` bytes are stored; `kind` is TableKind and `phase` TableImportPhase, NULL until the import
            -- begins; `position` counts the rows that were consumed; `sealed` is the TableReport. `touched` is the time
            -- of the last step, in milliseconds since 1970.
            CREATE TABLE table_imports (
                user BLOB NOT NULL, id BLOB NOT NULL, size INTEGER NOT NULL, touched INTEGER NOT NULL, kind INTEGER,
                phase INTEGER, position INTEGER NOT NULL DEFAULT 0, sealed BLOB,
                PRIMARY KEY (user, id), CHECK ((kind IS NULL) = (phase IS NULL))) WITHOUT ROWID;
            CREATE INDEX table_imports_touched ON table_imports (touched);
            -- The bytes from `start` on, sealed.
            CREATE TABLE table_parts (
                user BLOB NOT NULL, id BLOB NOT NULL, start INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (user, id, start),
                FOREIGN KEY (user, id) REFERENCES table_imports (user, id) ON DELETE CASCADE);
            -- The entries that an import wrote, in order, until it is done: `kind` is EntryKind, `version` that of the
            -- entry after the write, `sealed` the entry before it, NULL for a new one.
            CREATE TABLE table_changes (
                user BLOB NOT NULL, id BLOB NOT NULL, place INTEGER NOT NULL, kind INTEGER NOT NULL,
                entry BLOB NOT NULL, version INTEGER NOT NULL, sealed BLOB,
                PRIMARY KEY (user, id, place),
                FOREIGN KEY (user, id) REFERENCES table_imports (user, id) ON DELETE CASCADE) WITHOUT ROWID;
            -- Goals whose sums an import changed; their state is emitted at its end.
            CREATE TABLE table_goals (
                user BLOB NOT NULL, id BLOB NOT NULL, goal BLOB NOT NULL, PRIMARY KEY (user, id, goal),
                FOREIGN KEY (user, id) REFERENCES table_imports (user, id) ON DELETE CASCADE) WITHOUT ROWID;
            """)
    }
}
