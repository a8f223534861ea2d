import GoalsCore
import Messages

/// Units that the service converts by itself: exact factors to the canonical unit of their kind (seconds, metres,
/// kilograms, 1). The mile and the pound are those of the international yard and pound agreement of 1959.
enum Units {
    static let known: [String: (kind: MeasureKind, factor: Double)] = [
        "s": (.duration, 1), "min": (.duration, 60), "h": (.duration, 3_600), "d": (.duration, 86_400),
        "m": (.distance, 1), "km": (.distance, 1_000), "cm": (.distance, 0.01), "mi": (.distance, 1_609.344),
        "yd": (.distance, 0.9144), "ft": (.distance, 0.3048),
        "kg": (.mass, 1), "g": (.mass, 0.001), "t": (.mass, 1_000), "lb": (.mass, 0.45359237),
        "%": (.ratio, 0.01),
        // The targets of plans; counts, so neither converts to anything else.
        "kcal": (.count, 1), "ml": (.count, 1),
    ]

    /// True if amounts of one measure of this kind convert to any other: a page is no session.
    static func converts(_ kind: MeasureKind) -> Bool { kind != .count }

    /// The factor that is stored with a measure.
    /// - Returns: nil if the unit is not known and nothing says how it converts.
    static func factor(_ content: MeasureContent) -> Double? {
        if let known = known[content.unit] { return known.factor }
        return content.factor ?? (content.kind == .count || content.kind == .ratio ? 1 : nil)
    }
}

/// A stored measure's part in sums.
struct MeasureFacts: Equatable {
    var kind: MeasureKind
    /// Canonical units per unit.
    var factor: Double

    /// Units of `other` per unit of this measure; nil if one does not convert to the other.
    func units(of other: MeasureFacts) -> Double? {
        kind == other.kind && Units.converts(kind) ? factor / other.factor : nil
    }
}

extension MeasureFacts {
    /// The same unit for the rules of `GoalsCore`; nil for an unknown kind or a factor beyond their range.
    var coreUnit: MeasureUnit? { kind.quantity.flatMap { MeasureUnit(kind: $0, size: factor) } }
}

extension MeasureKind {
    /// The same kind for the rules of `GoalsCore`; nil for one of a later release.
    var quantity: Quantity? { UInt8(exactly: rawValue).flatMap(Quantity.init(rawValue:)) }

    init(_ quantity: Quantity) { self.init(rawValue: Int32(quantity.rawValue)) }
}
