import Foundation
import Messages
import Storage

/// One person's checkpoints in a transaction, sealed. What changes an input drops those from its day on (`Schema`).
struct CheckpointRows {
    /// Days of the calendar between two: a replay reads at most so many days before the first that was touched, and a checkpoint takes about 4 KB.
    private static let spacing: Int32 = 16

    let user: UserID
    let transaction: Transaction

    /// Where a replay of `day` and later ones begins: the last checkpoint before it, or the empty one.
    func last(before day: Day) throws -> Checkpoint {
        let row = try transaction.row("SELECT day, sealed FROM checkpoints WHERE user = ? AND day < ? ORDER BY day DESC LIMIT 1", [user, day])
        guard let row else { return Checkpoint() }
        let place: Day = row["day"]
        return try transaction.open(Checkpoint.self, row["sealed"], user: user, table: "checkpoints", row: "\(place)")
    }

    /// Keeps a checkpoint where the replay goes on in another block of days.
    func keep(_ checkpoint: Checkpoint, before next: Day) throws {
        guard let day = checkpoint.day, Self.block(day) != Self.block(next) else { return }
        try transaction.execute(
            "INSERT INTO checkpoints (user, day, sealed) VALUES (?, ?, ?) ON CONFLICT (user, day) DO UPDATE SET sealed = excluded.sealed",
            [user, day, try transaction.seal(checkpoint, user: user, table: "checkpoints", row: "\(day)")])
    }

    func drop(from day: Day) throws { try transaction.execute("DELETE FROM checkpoints WHERE user = ? AND day >= ?", [user, day]) }

    private static func block(_ day: Day) -> Int32 { day.number >> spacing.trailingZeroBitCount }
}
