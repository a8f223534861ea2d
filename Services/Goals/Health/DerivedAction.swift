import Messages

/// An action as a rule makes it of a record. It is stored with the action, so that a later state of the record
/// changes only what the person has not.
struct DerivedAction: Message, Equatable {
    var day: Day
    var start: Milliseconds
    /// Seconds.
    var duration: Int64
    var title: String
    var measure: EntityID
    /// In the measure's unit, above 0.
    var amount: Double
    /// The goal that it counts for; nil for none.
    var goal: EntityID?
    enum CodingKeys: Int, CodingKey { case day = 1, start, duration, title, measure, amount, goal }

    /// A new action.
    var content: ActionContent {
        ActionContent(
            title: title, start: start, duration: duration,
            measurements: [MeasuredValue(measure: measure, value: amount)],
            contributions: contribution.map { [$0] } ?? [])
    }

    private var contribution: GoalContribution? {
        goal.map { GoalContribution(goal: $0, measure: measure, amount: amount) }
    }

    /// An action whose record changed: each part follows the record unless the person has edited it.
    /// - Parameters:
    ///   - before: the last derived state; nil while the record gave none.
    ///   - after: nil if the record gives none any more: its amount goes, the person's own parts stay.
    static func merged(_ content: ActionContent, _ day: Day, before: DerivedAction?, after: DerivedAction?) -> (
        content: ActionContent, day: Day
    ) {
        var (content, day) = (content, day)
        if let before, let after {
            if content.title == before.title { content.title = after.title }
            if (content.start, content.duration ?? 0, day) == (before.start, before.duration, before.day) {
                (content.start, content.duration, day) = (after.start, after.duration, after.day)
            }
        }
        let measurement = after.map { MeasuredValue(measure: $0.measure, value: $0.amount) }
        replace(
            before.map { MeasuredValue(measure: $0.measure, value: $0.amount) }, by: measurement,
            in: &content.measurements, isSame: { $0.measure == $1.measure })
        replace(
            before?.contribution, by: after?.contribution, in: &content.contributions,
            isSame: { $0.goal == $1.goal && $0.measure == $1.measure })
        return (content, day)
    }

    /// Replaces an entry that is still there unchanged. An entry that the person edited or removed stays as it is; no
    /// entry is added to another one for the same.
    private static func replace<Entry: Equatable>(
        _ before: Entry?, by after: Entry?, in entries: inout [Entry], isSame: (Entry, Entry) -> Bool
    ) {
        guard before != after else { return }
        let place = before.flatMap { entries.firstIndex(of: $0) }
        if before != nil, place == nil { return }
        if let place { entries.remove(at: place) }
        guard let after, !entries.contains(where: { isSame($0, after) }) else { return }
        entries.insert(after, at: place ?? entries.count)
    }
}
