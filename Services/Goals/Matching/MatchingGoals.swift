import GoalsCore
import Localization
import Messages
import Storage

/// The goals that actions are matched to: the active ones of the running term, all active ones without a term (GOL-10).
struct MatchingGoals {
    /// Most proposals for one action: nobody reads more.
    static let maximumProposals = 5

    private let matcher: GoalMatcher
    private let goals: [GoalMatcher.PreparedGoal]
    private let titles: [EntityID: String]
    private let measures: [EntityID: MeasureFacts]
    /// By goal: its measure that says how often.
    private let times: [EntityID: EntityID]

    /// Reads the goals of a day in a constant number of statements.
    init(user: UserID, on day: Day, language: Language, _ transaction: Transaction) throws {
        let term = try TermRows(user: user, transaction: transaction).running(on: day)
        let query = GoalsQuery(user: user, term: term, status: .active)
        let measures = try MeasureRows(user: user, transaction: transaction).all()
        let stored = try GoalGraphRows(user: user, transaction: transaction).page(query, limit: 1_000)
        let matcher = GoalMatcher(language: language)
        (self.matcher, self.measures) = (matcher, measures)
        let often = Set(
            try MeasureRows(user: user, transaction: transaction).page(nil, limit: 1_000, after: nil)
                .filter(\.content.isTimes).map(\.facts.id))
        times = Dictionary(
            stored.compactMap { goal in
                goal.content.targets.first { often.contains($0.measure) }.map { (goal.facts.id, $0.measure) }
            }
        ) { $1 }
        titles = Dictionary(stored.map { ($0.facts.id, $0.content.title) }) { $1 }
        goals = matcher.prepared(
            stored.map { goal in
                // A title is a reason only once safety has judged it and found no crisis; measures need no text.
                let mayUse = goal.facts.level.map { $0 < .crisis } ?? false
                return MatchedGoal(
                    id: CoreID(goal.facts.id), title: mayUse ? goal.content.title : "", start: goal.content.start,
                    targetDate: goal.content.target,
                    targets: goal.content.targets.compactMap { target in
                        measures[target.measure]?.coreUnit.map {
                            MatchedGoal.Target(measure: CoreID(target.measure), unit: $0)
                        }
                    })
            })
    }

    /// The goals that an action may count towards, the best first.
    /// - Parameters:
    ///   - title: nil for one that may not be used.
    ///   - dismissed: goals that the person does not want to be proposed.
    func proposals(
        title: String?, on day: Day, _ measurements: [MeasuredValue], without dismissed: Set<EntityID> = []
    ) -> [MatchProposal] {
        let action = MatchedAction(
            title: title ?? "", day: day,
            values: measurements.compactMap { value in
                measures[value.measure]?.coreUnit.map {
                    MatchedAction.Value(measure: CoreID(value.measure), unit: $0, amount: value.value)
                }
            })
        let proposals = matcher.proposals(for: action, among: goals).filter { !dismissed.contains(EntityID($0.goal)) }
        return proposals.prefix(Self.maximumProposals).map { proposal in
            let goal = EntityID(proposal.goal)
            var contributions = proposal.counted.filter { $0.amount > 0 }.map {
                GoalContribution(goal: goal, measure: EntityID($0.measure), amount: $0.amount)
            }
            // An action that only the title fits was done once.
            if contributions.isEmpty, let measure = times[goal] {
                contributions = [GoalContribution(goal: goal, measure: measure, amount: 1)]
            }
            return MatchProposal(
                goal: goal, title: titles[goal] ?? "", reasons: proposal.reasons.map(MatchReason.init),
                contributions: contributions)
        }
    }
}

extension EntityID {
    /// The same bytes.
    init(_ id: CoreID) { self.init(high: id.high, low: id.low) }
}

extension MatchReason {
    init(_ reason: GoalProposal.Reason) {
        switch reason {
        case .measure(let measure): self.init(.measure, measure: EntityID(measure))
        case .quantity(let quantity): self.init(.quantity, quantity: MeasureKind(quantity))
        case .period(let first, let last): self.init(.period, first: first, last: last)
        case .words(let words): self.init(.words, words: words)
        }
    }
}
