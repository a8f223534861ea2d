import Foundation
import Localization
import Messages

/// Suggestions and the conversation.
public struct CoachScreen: Screen {
    public static let template = "coach"
    public let title: String
    let top: Suggestion?
    let others: [Suggestion]
    let hasOthers: Bool
    /// The suggestions completed today, oldest first.
    let done: [Done]
    let hasDone: Bool
    let hidden: [Hidden]
    let hasHidden: Bool
    let note: String?
    /// The conversation so far, oldest first.
    let turns: [Turn]
    let hasTurns: Bool
    let asked: String?
    /// The number of the turn of `asked` and `answer`; nil if it does not enter the conversation.
    let turn: String?
    let answer: Answer?
    let draft: String
    let starters: [String]
    let limit: Int
    let key: String
    let problem: String?
    /// Sources that replies can use; empty if unknown.
    let inference: String
    let status: String
    let crisis: CrisisLink?
    /// Said while the cloud that the person agreed to cannot be reached.
    let offline: String?

    /// The coach's words, with their origin.
    struct Answer: Sendable {
        let text: String
        let origin: String
        /// The turn's number, by which an open page finds what it does not show yet; nil outside the conversation.
        var turn: String?
        /// Address of the receipt of a reply from the cloud; nil for all others.
        let receipts: String?
        /// BCP 47 language of the words.
        let language: String
        let next: String?
        /// The page of the suggestion that they are about.
        let suggestion: String?
        let caution: String?
        /// Address of the chart that they were read from.
        let chart: String?
        /// The chart of the latest answer, drawn with the page.
        var figure: Figure?
        /// The explanation that they are taken from, with its source.
        let explanation: Explained?
        /// The page that has what was asked.
        let opens: Opened?
    }

    struct Opened: Sendable {
        let address: String
        let text: String

        /// Addresses by `CoachPage`.
        private static let addresses = [
            "compare": "/compare", "lookBack": "/look-back", "today": "/",
            "journal": "/journal", "goals": "/goals", "privacy": "/privacy", "sources": "/sources",
        ]

        /// Nil for a page that this release does not know.
        init?(_ page: String?, _ words: Catalogue) {
            guard let page, let address = Self.addresses[page] else { return nil }
            self.address = address
            text = words("coach.opens.\(page)")
        }
    }

    /// The chart of an answer.
    struct Figure: Sendable {
        /// Prefix of its ids.
        let id: String
        /// The chart's subject and days.
        let title: String
        /// The line of values and the drawing, and the table, as markup.
        let drawing: String
        let table: String
    }

    /// A suggestion that was done.
    struct Done: Sendable {
        let address: String
        let title: String
        /// Language of the title, BCP 47.
        let language: String
        let time: String
    }

    /// A suggestion that was hidden.
    struct Hidden: Sendable {
        let address: String
        let title: String
        /// Language of the title, BCP 47.
        let language: String
    }

    struct Explained: Sendable {
        let address: String
        let title: String
        /// Title and year of the publication, as published.
        let source: String
    }

    /// A message and its answer.
    struct Turn: Sendable {
        /// Time of the message in milliseconds, which tells turns apart.
        let turn: String
        let time: String
        let text: String
        let answer: Answer
    }

    /// Milliseconds after a reply during which the page mentions that the cloud could not be reached.
    private static let outage: Milliseconds = 15 * 60_000

    public init(_ facts: CoachFacts, for reader: Reader) {
        let words = reader.words
        title = words("coach.title")
        let answered = facts.cards?.answered ?? []
        let suggestions = (facts.cards?.cards ?? []).map { card in
            var suggestion = Suggestion(card, reader)
            let isPutOff = answered.contains { $0.moment == card.moment && $0.action == .accepted }
            suggestion.state = isPutOff ? words("coach.state.later") : nil
            return suggestion
        }
        done = answered.filter { $0.action == .completed }.map { card in
            Done(
                address: SuggestionScreen.address(card.moment), title: card.title, language: card.language,
                time: facts.time(card.at))
        }
        hasDone = !done.isEmpty
        hidden = (facts.cards?.hidden ?? []).map { card in
            Hidden(address: SuggestionScreen.address(card.moment), title: card.title, language: card.language)
        }
        hasHidden = !hidden.isEmpty
        (top, others) = (suggestions.first, Array(suggestions.dropFirst()))
        hasOthers = suggestions.count > 1
        note =
            facts.cards == nil
            ? words("problem.coachAway") : facts.cards?.note ?? (suggestions.isEmpty ? words("coach.none") : nil)
        asked = facts.problem == nil ? facts.asked : nil
        // A message that safety found something in stays outside the conversation.
        // One that was sent again under its key has the number of the turn that is stored.
        let known = facts.turns.last { $0.text == facts.asked && $0.reply.coachReply == facts.reply?.coachReply }
        let turn = facts.reply?.level == .safe ? "\(known?.at ?? facts.at)" : nil
        self.turn = turn
        answer = facts.reply.map { reply in
            var answer = Answer(reply, reader)
            answer.turn = turn
            answer.figure = facts.chart.flatMap { Figure($0, id: "answer-\(facts.key)", reader) }
            return answer
        }
        turns = facts.turns.suffix(20).map { turn in
            var answer = Answer(turn.reply, reader)
            answer.turn = "\(turn.at)"
            return Turn(turn: "\(turn.at)", time: facts.date(turn.at), text: turn.text, answer: answer)
        }
        hasTurns = !turns.isEmpty
        draft = facts.problem == nil ? "" : facts.asked ?? ""
        starters = Starters(facts.recent, for: reader).questions
        limit = Chat.maximumCharacters
        (key, problem) = (facts.key, facts.problem)
        status = words("mandated.generated")
        inference = StatusScreen.line(facts.models, for: reader)
        crisis = facts.cards?.crisis.map { CrisisLink($0, denial: .ofCoach) }
        let last = facts.turns.last.flatMap { $0.at > facts.at - Self.outage ? $0.reply : nil }
        let latest = facts.reply ?? last
        offline = latest?.isKeptByUnreachableCloud == true ? words("coach.offline") : nil
    }
}

extension ChatReply {
    /// Whether the person agreed to the cloud and it could not be reached. The gates before these two include the
    /// consent (GAT-4).
    var isKeptByUnreachableCloud: Bool { source == .composed && ["circuitBreaker", "call"].contains(gate) }
}

extension CoachScreen.Figure {
    /// The chart of Trends for the reply's days; nil without values.
    init?(_ facts: TrendFacts, id: String, _ reader: Reader) {
        let first = Int(facts.days.lowerBound.number), last = Int(facts.days.upperBound.number)
        let formats = reader.formats
        func date(_ day: Day) -> String {
            day.components.year == reader.today.components.year ? formats.dayAndMonth(day) : formats.dateWithYear(day)
        }
        title =
            TrendScreen.name(of: facts.subject, reader) + ", "
            + (first == last
                ? date(facts.days.upperBound)
                : formats.range(date(facts.days.lowerBound), date(facts.days.upperBound)))
        let shown = facts.values.filter { (first...last).contains($0.day) }
        let history = facts.values.filter { $0.quality != .imputed }.map(\.value)
        let chart = TrendScreen.chart(facts, first...last, shown, history, title, id: id, reader)
        guard let figure = chart.figure else { return nil }
        (drawing, table) = (figure.markup, chart.table.element.markup)
        self.id = id
    }
}

extension CoachScreen.Answer {
    init(_ reply: ChatReply, _ reader: Reader) {
        let origin = reply.gate == "numbers" && reply.chart != nil ? "numbers" : "\(reply.source)"
        text = reply.coachReply
        self.origin = reader.words("coach.origin.\(origin)")
        receipts = reply.source == .cloud ? "/receipts" + (reply.receipt.map { "#receipt-\($0)" } ?? "") : nil
        (next, caution) = (reply.nextAction, reply.caution)
        suggestion = reply.moment.map(SuggestionScreen.address)
        // A language model phrases in English.
        let isPhrased = [.cloud, .localModel].contains(reply.source)
        language = isPhrased ? "en" : reply.language ?? reader.settings.language.rawValue
        explanation = reply.explanation.map {
            CoachScreen.Explained(
                address: ExplanationScreen.address($0.id), title: $0.title,
                source: "\($0.sourceTitle) (\($0.sourceYear))")
        }
        opens = CoachScreen.Opened(reply.opens, reader.words)
        // Answers of check-ins have no trend.
        chart = reply.chart.flatMap { chart in
            guard TrendSubject(chart.metric) != nil else { return nil }
            let days = chart.from.distance(to: max(chart.through, reader.today)) + 1
            let range = TrendRange.allCases.first { $0.days.map { $0 >= days } ?? true } ?? .all
            return "/trends?metric=\(chart.metric)&range=\(range.rawValue)"
        }
    }
}
