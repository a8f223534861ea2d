import Foundation
import Messages
import Storage

/// A person's plans; at most one is active.
struct PlanRows {
    let user: UserID
    let transaction: Transaction

    func active() throws -> KeptPlan? {
        try transaction.row(
            "SELECT id, sealed FROM plans WHERE user = ? AND status = ?", [user, PlanStatus.active.rawValue]
        ).map(open)
    }

    /// Stores a plan, or replaces it.
    func put(_ kept: KeptPlan) throws {
        let sealed = try transaction.seal(kept, user: user, table: "plans", row: "\(kept.plan.id)")
        try transaction.execute(
            """
            INSERT INTO plans (user, id, number, status, sealed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user, id) DO UPDATE SET status = excluded.status, sealed = excluded.sealed
            """, [user, kept.plan.id, kept.number, kept.plan.status.rawValue, sealed])
    }

    /// Plans before a number, the latest first.
    func page(before number: Int64?, limit: Int) throws -> [KeptPlan] {
        try transaction.openPage(
            of: user, in: "plans", limit: limit, name: { "\(try $0["id"] as EntityID)" },
            read: { last, limit in
                try transaction.rows(
                    "SELECT id, number, sealed FROM plans WHERE user = ?1 AND (?2 IS NULL OR number < ?2) ORDER BY number DESC LIMIT ?3",
                    [user, try last.map { try $0["number"] as Int64 } ?? number, limit])
            }, open)
    }

    /// The plans that were in effect on a day of the range and can be opened, oldest first.
    func inEffect(_ range: ClosedRange<Day>) throws -> [KeptPlan] {
        var plans: [KeptPlan] = []
        try transaction.forEachRow("SELECT id, sealed FROM plans WHERE user = ? ORDER BY number DESC", [user]) { row in
            let id = (try? row["id"] as EntityID).map { "\($0)" }
            guard let kept = try transaction.openOne(of: user, in: "plans", row: id, { try open(row) }) else {
                return true
            }
            if kept.plan.weekStart <= range.upperBound { plans.append(kept) }
            // Earlier plans ended before this one began.
            return kept.plan.weekStart > range.lowerBound
        }
        return plans.reversed()
    }

    private func open(_ row: Row) throws -> KeptPlan {
        try transaction.open(
            KeptPlan.self, row["sealed"], user: user, table: "plans", row: "\(row["id"] as EntityID)")
    }
}
