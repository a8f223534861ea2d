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

    /// The checkpoint to resume from for `day` and later ones: the last one before it, or the empty one.
    func last(before day: Day) throws -> Checkpoint {
        let row = try transaction.row(
            "SELECT day, sealed FROM checkpoints WHERE user = ? AND day < ? ORDER BY day DESC LIMIT 1", [user, day])
        guard let row else { return Checkpoint() }
        let place: Day = try row["day"]
        return try transaction.open(Checkpoint.self, row["sealed"], user: user, table: "checkpoints", row: "\(place)")
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
