import Storage

enum Schema {
    /// Everything a person stated, weighed, ate or read is sealed; the clear columns are keys, orders and revisions.
    static let migrations = [
        Migration(
            1, "bodies, profiles, days and plans",
            """
            -- `sealed` is a `BodyProfile`, the API's latest.
            CREATE TABLE bodies (user BLOB NOT NULL PRIMARY KEY, revision INTEGER NOT NULL, sealed BLOB NOT NULL) WITHOUT ROWID;
            -- `sealed` is a `KeptProfile`: time zones and country.
            CREATE TABLE profiles (user BLOB NOT NULL PRIMARY KEY, revision INTEGER NOT NULL, sealed BLOB NOT NULL) WITHOUT ROWID;
            -- `sealed` is a `KeptMonth`: weight and intake of the days of one calendar month, counted from year 0.
            CREATE TABLE months (
                user BLOB NOT NULL, month INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, month)) WITHOUT ROWID;
            -- `sealed` is a `KeptPlan`; `number` orders a person's plans. At most one is active (status 1).
            CREATE TABLE plans (
                user BLOB NOT NULL, id BLOB NOT NULL, number INTEGER NOT NULL, status INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (user, id), UNIQUE (user, number)) WITHOUT ROWID;
            CREATE UNIQUE INDEX plans_active ON plans (user) WHERE status = 1;
            -- `sealed` is a `KeptState`: the person's settings and the state of their planning.
            CREATE TABLE states (user BLOB NOT NULL PRIMARY KEY, sealed BLOB NOT NULL) WITHOUT ROWID;
            """)
    ]
}
