import Messages

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
    /// Energy of food or of exercise; canonical unit kilocalorie.
    case energy = 6
    /// Drink; canonical unit millilitre.
    case volume = 7
    /// The weight of a body; canonical unit kilogram. A level: of several values the latest counts, never their sum.
    case bodyMass = 8

    /// The unit that values are stored and compared in.
    public var canonical: MeasureUnit { MeasureUnit(kind: self, factor: 1) }

    /// True if amounts of one measure of this kind convert to any other: a page is no session.
    public var converts: Bool { self != .count }
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

    init(kind: Quantity, factor: Double) {
        self.kind = kind
        self.factor = factor
    }

    /// The value in canonical units.
    public func canonical(_ value: Double) -> Double { value * factor }

    /// The value in this unit of an amount in canonical units.
    public func value(ofCanonical amount: Double) -> Double { amount / factor }

    /// The value in another unit; nil for a unit of another kind.
    public func convert(_ value: Double, to other: MeasureUnit) -> Double? {
        guard kind == other.kind else { return nil }
        return self == other ? value : value * factor / other.factor
    }

    // The yard and the mile as fixed by the international agreement of 1959.
    package static let times = MeasureUnit(kind: .count, factor: 1)
    package static let second = MeasureUnit(kind: .duration, factor: 1)
    package static let minute = MeasureUnit(kind: .duration, factor: 60)
    package static let hour = MeasureUnit(kind: .duration, factor: 3600)
    package static let metre = MeasureUnit(kind: .distance, factor: 1)
    package static let kilometre = MeasureUnit(kind: .distance, factor: 1000)
    package static let mile = MeasureUnit(kind: .distance, factor: 1609.344)
    package static let yard = MeasureUnit(kind: .distance, factor: 0.9144)
    package static let foot = MeasureUnit(kind: .distance, factor: 0.3048)
    package static let gram = MeasureUnit(kind: .mass, factor: 0.001)
    package static let kilogram = MeasureUnit(kind: .mass, factor: 1)
    package static let pound = MeasureUnit(kind: .mass, factor: BodyUnits.kilogramsPerPound)
    package static let percent = MeasureUnit(kind: .ratio, factor: 0.01)
    package static let kilocalorie = MeasureUnit(kind: .energy, factor: 1)
    package static let kilojoule = MeasureUnit(kind: .energy, factor: 1 / BodyUnits.kilojoulesPerKilocalorie)
    package static let millilitre = MeasureUnit(kind: .volume, factor: 1)
    package static let centilitre = MeasureUnit(kind: .volume, factor: 10)
    package static let decilitre = MeasureUnit(kind: .volume, factor: 100)
    package static let litre = MeasureUnit(kind: .volume, factor: 1_000)
}

extension MeasureUnit {
    /// Units by their symbol. Cup and pint are those of the United States unless `imp` says otherwise.
    package static let symbols: [String: MeasureUnit] = [
        "s": second, "min": minute, "h": hour, "d": MeasureUnit(kind: .duration, factor: 86_400),
        "m": metre, "km": kilometre, "cm": MeasureUnit(kind: .distance, factor: 0.01), "mi": mile, "yd": yard,
        "ft": foot, "kg": kilogram, "g": gram, "t": MeasureUnit(kind: .mass, factor: 1_000), "lb": pound, "%": percent,
        "kcal": kilocalorie, "kJ": kilojoule, "ml": millilitre, "cl": centilitre, "dl": decilitre, "l": litre,
        "fl oz": MeasureUnit(kind: .volume, factor: BodyUnits.millilitresPerFluidOunce),
        "cup": MeasureUnit(kind: .volume, factor: 8 * BodyUnits.millilitresPerFluidOunce),
        "pt": MeasureUnit(kind: .volume, factor: 16 * BodyUnits.millilitresPerFluidOunce),
        "imp fl oz": MeasureUnit(kind: .volume, factor: BodyUnits.millilitresPerImperialFluidOunce),
        "imp pt": MeasureUnit(kind: .volume, factor: 20 * BodyUnits.millilitresPerImperialFluidOunce),
    ]

    /// Units in which a body is weighed. Their symbols alone are those of a mass, or of none.
    private static let ofBody: [String: Double] = [
        "kg": 1, "lb": BodyUnits.kilogramsPerPound, "st": BodyUnits.kilograms(pounds: BodyUnits.poundsPerStone),
    ]

    /// The unit that a symbol means; nil for an unknown one.
    public static func named(_ symbol: String) -> MeasureUnit? { symbols[symbol] }

    /// The unit of a kind that a symbol means; nil for an unknown one, and for one of another kind.
    public static func named(_ symbol: String, of kind: Quantity) -> MeasureUnit? {
        guard kind != .bodyMass else { return ofBody[symbol].map { MeasureUnit(kind: kind, factor: $0) } }
        return symbols[symbol].flatMap { $0.kind == kind ? $0 : nil }
    }
}

/// An amount in canonical units of its kind.
public struct Amount: Hashable, Sendable {
    /// The kind, which names the unit.
    public var kind: Quantity
    /// Canonical units: seconds, metres, kilograms, kilocalories, millilitres, or the plain number.
    public var value: Double

    public init(_ kind: Quantity, _ value: Double) { (self.kind, self.value) = (kind, value) }
}
