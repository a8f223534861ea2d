import GRDB
import Messages
import Bus
import Storage

/// Durable erase jobs, retried until every service has replied (OWN-1).
struct Erasures: Sendable {
    let store: Store
    let bus: any Requesting
    /// Called after this service erased its own data, which may have been the last account.
    var erased: @Sendable () async -> Void = {}

    /// Records the job, then requests the erasure from every service once. A service that is down is reported as
    /// pending; `run` retries it.
    func start(_ user: UserID) async throws -> EraseReport {
        try await store.write { transaction in
            for service in Topology.services {
                try transaction.db.execute(
                    sql: "INSERT OR IGNORE INTO erase_jobs (subject, service, done, erased) VALUES (?, ?, 0, 0)",
                    arguments: [user, service.rawValue])
            }
        }
        await work(on: user)
        return try await report(user)
    }

    func report(_ user: UserID) async throws -> EraseReport {
        let entries = try await store.read { transaction in
            try Row.fetchAll(
                transaction.db, sql: "SELECT service, done, erased FROM erase_jobs WHERE subject = ? ORDER BY rowid",
                arguments: [user]
            ).map {
                EraseReport.Entry(service: ServiceName(rawValue: $0["service"]), done: $0["done"], rows: $0["erased"])
            }
        }
        guard !entries.isEmpty else { throw ServiceError(.notFound, "No erasure was asked for this account.") }
        return EraseReport(user: user, done: entries.allSatisfy(\.done), services: entries)
    }

    /// Retries open jobs every 5 s until cancelled.
    func run() async throws {
        while !Task.isCancelled {
            let open = try await store.read {
                try UserID.fetchAll($0.db, sql: "SELECT DISTINCT subject FROM erase_jobs WHERE done = 0")
            }
            for user in open { await work(on: user) }
            try await Task.sleep(for: .seconds(5))
        }
    }

    private func work(on user: UserID) async {
        await withTaskGroup(of: Void.self) { group in
            for service in Topology.services {
                group.addTask {
                    guard let rows = try? await ask(service, user) else { return }
                    try? await store.write { transaction in
                        try transaction.db.execute(
                            sql:
                                "UPDATE erase_jobs SET done = 1, erased = ? WHERE subject = ? AND service = ? AND done = 0",
                            arguments: [rows, user, service.rawValue])
                    }
                }
            }
        }
    }

    /// Number of rows erased; nil if this service has already replied.
    private func ask(_ service: ServiceName, _ user: UserID) async throws -> Int64? {
        let done = try await store.read { transaction in
            try Bool.fetchOne(
                transaction.db, sql: "SELECT done FROM erase_jobs WHERE subject = ? AND service = ?",
                arguments: [user, service.rawValue])
        }
        guard done == false else { return nil }
        if service == .api {
            let rows = try await store.erase(user) { try Accounts.prepareErasing(user, $0) }
            await erased()
            return rows
        }
        return try await bus.request(EraseUser(user: user), to: service, budget: .seconds(10)).rows
    }
}
