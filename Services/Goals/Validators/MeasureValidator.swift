import GoalsCore
import Language
import Messages

/// Checks a measure (GOL-2).
enum MeasureValidator {
    /// - Throws: `ServiceError(.invalid)` with all wrong fields.
    static func form(_ measure: MeasureContent) throws {
        var checks = FieldChecks()
        checks.wording(title: measure.title, description: measure.detailedDescription, notes: measure.freeformNotes)
        checks.text("unit", measure.unit, FieldChecks.MaximumScalars.unit)
        if Optional(measure.unit).nonblank == nil { checks.add("unit", .textNeeded) }
        checks.choice("kind", measure.kind)
        if let factor = measure.factor, !factor.isFinite || factor < 1e-6 || factor > 1e9 {
            checks.add("factor", .outOfRange, low: 1e-6, high: 1e9)
        }
        if let known = measure.knownUnit {
            if let factor = measure.factor, factor != known.factor { checks.add("factor", .unitMismatch) }
        } else if isOfAnother(measure) {
            checks.add("unit", .unitMismatch)
        } else if measure.storedFactor == nil {
            checks.add("unit", .unitUnknown)
        }
        try checks.finish()
    }

    /// Whether a known unit measures something else. Cups and litres may be counted as things.
    private static func isOfAnother(_ measure: MeasureContent) -> Bool {
        guard let unit = MeasureUnit.named(measure.unit) else { return false }
        return measure.kind != .count || ![.count, .energy, .volume].contains(unit.kind)
    }
}
