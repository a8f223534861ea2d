import Messages

/// How far a consumer got in one stream, and what it does with the next event. Pure, so that its laws are tested by the million:
/// whatever is dropped, repeated or reordered on the way, each event takes effect once and in order.
struct StreamPosition: Equatable, Sendable {
    /// The producer's epoch; numbers of another epoch do not count.
    private(set) var epoch: UInt64
    /// The last number applied.
    private(set) var last: UInt64

    /// The event that had this number; nil where that is not known.
    private(set) var lastID: EntityID?

    init(epoch: UInt64, last: UInt64, lastID: EntityID? = nil) { (self.epoch, self.last, self.lastID) = (epoch, last, lastID) }

    enum Decision: Equatable {
        /// The next one: apply it, then `advance`.
        case apply
        /// Applied before.
        case acknowledge
        /// Events before it are missing.
        case gap
    }

    /// Call before the events of a slice.
    mutating func enter(epoch: UInt64) {
        guard epoch != self.epoch else { return }
        self = StreamPosition(epoch: epoch, last: 0)
    }

    /// The producer tells everything up to this number again under later ones.
    mutating func rebase(to base: UInt64) {
        guard base > last else { return }
        (last, lastID) = (base, nil)
    }

    /// Whether the number that was applied last belongs to another event now: its producer was set back to an older copy and gives numbers again.
    func contradicts(_ sequence: UInt64, _ id: EntityID) -> Bool { sequence == last && lastID.map { $0 != id } ?? false }

    func decide(_ sequence: UInt64) -> Decision {
        if sequence <= last { return .acknowledge }
        return sequence - last == 1 ? .apply : .gap
    }

    mutating func advance(to id: EntityID? = nil) { (last, lastID) = (last + 1, id) }
}
