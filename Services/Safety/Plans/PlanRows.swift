import Foundation
import Messages
import Storage

/// One person's safety plan in a transaction, sealed.
struct PlanRows {
    let user: UserID
    let transaction: Transaction

    /// The empty plan if none is stored.
    func plan() throws -> SafetyPlan {
        guard let sealed = try transaction.value(Data.self, "SELECT body FROM plans WHERE user = ?", [user]) else {
            return SafetyPlan()
        }
        return try transaction.open(SafetyPlan.self, sealed, user: user, table: "plans", row: "")
    }

    func set(_ plan: SafetyPlan) throws {
        try transaction.execute(
            "INSERT INTO plans (user, body) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET body = excluded.body",
            [user, try transaction.seal(plan, user: user, table: "plans", row: "")])
    }
}
