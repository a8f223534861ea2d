import Localization
import Messages

/// A question read from a message by rules (COA-8). It holds no text of the message.
public struct Question: Equatable, Sendable {
    /// The kinds of questions.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// How something is or was: “how did I sleep this week?”
        case status
        /// How two periods differ: “is my resting pulse lower than in spring?”
        case compare
        /// Why a number is as it is.
        case cause
        /// Asks for the meaning of a term.
        case explain
        /// How to improve something.
        case howTo
        /// Asks for something to do now.
        case plan
        /// About the coach and the data.
        case meta
        /// A greeting or a question about the coach's own state.
        case courtesy
        /// How the person feels, said without a question.
        case feelings
        /// An illness, a sign of one, or its treatment.
        case medical
        /// An amount of a drug or supplement.
        case doses

        /// Whether “and last month?”, “why?” or “something shorter” can follow.
        public var canGoOn: Bool {
            switch self {
            case .status, .compare, .cause, .explain, .howTo, .plan, .feelings: true
            case .meta, .courtesy, .medical, .doses: false
            }
        }

        /// Whether the answer is a suggestion.
        public var isSuggestion: Bool { [.howTo, .plan, .feelings].contains(self) }
    }

    /// The kind of question.
    public var kind: Kind
    /// Subjects, the most important first; empty if none is named.
    public var subjects: [Subject]
    /// The period asked about; nil if none is named.
    public var period: Period?
    /// The period it is compared with.
    public var other: Period?
    /// The language of the message.
    public var language: Language
    /// The question about data: what is known, or whether it leaves the machine.
    public var meta: Meta?
    /// Whether something shorter or other than the last suggestion is asked for.
    public var wantsOther = false
    /// Whether a shorter suggestion is asked for.
    public var wantsShorter = false
    /// Whether the reason of the last suggestion is asked for.
    public var wantsReason = false
    /// The feeling that the person tells of; only for `feelings`.
    public var feeling: Feeling?
    /// A measure asked for that Pulsum keeps no numbers of.
    public var measure: Measure?
    /// Whether no rule read it; the library may still answer it.
    public var isGuessed = false
    /// Whether it asks what days after a completed suggestion are like: “does breathing help me?”
    public var asksEffect = false
    /// Whether an explanation is asked for the values that are usual among people: “what is a normal breathing rate?”
    public var asksNorm = false
    /// The result that it asks for; nil for the median of the daily values.
    public var form: AnswerForm?

    /// Questions about the coach and the data.
    public enum Meta: String, CaseIterable, Sendable {
        case known, leaving, abilities, identity, deleting, bringing
    }

    public init(
        _ kind: Kind, _ subjects: [Subject] = [], period: Period? = nil, other: Period? = nil, language: Language,
        meta: Meta? = nil
    ) {
        (self.kind, self.subjects, self.period, self.other) = (kind, subjects, period, other)
        (self.language, self.meta) = (language, meta)
    }
}
