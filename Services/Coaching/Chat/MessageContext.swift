import Language
import Localization
import Messages
import Questions

/// The inputs of the reply to one chat message, read once after its safety verdict.
struct MessageContext {
    let chat: Chat
    var writer: AnswerWriter
    let state: CoachState
    let own: OpenedLibrary
    /// What plans sent last; nil for a person without a plan. It says whether amounts of food and weight are put away.
    let plan: PlanUpdated?
    let conversation: Conversation
    let pool: SuggestionPool
    let numbers: PersonNumbers
    let today: Day
    /// Of the message.
    let language: Localization.Language
    /// The question as the rules read it; nil if no rule knows it.
    let rules: Question?
    /// nil if the message holds anything but courtesy.
    let courtesy: SmallTalk?
    /// The embedder's readings of the message, one for each window of its text. nil for a German message, because the
    /// embedder reads English only, nil for courtesy, and nil if the embedder failed.
    let readings: [SentenceReading]?
    /// False if an earlier attempt may already have asked the gateway.
    let mayAskGateway: Bool

    /// The last seven days.
    var week: Period { writer.lastSeven }
}

/// A reply and the question that it answers.
struct DraftReply {
    var reply: ChatReply
    var question: Question?
    /// Why its suggestion was chosen.
    var reason: ReasonNote?
    /// Whether it refuses an answer: nothing is put before its mandated sentence.
    var isRefusal = false
    /// Whether no model phrases it, because it names titles of the person's own.
    var keepsWording = false
}
