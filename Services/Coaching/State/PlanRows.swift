import Foundation
import Messages
import Storage

/// One person's plan as plans last sent it, in a transaction.
struct PlanRows {
    let user: UserID
    let transaction: Transaction

    /// nil before the first.
    func latest() throws -> PlanUpdated? {
        guard let sealed = try transaction.value(Data.self, "SELECT body FROM plans WHERE user = ?", [user]) else {
            return nil
        }
        return try transaction.open(PlanUpdated.self, sealed, user: user, table: "plans", row: "")
    }

    /// Stores a plan unless a newer one is stored.
    func put(_ plan: PlanUpdated) throws {
        guard plan.revision > (try latest()?.revision ?? 0) else { return }
        try transaction.execute(
            "INSERT INTO plans (user, body) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET body = excluded.body",
            [user, try transaction.seal(plan, user: user, table: "plans", row: "")])
    }

    /// Deletes the plan.
    func forget() throws { try transaction.execute("DELETE FROM plans WHERE user = ?", [user]) }
}
