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
        /// Why its suggestion was chosen.
        var reason: ReasonNote?
        /// Whether it refuses an answer: nothing stands before its mandated sentence.
        var isRefusal = false
        /// Whether no model phrases it, because it names titles of the person's own.
        var keepsWording = false
    }

    /// Composes a reply, and lets the gateway or the local model phrase it where that is allowed.
    /// - Parameter mayAskGateway: false if an earlier attempt may already have asked it.
    func answer(_ chat: Chat, mayAskGateway: Bool) async throws -> Answered {
        let (user, at) = (chat.user, chat.at)
        let (state, own, stored, plan) = try await store.read { [opened] in
            try $0.check(user)
            return (
                try CoachRows(user: user, transaction: $0).state(),
                try opened.library(of: user, in: $0),
                try ConversationRows(user: user, transaction: $0).turns(at: at, limit: Conversation.most),
                try PlanRows(user: user, transaction: $0).latest()
            )
        }
        let conversation = Conversation(stored, at: at)
        let today = chat.today ?? LocalCalendar.utc.day(millisecond: at)
        let reader = QuestionReader(today: today)
        let (language, rules) = Self.read(chat, conversation, reader)
        let courtesy = SmallTalk.of(chat.text)
        // The embedder reads no German, and courtesy needs none.
        let readings = language == .english && courtesy == nil ? await self.readings(of: chat.text) : nil
        let offered = state.offers.filter { $0.at >= conversation.since - ConversationRows.memory }.map(\.moment)
        let asked = Asked(
            chat: chat,
            writer: AnswerWriter(
                language, region: chat.country, today: today, turn: stored.count, openings: conversation.openings),
            state: state, own: own, conversation: conversation,
            pool: SuggestionPool(
                library: own.all.moments, state: state, at: at, part: DayPart(hour: chat.hour),
                suggested: conversation.suggested.union(offered)),
            numbers: PersonNumbers(bus: bus, user: user, today: today), today: today, readings: readings,
            mayAskGateway: mayAskGateway)
        if let courtesy {
            let reply = ChatReply(
                coachReply: conversation.openings.first(of: courtesy.replies(.shipped(language)), from: 0),
                source: .fixed, level: .safe, gate: "topic",
                kind: Question.Kind.courtesy.rawValue, language: language.rawValue)
            return await finished(Answered(reply: reply), asked)
        }
        if let answered = planReason(asked, plan, rules, language) { return await finished(answered, asked) }
        if let answered = await goalReply(asked, plan, rules, language) { return await finished(answered, asked) }
        if let answered = await elsewhere(asked, rules?.kind, language) { return await finished(answered, asked) }
        let (question, isOffTopic) = judged(rules, asked, reader)
        if isOffTopic {
            return await finished(Answered(reply: Self.offTopic(language, asked.chat.text), isRefusal: true), asked)
        }
        if let question, let answered = await reply(to: asked, question) { return await finished(answered, asked) }
        // A question that no rule knows may still be one that the library answers.
        var unknown = Question(.explain, [], language: language)
        unknown.isGuessed = true
        if question == nil, Self.isQuestion(chat.text), let answered = await reply(to: asked, unknown) {
            return await finished(answered, asked)
        }
        return await finished(try await retrieved(asked, language), asked)
    }

    /// The question by the rules and by the trained head, or that the message is off topic.
    private func judged(_ rules: Question?, _ asked: Asked, _ reader: QuestionReader) -> (Question?, isOffTopic: Bool) {
        let text = asked.chat.text
        // The head was trained on sentences; one or two words are left to the rules.
        guard let kindGate, let readings = asked.readings, FoldedText(text).words.count > 2,
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

    static func offTopic(_ language: Localization.Language, _ text: String) -> ChatReply {
        let refusal: HelpTexts = InjectionDetector.hasPhrase(text) ? .injection : .offTopic
        return ChatReply(
            coachReply: refusal.text(.shipped(language)), source: .fixed, level: .safe, gate: "topic",
            language: language.rawValue)
    }

    private static let questionWords: Set = [
        "is", "are", "does", "do", "what", "what's", "why", "how", "can", "which", "was", "wie", "warum", "wieso",
        "macht", "how's", "do", "could", "should", "will", "where", "who", "when", "was", "wer", "wo", "wann", "soll",
        "bringt", "stimmt", "stimmen", "ist", "sind", "hilft", "kann", "wozu", "difference", "matter",
    ]

    private static func isQuestion(_ text: String) -> Bool {
        text.contains("?") || !questionWords.isDisjoint(with: FoldedText(text).words)
    }

    /// The question of a message and its language. Short messages look English; they are read in the language of the
    /// conversation and of the person's pages too.
    private static func read(_ chat: Chat, _ conversation: Conversation, _ reader: QuestionReader) -> (
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

    /// The reply, phrased by the local model where one is configured.
    private func finished(_ answered: Answered, _ asked: Asked) async -> Answered {
        var answered = answered
        guard answered.reply.source != .cloud, !answered.isRefusal, !answered.keepsWording else { return answered }
        let language = Localization.Language(rawValue: answered.reply.language ?? "") ?? .english
        guard let phraser, answered.reply.source == .composed, answered.reply.explanation == nil,
            // The title of a source stays as it is.
            answered.question?.wantsReason != true
        else {
            return answered
        }
        let title = answered.reply.moment.flatMap { asked.own.all[$0] }.map {
            AnswerWriter.phrase($0.texts(inGerman: language == .german).title)
        }
        report(.phrasing, asked.chat.user)
        if let text = await phraser.phrase(
            answered.reply.coachReply, title: title, inGerman: language == .german, country: asked.chat.country),
            asked.conversation.openings.isFree(text)
        {
            (answered.reply.coachReply, answered.reply.source) = (text, .localModel)
        }
        return answered
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

    /// A reply about the topic of the message, from the moments nearest to it.
    private func retrieved(_ asked: Asked, _ language: Localization.Language) async throws -> Answered {
        let (chat, own, state, today) = (asked.chat, asked.own, asked.state, asked.today)
        let (user, at, words) = (chat.user, chat.at, Catalogue.shipped(language))
        let signals = state.signals?.current(on: today)
        let found = await nearest(to: asked)
        // Neither the embedder nor the gate's head reads German: there the words decide.
        let isGerman = language == .german
        let matches = isGerman ? [] : found?.matches
        let kind = { (namesTopic: Bool) in
            isGerman ? nil : found.flatMap { topicGate?.kind($0.readings, namesTopic: namesTopic) }
        }
        guard let intent = Intent.of(chat.text, matches: matches, embedder: embedder.name, signals: signals, kind: kind)
        else {
            guard kind(true) == .medical else {
                return Answered(reply: Self.offTopic(language, asked.chat.text), isRefusal: true)
            }
            var reply = Self.offTopic(language, asked.chat.text)
            reply.coachReply = HelpTexts.medical.text(words)
            reply.kind = Question.Kind.medical.rawValue
            return Answered(reply: reply, isRefusal: true)
        }
        let chosen = choose(
            asked.pool.moments(of: intent.topic), matches ?? [], words: isGerman ? chat.text : nil, state: state,
            signals: signals, at: at)
        let moment = chosen?.moment
        let completed = state.completions.last { $0.at <= at && $0.at > at - Self.recent }.flatMap {
            own.all[$0.moment]?.texts(inGerman: language == .german).title
        }
        // What somebody says of themself in these topics is a feeling; it is acknowledged and not analysed.
        let isFeeling =
            [.mood, .stress, .energy].contains(intent.topic) && !Self.isQuestion(chat.text)
            && !EverydayWords.isReport(chat.text)
        var local = Composer.reply(
            topic: intent.topic, signals: state.signals, today: today, moment: moment, completed: completed,
            words: words)
        if isFeeling, let moment {
            let title = moment.texts(inGerman: language == .german).title
            local.text =
                asked.writer.acknowledged(nil) + " " + asked.writer.suggestion(title, seconds: moment.estimatedSeconds)
        }
        var reply = ChatReply(
            coachReply: local.text, nextAction: local.nextAction, source: .composed, level: .safe, moment: moment?.id)
        reply.language = language.rawValue
        reply.kind = isFeeling && moment != nil ? Question.Kind.feelings.rawValue : nil
        reply.caution = moment.flatMap { CardWriter(words, signals: signals).caution(for: $0) }
        // The reply validator reads English only.
        reply.gate = "language"
        if language == .english {
            let phrase = PhraseWriter.request(
                user: user, intent: intent, signals: signals, moment: moment,
                hasRecentCompletion: state.hasRecentCompletion(at: at))
            reply = await phrased(
                reply, phrase, chat, state, isCovered: intent.isCovered, mayAskGateway: asked.mayAskGateway)
        }
        // A statement about a topic can be followed by “something shorter” and “why?”.
        let question = Question(.plan, [], language: language)
        return Answered(reply: reply, question: moment == nil ? nil : question, reason: chosen?.reason?.note)
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

    /// Readings of a message's windows; nil if they cannot be made.
    private func readings(of text: String) async -> [SentenceReading]? {
        do {
            return try await embedder.read(Passages.windows(of: text))
        } catch {
            log.warning("A message could not be embedded.", metadata: ["error": "\(ServiceError.logText(error))"])
            return nil
        }
    }

    /// The nearest moments and the message's readings; nil without readings, which leaves the message uncovered.
    func nearest(to asked: Asked) async -> (matches: [Retrieval.Match], readings: [SentenceReading])? {
        guard let readings = asked.readings else { return nil }
        var own = asked.own
        if !own.stale.isEmpty {
            do {
                own = opened.renew(own, of: asked.chat.user, try await embedder.embed(own.stale.map(\.searchText)))
            } catch {
                log.warning("A library could not be embedded.", metadata: ["error": "\(ServiceError.logText(error))"])
                return nil
            }
        }
        let matches = Retrieval.nearest(
            readings.map(\.meaning), in: [shipped.moments, own.search], limit: Self.candidates)
        return (matches, readings)
    }

    /// The best ranked of some moments, with the ranker's reason. The relevance is the similarity to the message.
    /// - Parameter words: a message whose German words decide the relevance instead.
    func choose(
        _ pool: [MicroMoment], _ matches: [Retrieval.Match], words: String? = nil, state: CoachState,
        signals: SignalState?, at: Milliseconds
    ) -> (moment: MicroMoment, reason: CardReason?)? {
        var similarity = Dictionary(matches.map { ($0.item.id, $0.similarity) }) { first, _ in first }
        if let words { similarity = shipped.germanMoments.shares(of: FoldedText(words).words) }
        let ranked = CardDeck.rank(pool, state: state, signals: signals, at: at) { similarity[$0.id] ?? 0 }
        return ranked.first.map { best in
            let reason = CardReason(of: best.features, best.moment.topic, Ranker(stored: state.weights), signals)
            return (best.moment, reason)
        }
    }
}
