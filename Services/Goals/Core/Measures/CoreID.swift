import Messages

/// An identifier of a goal, rule, measure or source, without its type: the rules compare identifiers only.
public struct CoreID: Identifier {
    /// The first eight bytes, big endian.
    public let high: UInt64
    /// The last eight bytes, big endian.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// The same bytes as another identifier.
    public init(_ other: some Identifier) { self.init(high: other.high, low: other.low) }
}
