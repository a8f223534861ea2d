import Messages
import Storage

/// Numbers about the installation, in a transaction. None is about one person.
struct OperatorRows {
    let transaction: Transaction

    /// Numbers by the last part of their phrase's key (`operators.count`).
    func counts(at now: Milliseconds) throws -> [(key: String, number: Int)] {
        func count(_ statement: String, _ arguments: Arguments = []) throws -> Int {
            try transaction.value(Int.self, statement, arguments) ?? 0
        }
        let valid = "FROM tokens WHERE (expires IS NULL OR expires > ?) AND kind ="
        return [
            ("accounts", try count("SELECT count(*) FROM accounts WHERE example = 0")),
            ("linked", try count("SELECT count(*) FROM identities")),
            ("sessions", try count("SELECT count(*) \(valid) 'session'", [now])),
            ("devices", try count("SELECT count(*) \(valid) 'device'", [now])),
            ("erasures", try count("SELECT count(DISTINCT subject) FROM erase_jobs WHERE done = 0")),
        ]
    }
}
