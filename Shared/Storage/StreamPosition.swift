/// How far a consumer got in one stream, and what it does with the next event. Pure, so that its laws are tested by the million:
/// whatever is dropped, repeated or reordered on the way, each event takes effect once and in order.
struct StreamPosition: Equatable, Sendable {
    /// The producer's epoch; numbers of another epoch do not count.
    private(set) var epoch: UInt64
    /// The last number applied.
    private(set) var last: UInt64

    init(epoch: UInt64, last: UInt64) { (self.epoch, self.last) = (epoch, last) }

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
    mutating func rebase(to base: UInt64) { last = max(last, base) }

    func decide(_ sequence: UInt64) -> Decision {
        if sequence <= last { return .acknowledge }
        return sequence - last == 1 ? .apply : .gap
    }

    mutating func advance() { last += 1 }
}
