import Localization
import Messages

/// One goal: its progress, its way with milestones and promises, the values it serves, its form, its deletion.
public struct GoalScreen: Screen {
    public static let template = "goal"
    public let title: String
    let tabs: GoalTabs
    let id: String
    let stored: String
    /// Idempotency key of the small forms.
    let key: String
    /// Why a step could not be marked; nil if it was.
    let problem: String?
    /// Description, plan and notes with their names, where there are any.
    let texts: [Text]
    let state: String
    let lines: [ProgressLine]
    let hasLines: Bool
    /// Says that amounts are not shown; nil while they are.
    let away: String?
    /// By date.
    let way: [Step]
    let values: [Text]
    let hasValues: Bool
    let terms: [Link]
    let hasTerms: Bool
    let form: GoalForm

    /// A text with its name.
    struct Text: Sendable {
        let name: String
        let text: String
    }

    /// A link to a term.
    struct Link: Sendable {
        let address: String
        let text: String
    }

    /// A day on the way to the goal.
    struct Step: Sendable {
        let date: String
        let kind: String
        let text: String?
        /// Its state, or what belongs to it; nil for none.
        let remark: String?
        let isToday: Bool
        /// The form that marks it; nil for what cannot be marked.
        let mark: Mark?
    }

    /// The form that marks a milestone or a promise with today, or takes the mark back.
    struct Mark: Sendable {
        /// `milestone` or `obligation`.
        let part: String
        /// From 0.
        let place: String
        /// Empty to take the mark back.
        let day: String
        let button: String
    }

    /// - Parameters:
    ///   - isQuiet: without pace, counts and prompts.
    ///   - key: idempotency key of the forms.
    ///   - problem: why a step could not be marked.
    public init(
        _ goal: Goal, isQuiet: Bool, _ around: GoalSurroundings, key: String, problem: String? = nil,
        for reader: Reader
    ) {
        let (content, words) = (goal.content, reader.words)
        title = content.title
        tabs = GoalTabs(.goals, for: reader)
        (id, stored, self.key) = ("\(goal.facts.id)", "\(goal.facts.version)", key)
        self.problem = problem
        texts = [
            ("description", content.detailedDescription), ("plan", content.actionPlan),
            ("notes", content.freeformNotes),
        ].compactMap { entry in
            guard let text = entry.1, !text.isEmpty else { return nil }
            return Text(name: words("goals.form.\(entry.0)"), text: text)
        }
        state = words("goals.status.\(content.status ?? .active)")
        let units = Dictionary(
            around.measures.map { ($0.facts.id, $0.content) }, uniquingKeysWith: { first, _ in first })
        // A quiet day shows what the person set out to do, without how far it is.
        lines = isQuiet ? [] : goal.progress.map { ProgressLine($0, in: units[$0.measure], for: reader) }
        hasLines = !lines.isEmpty
        away = goal.numbersHidden == true ? words("goals.away") : nil
        way = Self.way(content, isQuiet: isQuiet, reader)
        values = content.relevance.compactMap { relevance in
            guard let value = around.values.first(where: { $0.facts.id == relevance.value })?.content else {
                return nil
            }
            return Text(
                name: value.title ?? value.detailedDescription ?? "",
                text: words("goals.strength", ["strength": "\(relevance.strength ?? 5)"]))
        }
        hasValues = !values.isEmpty
        terms = content.terms.compactMap { id in
            around.terms.first { $0.facts.id == id }.map {
                Link(address: "/terms/\(id)", text: reader.termName($0.content))
            }
        }
        hasTerms = !terms.isEmpty
        form = GoalForm(
            GoalDraft(content, isAway: goal.numbersHidden == true, for: reader), around,
            action: "/goals/\(goal.facts.id)/edit", key: key, version: goal.facts.version, faults: TypedForm(),
            alike: [], for: reader)
    }

    /// A day of the way, to be sorted.
    private struct Place {
        var day: Day
        /// Order within a day.
        var rank: Int
        var kind: String
        var text = ""
        var remark = ""
        var mark: Mark?
    }

    private static func way(_ goal: GoalContent, isQuiet: Bool, _ reader: Reader) -> [Step] {
        let words = reader.words
        func mark(_ part: String, _ place: Int, _ day: Day?, _ button: String) -> Mark {
            Mark(
                part: part, place: "\(place)", day: day == nil ? "\(reader.today)" : "",
                button: words(day == nil ? "goals.way.\(button)" : "goals.way.takeBack"))
        }
        var places = [
            Place(day: goal.start, rank: 0, kind: words("goals.way.start")),
            Place(day: goal.target, rank: 4, kind: words("goals.way.target")),
        ]
        for (place, step) in goal.milestones.enumerated() {
            let state = step.reached.map { words("goals.way.reached", ["date": reader.formats.dateWithYear($0)]) }
            places.append(
                Place(
                    day: step.target, rank: 1, kind: words("goals.way.milestone"),
                    text: step.title ?? step.detailedDescription ?? "", remark: state ?? "",
                    mark: mark("milestone", place, step.reached, "markReached")))
        }
        for (place, step) in goal.obligations.enumerated() {
            let whom = step.toWhom.map { words("goals.way.toWhom", ["name": $0]) }
            let met = step.met.map { words("goals.way.met", ["date": reader.formats.dateWithYear($0)]) }
            places.append(
                Place(
                    day: step.deadline, rank: 2, kind: words("goals.way.obligation"),
                    text: step.title ?? step.detailedDescription ?? "",
                    remark: [whom, met].compactMap(\.self).joined(separator: " · "),
                    mark: mark("obligation", place, step.met, "markMet")))
        }
        if !isQuiet, reader.today > goal.start, reader.today < goal.target {
            places.append(Place(day: reader.today, rank: 3, kind: words("common.today")))
        }
        places.sort { ($0.day, $0.rank) < ($1.day, $1.rank) }
        return places.map { place in
            Step(
                date: reader.formats.dateWithYear(place.day), kind: place.kind,
                text: place.text.isEmpty ? nil : place.text, remark: place.remark.isEmpty ? nil : place.remark,
                isToday: place.rank == 3, mark: place.mark)
        }
    }
}
