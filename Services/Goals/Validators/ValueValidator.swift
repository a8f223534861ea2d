import Messages

/// Checks a value (GOL-2).
enum ValueValidator {
    /// - Throws: `ServiceError(.invalid)` with all wrong fields.
    static func form(_ value: ValueContent) throws {
        var checks = FieldChecks()
        checks.wording(title: value.title, description: value.detailedDescription, notes: value.freeformNotes)
        checks.choice("level", value.level)
        checks.number("priority", value.priority, 1...100)
        checks.text("lifeDomain", value.lifeDomain, FieldChecks.MaximumScalars.title)
        checks.text("alignmentGuidance", value.alignmentGuidance, FieldChecks.MaximumScalars.description)
        try checks.finish()
    }
}
