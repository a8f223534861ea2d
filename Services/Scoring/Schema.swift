import Storage

/// Scoring's tables: inputs as they arrived, the state of each day, and what was shown of it at the time.
enum Schema {
    static let migrations = [
        Migration(
            1, "inputs and scores",
            """
            CREATE TABLE inputs (
                user BLOB NOT NULL, kind INTEGER NOT NULL, id BLOB NOT NULL, revision INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (user, kind, id));
            CREATE TABLE scores (
                user BLOB NOT NULL, day INTEGER NOT NULL, revision INTEGER NOT NULL, filled INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (user, day));
            CREATE TABLE shown (
                user BLOB NOT NULL, day INTEGER NOT NULL, revision INTEGER NOT NULL, at INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (user, day, revision));
            CREATE TABLE people (user BLOB NOT NULL PRIMARY KEY, revision INTEGER NOT NULL, touched INTEGER);
            """)
    ]
}
