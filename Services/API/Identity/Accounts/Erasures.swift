import Bus
import Messages
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
        try await store.write { try EraseJobRows(transaction: $0).add(user, Topology.services) }
        await work(on: user)
        return try await report(user)
    }

    func report(_ user: UserID) async throws -> EraseReport {
        let entries = try await store.read { try EraseJobRows(transaction: $0).entries(of: user, Topology.services) }
        guard !entries.isEmpty else { throw ServiceError(.notFound, "No erasure was asked for this account.") }
        return EraseReport(user: user, done: entries.allSatisfy(\.done), services: entries)
    }

    /// Retries open jobs every 5 s until cancelled.
    func run() async throws {
        while !Task.isCancelled {
            let open = try await store.read { try EraseJobRows(transaction: $0).open() }
            for user in open { await work(on: user) }
            try await Task.sleep(for: .seconds(5))
        }
    }

    private func work(on user: UserID) async {
        await withTaskGroup(of: Void.self) { group in
            for service in Topology.services {
                group.addTask {
                    guard let rows = try? await ask(service, user) else { return }
                    try? await store.write {
                        try EraseJobRows(transaction: $0).finish(user, service, rows: rows)
                    }
                }
            }
        }
    }

    /// Number of rows erased; nil if this service has already replied.
    private func ask(_ service: ServiceName, _ user: UserID) async throws -> Int64? {
        let done = try await store.read { try EraseJobRows(transaction: $0).isDone(user, service) }
        guard done == false else { return nil }
        if service == .api {
            let rows = try await store.erase(user) { try Accounts.prepareErasing(user, $0) }
            await erased()
            return rows
        }
        return try await bus.request(EraseUser(user: user), to: service, budget: .seconds(10)).rows
    }
}
