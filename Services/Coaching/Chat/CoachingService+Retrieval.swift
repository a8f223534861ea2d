import Language
import Localization
import Messages
import Moments
import Questions

/// Suggestions by what a message resembles: its nearest moments, ranked.
extension CoachingService {
    /// A moment completed within this time, in milliseconds, is mentioned.
    static let recent: Milliseconds = 48 * 3_600_000
    /// Number of moments that retrieval passes to the ranker.
    private static let candidates = 12

    /// A reply about the topic of the message, from the moments nearest to it.
    func suggestNearest(_ context: MessageContext) async -> DraftReply {
        let (chat, own, state, today) = (context.chat, context.own, context.state, context.today)
        let (user, at, language) = (chat.user, chat.at, context.language)
        let words = Catalogue.shipped(language)
        let signals = state.signals?.current(on: today)
        let found = await nearest(to: context)
        // Neither the embedder nor the gate's head reads German: there the words decide.
        let isGerman = language == .german
        let matches = isGerman ? [] : found?.matches
        let kind = { (namesTopic: Bool) in
            isGerman ? nil : found.flatMap { topicGate?.kind($0.readings, namesTopic: namesTopic) }
        }
        guard let intent = Intent.of(chat.text, matches: matches, embedder: embedder.name, signals: signals, kind: kind)
        else {
            var refusal = refuse(context)
            guard kind(true) == .medical else { return refusal }
            refusal.reply.coachReply = HelpTexts.medical.text(words)
            refusal.reply.kind = Question.Kind.medical.rawValue
            return refusal
        }
        let chosen = choose(
            context.pool.moments(of: intent.topic), matches ?? [], words: isGerman ? chat.text : nil, state: state,
            signals: signals, at: at)
        let moment = chosen?.moment
        let completed = state.completions.last { $0.at <= at && $0.at > at - Self.recent }.flatMap {
            own.all[$0.moment]?.texts(inGerman: language == .german).title
        }
        // A statement about oneself in these topics is a feeling; it is acknowledged and not analysed.
        let isFeeling =
            [.mood, .stress, .energy].contains(intent.topic) && !Self.isQuestion(chat.text)
            && !EverydayWords.isReport(chat.text)
        var local = Composer.reply(
            topic: intent.topic, signals: state.signals, today: today, moment: moment, completed: completed,
            words: words)
        if isFeeling, let moment {
            let title = moment.texts(inGerman: language == .german).title
            local.text =
                context.writer.acknowledged(nil) + " "
                + context.writer.suggestion(title, seconds: moment.estimatedSeconds)
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
            reply = await phraseByGateway(
                reply, phrase, chat, state, isCovered: intent.isCovered, mayAskGateway: context.mayAskGateway)
        }
        // A statement about a topic can be followed by “something shorter” and “why?”.
        let question = Question(.plan, [], language: language)
        return DraftReply(reply: reply, question: moment == nil ? nil : question, reason: chosen?.reason?.note)
    }

    /// Readings of a message's windows; nil if they cannot be made.
    func readings(of text: String) async -> [SentenceReading]? {
        do {
            return try await embedder.read(Passages.windows(of: text))
        } catch {
            log.warning("A message could not be embedded.", metadata: ["error": "\(ServiceError.logText(error))"])
            return nil
        }
    }

    /// The nearest moments and the message's readings; nil without readings, which leaves the message uncovered.
    func nearest(to context: MessageContext) async -> (matches: [Retrieval.Match], readings: [SentenceReading])? {
        guard let readings = context.readings else { return nil }
        var own = context.own
        if !own.stale.isEmpty {
            do {
                own = opened.renew(own, of: context.chat.user, try await embedder.embed(own.stale.map(\.searchText)))
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
