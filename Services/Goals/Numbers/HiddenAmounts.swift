import Messages
import Storage

/// The amounts of food and weight that a person does not see while numbers are away (PLN-10). Entries are read without
/// them, and a change keeps those that it does not name.
struct HiddenAmounts {
    /// True while amounts are hidden.
    let isActive: Bool
    /// The measures whose amounts are hidden; empty unless `isActive`.
    let measures: Set<EntityID>

    static let none = HiddenAmounts(isActive: false, measures: [])

    private init(isActive: Bool, measures: Set<EntityID>) { (self.isActive, self.measures) = (isActive, measures) }

    /// What is hidden now, in one statement, or two while numbers are away.
    init(of user: UserID, _ transaction: Transaction) throws {
        let areHidden = try NumbersRows(user: user, transaction: transaction).areHidden()
        self = areHidden ? try Self.all(of: user, transaction) : .none
    }

    /// Everything that would be hidden, whether or not numbers are away.
    static func all(of user: UserID, _ transaction: Transaction) throws -> HiddenAmounts {
        let measures = try MeasureRows(user: user, transaction: transaction).page(
            nil, limit: Int(Int32.max), after: nil)
        return HiddenAmounts(
            isActive: true, measures: Set(measures.filter { $0.content.isFoodOrWeight }.map(\.facts.id)))
    }

    // MARK: Reading

    func shown(_ goal: Goal) -> Goal {
        guard goal.content.targets.contains(where: { measures.contains($0.measure) }) else { return goal }
        var goal = goal
        goal.content.targets.removeAll { measures.contains($0.measure) }
        goal.progress.removeAll { measures.contains($0.measure) }
        (goal.state, goal.numbersHidden) = (nil, true)
        return goal
    }

    func shown(_ action: Action) -> Action {
        var shown = action
        shown.content.measurements.removeAll { measures.contains($0.measure) }
        shown.content.contributions.removeAll { measures.contains($0.measure) }
        if shown.content != action.content { shown.numbersHidden = true }
        return shown
    }

    /// A proposal without amounts left is none.
    func shown(_ unmatched: UnmatchedAction) -> UnmatchedAction? {
        guard isActive else { return unmatched }
        let proposals = unmatched.proposals.compactMap { proposal -> MatchProposal? in
            var shown = proposal
            shown.contributions.removeAll { measures.contains($0.measure) }
            return shown.contributions.isEmpty && !proposal.contributions.isEmpty ? nil : shown
        }
        return proposals.isEmpty ? nil : UnmatchedAction(action: shown(unmatched.action), proposals: proposals)
    }

    func shown(_ rule: StoredHealthRule) -> StoredHealthRule {
        guard isActive, rule.content.kind.isFoodOrWeight, rule.content.least != nil else { return rule }
        var rule = rule
        (rule.content.least, rule.numbersHidden) = (nil, true)
        return rule
    }

    func shown(_ record: StagedRecord) -> StagedRecord {
        guard isActive, record.kind.isFoodOrWeight, record.value != nil else { return record }
        var record = record
        (record.value, record.numbersHidden) = (nil, true)
        return record
    }

    // MARK: Writing

    /// The goal with the stored targets that it could not name.
    func completed(_ goal: GoalContent, over stored: GoalContent) -> GoalContent {
        var goal = goal
        goal.targets = merged(goal.targets, stored.targets, \.measure) { $0.measure == $1.measure }
        return goal
    }

    /// The action with the stored measurements and contributions that it could not name.
    func completed(_ action: ActionContent, over stored: ActionContent) -> ActionContent {
        var action = action
        action.measurements = merged(action.measurements, stored.measurements, \.measure) {
            $0.measure == $1.measure
        }
        action.contributions = merged(action.contributions, stored.contributions, \.measure) {
            $0.goal == $1.goal && $0.measure == $1.measure
        }
        return action
    }

    /// The rule with the stored least value, unless it is about something else now.
    func completed(_ rule: HealthRuleContent, over stored: HealthRuleContent) -> HealthRuleContent {
        guard isActive, rule.kind.isFoodOrWeight, (rule.kind, rule.measure) == (stored.kind, stored.measure) else {
            return rule
        }
        var rule = rule
        rule.least = rule.least ?? stored.least
        return rule
    }

    /// Hidden entries come back where they stood, because the first target of a kind takes what converts to it.
    private func merged<Entry>(
        _ new: [Entry], _ stored: [Entry], _ measure: KeyPath<Entry, EntityID>, isSame: (Entry, Entry) -> Bool
    ) -> [Entry] {
        var all = new
        for (place, entry) in stored.enumerated()
        where measures.contains(entry[keyPath: measure]) && !new.contains(where: { isSame($0, entry) }) {
            all.insert(entry, at: min(place, all.count))
        }
        return all
    }
}
