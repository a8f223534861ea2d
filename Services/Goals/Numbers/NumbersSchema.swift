import Storage

enum NumbersSchema {
    /// Whether people see numbers of food and weight (PLN-10).
    static func migration(_ number: Int) -> Migration {
        Migration(
            number, "numbers away",
            """
            -- `sealed` is a KeptNumbers: what plans told last.
            CREATE TABLE numbers (user BLOB NOT NULL PRIMARY KEY, sealed BLOB NOT NULL) WITHOUT ROWID;
            """)
    }
}
