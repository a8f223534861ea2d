import Storage

enum Schema {
    /// `body` holds a sealed `SafetyPlan`.
    static let migrations = [
        Migration(1, "safety plans", "CREATE TABLE plans (user BLOB NOT NULL PRIMARY KEY, body BLOB NOT NULL);")
    ]
}
