import Bus
import Language
import LocalTime
import Messages
import Moments
import Storage

extension CoachingService {
    /// A moment completed within this time, in milliseconds, is mentioned.
    private static let recent: Milliseconds = 48 * 3_600_000
    /// Number of moments that retrieval passes to the ranker.
    private static let candidates = 12

    /// Composes a reply, and lets the gateway phrase it where that is allowed.
    /// - Parameter mayAskGateway: false if an earlier attempt may already have asked it.
    func answer(_ chat: Chat, mayAskGateway: Bool) async throws -> ChatReply {
        if let courtesy = SmallTalk.of(chat.text) {
            return ChatReply(coachReply: courtesy.reply, source: .fixed, level: .safe, gate: "topic")
        }
        let (user, at) = (chat.user, chat.at)
        let (state, own) = try await store.read { [embedder] in
            try $0.check(user)
            return (
                try CoachRows(user: user, transaction: $0).state(),
                try OwnMomentRows(user: user, transaction: $0).index(embedder: embedder.name)
            )
        }
        let today = chat.today ?? LocalCalendar.utc.day(millisecond: at)
        let signals = state.signals?.current(on: today)
        let found = await nearest(to: chat.text, own: own)
        let matches = found?.matches
        let kind = { (namesTopic: Bool) in found.flatMap { topicGate?.kind($0.readings, namesTopic: namesTopic) } }
        guard let intent = Intent.of(chat.text, matches: matches, embedder: embedder.name, signals: signals, kind: kind)
        else {
            let text = kind(true) == .medical ? HelpTexts.medical : HelpTexts.offTopic
            return ChatReply(coachReply: text, source: .fixed, level: .safe, gate: "topic")
        }
        let library = Library(Moments.shipped.moments + own.map(\.moment))
        let moment = choose(
            for: intent, matches: matches ?? [], library: library, state: state, signals: signals, at: at)
        let completed = state.completions.last { $0.at <= at && $0.at > at - Self.recent }.flatMap {
            library[$0.moment]?.title
        }
        let local = Composer.reply(
            topic: intent.topic, signals: state.signals, today: today, moment: moment, completed: completed)
        var reply = ChatReply(
            coachReply: local.text, nextAction: local.nextAction, source: .composed, level: .safe, gate: "crisis",
            moment: moment?.id)
        // For a day after a crisis nothing of the conversation leaves the machine (SAF-5).
        guard ConversationRules.crisis(state.verdicts + verdicts.waiting(user), at: at) == nil else { return reply }
        // A message with injection phrases is not sent to a language model; the composed reply is returned as it is.
        reply.gate = "topic"
        guard !InjectionDetector.hasPhrase(chat.text) else { return reply }
        reply.gate = "coverage"
        guard intent.isCovered else { return reply }
        reply.gate = "interrupted"
        guard mayAskGateway else { return reply }

        let phrase = PhraseWriter.request(
            user: user, intent: intent, signals: signals, moment: moment, hasRecentCompletion: completed != nil)
        let phrased = await phrasing(phrase)
        reply.gate = phrased.gate
        if let text = phrased.coachReply, !text.isEmpty {
            (reply.coachReply, reply.source, reply.gate) = (text, .cloud, nil)
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
    private func nearest(to text: String, own: [(moment: MicroMoment, vector: [Float]?)]) async -> (
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
