import Storage

enum DeletedSchema {
    /// Deleted entries that can be restored, and proposals that the person dismissed.
    static func migration(_ number: Int) -> Migration {
        Migration(
            number, "deleted entries and dismissed proposals",
            """
            -- `kind` is DeletedKind; `sealed` is a KeptEntry: the rows of the entry as they were, until `purge`, in
            -- milliseconds since 1970.
            CREATE TABLE deleted_entries (
                user BLOB NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),
                purge INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, id)) WITHOUT ROWID;
            CREATE INDEX deleted_entries_purge ON deleted_entries (purge);
            -- A goal that is not proposed any more for an action.
            CREATE TABLE dismissed_proposals (
                user BLOB NOT NULL, action BLOB NOT NULL, goal BLOB NOT NULL, PRIMARY KEY (user, action, goal),
                FOREIGN KEY (user, action) REFERENCES actions (user, id) ON DELETE CASCADE,
                FOREIGN KEY (user, goal) REFERENCES goals (user, id) ON DELETE CASCADE) WITHOUT ROWID;
            CREATE INDEX dismissed_proposals_by_goal ON dismissed_proposals (user, goal);
            """)
    }
}
