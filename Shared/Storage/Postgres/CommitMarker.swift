import Messages
import SystemKit

/// The key of a row that a transaction adds with its other changes, so that its commit can be looked up after the
/// connection broke. Begins with the time, so that rows are added at one end of the index and old ones deleted at the
/// other.
struct CommitMarker: Hashable, Sendable, CustomStringConvertible {
    private let id: EntityID

    init(now: Milliseconds) {
        var random = SystemRandomNumberGenerator()
        self.init(now: now, using: &random)
    }

    init(now: Milliseconds, using random: inout some RandomNumberGenerator) {
        id = EntityID(high: UInt64(bitPattern: now), low: random.next())
    }

    /// 32 hexadecimal digits.
    var description: String { id.bytes.hexadecimal }
}
