import Messages

/// The goals with which a question is answered.
public struct PersonGoals: Sendable {
    /// Pursued goals by target date.
    public var goals: [Goal]
    /// The person's measures by id.
    public var measures: [EntityID: MeasureContent]
    /// Actions of the current ISO week up to today.
    public var actions: [Action]
    /// True while a crisis verdict is in effect: no amount and no date is named.
    public var isQuiet: Bool

    /// - Parameter goals: of every status. Only those that are pursued are kept, without those with a text that safety
    ///   judged as a crisis.
    public init(_ goals: [Goal], measures: [Messages.Measure], actions: [Action], isQuiet: Bool) {
        self.goals = goals.filter { ($0.content.status ?? .active) == .active && ($0.facts.level ?? .safe) < .crisis }
        self.measures = Dictionary(measures.map { ($0.facts.id, $0.content) }) { first, _ in first }
        self.actions = actions
        self.isQuiet = isQuiet
    }

    /// Whether it has amounts of food or weight, which a person may put away (PLN-10).
    func namesFoodOrWeight(_ goal: Goal) -> Bool {
        goal.content.targets.contains { measures[$0.measure]?.isFoodOrWeight ?? false }
    }

    // MARK: The week

    /// The amount that remains of this week's part of a target: the part is what remained when the week began, spread
    /// evenly over the days until the target date.
    /// - Returns: in the measure's unit, 0 if the part is done; nil for a ratio, a level, a target that is reached, and a
    ///   goal that does not run this week.
    func left(of progress: TargetProgress, _ goal: Goal, today: Day) -> Double? {
        guard let measure = measures[progress.measure], measure.kind != .ratio, measure.kind != .bodyMass,
            progress.sum < progress.target
        else { return nil }
        let monday = today.monday
        let first = max(monday, goal.content.start)
        let last = min(monday.advanced(by: 6), goal.content.target)
        guard first <= last, today <= goal.content.target else { return nil }
        let done = actions.filter { $0.day >= first && $0.day <= today }.flatMap(\.content.contributions)
            .filter { $0.goal == goal.facts.id }.compactMap { converted($0, to: progress.measure) }.reduce(0, +)
        let whole = progress.target - progress.sum + done
        let days = Double(first.distance(to: goal.content.target) + 1)
        let part = whole * Double(first.distance(to: last) + 1) / days
        return max(0, part - done)
    }

    /// The amount of a contribution in the unit of a target; nil if it counts for another target.
    private func converted(_ contribution: GoalContribution, to target: EntityID) -> Double? {
        if contribution.measure == target { return contribution.amount }
        guard let from = measures[contribution.measure], let to = measures[target], from.kind == to.kind,
            from.kind != .count, let one = from.factor, let other = to.factor, other > 0
        else { return nil }
        return contribution.amount * one / other
    }
}
