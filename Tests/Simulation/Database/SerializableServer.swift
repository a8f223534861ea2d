@testable import Storage

/// A server with serializable transactions: a transaction works on the data as of its begin, and the server decides at
/// its commit whether the result is one of running all transactions one by one; if not, it has to run again.
struct SerializableServer {
    /// A transaction that others may be concurrent with.
    private struct Committed {
        let number: UInt64
        let read: Set<DiskRow>
        let changed: Set<DiskRow>
        /// A concurrent transaction changed what this one read, so this one takes effect before it.
        var isOvertaken = false
        /// A concurrent transaction read what this one changed, without the change.
        var isOvertaking = false
    }

    /// A row of `storage_commits`.
    enum Marker { case committed, void }

    /// Every transaction fails whose data were changed since its begin (Kung and Robinson 1981), as on CockroachDB.
    /// Otherwise those do that stand between two others that they cannot both follow (Cahill, Röhm and Fekete 2008),
    /// as on PostgreSQL: a transaction may take effect as if it had run earlier.
    let isStrict: Bool
    /// The number of commits so far.
    private(set) var now: UInt64 = 0
    private var changes: [DiskRow: UInt64] = [:]
    private var recent: [Committed] = []
    /// Number of the last transaction that is no longer in `recent`.
    private var forgotten: UInt64 = 0
    var markers: [CommitMarker: Marker] = [:]
    /// Transactions that share a lock of the lease's row, with the time at which the server ends their sessions.
    var leaseLocks: [CommitMarker: Int64] = [:]

    /// Incremented by each restart, which ends every session.
    var life = 0
    var downUntil: Int64 = 0
    /// By host: no packets pass until then.
    var cutUntil: [Int64]

    /// Transactions that are compared with new ones.
    private static let memory = 128

    init(isStrict: Bool, hosts: Int) {
        self.isStrict = isStrict
        cutUntil = Array(repeating: 0, count: hosts)
    }

    /// - Parameter begin: `now` at the begin of the transaction.
    /// - Returns: false if it has to run again.
    mutating func commit(read: Set<DiskRow>, changed: Set<DiskRow>, begin: UInt64) -> Bool {
        func isUnchanged(_ row: DiskRow) -> Bool { changes[row, default: 0] <= begin }
        guard changed.allSatisfy(isUnchanged) else { return false }
        if isStrict {
            guard read.allSatisfy(isUnchanged) else { return false }
            add(Committed(number: now + 1, read: [], changed: changed))
            return true
        }
        guard begin >= forgotten else { return false }
        var own = Committed(number: now + 1, read: read, changed: changed)
        let concurrent = recent.indices.filter { recent[$0].number > begin }
        let overtakers = concurrent.filter { !recent[$0].changed.isDisjoint(with: read) }
        let overtaken = concurrent.filter { !recent[$0].read.isDisjoint(with: changed) }
        (own.isOvertaken, own.isOvertaking) = (!overtakers.isEmpty, !overtaken.isEmpty)
        guard !(own.isOvertaken && own.isOvertaking), overtakers.allSatisfy({ !recent[$0].isOvertaken }),
            overtaken.allSatisfy({ !recent[$0].isOvertaking })
        else { return false }
        for index in overtakers { recent[index].isOvertaking = true }
        for index in overtaken { recent[index].isOvertaken = true }
        add(own)
        return true
    }

    /// Commits at READ COMMITTED: a serializable transaction notices it only if it changes one of these rows itself.
    mutating func commitRows(_ changed: Set<DiskRow>) {
        now += 1
        for row in changed { changes[row] = now }
    }

    func isLeaseLocked(at time: Int64) -> Bool { leaseLocks.values.contains { $0 > time } }

    /// Commits without regard to others, as at a lower isolation level.
    mutating func overwrite(_ changed: Set<DiskRow>) { add(Committed(number: now + 1, read: [], changed: changed)) }

    private mutating func add(_ transaction: Committed) {
        now = transaction.number
        for row in transaction.changed { changes[row] = now }
        guard !isStrict else { return }
        recent.append(transaction)
        if recent.count > 2 * Self.memory {
            forgotten = recent[Self.memory - 1].number
            recent.removeFirst(Self.memory)
        }
    }

    /// Tells whether the transaction with this marker was committed; if not, it cannot be any more.
    mutating func lookUp(_ marker: CommitMarker) -> Marker {
        let found = markers[marker] ?? .void
        markers[marker] = found
        return found
    }
}
