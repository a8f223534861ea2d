import Localization
import Messages

/// Quick add, proposals of goals, and the recorded actions, newest first.
public struct ActionsScreen: Screen {
    public static let template = "actions"
    public let title: String
    let tabs: GoalTabs
    /// Idempotency key of the forms.
    let key: String
    /// The sentence of quick add as typed.
    let sentence: String
    let maximumLength = 1_000
    let problems: [String: String]
    let proposals: [Proposal]
    let hasProposals: Bool
    let days: [DaySection]
    let isEmpty: Bool
    let emptyText: String
    /// The goal that the list is limited to; nil for all actions.
    let ofGoal: String?
    let older: String?

    /// An action and a goal that it may count towards.
    struct Proposal: Sendable {
        let action: String
        let version: String
        let name: String
        let date: String
        let goals: [ProposedGoal]
    }

    /// A proposed goal.
    struct ProposedGoal: Sendable {
        let goal: String
        let goalName: String
        let reason: String
        /// The proposed amounts in words; empty if only the titles are alike.
        let amounts: String
        let counts: [String]
        let canCount: Bool
    }

    /// The actions of a day.
    struct DaySection: Sendable {
        let dayName: String
        let actions: [Entry]
    }

    /// One action.
    struct Entry: Sendable {
        let id: String
        let name: String
        let details: String
        /// The goals that it counts for, in words; nil without.
        let goalNames: String?
    }

    /// The facts of the page.
    public struct Facts: Sendable {
        /// Newest first, each with its minute on the wall clock.
        public var actions: [(action: Action, minute: Int)]
        /// Actions with goals that they may count towards; empty on a quiet day.
        public var unmatched: [UnmatchedAction] = []
        /// The person's measures.
        public var measures: [EntityID: Measure] = [:]
        /// Titles of goals.
        public var goals: [EntityID: String] = [:]
        /// The goal that the list is limited to.
        public var goal: EntityID?
        /// Address of the actions before these; nil at the end.
        public var older: String?

        public init(actions: [(action: Action, minute: Int)]) { self.actions = actions }
    }

    /// - Parameters:
    ///   - key: idempotency key of the forms.
    ///   - sentence: the typed sentence that could not be read.
    public init(
        _ facts: Facts, key: String, sentence: String = "", problems: [String: String] = [:], for reader: Reader
    ) {
        title = reader.words("actionpages.actions.title")
        tabs = GoalTabs(.actions, for: reader)
        (self.key, self.sentence, self.problems) = (key, sentence, problems)
        proposals = facts.unmatched.map { Self.proposal($0, facts.measures, reader) }
        hasProposals = !proposals.isEmpty
        var days: [(day: Day, actions: [Entry])] = []
        for (action, minute) in facts.actions {
            let entry = Self.entry(action, minute, facts, reader)
            if days.last?.day == action.day {
                days[days.count - 1].actions.append(entry)
            } else {
                days.append((action.day, [entry]))
            }
        }
        self.days = days.map { DaySection(dayName: reader.dayName($0.day), actions: $0.actions) }
        isEmpty = facts.actions.isEmpty
        ofGoal = facts.goal.map { goal in
            reader.words(
                "actionpages.actions.ofGoal",
                ["goal": facts.goals[goal] ?? reader.words("actionpages.untitled")])
        }
        emptyText = reader.words(ofGoal == nil ? "actionpages.actions.empty" : "actionpages.actions.emptyGoal")
        older = facts.older
    }

    private static func entry(_ action: Action, _ minute: Int, _ facts: Facts, _ reader: Reader) -> Entry {
        let content = action.content
        var details = [reader.time(minute: minute)]
        if let seconds = content.duration, seconds > 0 {
            details.append(reader.formats.duration(seconds: Double(seconds)))
        }
        details += content.measurements.compactMap { value in
            facts.measures[value.measure].map { reader.amount(value.value, unit: $0.content.unit) }
        }
        if action.numbersHidden == true { details.append(reader.words("goals.away")) }
        var goals: [String] = []
        for contribution in content.contributions {
            if let goal = facts.goals[contribution.goal], !goals.contains(goal) { goals.append(goal) }
        }
        return Entry(
            id: "\(action.facts.id)", name: reader.heading(content.title, content.detailedDescription),
            details: details.joined(separator: " · "),
            goalNames: goals.isEmpty
                ? nil : reader.words("actionpages.actions.countsFor", ["goals": reader.list(goals)]))
    }

    private static func proposal(
        _ unmatched: UnmatchedAction, _ measures: [EntityID: Measure], _ reader: Reader
    ) -> Proposal {
        let action = unmatched.action
        return Proposal(
            action: "\(action.facts.id)", version: "\(action.facts.version)",
            name: reader.heading(action.content.title, action.content.detailedDescription),
            date: reader.dayName(action.day),
            goals: unmatched.proposals.map { proposal in
                let amounts = proposal.contributions.compactMap { contribution in
                    measures[contribution.measure].map { reader.amount(contribution.amount, unit: $0.content.unit) }
                }
                return ProposedGoal(
                    goal: "\(proposal.goal)", goalName: proposal.title,
                    reason: reader.sentence(proposal.reasons, measures),
                    amounts: amounts.isEmpty
                        ? ""
                        : reader.words("actionpages.proposals.amounts", ["amounts": reader.list(amounts)]),
                    counts: proposal.contributions.map { "\(CountToken($0))" },
                    canCount: !proposal.contributions.isEmpty)
            })
    }
}

/// A contribution in a form's field: `goal.measure.amount`.
public struct CountToken: CustomStringConvertible, Sendable {
    /// The contribution.
    public let contribution: GoalContribution

    public init(_ contribution: GoalContribution) { self.contribution = contribution }

    /// Parses `description`; nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 2)
        guard parts.count == 3, let goal = EntityID(parts[0]), let measure = EntityID(parts[1]),
            let amount = Double(String(parts[2])), amount.isFinite
        else { return nil }
        contribution = GoalContribution(goal: goal, measure: measure, amount: amount)
    }

    public var description: String { "\(contribution.goal).\(contribution.measure).\(contribution.amount)" }
}
