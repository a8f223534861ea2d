import Messages

/// A consumer's position in one stream and its decision about the next event. Pure, so that its laws are tested with
/// millions of cases: however deliveries are dropped, repeated or reordered, each event takes effect once and in order.
struct StreamPosition: Equatable, Sendable {
    /// The producer's epoch; numbers of other epochs are not comparable.
    private(set) var epoch: UInt64
    /// Number of the last applied event.
    private(set) var last: UInt64

    /// Id of the event with the number `last`; nil if unknown.
    private(set) var lastID: EntityID?

    init(epoch: UInt64, last: UInt64, lastID: EntityID? = nil) {
        (self.epoch, self.last, self.lastID) = (epoch, last, lastID)
    }

    enum Decision: Equatable {
        /// It is the next event: apply it, then `advance`.
        case apply
        /// It was applied before.
        case acknowledge
        /// Events before it are missing.
        case gap
    }

    /// Resets the position if the epoch is new. Call before the events of a slice.
    mutating func enter(epoch: UInt64) {
        guard epoch != self.epoch else { return }
        self = StreamPosition(epoch: epoch, last: 0)
    }

    /// Events numbered ≤ `base` are re-sent under higher numbers; a consumer behind `base` may skip to it.
    mutating func rebase(to base: UInt64) {
        guard base > last else { return }
        (last, lastID) = (base, nil)
    }

    /// True if the last applied number now belongs to another event: the producer was restored from an older copy and
    /// reuses numbers.
    func contradicts(_ sequence: UInt64, _ id: EntityID) -> Bool {
        sequence == last && lastID.map { $0 != id } ?? false
    }

    func decide(_ sequence: UInt64) -> Decision {
        if sequence <= last { return .acknowledge }
        return sequence - last == 1 ? .apply : .gap
    }

    mutating func advance(to id: EntityID? = nil) { (last, lastID) = (last + 1, id) }
}
