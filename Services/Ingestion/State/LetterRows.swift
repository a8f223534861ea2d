import Messages
import Storage

/// One person's letters in a transaction, by the job of the import they were made after.
struct LetterRows {
    let user: UserID
    let transaction: Transaction

    func set(_ letter: Letter) throws {
        try transaction.execute(
            """
            INSERT INTO letters (user, id, at, sealed) VALUES (?, ?, ?, ?)
            ON CONFLICT (user, id) DO UPDATE SET sealed = excluded.sealed
            """,
            [
                user, letter.id, letter.at,
                try transaction.seal(letter, user: user, table: "letters", row: "\(letter.id)"),
            ])
    }

    /// Newest first.
    func letters(limit: Int) throws -> [Letter] {
        let rows = try transaction.rows(
            "SELECT id, sealed FROM letters WHERE user = ? ORDER BY at DESC, id LIMIT ?", [user, limit])
        return try transaction.openEach(rows, of: user, in: "letters") { row in
            let id: EntityID = try row["id"]
            return try transaction.open(Letter.self, row["sealed"], user: user, table: "letters", row: "\(id)")
        }.values
    }

    func letter(_ id: EntityID) throws -> Letter? {
        try transaction.row("SELECT sealed FROM letters WHERE user = ? AND id = ?", [user, id]).map {
            try transaction.open(Letter.self, $0["sealed"], user: user, table: "letters", row: "\(id)")
        }
    }

    func remove(_ id: EntityID) throws {
        try transaction.execute("DELETE FROM letters WHERE user = ? AND id = ?", [user, id])
    }
}
