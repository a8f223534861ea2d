import Localization
import Messages

/// The terms with the form of a new one.
public struct TermsScreen: Screen {
    public static let template = "terms"
    public let title: String
    let tabs: GoalTabs
    let terms: [Entry]
    let isEmpty: Bool
    let further: String?
    let termForm: TermForm

    /// A term of the list.
    struct Entry: Sendable {
        let address: String
        let text: String
        let dates: String
        /// Its state, and the week of the running one.
        let remark: String
        let theme: String?
    }

    /// - Parameters:
    ///   - running: with its week; nil if no term runs, or the week is not to be shown.
    ///   - all: every term, from which the new one's start and number follow.
    ///   - goals: that the new term may take.
    ///   - key: idempotency key of the form.
    public init(
        _ terms: [Term], running: RunningTerm?, all: [Term], goals: [Goal], key: String, further: String?,
        for reader: Reader
    ) {
        let words = reader.words
        title = words("terms.title")
        tabs = GoalTabs(.terms, for: reader)
        self.terms = terms.map { term in
            let content = term.content
            let state = words("terms.status.\(content.status ?? .planned)")
            var week: String?
            if let running, running.term == term.facts.id, let number = running.week {
                week = words("terms.week", ["week": "\(number)", "weeks": "\(running.weeks)"])
            }
            return Entry(
                address: "/terms/\(term.facts.id)", text: reader.termName(content), dates: reader.dates(of: content),
                remark: [state, week].compactMap(\.self).joined(separator: " · "), theme: content.theme)
        }
        isEmpty = terms.isEmpty
        self.further = further
        termForm = TermForm(
            TermDraft(after: all, today: reader.today), goals, action: "/terms", key: key, version: nil,
            faults: TypedForm(), for: reader)
    }
}

extension Reader {
    /// First and last day of a term.
    func dates(of term: TermContent) -> String {
        formats.range(formats.dateWithYear(term.start), formats.dateWithYear(term.last))
    }
}

/// One term: its goals, its form, its close with a reflection, the goals to carry over, its deletion.
public struct TermScreen: Screen {
    public static let template = "term"
    public let title: String
    let tabs: GoalTabs
    let id: String
    let stored: String
    /// Idempotency key of the small forms.
    let key: String
    /// Why a goal was not moved; nil if it was.
    let problem: String?
    let dates: String
    let remark: String
    let theme: String?
    let texts: [String]
    let goals: [Link]
    let hasGoals: Bool
    let reflection: String?
    let closing: Closing?
    let carrying: Carrying?
    let termForm: TermForm

    /// A goal of the term with its place.
    struct Link: Sendable {
        let goal: String
        let address: String
        let text: String
        let state: String
        let canRise: Bool
        let canFall: Bool
        let canMove: Bool
    }

    /// The form that closes the term.
    struct Closing: Sendable {
        let words: GoalField
        let closingKey: String
        let closingNotes: [String]
    }

    /// The form that takes goals over to another term.
    struct Carrying: Sendable {
        let goals: [Choice]
        let places: [Choice]
        let carryingKey: String
        let carryingNotes: [String]
    }

    /// A form of this page that could not be saved.
    public struct Failed: Sendable {
        /// The form of the close.
        public var closing: TypedForm
        /// Why goals were not carried over, and those that were chosen.
        public var carrying: (problem: String, goals: [EntityID])?
        /// Why a goal was not moved, or the term not deleted.
        public var moving: String?
        public init(
            closing: TypedForm = TypedForm(), carrying: (problem: String, goals: [EntityID])? = nil,
            moving: String? = nil
        ) {
            (self.closing, self.carrying, self.moving) = (closing, carrying, moving)
        }
    }

    /// - Parameters:
    ///   - all: every term; the open ones can take goals.
    ///   - goals: those of the term, and active ones that it may take.
    ///   - key: idempotency key, different for each form.
    public init(
        _ term: Term, all: [Term], goals: [Goal], failed: Failed = Failed(), key: String, for reader: Reader
    ) {
        let (content, words) = (term.content, reader.words)
        let status = content.status ?? .planned
        title = reader.termName(content)
        tabs = GoalTabs(.terms, for: reader)
        (id, stored, dates) = ("\(term.facts.id)", "\(term.facts.version)", reader.dates(of: content))
        (self.key, problem) = (key, failed.moving)
        remark = words("terms.status.\(status)")
        theme = content.theme
        texts = [content.detailedDescription, content.freeformNotes].compactMap { $0 }
        let own = content.goals.compactMap { id in goals.first { $0.facts.id == id } }
        self.goals = own.enumerated().map { place, goal in
            Link(
                goal: "\(goal.facts.id)", address: "/goals/\(goal.facts.id)", text: goal.content.title,
                state: words("goals.status.\(goal.content.status ?? .active)"), canRise: place > 0,
                canFall: place < own.count - 1, canMove: own.count > 1)
        }
        hasGoals = !own.isEmpty
        reflection = term.reflection
        let isClosed = status == .completed
        // Words that could not be saved stay, also where the term was closed elsewhere meanwhile.
        if isClosed || status == .cancelled, failed.closing.problem == nil {
            closing = nil
        } else {
            closing = Closing(
                words: GoalField(
                    "reflection", words("terms.reflection"), .long(4_000), in: failed.closing, isNeeded: true,
                    advice: words("terms.reflectionAdvice")), closingKey: "\(key)c",
                closingNotes: failed.closing.notes(shown: ["reflection"]))
        }
        // Nothing is carried over by itself: each goal is chosen.
        let unfinished = own.filter { ($0.content.status ?? .active) != .completed && $0.content.status != .cancelled }
        if isClosed, !unfinished.isEmpty {
            let chosen = Set(failed.carrying?.goals ?? [])
            let open = all.filter { other in
                other.facts.id != term.facts.id && other.content.status != .completed
                    && other.content.status != .cancelled
            }
            carrying = Carrying(
                goals: unfinished.map { goal in
                    Choice(
                        value: "\(goal.facts.id)", text: goal.content.title,
                        isSelected: chosen.contains(goal.facts.id))
                },
                places: open.map { other in
                    Choice(value: "\(other.facts.id)", text: reader.termName(other.content), isSelected: false)
                } + [Choice(value: "new", text: words("terms.carry.new"), isSelected: open.isEmpty)],
                carryingKey: "\(key)o", carryingNotes: failed.carrying.map { [$0.problem] } ?? [])
        } else {
            carrying = nil
        }
        termForm = TermForm(
            TermDraft(content), goals, action: "/terms/\(term.facts.id)/edit", key: key, version: term.facts.version,
            isClosed: isClosed, faults: TypedForm(), for: reader)
    }
}
