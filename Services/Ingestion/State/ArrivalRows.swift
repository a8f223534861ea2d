import Foundation
import HealthFormats
import Messages
import Storage

/// When a person's data arrives, in a transaction.
struct ArrivalRows {
    let user: UserID
    let transaction: Transaction

    /// Nights that are kept.
    private static let nightsKept = 28

    /// Records the first arrival of a night's sleep.
    func note(night day: Day, at: Milliseconds) throws {
        try transaction.check(user)
        try transaction.execute(
            "INSERT INTO nights (user, day, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", [user, day, at])
        try transaction.execute(
            "DELETE FROM nights WHERE user = ?1 AND day NOT IN (SELECT day FROM nights WHERE user = ?1 ORDER BY day DESC LIMIT ?2)",
            [user, Self.nightsKept])
    }

    /// Newest first.
    func nights() throws -> [NightArrival] {
        let rows = try transaction.rows("SELECT day, at FROM nights WHERE user = ? ORDER BY day DESC", [user])
        return try transaction.openEach(rows, of: user, in: "nights", name: { "\(try $0["day"] as Day)" }) {
            try NightArrival(day: $0["day"], at: $0["at"])
        }.values
    }

    /// The kinds that daily metrics are made of.
    func kinds() throws -> [KindArrival] {
        let rows = SampleRows(user: user, transaction: transaction)
        var arrivals: [KindArrival] = []
        for kind in SampleKind.shown {
            var arrival = KindArrival(kind: kind.exported.name)
            for kind in kind == .sleep ? [kind, .sleepTotal] : [kind] {
                arrival.days = max(arrival.days, try rows.days(of: kind))
                guard let end = try rows.lastEnd(of: kind) else { continue }
                arrival.last = max(arrival.last ?? .min, end * 1000)
            }
            arrivals.append(arrival)
        }
        return arrivals
    }
}
