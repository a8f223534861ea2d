import Foundation
import Messages

/// A restore of this database from a backup. Data deleted since the backup may exist again.
public struct Restored: Sendable, Equatable {
    /// Random id, equal in every database of one restore.
    public let id: EntityID
    /// When the restore happened.
    public let at: Milliseconds
    /// A restore with this id and time.
    public init(id: EntityID, at: Milliseconds) { (self.id, self.at) = (id, at) }
}

extension Store {
    /// Marks this database as restored until its service has run its post-restore steps. Throws as `write`.
    public func markRestored(_ restored: Restored) async throws {
        try await write {
            try $0.execute("UPDATE storage_meta SET restored = ?, restored_at = ?", [restored.id, restored.at])
        }
    }

    /// The restore whose post-restore steps are pending; nil if there is none.
    public func restored() async throws -> Restored? { try await read { try $0.restored() } }

    /// Runs the post-restore steps in the transaction that clears the mark: a crash repeats them, and only one of
    /// several processes runs them.
    /// - Returns: the restore; nil if there is none or another process ran the steps.
    /// - Throws: errors of `step`, which leave the mark in place.
    @discardableResult
    public func runRestoreSteps(_ step: @escaping @Sendable (Transaction, Restored) throws -> Void) async throws
        -> Restored?
    {
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
        try row("SELECT restored, restored_at FROM storage_meta WHERE restored IS NOT NULL").map {
            try Restored(id: $0["restored"], at: $0["restored_at"])
        }
    }
}
