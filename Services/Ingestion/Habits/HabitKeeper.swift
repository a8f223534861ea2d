import CoreMetrics
import Logging
import Messages
import Storage
import SystemKit

/// Notes every minute that this process runs, and counts from time to time the devices of the installation with a finding.
struct HabitKeeper {
    let store: Store
    let log: Logger
    let devices: Gauge
    var clock: @Sendable () -> Milliseconds = WallClock.milliseconds

    /// Notes from one count to the next.
    private static let notesPerCount = 15
    private static let usersPerPage = 100

    func run() async throws {
        let run = EntityID.random()
        let began = clock()
        var number = 0
        while true {
            do {
                let now = clock()
                let isFirst = number == 0
                try await store.write { transaction in
                    let rows = ServiceRunRows(transaction: transaction)
                    try rows.note(run, began: began, at: now)
                    if isFirst { try rows.trim() }
                }
                if number % Self.notesPerCount == 0 { devices.record(try await count()) }
            } catch let error where !(error is CancellationError) {
                log.error("Habits could not be kept.", metadata: ["reason": "\(ImportWorker.reason(error))"])
            }
            number += 1
            try await Task.sleep(for: .milliseconds(ServiceRunRows.interval))
        }
    }

    /// The devices of all people with a finding.
    func count() async throws -> Int {
        let now = clock()
        var (total, last): (Int, UserID?) = (0, nil)
        while true {
            let after = last
            let page = try await store.read {
                try HabitRows.users(after: after, limit: Self.usersPerPage, $0)
            }
            for user in page {
                do {
                    total += try await store.read {
                        try HabitRows(user: user, transaction: $0).devices(at: now).count {
                            !$0.findings.isEmpty && !$0.isReplaced
                        }
                    }
                } catch let error as ServiceError where error.code == .erased || error.code == .notFound {}
            }
            guard page.count == Self.usersPerPage else { return total }
            last = page.last
        }
    }
}
