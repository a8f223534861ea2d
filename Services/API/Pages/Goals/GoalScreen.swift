import Localization
import Messages

/// One goal: its progress, its way with milestones and promises, the values it serves, its form, its deletion.
public struct GoalScreen: Screen {
    public static let template = "goal"
    public let title: String
    let tabs: GoalTabs
    let id: String
    let stored: String
    /// Description, plan and notes with their names, where there are any.
    let texts: [Text]
    let state: String
    let lines: [ProgressLine]
    let hasLines: Bool
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
    }

    /// - Parameters:
    ///   - isQuiet: without pace, counts and prompts.
    ///   - key: idempotency key of the form.
    public init(_ goal: Goal, isQuiet: Bool, _ around: GoalSurroundings, key: String, for reader: Reader) {
        let (content, words) = (goal.content, reader.words)
        title = content.title
        tabs = GoalTabs(.goals, for: reader)
        (id, stored) = ("\(goal.facts.id)", "\(goal.facts.version)")
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
            GoalDraft(content, for: reader), around, action: "/goals/\(goal.facts.id)/edit", key: key,
            version: goal.facts.version, faults: TypedForm(), alike: [], for: reader)
    }

    private static func way(_ goal: GoalContent, isQuiet: Bool, _ reader: Reader) -> [Step] {
        let words = reader.words
        var steps: [(day: Day, place: Int, kind: String, text: String, state: String)] = [
            (goal.start, 0, words("goals.way.start"), "", ""), (goal.target, 4, words("goals.way.target"), "", ""),
        ]
        for step in goal.milestones {
            let state = step.reached.map { words("goals.way.reached", ["date": reader.formats.dateWithYear($0)]) }
            steps.append(
                (
                    step.target, 1, words("goals.way.milestone"), step.title ?? step.detailedDescription ?? "",
                    state ?? ""
                ))
        }
        for step in goal.obligations {
            let whom = step.toWhom.map { words("goals.way.toWhom", ["name": $0]) }
            let met = step.met.map { words("goals.way.met", ["date": reader.formats.dateWithYear($0)]) }
            steps.append(
                (
                    step.deadline, 2, words("goals.way.obligation"), step.title ?? step.detailedDescription ?? "",
                    [whom, met].compactMap(\.self).joined(separator: " · ")
                ))
        }
        if !isQuiet, reader.today > goal.start, reader.today < goal.target {
            steps.append((reader.today, 3, words("common.today"), "", ""))
        }
        steps.sort { ($0.day, $0.place) < ($1.day, $1.place) }
        return steps.map { step in
            Step(
                date: reader.formats.dateWithYear(step.day), kind: step.kind,
                text: step.text.isEmpty ? nil : step.text, remark: step.state.isEmpty ? nil : step.state,
                isToday: step.place == 3)
        }
    }
}
