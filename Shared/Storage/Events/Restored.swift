import Foundation
import GRDB
import Messages

/// A database was put back from a backup: what had ended since may be there again.
public struct Restored: Sendable, Equatable {
    /// The same in every database of one restore.
    public let id: EntityID
    public let at: Milliseconds
    public init(id: EntityID, at: Milliseconds) { (self.id, self.at) = (id, at) }
}

extension Store {
    /// Notes that this database comes from a backup, until its service has run its steps after a restore.
    public func markRestored(_ restored: Restored) async throws {
        try await write { try $0.execute("UPDATE storage_meta SET restored = ?, restored_at = ?", [restored.id, restored.at]) }
    }

    /// The restore after which the service's steps have not run yet.
    public func restored() async throws -> Restored? { try await read { try $0.restored() } }

    /// Runs the steps after a restore, all in the transaction that ends with the note being gone: a death repeats them, and of several processes one runs them.
    /// - Returns: the restore; nil where there is none, or where another process was faster.
    @discardableResult
    public func settleRestore(_ step: @escaping @Sendable (Transaction, Restored) throws -> Void) async throws -> Restored? {
        guard try await restored() != nil else { return nil }
        return try await write { transaction in
            guard let restored = try transaction.restored() else { return nil }
            try step(transaction, restored)
            try transaction.execute("UPDATE storage_meta SET restored = NULL, restored_at = NULL")
            return restored
        }
    }
}

extension Transaction {
    fileprivate func restored() throws -> Restored? {
        try row("SELECT restored, restored_at FROM storage_meta WHERE restored IS NOT NULL").map { Restored(id: $0["restored"], at: $0["restored_at"]) }
    }
}
