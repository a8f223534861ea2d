import Messages

/// A content that a person writes, with its free texts for safety.
protocol WrittenTexts {
    var texts: [String] { get }
}

extension GoalContent: WrittenTexts {
    var texts: [String] {
        [title, detailedDescription, freeformNotes, actionPlan].compactMap(\.self) + targets.compactMap(\.notes)
            + milestones.flatMap { [$0.title, $0.detailedDescription, $0.freeformNotes].compactMap(\.self) }
            + obligations.flatMap {
                [$0.title, $0.detailedDescription, $0.freeformNotes, $0.toWhom, $0.consequence].compactMap(\.self)
            }
    }
}

extension TermContent: WrittenTexts {
    var texts: [String] { [title, detailedDescription, freeformNotes, theme].compactMap(\.self) }
}

extension ActionContent: WrittenTexts {
    var texts: [String] { [title, detailedDescription, freeformNotes].compactMap(\.self) }
}

extension ValueContent: WrittenTexts {
    var texts: [String] {
        [title, detailedDescription, freeformNotes, lifeDomain, alignmentGuidance].compactMap(\.self)
    }
}

extension MeasureContent: WrittenTexts {
    var texts: [String] { [title, detailedDescription, freeformNotes, unit].compactMap(\.self) }
}

extension ReviewContent: WrittenTexts {
    var texts: [String] { [wentWell, gotInTheWay, nextWeek].compactMap(\.self) }
}
