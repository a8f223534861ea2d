import Foundation
import Messages
import Synchronization

/// What every transaction of a store needs.
final class Vault: Sendable {
    let service: ServiceName
    let now: @Sendable () -> Milliseconds
    private let master: Mutex<MasterKey>
    private let unwrapped = Mutex<[UserID: (wrapped: Data, key: DataKey)]>([:])

    /// Bounds what is kept in memory; about 250 bytes each.
    private static let limit = 1024

    init(service: ServiceName, key: MasterKey, now: @escaping @Sendable () -> Milliseconds) {
        (self.service, self.now) = (service, now)
        master = Mutex(key)
    }

    var key: MasterKey { master.withLock { $0 } }

    /// See `Store.refreshMasterKey`.
    func refresh() throws -> Bool {
        let before = key
        let fresh = try before.refreshed()
        guard fresh.ids != before.ids else { return false }
        master.withLock { $0 = fresh }
        return true
    }

    /// Makes sure of a key that a row of the database names: another process has taken up a new master key before this one looked at its file.
    func follow(_ id: MasterKeyID) throws {
        let before = key
        guard !before.knows(id) else { return }
        let fresh = try before.reloaded()
        guard fresh.knows(id) else {
            throw StorageError(
                .wrongMasterKey, "The master key \(before.path) is not the one that \(service)'s database follows; restart Pulsum with that key.")
        }
        master.withLock { $0 = fresh }
    }

    /// The data key in a row of `storage_keys`. One that was unwrapped before is kept beside its row's bytes, and counts only as long as the row says the same.
    /// - Throws: `StorageError` where the row was altered or belongs to somebody else.
    func unwrap(_ wrapped: Data, of user: UserID) throws -> DataKey {
        if let known = unwrapped.withLock({ $0[user] }), known.wrapped == wrapped { return known.key }
        let key = try key.unwrap(wrapped, service: service, user: user)
        unwrapped.withLock { unwrapped in
            if unwrapped.count >= Self.limit { unwrapped.removeAll() }
            unwrapped[user] = (wrapped, key)
        }
        return key
    }

    /// Their row is gone for good.
    func forget(_ user: UserID) { unwrapped.withLock { $0[user] = nil } }
}
