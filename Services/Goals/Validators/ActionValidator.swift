import Messages

/// Checks an action (GOL-2).
enum ActionValidator {
    static let maximumMeasurements = 20
    static let maximumContributions = 50
    /// 31 days, in seconds.
    static let maximumSeconds = 31 * 86_400

    /// - Throws: `ServiceError(.invalid)` with all wrong fields.
    static func form(_ action: ActionContent, day: Day) throws {
        var checks = FieldChecks()
        checks.wording(title: action.title, description: action.detailedDescription, notes: action.freeformNotes)
        // Local days differ from those of UTC by one at most.
        let milliseconds =
            (Int64(FieldChecks.days.lowerBound.number) - 1)
            * 86_400_000...(Int64(FieldChecks.days.upperBound.number) + 2) * 86_400_000
        if !FieldChecks.days.contains(day) || !milliseconds.contains(action.start) {
            checks.add("start", .dayOutOfRange)
        }
        checks.number("duration", action.duration, 0...maximumSeconds)
        checks.count("measurements", action.measurements.count, maximumMeasurements)
        for (index, measurement) in action.measurements.prefix(maximumMeasurements).enumerated() {
            checks.amount("measurements[\(index)].value", measurement.value, mayBeZero: true)
        }
        checks.distinct(action.measurements.map(\.measure)) { "measurements[\($0)].measure" }
        checks.count("contributions", action.contributions.count, maximumContributions)
        for (index, contribution) in action.contributions.prefix(maximumContributions).enumerated() {
            checks.amount("contributions[\(index)].amount", contribution.amount)
        }
        checks.distinct(action.contributions.map { [$0.goal, $0.measure] }) { "contributions[\($0)].measure" }
        try checks.finish()
    }

    /// The second phase: every reference is to something of this person, and every contribution counts for a target.
    /// - Parameters:
    ///   - measure: nil for an unknown measure.
    ///   - targets: of a goal; nil for an unknown goal.
    /// - Throws: `ServiceError(.invalid)` with all wrong fields.
    static func references(
        _ action: ActionContent, measure: (EntityID) throws -> MeasureFacts?,
        targets: (EntityID) throws -> [Progress.Target]?
    ) throws {
        var checks = FieldChecks()
        for (index, measurement) in action.measurements.enumerated() {
            guard let facts = try measure(measurement.measure) else {
                checks.add("measurements[\(index)].measure", .unknownReference)
                continue
            }
            // Nothing may be of something, but no body weighs nothing.
            if facts.isLevel { checks.amount("measurements[\(index)].value", measurement.value) }
        }
        for (index, contribution) in action.contributions.enumerated() {
            let (facts, targets) = (try measure(contribution.measure), try targets(contribution.goal))
            if targets == nil { checks.add("contributions[\(index)].goal", .unknownReference) }
            if facts == nil { checks.add("contributions[\(index)].measure", .unknownReference) }
            guard let facts, let targets else { continue }
            if Progress.place(of: contribution.measure, facts, in: targets) == nil {
                checks.add("contributions[\(index)].measure", .unitMismatch)
            }
        }
        try checks.finish()
    }
}
