import Foundation
import Messages
import Storage

/// The right to work on a person's samples, which one piece of work at a time has. On PostgreSQL a lease keeps other
/// machines away (`leased`), on this machine the kernel's lock on a file in the person's folder (`take`). Both are
/// released when the process ends: the lock immediately, the lease after its term.
struct PersonTurn: Sendable {
    let user: UserID
    /// `{data}/spool`.
    let spools: String

    init(_ user: UserID, spools: String) {
        self.user = user
        self.spools = spools
    }

    /// Runs `body` under the lease; an SQLite file needs none.
    /// - Parameter body: receives a store whose writes require the lease.
    /// - Returns: nil if another process has it.
    func leased<T: Sendable>(
        _ store: Store, _ body: @escaping @Sendable (Store) async throws -> T
    ) async throws -> T? {
        try await store.leased("samples of \(user)", of: user, body)
    }

    /// Takes the lock until the handle is released; nil if other work has it.
    func take() throws -> SpoolHandle? {
        let path = SpoolFile.turn(spools, user)
        let handle = try SpoolHandle(path, create: false) ?? SpoolHandle(path, create: true)
        return handle.flatMap { $0.lock() ? $0 : nil }
    }

    /// Like the other one, for work that changes what is stored already.
    /// - Throws: `ServiceError(.erased)` or `ServiceError(.notFound)` if no data of the person may be stored; no
    ///   folder is then created or left behind.
    func take(_ steps: Steps) throws -> SpoolHandle? {
        let user = user
        _ = try steps.read { try $0.dataKey(user) }
        guard let handle = try take() else { return nil }
        if try steps.read({ try $0.isErased(user) }) {
            // Erased between the check and the lock: the folder may have been created again.
            try? FileManager.default.removeItem(atPath: SpoolFile.directory(spools, user))
            throw ServiceError(.erased, "This account was erased; nothing is kept or accepted for it any more.")
        }
        return handle
    }
}
