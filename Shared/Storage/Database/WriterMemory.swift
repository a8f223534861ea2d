import GRDB
import Messages
import Synchronization

/// What the only connection of this process that writes has read or written of keys and streams. It stands for the rows for as long as nothing was taken back
/// and no other connection has committed, which SQLite tells (`PRAGMA data_version`); it keeps its own pages by the same rule.
final class WriterMemory: Sendable {
    private struct State {
        /// The database's as of the last transaction; nil where that was not committed.
        var version: Int64?
        var current: Int64?
        var keys: [UserID: DataKey] = [:]
        var numbers: [RelayCore.Lane: Int64] = [:]

        mutating func forget() { (keys, numbers) = ([:], [:]) }
    }

    private let state = Mutex(State())

    /// Bounds what is kept; about 250 bytes each.
    private static let limit = 4096

    /// Call in each transaction that writes, before anything else.
    func enter(_ db: Database) throws {
        let version = try db.first("PRAGMA data_version", []) { $0.integer(0) }
        state.withLock { state in
            if state.version == nil || state.version != version || state.keys.count + state.numbers.count > Self.limit { state.forget() }
            (state.version, state.current) = (nil, version)
        }
    }

    /// Call once it is committed.
    func leave() { state.withLock { $0.version = $0.current } }

    /// Call where something was taken back or deleted.
    func forget() { state.withLock { $0.forget() } }

    func key(_ user: UserID) -> DataKey? { state.withLock { $0.keys[user] } }
    func note(_ key: DataKey, of user: UserID) { state.withLock { $0.keys[user] = key } }

    /// The last number given out in a stream.
    func number(_ lane: RelayCore.Lane) -> Int64? { state.withLock { $0.numbers[lane] } }
    func note(_ number: Int64, of lane: RelayCore.Lane) { state.withLock { $0.numbers[lane] = number } }
}
