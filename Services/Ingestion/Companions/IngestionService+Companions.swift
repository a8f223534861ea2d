import HealthFormats
import Messages
import Storage

/// What companions sent: bodies that could not be read, and the end of a device's records.
extension IngestionService {
    /// - Throws: `ServiceError(.invalid)` for an unknown companion.
    static func check(_ sender: CompanionSender?) throws {
        guard let sender, !Companions.all.contains(where: { $0.name == sender.companion }) else { return }
        throw ServiceError(
            .invalid,
            "There is no such companion; it is one of \(Companions.all.map { $0.name }.joined(separator: ", ")).")
    }

    func aside(_ request: AsideQuery) async throws -> AsideQuery.Reply {
        try await store.read { transaction in
            let rows = AsideRows(user: request.user, transaction: transaction)
            return AsideQuery.Reply(
                bodies: try rows.bodies(), bytes: try rows.bytes(), maximumBytes: AsideRows.maximumBytes)
        }
    }

    func remove(_ request: RemoveAside) async throws -> Empty {
        try await store.write { transaction in
            try transaction.check(request.user)
            try AsideRows(user: request.user, transaction: transaction).remove(request.id)
        }
        return Empty()
    }

    /// Records deleted by one request.
    private static let forgotten = 500

    func forget(_ request: ForgetCompanion) async throws -> ForgetCompanion.Reply {
        let now = clock()
        let told = try await store.write { transaction in
            try CompanionMerge(user: request.user, transaction: transaction, arrived: now).forget(
                request.device, limit: Self.forgotten
            ).count
        }
        if told > 0 { worker.nudge() }
        return ForgetCompanion.Reply(removed: Int64(told), hasMore: told == Self.forgotten)
    }

    /// Removes the upload of a companion's post that broke off or was too large; succeeds too where there is none.
    func discard(_ request: DiscardUpload) async throws -> Empty {
        let spool = SpoolFile(directory: spools, user: request.user, job: request.job)
        try await alone(with: spool, of: request.user) { store in
            let handle = try spool.locked(create: false)
            defer { withExtendedLifetime(handle) {} }
            let isRemoved = try WorkThread.wait {
                try await store.write { transaction in
                    let rows = ImportRows(user: request.user, transaction: transaction)
                    guard try rows.job(request.job)?.status.companion != nil else { return false }
                    return try rows.removeUpload(request.job)
                }
            }
            if isRemoved { spool.remove() }
        }
        return Empty()
    }
}
