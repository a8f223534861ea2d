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
    /// - Parameter after: the latest instant of the database that is known (`ErasureLog.instant`), which it need not have
    ///   from here on.
    public func markRestored(_ restored: Restored, after: Int64 = 0) async throws {
        try await write { transaction in
            try transaction.execute(
                "UPDATE storage_meta SET restored = ?, restored_at = ?, last_restore = ?",
                [restored.id, restored.at, restored.id])
            if transaction.spansMachines {
                _ = try ErasureLog.advance(transaction.session, after: after, isAccepted: true)
            }
        }
    }

    /// Verifies that the database is still in use, was not restored since it was opened and, on a server, is not older
    /// than what this machine knows; records erasures and instants that other machines noted there.
    /// - Parameter advances: notes the present instant too, by which an older database on a server is noticed later.
    /// - Throws: `StorageError(.moved)`; `StorageError(.restored)` if it is older; `StorageError(.replaced)` if it was
    ///   restored, also if another process has run the post-restore steps; `StorageError(.missing)` if its file is gone;
    ///   errors as of the type.
    public func checkDatabase(advances: Bool) async throws {
        try engine.requirePresent()
        let (place, identity, erasureLog) = ("\(address)", engine.identity, erasureLog)
        // Before the transaction, whose snapshot lacks what is noted during it.
        let known = try erasureLog?.refresh()
        try await read(isSerial: false) { transaction in
            try MoveMark.check(transaction.session, place: place)
            if let known { try erasureLog?.follow(transaction.session, knowing: known, place: place) }
            try identity.check(transaction.session, place: place)
        }
        if advances { try await noteInstant() }
    }

    /// Notes the present instant in a database on a server and on this machine, which refuses a database restored to an
    /// earlier one. Throws as `write`.
    public func noteInstant() async throws {
        guard let erasureLog else { return }
        let instant = try await write { try ErasureLog.advance($0.session) }
        try erasureLog.append(instant: instant)
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
    /// True until the service has run its post-restore steps: what ended since the backup is still in the database.
    public var isRestorePending: Bool { get throws { try restored() != nil } }

    fileprivate func restored() throws -> Restored? {
        try row("SELECT restored, restored_at FROM storage_meta WHERE restored IS NOT NULL").map {
            try Restored(id: $0["restored"], at: $0["restored_at"])
        }
    }
}
