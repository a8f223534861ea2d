import Foundation
import Messages
import Storage

/// A person's latest requests to plans.
struct PlanRequestRows {
    let user: UserID
    let transaction: Transaction

    /// Counts a request.
    /// - Returns: nil if it is within the limit; otherwise the milliseconds until the next one is.
    func admit(at now: Milliseconds) throws -> Milliseconds? {
        try transaction.check(user)
        let stored = try transaction.value(Data.self, "SELECT recent FROM plan_requests WHERE user = ?", [user])
        var window = stored.map { RequestWindow(bytes: $0) } ?? RequestWindow()
        if let wait = window.admit(at: now) { return wait }
        try transaction.execute(
            """
            INSERT INTO plan_requests (user, recent) VALUES (?, ?)
            ON CONFLICT (user) DO UPDATE SET recent = excluded.recent
            """, [user, Data(window.bytes)])
        return nil
    }
}
