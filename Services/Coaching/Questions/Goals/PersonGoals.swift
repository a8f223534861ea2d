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

    /// - Parameters:
    ///   - goals: of every status. Only those that are pursued are kept, and of these only those whose texts safety
    ///     judged as no crisis (SAF-1).
    ///   - hidesFoodAndWeight: leaves out amounts of food and weight (PLN-10).
    public init(
        _ goals: [Goal], measures: [Messages.Measure], actions: [Action], isQuiet: Bool,
        hidesFoodAndWeight: Bool = false
    ) {
        self.goals = goals.filter { goal in
            (goal.content.status ?? .active) == .active && goal.facts.level.map { $0 < .crisis } ?? false
        }
        self.measures = Dictionary(measures.map { ($0.facts.id, $0.content) }) { first, _ in first }
        self.actions = actions
        self.isQuiet = isQuiet
        guard hidesFoodAndWeight else { return }
        self.goals = self.goals.map { goal in
            guard namesFoodOrWeight(goal) else { return goal }
            var shown = goal
            shown.content.targets.removeAll { isFoodOrWeight($0.measure) }
            shown.progress.removeAll { isFoodOrWeight($0.measure) }
            shown.numbersHidden = true
            return shown
        }
    }

    /// A measure that is not known may be one.
    private func isFoodOrWeight(_ measure: EntityID) -> Bool { measures[measure]?.isFoodOrWeight ?? true }

    /// Whether it has amounts of food or weight, which a person may put away (PLN-10).
    func namesFoodOrWeight(_ goal: Goal) -> Bool {
        goal.content.targets.contains { isFoodOrWeight($0.measure) }
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
            .filter { $0.goal == goal.facts.id }.compactMap { converted($0, to: progress.measure, of: goal) }.reduce(
                0, +)
        let whole = progress.target - progress.sum + done
        let days = Double(first.distance(to: goal.content.target) + 1)
        let part = whole * Double(first.distance(to: last) + 1) / days
        let left = part - done
        // Sums of decimal amounts differ in the last digits.
        return left < 1e-6 * max(1, part) ? 0 : left
    }

    /// The amount of a contribution in the unit of a target; nil if it counts for another target. It counts for the
    /// target of its measure, or else for the first that its unit converts to, as in the goals service.
    private func converted(_ contribution: GoalContribution, to target: EntityID, of goal: Goal) -> Double? {
        if contribution.measure == target { return contribution.amount }
        let targets = goal.content.targets.map(\.measure)
        guard !targets.contains(contribution.measure),
            let kind = measures[contribution.measure]?.kind,
            target == targets.first(where: { measures[$0]?.kind == kind })
        else { return nil }
        guard let from = measures[contribution.measure], let to = measures[target], from.kind == to.kind,
            from.kind != .count, let one = from.factor, let other = to.factor, other > 0
        else { return nil }
        return contribution.amount * one / other
    }
}
