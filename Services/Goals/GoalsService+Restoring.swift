import Messages
import Storage
import SystemKit

/// Deleted entries that come back (GOL-1).
extension GoalsService {
    /// - Throws: errors as of `RestoreDeleted`.
    func restore(_ request: RestoreDeleted, id: RequestID) async throws -> Empty {
        guard DeletedKind.names.contains(where: { $0.value == request.kind }) else {
            throw ServiceError(
                .invalid, "kind is one of \(DeletedKind.names.map(\.name).joined(separator: ", ")).")
        }
        let now = self.now()
        return try await store.command(id, user: request.user) { transaction in
            try RestoreCoordinator(user: request.user, in: transaction).restore(request, now: now)
            return Empty()
        }
    }

    /// Removes the entries whose time has passed.
    /// - Returns: false if there were none.
    @discardableResult
    func purgeDeleted() async throws -> Bool {
        let now = self.now()
        guard try await store.read({ try DeletedRows.hasExpired(now: now, $0) }) else { return false }
        try await store.write { try DeletedRows.purge(now: now, $0) }
        return true
    }

    /// Removes entries whose time has passed until cancelled.
    func runPurges(pause: Duration = .seconds(30)) async throws {
        while !Task.isCancelled {
            do {
                try await purgeDeleted()
            } catch let error where !(error is CancellationError) {
                log.error("Deleted entries wait.", metadata: ["error": "\(ServiceError.logText(error))"])
            }
            try await Task.sleep(for: pause)
        }
    }
}
