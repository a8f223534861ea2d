import Localization
import Messages

/// The goals of a term with their progress, to filter by term and status.
public struct GoalsScreen: Screen {
    public static let template = "goals"
    public let title: String
    let tabs: GoalTabs
    /// The running term and its week; nil if none runs.
    let lead: String?
    let terms: [Choice]
    let states: [Choice]
    let goals: [Entry]
    let isEmpty: Bool
    let emptyText: String
    let further: String?

    /// A goal of the list.
    struct Entry: Sendable {
        let address: String
        let text: String
        let dates: String
        /// The status in words; nil for an active goal.
        let status: String?
        let lines: [ProgressLine]
        /// Says that amounts are not shown; nil while they are.
        let away: String?
    }

    /// Filter of the list.
    public struct Filter: Sendable {
        /// Address of all terms in the form of the filter.
        public static let allTerms = "all"
        /// nil for all terms.
        public var term: EntityID?
        /// nil for every status.
        public var status: GoalStatus?
        public init(term: EntityID? = nil, status: GoalStatus? = nil) { (self.term, self.status) = (term, status) }
    }

    /// - Parameters:
    ///   - running: the running term; nil if there is none, or it is unknown.
    ///   - terms: the highest number first.
    ///   - further: address of the next page; nil at the end.
    public init(
        _ reply: GoalsQuery.Reply, measures: [Measure], running: RunningTerm?, terms: [Term], filter: Filter,
        further: String?, for reader: Reader
    ) {
        let words = reader.words
        title = words("goals.title")
        tabs = GoalTabs(.goals, for: reader)
        lead = running.map { reader.lead($0, isQuiet: reply.isQuiet) }
        self.terms =
            [
                Choice(value: Filter.allTerms, text: words("goals.allTerms"), isSelected: filter.term == nil)
            ]
            + terms.map {
                Choice(
                    value: "\($0.facts.id)", text: reader.termName($0.content), isSelected: $0.facts.id == filter.term)
            }
        states =
            [Choice(value: "", text: words("goals.allStates"), isSelected: filter.status == nil)]
            + GoalStatus.names.map {
                Choice(value: $0.name, text: words("goals.status.\($0.name)"), isSelected: $0.value == filter.status)
            }
        let units = Dictionary(measures.map { ($0.facts.id, $0.content) }, uniquingKeysWith: { first, _ in first })
        goals = reply.goals.map { Entry($0, units, isQuiet: reply.isQuiet, reader) }
        isEmpty = reply.goals.isEmpty
        emptyText = words(filter.status == nil ? "goals.empty" : "goals.emptyState")
        self.further = further
    }
}

extension GoalsScreen.Entry {
    init(_ goal: Goal, _ units: [EntityID: MeasureContent], isQuiet: Bool, _ reader: Reader) {
        let content = goal.content
        (address, text) = ("/goals/\(goal.facts.id)", content.title)
        dates = reader.formats.range(
            reader.formats.dateWithYear(content.start), reader.formats.dateWithYear(content.target))
        let state = content.status ?? .active
        status = state == .active ? nil : reader.words("goals.status.\(state)")
        lines = isQuiet ? [] : goal.progress.map { ProgressLine($0, in: units[$0.measure], for: reader) }
        away = goal.numbersHidden == true ? reader.words("goals.away") : nil
    }
}

extension Reader {
    /// “Term 3 · week 4 of 10”; its dates instead of the week on a day without counts.
    func lead(_ term: RunningTerm, isQuiet: Bool) -> String {
        let name = termName(term.title, number: term.number)
        guard !isQuiet, let week = term.week else {
            return words(
                "goals.leadDates",
                [
                    "term": name,
                    "dates": formats.range(formats.dateWithYear(term.start), formats.dateWithYear(term.end)),
                ])
        }
        return words("goals.leadWeek", ["term": name, "week": "\(week)", "weeks": "\(term.weeks)"])
    }
}
