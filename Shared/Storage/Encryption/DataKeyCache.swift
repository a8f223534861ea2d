import Crypto
import Foundation
import Messages
import Synchronization

/// A small sealed value and its address.
struct SealedPlace: Hashable {
    let sealed: Data
    let user: UserID
    let table: String
    let row: String
}

/// Service, clock and keys for the transactions of a store. Caches unwrapped data keys.
final class DataKeyCache: Sendable {
    let service: ServiceName
    let now: @Sendable () -> Milliseconds
    /// The damaged rows that this process met.
    let damage = DamageLedger()
    private let master: Mutex<MasterKey>
    private let unwrapped = Mutex<[UserID: (wrapped: Data, key: DataKey)]>([:])
    private let proofs = Mutex(
        (key: RowKey(SymmetricKey(size: .bits256)), check: Data(), state: RowProofs.hidden))
    let refusedRows = RefusedRows()
    private let hiding = Atomic(false)

    private let opened = Mutex<[SealedPlace: Data]>([:])

    /// Entries in each cache; about 250 bytes each.
    private static let limit = 1024

    init(service: ServiceName, key: MasterKey, now: @escaping @Sendable () -> Milliseconds) {
        (self.service, self.now) = (service, now)
        master = Mutex(key)
    }

    var key: MasterKey { master.withLock { $0 } }

    /// The key of the proofs of rows, set once the database is open.
    var rowKey: RowKey { proofs.withLock { $0.key } }
    func adopt(rowKey: RowKey) { proofs.withLock { $0.key = rowKey } }

    /// What the check of a database states about proofs; nil if it was made with another key.
    func rowProofs(_ check: Data) -> RowProofs? {
        if let known = proofs.withLock({ $0.check == check ? $0.state : nil }) { return known }
        guard let state = key.rowProofs(check, service: service) else { return nil }
        proofs.withLock { ($0.check, $0.state) = (check, state) }
        return state
    }

    /// True for good once the database hides content (`Transaction.hidesContent`).
    var hidesContent: Bool { hiding.load(ordering: .relaxed) }
    func noteHiding() { hiding.store(true, ordering: .relaxed) }

    /// Implements `Store.refreshMasterKey`.
    func refresh() throws -> Bool {
        let before = key
        let fresh = try before.refreshed()
        guard fresh.ids != before.ids else { return false }
        master.withLock { $0 = fresh }
        return true
    }

    /// Loads the master key that the database names, if it is not known: another process adopted a new key before this
    /// one read the file.
    func follow(_ id: MasterKeyID) throws {
        let before = key
        guard !before.knows(id) else { return }
        let fresh = try before.reloaded()
        guard fresh.knows(id) else {
            throw StorageError(
                .wrongMasterKey,
                "The master key \(before.path) is not the one that \(service)'s database follows; restart Pulsum with that key."
            )
        }
        master.withLock { $0 = fresh }
    }

    /// Unwraps a data key from a row of `storage_keys`. A cached key is valid only while the row's bytes are unchanged.
    /// - Throws: `StorageError` if the row was altered or belongs to another user.
    func unwrap(_ wrapped: Data, of user: UserID) throws -> DataKey {
        if let known = unwrapped.withLock({ $0[user] }), known.wrapped == wrapped { return known.key }
        let key = try key.unwrap(wrapped, service: service, user: user)
        unwrapped.withLock { unwrapped in
            if unwrapped.count >= Self.limit { unwrapped.removeAll() }
            unwrapped[user] = (wrapped, key)
        }
        return key
    }

    /// What `Transaction.openKept` opened.
    func opened(_ place: SealedPlace) -> Data? { opened.withLock { $0[place] } }

    func keep(_ bytes: Data, _ place: SealedPlace) {
        opened.withLock { opened in
            if opened.count >= Self.limit { opened.removeAll() }
            opened[place] = bytes
        }
    }

    /// Drops the cached key, the opened values and the damaged rows of an erased user.
    func forget(_ user: UserID) {
        unwrapped.withLock { $0[user] = nil }
        opened.withLock { opened in opened = opened.filter { $0.key.user != user } }
        damage.forget(user)
    }
}
