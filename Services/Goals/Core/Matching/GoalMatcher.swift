import Language
import Localization
import Messages

/// An action without a goal, as matching sees it.
public struct MatchedAction: Sendable {
    /// A value of the action in one measure.
    public struct Value: Equatable, Sendable {
        /// The measure's identifier.
        public var measure: CoreID
        /// Unit of `amount`.
        public var unit: MeasureUnit
        /// In `unit`.
        public var amount: Double

        public init(measure: CoreID, unit: MeasureUnit, amount: Double) {
            (self.measure, self.unit, self.amount) = (measure, unit, amount)
        }
    }

    /// The action's title.
    public var title: String
    /// The person's local date of the action.
    public var day: Day
    /// At most one for each measure.
    public var values: [Value]

    public init(title: String, day: Day, values: [Value]) {
        (self.title, self.day, self.values) = (title, day, values)
    }
}

/// An open goal of the running term, as matching sees it.
public struct MatchedGoal: Sendable {
    /// A measure of the goal's targets.
    public struct Target: Equatable, Sendable {
        /// The measure's identifier.
        public var measure: CoreID
        /// The unit that contributions are counted in.
        public var unit: MeasureUnit

        public init(measure: CoreID, unit: MeasureUnit) { (self.measure, self.unit) = (measure, unit) }
    }

    /// The goal's identifier.
    public var id: CoreID
    /// The goal's title.
    public var title: String
    /// First day of the goal.
    public var start: Day
    /// Last day; nil without one.
    public var targetDate: Day?
    /// The measures of its targets.
    public var targets: [Target]

    public init(id: CoreID, title: String, start: Day, targetDate: Day?, targets: [Target]) {
        (self.id, self.title, self.start) = (id, title, start)
        (self.targetDate, self.targets) = (targetDate, targets)
    }
}

/// A goal that an action may count towards, with the reasons. It counts only when the person or a rule of theirs says
/// so (GOL-10): nothing here writes anything.
public struct GoalProposal: Equatable, Sendable {
    /// A reason, as data for a sentence.
    public enum Reason: Equatable, Sendable {
        /// The goal has the action's measure.
        case measure(CoreID)
        /// The goal has another measure of the same quantity, such as kilometres for miles.
        case quantity(Quantity)
        /// The action's day lies in the goal's time.
        case period(first: Day, last: Day?)
        /// Words of the goal's title, folded, that the action's title has too.
        case words([String])
    }

    /// An amount that would be counted.
    public struct Counted: Equatable, Sendable {
        /// The goal's measure.
        public var measure: CoreID
        /// In the unit of that measure.
        public var amount: Double

        public init(measure: CoreID, amount: Double) { (self.measure, self.amount) = (measure, amount) }
    }

    /// The goal's identifier.
    public let goal: CoreID
    /// In the order of `Reason`.
    public let reasons: [Reason]
    /// Amounts that the action would add; empty if only the titles are alike.
    public let counted: [Counted]
}

/// Proposes goals for an action (GOL-10).
public struct GoalMatcher: Sendable {
    /// The language of the titles.
    public let language: Localization.Language

    public init(language: Localization.Language) { self.language = language }

    /// The goals that fit, the best first: those with more words of the title in common, then those with the action's
    /// own measure, then those with a measure of the same quantity, then the ones that end first. Goals whose time does
    /// not hold the day do not fit; nor does a goal that shares no measure, no quantity and no word. Pure; in any order
    /// of the goals. O(number of goals).
    public func proposals(for action: MatchedAction, among goals: [MatchedGoal]) -> [GoalProposal] {
        proposals(for: action, among: prepared(goals))
    }

    /// The same for goals whose titles were read once for many actions.
    public func proposals(for action: MatchedAction, among goals: [PreparedGoal]) -> [GoalProposal] {
        let words = TitleForm(action.title, language: language).words
        return goals.compactMap { rated($0, action, words) }.sorted { $0.rank < $1.rank }.map(\.proposal)
    }

    /// Reads the titles of goals.
    public func prepared(_ goals: [MatchedGoal]) -> [PreparedGoal] {
        goals.map { PreparedGoal(goal: $0, words: TitleForm($0.title, language: language).words) }
    }

    /// A goal with the words of its title.
    public struct PreparedGoal: Sendable {
        let goal: MatchedGoal
        let words: TitleWords
    }

    private struct Rated {
        var proposal: GoalProposal
        var rank: Rank
    }

    private struct Rank: Comparable {
        var words: Int
        var measures: Int
        var quantities: Int
        var end: Int32
        var id: CoreID

        static func < (left: Rank, right: Rank) -> Bool {
            (-left.words, -left.measures, -left.quantities, left.end, left.id)
                < (-right.words, -right.measures, -right.quantities, right.end, right.id)
        }
    }

    private func rated(_ prepared: PreparedGoal, _ action: MatchedAction, _ words: TitleWords) -> Rated? {
        let goal = prepared.goal
        guard goal.start <= action.day, action.day <= goal.targetDate ?? action.day else { return nil }
        var reasons: [GoalProposal.Reason] = []
        var counted: [GoalProposal.Counted] = []
        let own = Set(action.values.map(\.measure))
        for target in goal.targets where own.contains(target.measure) {
            guard let value = action.values.first(where: { $0.measure == target.measure }),
                let amount = value.unit.convert(value.amount, to: target.unit), amount.isFinite
            else { continue }
            reasons.append(.measure(target.measure))
            counted.append(GoalProposal.Counted(measure: target.measure, amount: amount))
        }
        let measures = counted.count
        for target in goal.targets where !own.contains(target.measure) {
            // Counts and ratios of different things are no common quantity: pages are not push-ups. Neither is energy:
            // what is eaten is not what is burnt.
            guard ![.count, .ratio, .energy].contains(target.unit.kind) else { continue }
            let fitting = action.values.filter { $0.unit.kind == target.unit.kind }
            // Of two lengths, which one the goal means is unknown.
            guard fitting.count == 1, let value = fitting.first,
                let amount = value.unit.convert(value.amount, to: target.unit), amount.isFinite
            else { continue }
            reasons.append(.quantity(target.unit.kind))
            counted.append(GoalProposal.Counted(measure: target.measure, amount: amount))
        }
        let shared = prepared.words.shared(with: words)
        guard !counted.isEmpty || !shared.isEmpty else { return nil }
        reasons.append(.period(first: goal.start, last: goal.targetDate))
        if !shared.isEmpty { reasons.append(.words(shared)) }
        let rank = Rank(
            words: shared.count, measures: measures, quantities: counted.count - measures,
            end: goal.targetDate?.number ?? .max, id: goal.id)
        return Rated(proposal: GoalProposal(goal: goal.id, reasons: reasons, counted: counted), rank: rank)
    }
}
