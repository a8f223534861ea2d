import Messages
import Synchronization

/// A cache of data keys, erased users, stream numbers and the state of the database for this process's single writing connection to SQLite. It is
/// valid until a rollback, an erasure, or a commit by another connection, which `PRAGMA data_version` reports; SQLite's
/// page cache follows the same rule. A read transaction, and each transaction on PostgreSQL, has a cache of its own.
final class WriterCache: Sendable {
    private struct State {
        /// `data_version` as of the last transaction; nil if that was not committed.
        var version: Int64?
        var current: Int64?
        var keys: [UserID: DataKey] = [:]
        var numbers: [RelayCore.Lane: Int64] = [:]
        /// Whether each user looked up was erased.
        var erased: [UserID: Bool] = [:]
        /// Nil if it is not known.
        var hidesContent: Bool?

        var count: Int { keys.count + numbers.count + erased.count }
        mutating func forget() { (keys, numbers, erased, hidesContent) = ([:], [:], [:], nil) }
    }

    private let state = Mutex(State())

    /// Entries in the cache; about 250 bytes each.
    private static let limit = 4096

    /// Call first in each write transaction.
    /// - Parameter version: `PRAGMA data_version`.
    func enter(_ version: Int64?) {
        state.withLock { state in
            if state.version == nil || state.version != version || state.count > Self.limit {
                state.forget()
            }
            (state.version, state.current) = (nil, version)
        }
    }

    /// Call after its commit.
    func leave() { state.withLock { $0.version = $0.current } }

    /// Call after a rollback or an erasure.
    func forget() { state.withLock { $0.forget() } }

    func key(_ user: UserID) -> DataKey? { state.withLock { $0.keys[user] } }
    func note(_ key: DataKey, of user: UserID) { state.withLock { $0.keys[user] = key } }

    /// Nil if it is not known.
    func isErased(_ user: UserID) -> Bool? { state.withLock { $0.erased[user] } }
    func note(isErased: Bool, _ user: UserID) { state.withLock { $0.erased[user] = isErased } }

    /// Nil if it is not known.
    var hidesContent: Bool? { state.withLock { $0.hidesContent } }
    func note(hidesContent: Bool) { state.withLock { $0.hidesContent = hidesContent } }

    /// A person that the transactions so far concerned.
    var person: UserID? { state.withLock { $0.keys.keys.first ?? $0.erased.keys.first } }

    /// The last number assigned in a stream.
    func number(_ lane: RelayCore.Lane) -> Int64? { state.withLock { $0.numbers[lane] } }
    func note(_ number: Int64, of lane: RelayCore.Lane) { state.withLock { $0.numbers[lane] = number } }
}
