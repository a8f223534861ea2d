import Localization
import Messages

/// The weekly review: the term so far, three questions, and how score and actions moved together.
public struct ReviewScreen: Screen {
    public static let template = "review"
    public let title: String
    let tabs: GoalTabs
    let key: String
    let term: TermOverview?
    let isQuiet: Bool
    let problems: [String: String]
    let weekName: String
    /// Monday of the week, `yyyy-mm-dd`.
    let week: String
    let version: String
    let isStored: Bool
    let questions: [Question]
    /// The week before, as far as it was answered.
    let last: [Answer]
    let hasLast: Bool
    let days: [DayRow]
    let hasDays: Bool
    let together: Together?
    let earlier: String
    let later: String?

    /// One of the three questions.
    struct Question: Sendable {
        let name: String
        let text: String
        let answer: String
        let hasAnswer: Bool
        let questionProblem: String
        let hasProblem: Bool
    }

    /// An answer of another week.
    struct Answer: Sendable {
        let text: String
        let answer: String
    }

    /// One day of the week.
    struct DayRow: Sendable {
        let date: String
        let actions: String
        let time: String
        let score: String
    }

    /// How score and actions moved together, in sentences.
    struct Together: Sendable {
        let finding: String
        let interval: String?
        let caution: String?
    }

    /// The typed answers.
    public struct Form: Sendable {
        /// What went well.
        public var wentWell = ""
        /// What got in the way.
        public var gotInTheWay = ""
        /// What is to be different next week.
        public var nextWeek = ""

        public init() {}

        /// The form of stored answers.
        public init(_ content: ReviewContent) {
            wentWell = content.wentWell ?? ""
            gotInTheWay = content.gotInTheWay ?? ""
            nextWeek = content.nextWeek ?? ""
        }
    }

    /// - Parameters:
    ///   - before: the review of the week before; nil without one.
    ///   - overview: nil if it cannot be had.
    ///   - form: the typed answers; nil for the stored ones.
    ///   - key: idempotency key of the form.
    public init(
        _ reply: ReviewQuery.Reply, before: WeekReview?, overview: GoalsOverview.Reply?, form: Form? = nil,
        key: String, problems: [String: String] = [:], for reader: Reader
    ) {
        title = reader.words("actionpages.review.title")
        tabs = GoalTabs(.review, for: reader)
        (self.key, self.problems) = (key, problems)
        isQuiet = reply.isQuiet || overview?.isQuiet == true
        term = overview.map { TermOverview($0, isQuiet: reply.isQuiet || $0.isQuiet, for: reader) }
        week = "\(reply.week)"
        weekName = reader.words(
            "actionpages.review.week",
            [
                "days": reader.formats.range(
                    reader.formats.date(reply.week), reader.formats.date(reply.week.advanced(by: 6)))
            ])
        version = reply.review.map { "\($0.facts.version)" } ?? ""
        isStored = reply.review != nil
        let typed = form ?? reply.review.map { Form($0.content) } ?? Form()
        questions = Self.answers(typed).map { name, answer in
            Question(
                name: name, text: reader.words("actionpages.review.question.\(name)"), answer: answer,
                hasAnswer: !answer.isEmpty, questionProblem: problems[name] ?? "", hasProblem: problems[name] != nil)
        }
        last = Self.answers(before.map { Form($0.content) } ?? Form()).filter { !$0.answer.isEmpty }.map {
            Answer(text: reader.words("actionpages.review.question.\($0.name)"), answer: $0.answer)
        }
        hasLast = !last.isEmpty
        let shown = isQuiet ? [] : reply.days
        days = shown.map { day in
            DayRow(
                date: reader.formats.date(day.day), actions: reader.formats.number(Double(day.actions)),
                time: day.seconds > 0 ? reader.formats.duration(seconds: Double(day.seconds)) : "–",
                score: day.score.map { reader.formats.number($0) } ?? "–")
        }
        hasDays = !shown.isEmpty
        together = isQuiet ? nil : Self.together(reply.correlation, reader)
        earlier = "/review?week=\(reply.week.advanced(by: -7))"
        let next = reply.week.advanced(by: 7)
        later = next <= reader.today ? "/review?week=\(next)" : nil
    }

    private static func answers(_ form: Form) -> [(name: String, answer: String)] {
        [("wentWell", form.wentWell), ("gotInTheWay", form.gotInTheWay), ("nextWeek", form.nextWeek)]
    }

    /// Sentences about a correlation, which say nothing about causes (GOL-8).
    private static func together(_ correlation: DayCorrelation?, _ reader: Reader) -> Together {
        guard let correlation, correlation.low.isFinite, correlation.high.isFinite, correlation.coefficient.isFinite
        else {
            return Together(finding: reader.words("actionpages.together.notYet"), interval: nil, caution: nil)
        }
        let direction = correlation.low > 0 ? "same" : correlation.high < 0 ? "opposite" : "unclear"
        let (low, high) = (strength(correlation.low), strength(correlation.high))
        let values = [
            "value": reader.formats.number(correlation.coefficient, digits: 2),
            "range": reader.formats.range(
                reader.formats.number(correlation.low, digits: 2), reader.formats.number(correlation.high, digits: 2)),
            "low": reader.words("actionpages.together.strength.\(low)"),
            "high": reader.words("actionpages.together.strength.\(high)"),
        ]
        return Together(
            finding: reader.words("actionpages.together.\(direction)"),
            interval: reader.words(
                low == high ? "actionpages.together.narrow" : "actionpages.together.wide",
                count: Int(correlation.days), reader.formats.number(Double(correlation.days)), values),
            caution: reader.words("actionpages.together.caution"))
    }

    /// The usual words for sizes of a correlation: from .1 weak, from .3 moderate, from .5 strong (J. Cohen,
    /// “Statistical power analysis for the behavioral sciences”, 1988, 3.2.1).
    private static func strength(_ coefficient: Double) -> String {
        let size = abs(coefficient)
        guard size >= 0.1 else { return "none" }
        let word = size < 0.3 ? "weak" : size < 0.5 ? "moderate" : "strong"
        return coefficient > 0 ? word : word + "Opposite"
    }
}

/// The running term: its week, its counts, and time and actions for each value (GOL-7).
struct TermOverview: Sendable {
    let termName: String
    let theme: String?
    /// “Week 4 of 10”; nil without a term and on a quiet day.
    let weekOf: String?
    let counts: [String]
    let values: [ValueRow]
    let hasValues: Bool

    /// One value.
    struct ValueRow: Sendable {
        let name: String
        let stated: String
        let actions: String
        let time: String
    }

    init(_ overview: GoalsOverview.Reply, isQuiet: Bool, for reader: Reader) {
        let formats = reader.formats
        let term = overview.term
        termName =
            term.map { term in
                term.title ?? reader.words("actionpages.term.number", ["number": formats.number(Double(term.number))])
            } ?? reader.words("actionpages.term.none")
        theme = term?.theme
        weekOf =
            isQuiet
            ? nil
            : term.flatMap { term in
                term.week.map { week in
                    reader.words(
                        "actionpages.term.week",
                        ["week": formats.number(Double(week)), "weeks": formats.number(Double(term.weeks))])
                }
            }
        counts = isQuiet ? [] : overview.counts.map { Self.sentences($0, reader) } ?? []
        let shown = isQuiet ? [] : overview.values
        values = shown.map { value in
            func part(_ amount: String, _ share: Double?) -> String {
                share.map { "\(amount) · \(reader.share($0))" } ?? amount
            }
            return ValueRow(
                name: reader.heading(value.title, nil), stated: reader.share(value.stated),
                actions: part(formats.number(Double(value.actions)), value.actionShare),
                time: part(
                    value.seconds > 0 ? formats.duration(seconds: Double(value.seconds)) : "–", value.timeShare))
        }
        hasValues = !shown.isEmpty
    }

    private static func sentences(_ counts: OverviewCounts, _ reader: Reader) -> [String] {
        func number(_ count: Int32) -> String { reader.formats.number(Double(count)) }
        var sentences = [
            reader.words(
                "actionpages.term.actions", count: Int(counts.actions), number(counts.actions),
                ["time": reader.formats.duration(seconds: Double(counts.seconds))]),
            reader.words(
                "actionpages.term.thisWeek", count: Int(counts.actionsThisWeek), number(counts.actionsThisWeek)),
        ]
        if counts.goals > 0 {
            sentences.append(
                reader.words(
                    "actionpages.term.goals", count: Int(counts.goals), number(counts.goals),
                    ["completed": number(counts.completed)]))
        }
        // Present only for a person who turned it on.
        if let streak = counts.streak, streak > 0 {
            sentences.append(reader.words("actionpages.term.streak", count: Int(streak), number(streak)))
        }
        return sentences
    }
}
