import Messages

/// A content that a person writes, with its free texts for safety.
public protocol WrittenTexts {
    /// Its free texts.
    var texts: [String] { get }
}

extension GoalContent: WrittenTexts {
    /// Its free texts.
    public var texts: [String] {
        [title, detailedDescription, freeformNotes, actionPlan].compactMap(\.self) + targets.compactMap(\.notes)
            + milestones.flatMap { [$0.title, $0.detailedDescription, $0.freeformNotes].compactMap(\.self) }
            + obligations.flatMap {
                [$0.title, $0.detailedDescription, $0.freeformNotes, $0.toWhom, $0.consequence].compactMap(\.self)
            }
    }
}

extension TermContent: WrittenTexts {
    /// Its free texts.
    public var texts: [String] { [title, detailedDescription, freeformNotes, theme].compactMap(\.self) }
}

extension ActionContent: WrittenTexts {
    /// Its free texts.
    public var texts: [String] { [title, detailedDescription, freeformNotes].compactMap(\.self) }
}

extension ValueContent: WrittenTexts {
    /// Its free texts.
    public var texts: [String] {
        [title, detailedDescription, freeformNotes, lifeDomain, alignmentGuidance].compactMap(\.self)
    }
}

extension MeasureContent: WrittenTexts {
    /// Its free texts.
    public var texts: [String] { [title, detailedDescription, freeformNotes, unit].compactMap(\.self) }
}

extension ReviewContent: WrittenTexts {
    /// Its free texts.
    public var texts: [String] { [wentWell, gotInTheWay, nextWeek].compactMap(\.self) }
}

extension HealthRuleContent: WrittenTexts {
    /// Its free texts.
    public var texts: [String] { [title, activity].compactMap(\.self) }
}
