import GoalsCore
import Language
import Messages

extension MeasureContent {
    /// The quantity that the measure counts: energy or volume where a count names the unit of a plan's target, as
    /// earlier releases stored it.
    var quantityKind: MeasureKind {
        guard kind == .count else { return kind }
        return unit == "kcal" ? .energy : unit == "ml" ? .volume : kind
    }

    /// The unit that the service converts by itself; nil for one that it does not know.
    var knownUnit: MeasureUnit? { quantityKind.quantity.flatMap { MeasureUnit.named(unit, of: $0) } }

    /// Canonical units per unit, as it is stored; nil if the unit is not known and nothing says how it converts.
    var storedFactor: Double? {
        knownUnit?.factor ?? factor ?? (quantityKind == .count || quantityKind == .ratio ? 1 : nil)
    }

    /// The unit as tables write it: with the kind before it where the unit alone means another one.
    var tableUnit: String { kind == .bodyMass ? "\(kind):\(unit)" : unit }

    /// A measure as a table names it.
    init(title: String, tableUnit: String) {
        let parts = tableUnit.split(separator: ":", maxSplits: 1).map(String.init)
        if parts.count == 2, parts[0] == "\(MeasureKind.bodyMass)" {
            self.init(title: title, unit: parts[1], kind: .bodyMass)
        } else {
            let kind = MeasureUnit.named(tableUnit)?.kind
            self.init(title: title, unit: tableUnit, kind: kind.map { MeasureKind($0) } ?? .count)
        }
    }
}

/// A stored measure's part in sums.
struct MeasureFacts: Equatable {
    var kind: MeasureKind
    /// Canonical units per unit.
    var factor: Double

    /// Units of `other` per unit of this measure; nil if one does not convert to the other.
    func units(of other: MeasureFacts) -> Double? {
        kind == other.kind && kind.quantity?.converts ?? true ? factor / other.factor : nil
    }
}

extension MeasureFacts {
    init(_ measure: MeasureContent) { self.init(kind: measure.quantityKind, factor: measure.storedFactor ?? 1) }

    /// The same unit for the rules of `GoalsCore`; nil for an unknown kind or a factor beyond their range.
    var coreUnit: MeasureUnit? { kind.quantity.flatMap { MeasureUnit(kind: $0, size: factor) } }

    /// True if the latest value counts, and never a sum.
    var isLevel: Bool { kind == .bodyMass }
}

extension MeasureKind {
    /// The same kind for the rules of `GoalsCore`; nil for one of a later release.
    var quantity: Quantity? { UInt8(exactly: rawValue).flatMap(Quantity.init(rawValue:)) }

    init(_ quantity: Quantity) { self.init(rawValue: Int32(quantity.rawValue)) }
}
