import Foundation
import Messages
import Synchronization

/// What every transaction of a store needs.
final class Vault: Sendable {
    let service: ServiceName
    let key: MasterKey
    let now: @Sendable () -> Milliseconds
    private let unwrapped = Mutex<[UserID: (wrapped: Data, key: DataKey)]>([:])

    /// Bounds what is kept in memory; about 250 bytes each.
    private static let limit = 1024

    init(service: ServiceName, key: MasterKey, now: @escaping @Sendable () -> Milliseconds) { (self.service, self.key, self.now) = (service, key, now) }

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
