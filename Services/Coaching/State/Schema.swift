import Storage

enum Schema {
    /// `coaches.body` holds `CoachState`; `moments.body` and `moments.vector` hold `MicroMoment` and `StoredVector` of
    /// people's own libraries. Each is sealed under its own table name.
    static let migrations = [
        Migration(
            1, "coaches and their people's libraries",
            """
            CREATE TABLE coaches (user BLOB NOT NULL PRIMARY KEY, body BLOB NOT NULL);
            CREATE TABLE moments (
                user BLOB NOT NULL, id TEXT NOT NULL, checksum TEXT NOT NULL, body BLOB NOT NULL, vector BLOB NOT NULL,
                PRIMARY KEY (user, id));
            """),
        // `reply`: `ChatReply`, absent while a request is claimed.
        Migration(
            2, "chat requests and their answers",
            """
            CREATE TABLE chats (user BLOB NOT NULL, id BLOB NOT NULL, at INTEGER NOT NULL, reply BLOB, PRIMARY KEY (user, id));
            CREATE INDEX chats_by_time ON chats (user, at);
            """),
        // `body`: `StoredTurn`.
        Migration(
            3, "conversation",
            """
            CREATE TABLE conversation (user BLOB NOT NULL, id BLOB NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (user, id));
            CREATE INDEX conversation_by_time ON conversation (user, at);
            """,
            postgres: """
                CREATE TABLE conversation (
                    user BLOB NOT NULL, id BLOB NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL,
                    rowid INTEGER GENERATED ALWAYS AS IDENTITY, PRIMARY KEY (user, id));
                CREATE INDEX conversation_by_time ON conversation (user, at, rowid);
                """),
        // `body`: `LibraryNote`. A moment without a row in `library_moments` was imported before this migration.
        Migration(
            4, "names of people's libraries",
            """
            CREATE TABLE libraries (user BLOB NOT NULL, id BLOB NOT NULL, body BLOB NOT NULL, PRIMARY KEY (user, id));
            CREATE TABLE library_moments (
                user BLOB NOT NULL, library BLOB NOT NULL, moment TEXT NOT NULL, PRIMARY KEY (user, library, moment));
            CREATE INDEX libraries_by_moment ON library_moments (user, moment);
            """),
        // `OwnMomentRows.revision` reads this index alone.
        Migration(
            5, "checksums of people's libraries",
            "CREATE INDEX moments_by_checksum ON moments (user, id, checksum);"),
        // `body`: `PlanUpdated`.
        Migration(
            6, "plans",
            "CREATE TABLE plans (user BLOB NOT NULL PRIMARY KEY, body BLOB NOT NULL);"),
    ]
}
