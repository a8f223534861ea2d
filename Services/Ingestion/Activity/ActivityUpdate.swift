import HealthFormats
import Messages
import Storage

/// Publishes totals, workouts, weight and intake of computed days that differ from the last ones (GOL-6, PLN-2).
struct ActivityUpdate {
    let steps: Steps
    let user: UserID
    /// Names of activities by note.
    let names: [UInt64: String]
    /// Marks the readings of this update: it computes what one import or post changed.
    private let batch = Int64.random(in: 1...Int64.max)
    /// Computed days that are not published yet.
    private var waiting: [DayActivity] = []

    /// Days compared or stored per transaction, as in `MetricsUpdate`.
    private static let page = 64

    init(steps: Steps, user: UserID, names: [UInt64: String]) {
        (self.steps, self.user, self.names) = (steps, user, names)
    }

    mutating func add(_ days: [DayActivity]) { waiting += days }

    /// - Parameters:
    ///   - first: earlier days keep waiting.
    ///   - stopped: checked between pages; true throws `CancellationError`, and a later run computes the days again.
    mutating func publish(from first: Day, stopped: () -> Bool) throws {
        let due = waiting.filter { $0.day >= first }.sorted { $0.day < $1.day }
        waiting.removeAll { $0.day >= first }
        let (user, names, batch) = (user, names, batch)
        for start in stride(from: 0, to: due.count, by: Self.page) {
            if stopped() { throw CancellationError() }
            let page = Array(due[start..<min(due.count, start + Self.page)])
            // Most days of an update are unchanged: they are compared without holding the database's writer.
            let changed =
                !steps.areCommitted
                ? page
                : try steps.read { transaction in
                    let rows = ActivityRows(user: user, transaction: transaction)
                    return try page.filter { try !rows.changes(to: $0, names: names, batch: batch).isEmpty }
                }
            guard !changed.isEmpty else { continue }
            try steps.write { transaction in
                let rows = ActivityRows(user: user, transaction: transaction)
                for day in changed { try rows.put(day, names: names, batch: batch) }
            }
        }
    }
}
