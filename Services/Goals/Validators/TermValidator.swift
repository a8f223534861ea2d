import Messages

/// Checks a term (GOL-2).
enum TermValidator {
    static let maximumGoals = 500

    /// The last day of a term.
    static func end(_ term: TermContent) -> Day {
        // The form refuses days at which this would overflow.
        term.end ?? (FieldChecks.days.contains(term.start) ? term.start.advanced(by: TermContent.days - 1) : term.start)
    }

    /// - Parameter isClosed: whether the stored term was completed.
    /// - Throws: `ServiceError(.invalid)` with all wrong fields.
    static func form(_ term: TermContent, isClosed: Bool) throws {
        var checks = FieldChecks()
        checks.text("title", term.title, FieldChecks.MaximumScalars.title)
        checks.text("detailedDescription", term.detailedDescription, FieldChecks.MaximumScalars.description)
        checks.text("freeformNotes", term.freeformNotes, FieldChecks.MaximumScalars.notes)
        checks.text("theme", term.theme, FieldChecks.MaximumScalars.title)
        checks.day("start", term.start)
        checks.day("end", end(term))
        if FieldChecks.days.contains(term.start), end(term) <= term.start { checks.add("end", .endBeforeStart) }
        checks.number("number", term.number, 1...9_999)
        checks.choice("status", term.status)
        if term.status == .completed, !isClosed { checks.add("status", .closeInstead) }
        checks.count("goals", term.goals.count, maximumGoals)
        checks.distinct(term.goals) { "goals[\($0)]" }
        try checks.finish()
    }

    /// A stored term other than the one that is saved.
    struct Neighbour {
        var number: Int32
        var days: ClosedRange<Day>
        var status: TermStatus
    }

    /// The second phase.
    /// - Parameter others: the person's other terms.
    /// - Throws: `ServiceError(.invalid)` with all wrong fields.
    static func references(
        _ term: TermContent, as status: TermStatus, others: [Neighbour], hasGoal: (EntityID) throws -> Bool
    ) throws {
        var checks = FieldChecks()
        if let number = term.number, others.contains(where: { $0.number == number }) {
            checks.add("number", .numberTaken)
        }
        let days = term.start...end(term)
        if status != .cancelled, others.contains(where: { $0.status != .cancelled && $0.days.overlaps(days) }) {
            checks.add("start", .overlapping)
        }
        for (index, goal) in term.goals.enumerated() where try !hasGoal(goal) {
            checks.add("goals[\(index)]", .unknownReference)
        }
        try checks.finish()
    }

    /// - Throws: `ServiceError(.invalid)` for an empty or too long reflection.
    static func reflection(_ text: String) throws {
        var checks = FieldChecks()
        checks.text("reflection", text, FieldChecks.MaximumScalars.notes)
        if Optional(text).nonblank == nil { checks.add("reflection", .textNeeded) }
        try checks.finish()
    }
}
