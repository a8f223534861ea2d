/// The quantity that a measure counts. Values convert between units of one kind only.
public enum Quantity: UInt8, CaseIterable, Codable, Sendable {
    /// Things or times; canonical unit 1.
    case count = 1
    /// Canonical unit second.
    case duration = 2
    /// Canonical unit metre.
    case distance = 3
    /// Canonical unit kilogram.
    case mass = 4
    /// A share such as 80 %; canonical unit 1. Ratios are averaged, never added.
    case ratio = 5

    /// The unit that values are stored and compared in.
    public var canonical: MeasureUnit { MeasureUnit(kind: self, factor: 1) }
}

/// A unit of one kind, by its size in canonical units.
public struct MeasureUnit: Hashable, Sendable {
    /// The kind whose values it expresses.
    public let kind: Quantity
    /// Canonical units in one of this unit: 1000 for the kilometre. Finite and greater than 0.
    public let factor: Double

    /// Sizes between which sums of amounts stay finite.
    private static let sizes = 1e-9...1e9

    /// nil for a size that is no number or outside 10⁻⁹ … 10⁹.
    public init?(kind: Quantity, size factor: Double) {
        guard Self.sizes.contains(factor) else { return nil }
        self.init(kind: kind, factor: factor)
    }

    init(kind: Quantity, factor: Double) { (self.kind, self.factor) = (kind, factor) }

    /// The value in canonical units.
    public func canonical(_ value: Double) -> Double { value * factor }

    /// The value in this unit of an amount in canonical units.
    public func value(ofCanonical amount: Double) -> Double { amount / factor }

    /// The value in another unit; nil for a unit of another kind.
    public func convert(_ value: Double, to other: MeasureUnit) -> Double? {
        guard kind == other.kind else { return nil }
        return self == other ? value : value * factor / other.factor
    }

    // The yard and the pound as fixed by the international agreement of 1959.
    static let times = MeasureUnit(kind: .count, factor: 1)
    static let second = MeasureUnit(kind: .duration, factor: 1)
    static let minute = MeasureUnit(kind: .duration, factor: 60)
    static let hour = MeasureUnit(kind: .duration, factor: 3600)
    static let metre = MeasureUnit(kind: .distance, factor: 1)
    static let kilometre = MeasureUnit(kind: .distance, factor: 1000)
    static let mile = MeasureUnit(kind: .distance, factor: 1609.344)
    static let yard = MeasureUnit(kind: .distance, factor: 0.9144)
    static let foot = MeasureUnit(kind: .distance, factor: 0.3048)
    static let gram = MeasureUnit(kind: .mass, factor: 0.001)
    static let kilogram = MeasureUnit(kind: .mass, factor: 1)
    static let pound = MeasureUnit(kind: .mass, factor: 0.453_592_37)
    static let percent = MeasureUnit(kind: .ratio, factor: 0.01)
}

/// An amount in canonical units of its kind.
public struct Amount: Hashable, Sendable {
    /// The kind, which names the unit.
    public var kind: Quantity
    /// Canonical units: seconds, metres, kilograms, or the plain number.
    public var value: Double

    public init(_ kind: Quantity, _ value: Double) { (self.kind, self.value) = (kind, value) }
}
