import Bus
import Language
import LocalTime
import Localization
import Messages
import Questions
import Storage

extension CoachingService {
    /// The steps from a safe message to its reply.
    /// - Parameter mayAskGateway: false if an earlier attempt may already have asked it.
    func answer(_ chat: Chat, mayAskGateway: Bool) async throws -> DraftReply {
        let context = try await gather(chat, mayAskGateway: mayAskGateway)
        let draft = await compose(context)
        return await phraseLocally(draft, context)
    }

    /// Composes a reply by the first step that has one. The refusals of doses and illnesses are among the questions.
    private func compose(_ context: MessageContext) async -> DraftReply {
        if let draft = replyToCourtesy(context) { return draft }
        if let draft = explainPlan(context) { return draft }
        if let draft = await reportGoals(context) { return draft }
        if let draft = await referElsewhere(context) { return draft }
        let (question, isOffTopic) = decideQuestion(context)
        if isOffTopic { return refuse(context) }
        if let question, let draft = await answerQuestion(context, question) { return draft }
        if question == nil, let draft = await explainTerm(context) { return draft }
        return await suggestNearest(context)
    }

    // MARK: Gather

    /// Reads the message and what its reply may need of the person's state, library, plan and conversation.
    private func gather(_ chat: Chat, mayAskGateway: Bool) async throws -> MessageContext {
        let (user, at) = (chat.user, chat.at)
        let (state, own, stored, plan) = try await store.read { [opened] in
            try $0.check(user)
            return (
                try CoachRows(user: user, transaction: $0).state(),
                try opened.library(of: user, in: $0),
                try ConversationRows(user: user, transaction: $0).turns(at: at, limit: Conversation.maximumTurns),
                try PlanRows(user: user, transaction: $0).latest()
            )
        }
        let conversation = Conversation(stored, at: at)
        let today = chat.today ?? LocalCalendar.utc.day(millisecond: at)
        let (language, rules) = Self.readQuestion(chat, conversation, QuestionReader(today: today))
        let courtesy = SmallTalk.of(chat.text)
        // The embedder reads no German, and courtesy needs none.
        let readings = language == .english && courtesy == nil ? await self.readings(of: chat.text) : nil
        let offered = state.offers.filter { $0.at >= conversation.since - ConversationRows.memory }.map(\.moment)
        return MessageContext(
            chat: chat,
            writer: AnswerWriter(
                language, region: chat.country, today: today, turn: stored.count, openings: conversation.openings),
            state: state, own: own, plan: plan, conversation: conversation,
            pool: SuggestionPool(
                library: own.all.moments, state: state, at: at, part: DayPart(hour: chat.hour),
                suggested: conversation.suggested.union(offered)),
            numbers: PersonNumbers(bus: bus, user: user, today: today), today: today, language: language,
            rules: rules, courtesy: courtesy, readings: readings, mayAskGateway: mayAskGateway)
    }

    /// The question of a message and its language. Short messages look English; they are read in the language of the
    /// conversation and of the person's pages too.
    private static func readQuestion(_ chat: Chat, _ conversation: Conversation, _ reader: QuestionReader) -> (
        Localization.Language, Question?
    ) {
        let guess = language(of: chat, after: conversation)
        let pages = chat.language.flatMap { Localization.Language(tag: $0) }
        let isShort = FoldedText(chat.text).words.count <= 5
        let others = isShort ? [conversation.previous?.language, pages].compactMap { $0 } : []
        for language in [guess] + others {
            if let question = reader.read(chat.text, in: language, after: conversation.previous) {
                return (language, question)
            }
        }
        return (guess, nil)
    }

    /// The language of a message; if the words do not tell, that of the question before, or else of the person's pages.
    private static func language(of chat: Chat, after conversation: Conversation) -> Localization.Language {
        if let told = MessageLanguage.of(chat.text) { return told }
        return switch LanguageGuess.of(chat.text) {
        case .german: .german
        case .english where FoldedText(chat.text).words.count > 3: .english
        default: conversation.previous?.language ?? Localization.Language(tag: chat.language ?? "") ?? .english
        }
    }

    // MARK: Compose

    private func replyToCourtesy(_ context: MessageContext) -> DraftReply? {
        guard let courtesy = context.courtesy else { return nil }
        let replies = courtesy.replies(.shipped(context.language))
        return DraftReply(
            reply: ChatReply(
                coachReply: context.conversation.openings.first(of: replies, from: 0), source: .fixed, level: .safe,
                gate: "topic", kind: Question.Kind.courtesy.rawValue, language: context.language.rawValue))
    }

    /// The question by the rules and by the trained head, or that the message is off topic.
    private func decideQuestion(_ context: MessageContext) -> (question: Question?, isOffTopic: Bool) {
        let (text, rules, reader) = (context.chat.text, context.rules, QuestionReader(today: context.today))
        // The head was trained on sentences; one or two words are left to the rules.
        guard let kindGate, let readings = context.readings, FoldedText(text).words.count > 2,
            // The head knows no forms; “does walking help my mood?” looks like a question to a doctor to it.
            rules?.form == nil, rules?.wantsReason != true,
            // To the head, “what helps my score the most?” asks for advice.
            !(rules?.kind == .cause && rules?.subjects == [.score]),
            rules.map({ $0.language == .english }) ?? true,
            // “And last month?” goes on from the question before, which the head does not see.
            rules == nil || rules == reader.read(text, in: .english),
            topicGate?.kind(readings, namesTopic: true) != .injection
        else { return (rules, false) }
        switch kindGate.decide(rules?.kind, readings, namesFeeling: rules?.feeling != nil) {
        case .rules: return (rules, false)
        case .offTopic: return (nil, true)
        case .kind(let kind): return (reader.read(text, in: .english, as: kind), false)
        }
    }

    /// The refusal of a message that is off topic.
    func refuse(_ context: MessageContext) -> DraftReply {
        let refusal: HelpTexts = InjectionDetector.hasPhrase(context.chat.text) ? .injection : .offTopic
        return DraftReply(
            reply: ChatReply(
                coachReply: refusal.text(.shipped(context.language)), source: .fixed, level: .safe, gate: "topic",
                language: context.language.rawValue),
            isRefusal: true)
    }

    private static let questionWords: Set = [
        "is", "are", "does", "do", "what", "what's", "why", "how", "can", "which", "was", "wie", "warum", "wieso",
        "macht", "how's", "do", "could", "should", "will", "where", "who", "when", "was", "wer", "wo", "wann", "soll",
        "bringt", "stimmt", "stimmen", "ist", "sind", "hilft", "kann", "wozu", "difference", "matter",
    ]

    static func isQuestion(_ text: String) -> Bool {
        text.contains("?") || !questionWords.isDisjoint(with: FoldedText(text).words)
    }
}
