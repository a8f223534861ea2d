import Foundation
import Localization
import Messages

/// The form of a term as it was typed.
public struct TermDraft: Sendable {
    private static let columns = [
        "title", "theme", "start", "end", "number", "status", "detailedDescription", "freeformNotes",
    ]

    /// By the names of the fields.
    var texts: [String: String] = [:]
    /// Goals of the term, in its order.
    var goals: [EntityID] = []

    /// A new term of ten weeks: from today on, or from the day after the last one that is planned.
    public init(after terms: [Term], today: Day) {
        let start = Self.start(after: terms, today: today)
        texts = ["start": "\(start)", "status": "\(start > today ? TermStatus.planned : .active)"]
        texts["number"] = "\((terms.compactMap(\.content.number).max() ?? 0) + 1)"
    }

    /// The first free day: today, or the day after the last term.
    public static func start(after terms: [Term], today: Day) -> Day {
        let last = terms.filter { $0.content.status != .cancelled }.map { $0.content.last }.max()
        return last.map { max($0.advanced(by: 1), today) } ?? today
    }

    /// - Parameter fields: the form that was sent.
    public init(fields: [(name: String, value: String)]) {
        let typed = Dictionary(
            fields.map { ($0.name, $0.value.trimmingCharacters(in: .whitespacesAndNewlines)) },
            uniquingKeysWith: { first, _ in first })
        for name in Self.columns { texts[name] = typed[name] }
        goals = fields.filter { $0.name == "goal" }.compactMap { EntityID($0.value) }
    }

    /// A stored term.
    public init(_ term: TermContent) {
        texts = ["start": "\(term.start)"]
        texts["title"] = term.title
        texts["theme"] = term.theme
        texts["end"] = term.end.map { "\($0)" }
        texts["number"] = term.number.map { "\($0)" }
        texts["status"] = term.status.map { "\($0)" }
        texts["detailedDescription"] = term.detailedDescription
        texts["freeformNotes"] = term.freeformNotes
        goals = term.goals
    }

    /// Reads the form: the term as far as it could be read, and the fields that have to change.
    public func reading(for reader: Reader) -> (content: TermContent, faults: [FieldError]) {
        var fields = FieldReader(texts, reader)
        let content = TermContent(
            title: fields.text("title"), detailedDescription: fields.text("detailedDescription"),
            freeformNotes: fields.text("freeformNotes"), theme: fields.text("theme"),
            start: fields.neededDay("start"), end: fields.day("end"), number: fields.number("number", 1...9_999),
            status: fields.text("status").flatMap { TermStatus(name: $0) }, goals: goals)
        return (content, fields.faults)
    }
}

extension TermContent {
    /// The last day.
    public var last: Day { end ?? start.advanced(by: Self.days - 1) }
}

/// The form of a term, in `term-form.mustache`.
struct TermForm: Sendable {
    let action: String
    let key: String
    /// The edited version; nil for a new term.
    let version: String?
    let notes: [String]
    let isMarked: Bool
    let fields: [GoalField]
    let folded: [GoalField]
    let isFoldedOpen: Bool
    let goals: [Choice]
    let hasGoals: Bool

    /// - Parameters:
    ///   - goals: that the term has or may take.
    ///   - isClosed: a closed term keeps its state.
    init(
        _ draft: TermDraft, _ goals: [Goal], action: String, key: String, version: UInt64?, isClosed: Bool = false,
        faults: TypedForm, for reader: Reader
    ) {
        let words = reader.words
        var form = faults
        form.texts = draft.texts
        let typed = form
        let day = GoalField.Control.day(reader.formats)
        (self.action, self.key, self.version) = (action, key, version.map { "\($0)" })
        func field(
            _ name: String, _ key: String, _ control: GoalField.Control, isNeeded: Bool = false, advice: String? = nil
        ) -> GoalField {
            GoalField(
                name, words("terms.form.\(key)"), control, in: typed, isNeeded: isNeeded,
                advice: advice.map { words("terms.form.\($0)") })
        }
        let states = TermStatus.names.filter { $0.value != .completed }
            .map { (value: $0.name, text: words("terms.status.\($0.name)")) }
        let state = isClosed ? [] : [field("status", "status", .choice(states))]
        fields =
            [
                field("theme", "theme", .line(200), advice: "themeAdvice"),
                field("start", "start", day, isNeeded: true), field("end", "end", day, advice: "endAdvice"),
            ] + state
        folded = [
            field("title", "title", .line(200), advice: "titleAdvice"),
            field("number", "number", .wholeNumber, advice: "numberAdvice"),
            field("detailedDescription", "description", .long(2_000)), field("freeformNotes", "notes", .long(4_000)),
        ]
        isFoldedOpen = folded.contains(where: \.isInvalid)
        let chosen = Set(draft.goals)
        // In the order of the term, then the others.
        let inTerm = draft.goals.compactMap { id in goals.first { $0.facts.id == id } }
        let others = goals.filter { !chosen.contains($0.facts.id) }
        self.goals = (inTerm + others).map { goal in
            Choice(
                value: "\(goal.facts.id)", text: goal.content.title, isSelected: chosen.contains(goal.facts.id))
        }
        hasGoals = !goals.isEmpty
        notes = typed.notes(shown: (fields + folded).map(\.name))
        isMarked = !typed.faults.isEmpty
    }
}

/// A change of a term that could not be saved yet.
public struct TermFormScreen: Screen {
    public static let template = "goal-edit"
    public let title: String
    let tabs: GoalTabs
    let back: String
    let backText: String
    let termForm: TermForm

    /// - Parameters:
    ///   - edited: the term and the version that the form replaces; nil for a new one.
    ///   - goals: that the term has or may take.
    ///   - faults: what has to change.
    public init(
        _ draft: TermDraft, _ goals: [Goal], edited: EditedVersion?, isClosed: Bool, key: String, faults: TypedForm,
        for reader: Reader
    ) {
        title = reader.words(edited == nil ? "terms.new" : "terms.change")
        tabs = GoalTabs(.terms, for: reader)
        back = edited.map { "/terms/\($0.id)" } ?? "/terms"
        backText = reader.words(edited == nil ? "terms.title" : "terms.back")
        termForm = TermForm(
            draft, goals, action: edited.map { "/terms/\($0.id)/edit" } ?? "/terms", key: key, version: edited?.version,
            isClosed: isClosed, faults: faults, for: reader)
    }
}
