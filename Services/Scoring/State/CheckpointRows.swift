import Foundation
import Messages
import Storage

/// One person's sealed checkpoints in a transaction. Triggers delete those from a changed input's day on (`Schema`).
struct CheckpointRows {
    /// Calendar days between checkpoints. A replay reads at most this many days before the first marked one; a
    /// checkpoint takes about 4 KB.
    private static let spacing: Int32 = 16

    let user: UserID
    let transaction: Transaction

    /// The checkpoint to resume from for `day` and later ones: the last one before it that is not damaged, or the empty
    /// one. The replay writes a damaged one again.
    func last(before day: Day) throws -> Checkpoint {
        try transaction.openPage(
            of: user, in: "checkpoints", limit: 1, name: { "\(try $0["day"] as Day)" },
            read: { last, limit in
                try transaction.rows(
                    "SELECT day, sealed FROM checkpoints WHERE user = ? AND day < ? ORDER BY day DESC LIMIT ?",
                    [user, try last.map { try $0["day"] } ?? day, limit])
            }
        ) { row in
            let place: Day = try row["day"]
            return try transaction.open(
                Checkpoint.self, row["sealed"], user: user, table: "checkpoints", row: "\(place)")
        }.first ?? Checkpoint()
    }

    /// Stores a checkpoint if the next day lies in another block of days.
    func keep(_ checkpoint: Checkpoint, before next: Day) throws {
        guard let day = checkpoint.day, Self.block(day) != Self.block(next) else { return }
        try transaction.execute(
            "INSERT INTO checkpoints (user, day, sealed) VALUES (?, ?, ?) ON CONFLICT (user, day) DO UPDATE SET sealed = excluded.sealed",
            [user, day, try transaction.seal(checkpoint, user: user, table: "checkpoints", row: "\(day)")])
    }

    func drop(from day: Day) throws {
        try transaction.execute("DELETE FROM checkpoints WHERE user = ? AND day >= ?", [user, day])
    }

    private static func block(_ day: Day) -> Int32 { day.number >> spacing.trailingZeroBitCount }
}
