import Bus
import Language
import LocalTime
import Localization
import Messages
import Moments
import Questions
import Storage

extension CoachingService {
    /// A moment completed within this time, in milliseconds, is mentioned.
    static let recent: Milliseconds = 48 * 3_600_000
    /// Number of moments that retrieval passes to the ranker.
    private static let candidates = 12

    /// A reply and the question that it answers.
    struct Answered {
        var reply: ChatReply
        var question: Question?
    }

    /// Composes a reply, and lets the gateway phrase it where that is allowed.
    /// - Parameter mayAskGateway: false if an earlier attempt may already have asked it.
    func answer(_ chat: Chat, mayAskGateway: Bool) async throws -> Answered {
        let (user, at) = (chat.user, chat.at)
        let (state, own, turns) = try await store.read { [embedder] in
            try $0.check(user)
            return (
                try CoachRows(user: user, transaction: $0).state(),
                try OwnMomentRows(user: user, transaction: $0).index(embedder: embedder.name),
                try ConversationRows(user: user, transaction: $0).turns(at: at, limit: 20)
            )
        }
        let today = chat.today ?? LocalCalendar.utc.day(millisecond: at)
        let language = Self.language(of: chat)
        let recent = turns.filter { $0.turn.at > at - ConversationRows.memory }
        let previous = recent.last?.question?.question
        let reader = QuestionReader(today: today, firstWeekday: chat.country == "US" ? 1 : 2)
        if let question = reader.read(chat.text, in: language, after: previous) {
            let asked = Asked(
                chat: chat, question: question,
                writer: AnswerWriter(question.language, region: chat.country, today: today, turn: turns.count),
                state: state, own: own, numbers: PersonNumbers(bus: bus, user: user, today: today),
                suggested: Set(recent.compactMap(\.turn.reply.moment)), today: today, mayAskGateway: mayAskGateway)
            if let reply = await reply(to: asked) { return Answered(reply: reply, question: question) }
        }
        if let courtesy = SmallTalk.of(chat.text) {
            return Answered(
                reply: ChatReply(
                    coachReply: courtesy.reply(.shipped(language)), source: .fixed, level: .safe, gate: "topic",
                    language: language.rawValue))
        }
        return Answered(
            reply: try await retrieved(chat, language, state, own, today: today, mayAskGateway: mayAskGateway))
    }

    /// The language of a message; that of the person's pages if the words do not tell.
    private static func language(of chat: Chat) -> Localization.Language {
        switch LanguageGuess.of(chat.text) {
        case .german: .german
        case .english: .english
        default: Localization.Language(tag: chat.language ?? "") ?? .english
        }
    }

    /// A reply about the topic of the message, from the moments nearest to it.
    private func retrieved(
        _ chat: Chat, _ language: Localization.Language, _ state: CoachState,
        _ own: [(moment: MicroMoment, vector: [Float]?)], today: Day, mayAskGateway: Bool
    ) async throws -> ChatReply {
        let (user, at, words) = (chat.user, chat.at, Catalogue.shipped(language))
        let signals = state.signals?.current(on: today)
        let found = await nearest(to: chat.text, own: own)
        let matches = found?.matches
        let kind = { (namesTopic: Bool) in found.flatMap { topicGate?.kind($0.readings, namesTopic: namesTopic) } }
        guard let intent = Intent.of(chat.text, matches: matches, embedder: embedder.name, signals: signals, kind: kind)
        else {
            let text = kind(true) == .medical ? HelpTexts.medical : .offTopic
            return ChatReply(
                coachReply: text.text(words), source: .fixed, level: .safe, gate: "topic",
                language: language.rawValue)
        }
        let library = Library(Moments.shipped.moments + own.map(\.moment))
        let moment = choose(
            for: intent, matches: matches ?? [], library: library, state: state, signals: signals, at: at)
        let completed = state.completions.last { $0.at <= at && $0.at > at - Self.recent }.flatMap {
            library[$0.moment]?.texts(inGerman: language == .german).title
        }
        let local = Composer.reply(
            topic: intent.topic, signals: state.signals, today: today, moment: moment, completed: completed,
            words: words)
        var reply = ChatReply(
            coachReply: local.text, nextAction: local.nextAction, source: .composed, level: .safe, moment: moment?.id)
        reply.language = language.rawValue
        reply.caution = moment.flatMap { CardWriter(words, signals: signals).caution(for: $0) }
        // The second wall reads English only.
        reply.gate = "language"
        guard language == .english else { return reply }
        let phrase = PhraseWriter.request(
            user: user, intent: intent, signals: signals, moment: moment, hasRecentCompletion: completed != nil)
        return await phrased(reply, phrase, chat, state, isCovered: intent.isCovered, mayAskGateway: mayAskGateway)
    }

    /// Lets the gateway phrase a local reply where that is allowed; otherwise the reply says which gate kept it here.
    func phrased(
        _ local: ChatReply, _ phrase: Phrase, _ chat: Chat, _ state: CoachState, isCovered: Bool, mayAskGateway: Bool
    ) async -> ChatReply {
        var reply = local
        reply.gate = "crisis"
        // For a day after a crisis nothing of the conversation leaves the machine (SAF-5).
        guard ConversationRules.crisis(state.verdicts + verdicts.waiting(chat.user), at: chat.at) == nil else {
            return reply
        }
        // A message with injection phrases is not sent to a language model; the composed reply is returned as it is.
        reply.gate = "topic"
        guard !InjectionDetector.hasPhrase(chat.text) else { return reply }
        reply.gate = "coverage"
        guard isCovered else { return reply }
        reply.gate = "interrupted"
        guard mayAskGateway else { return reply }
        report(.phrasing, chat.user)
        let phrased = await phrasing(phrase)
        reply.gate = phrased.gate
        if let text = phrased.coachReply, !text.isEmpty {
            (reply.coachReply, reply.source, reply.gate) = (text, .cloud, nil)
            reply.receipt = phrased.receipt
            reply.nextAction = phrased.nextAction ?? local.nextAction
        }
        return reply
    }

    /// The gateway's reply. If the gateway fails, the reply has no text and gate `unavailable`, and the composed reply
    /// stands.
    private func phrasing(_ request: Phrase) async -> PhraseReply {
        do {
            return try await bus.request(request)
        } catch {
            return PhraseReply(gate: "unavailable")
        }
    }

    /// The nearest moments and the message's readings; nil without an embedding, which leaves the message uncovered.
    func nearest(to text: String, own: [(moment: MicroMoment, vector: [Float]?)]) async -> (
        matches: [Retrieval.Match], readings: [SentenceReading]
    )? {
        do {
            return try await search(text, own)
        } catch {
            log.warning("A message could not be embedded.", metadata: ["error": "\(ServiceError.logText(error))"])
            return nil
        }
    }

    private func search(_ text: String, _ own: [(moment: MicroMoment, vector: [Float]?)]) async throws -> (
        matches: [Retrieval.Match], readings: [SentenceReading]
    ) {
        let readings = try await embedder.read(Passages.windows(of: text))
        let stale = own.filter { $0.vector == nil }.map(\.moment)
        let renewed = zip(stale, try await embedder.embed(stale.map(\.searchText))).map(Retrieval.Entry.init)
        let kept = own.compactMap { entry in entry.vector.map { Retrieval.Entry(moment: entry.moment, vector: $0) } }
        return (shipped.adding(kept + renewed).nearest(readings.map(\.meaning), limit: Self.candidates), readings)
    }

    /// The best ranked moment of the topic, or of the retrieved ones if the topic has none. The relevance is the
    /// similarity to the message.
    private func choose(
        for intent: Intent, matches: [Retrieval.Match], library: Library, state: CoachState, signals: SignalState?,
        at: Milliseconds
    )
        -> MicroMoment?
    {
        let similarity = Dictionary(matches.map { ($0.moment.id, $0.similarity) }) { first, _ in first }
        var pool = library.moments.filter { $0.topic == intent.topic }
        if pool.isEmpty { pool = matches.map(\.moment) }
        return CardDeck.rank(pool, state: state, signals: signals, at: at) { similarity[$0.id] ?? 0 }.first?.moment
    }
}
