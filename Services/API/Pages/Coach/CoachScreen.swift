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
    let note: String?
    /// The conversation so far, oldest first.
    let turns: [Turn]
    let hasTurns: Bool
    let asked: String?
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

    /// The coach's words, with where they came from.
    struct Answer: Sendable {
        let text: String
        let origin: String
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
        /// The explanation that they are taken from, with its source.
        let explanation: Explained?
    }

    struct Explained: Sendable {
        let address: String
        let title: String
        /// Title and year of the publication, as published.
        let source: String
    }

    /// A message and its answer.
    struct Turn: Sendable {
        let time: String
        let text: String
        let answer: Answer
    }

    /// - Parameters:
    ///   - cards: nil if the coach does not answer.
    ///   - turns: the conversation before this message.
    ///   - date: text of an instant.
    ///   - asked: the question that was sent.
    ///   - problem: why there is no answer; the question stays in the field then.
    public init(
        cards: CardsQuery.Reply?, turns: [ChatTurn] = [],
        date: (Milliseconds) -> String = { _ in "" }, asked: String? = nil, reply: ChatReply? = nil,
        problem: String? = nil,
        key: String, models: [ModelStatus] = [], for reader: Reader
    ) {
        let words = reader.words
        title = words("coach.title")
        let suggestions = (cards?.cards ?? []).map { Suggestion($0, reader) }
        (top, others) = (suggestions.first, Array(suggestions.dropFirst()))
        hasOthers = suggestions.count > 1
        note =
            cards == nil ? words("problem.coachAway") : cards?.note ?? (suggestions.isEmpty ? words("coach.none") : nil)
        self.asked = problem == nil ? asked : nil
        answer = reply.map { Answer($0, reader) }
        self.turns = turns.suffix(20).map { turn in
            Turn(time: date(turn.at), text: turn.text, answer: Answer(turn.reply, reader))
        }
        hasTurns = !turns.isEmpty
        draft = problem == nil ? "" : asked ?? ""
        starters = ["coach.starter.sleep", "coach.starter.score", "coach.starter.tonight"].map { words($0) }
        limit = Chat.maximumCharacters
        (self.key, self.problem) = (key, problem)
        status = words("mandated.generated")
        inference = StatusScreen.line(models, for: reader)
        crisis = cards?.crisis.map { CrisisLink($0) }
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
        chart = reply.chart.map { chart in
            let days = chart.from.distance(to: max(chart.through, reader.today)) + 1
            let range = TrendRange.allCases.first { $0.days.map { $0 >= days } ?? true } ?? .all
            return "/trends?metric=\(chart.metric)&range=\(range.rawValue)"
        }
    }
}
