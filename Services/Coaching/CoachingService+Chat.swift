import Bus
import Messages
import Moments
import Storage

extension CoachingService {
    /// A moment finished within this time is worth a mention.
    private static let recent: Milliseconds = 48 * 3_600_000
    /// Moments that retrieval hands to the ranker.
    private static let candidates = 12

    /// One message and its answer: safety first, then what is composed here, then the gateway's phrasing where it may be asked (COA-6, SAF-4 … SAF-6).
    /// The message is judged, answered and forgotten.
    func chat(_ chat: Chat, id: RequestID) async throws -> ChatReply {
        guard chat.text.contains(where: { !$0.isWhitespace }) else { throw BusError(.invalid, "The message is empty; write at least a word.") }
        guard chat.text.count <= Chat.maximumCharacters, chat.text.unicodeScalars.count <= 2 * Chat.maximumCharacters else {
            throw BusError(.invalid, "A message has at most \(Chat.maximumCharacters) characters; shorten it.")
        }
        let verdict: Verdict
        do {
            verdict = try await bus.request(Classify(text: chat.text, country: chat.country), budget: Classify.budget)
        } catch {
            log.warning("Safety did not answer a chat message.", metadata: ["error": "\((error as? BusError)?.code ?? .failed)"])
            return ChatReply(
                coachReply: HelpTexts.unavailable, source: .fixed, level: .caution, crisis: HelpTexts.internationalCard, gate: "safety")
        }
        switch verdict.level {
        case .safe: return try await answer(chat)
        // An unknown level from a newer safety service is treated as the gravest of those that are not a crisis.
        case .crisis: return await answerCrisis(chat, verdict, id)
        default: return await answerCaution(chat, verdict, id)
        }
    }

    func notACrisis(_ request: NotACrisis, id: RequestID) async throws -> Nothing {
        try await store.command(id, user: request.user) { transaction in
            let told = try transaction.change(request.user) { $0.withdrawCrises(at: request.at) }
            for verdict in told {
                try transaction.emit(
                    CrisisSeen(user: request.user, id: verdict.id, revision: verdict.revision, at: verdict.at, withdrawn: true), id: verdict.id)
            }
            return Nothing()
        }
    }

    // MARK: Verdicts other than safe

    /// The card is the answer. Nothing that can fail stands between the verdict and it.
    private func answerCrisis(_ chat: Chat, _ verdict: Verdict, _ id: RequestID) async -> ChatReply {
        _ = await note(verdict, chat, id)
        return ChatReply(
            coachReply: HelpTexts.crisis, source: .fixed, level: .crisis, crisis: verdict.card ?? HelpTexts.internationalCard, gate: "safety")
    }

    private func answerCaution(_ chat: Chat, _ verdict: Verdict, _ id: RequestID) async -> ChatReply {
        let state = await note(verdict, chat, id)
        var reply: ChatReply
        if verdict.reason == .unknownLanguage {
            reply = ChatReply(coachReply: HelpTexts.unknownLanguage, source: .fixed, level: verdict.level, gate: "safety")
        } else {
            // Something gentle from the shipped library, whatever was asked.
            let gentle = Moments.shipped.moments.filter { [.stress, .mindfulness, .mood].contains($0.topic) && !$0.isExerting }
            let moment = CardDeck.rank(gentle, state: state ?? CoachState(), at: chat.at) { $0.topic == .stress ? 1 : 0.5 }.first?.moment
            let composed = Composer.supportive(moment)
            reply = ChatReply(
                coachReply: composed.text, nextAction: composed.nextAction, source: .composed, level: verdict.level, gate: "safety", moment: moment?.id)
        }
        if let state, ConversationRules.surfacesResources(state.verdicts, at: chat.at) {
            reply.crisis = await resources(country: chat.country, verdict.reason == .unknownLanguage ? .distress : verdict.reason ?? .distress)
        }
        return reply
    }

    /// Notes the verdict, and tells of a crisis. Without a disk the answer must come all the same.
    private func note(_ verdict: Verdict, _ chat: Chat, _ id: RequestID) async -> CoachState? {
        let noted = NotedVerdict(
            id: EntityID(high: id.high, low: id.low), revision: 1, at: chat.at, level: verdict.level, reason: verdict.reason, fromChat: true)
        do {
            return try await store.write { transaction in
                let (state, isNew) = try transaction.change(chat.user) { state in
                    let isNew = state.note(noted)
                    return (state, isNew)
                }
                if isNew, noted.level >= .crisis {
                    try transaction.emit(CrisisSeen(user: chat.user, id: noted.id, revision: noted.revision, at: noted.at, withdrawn: false), id: noted.id)
                }
                return state
            }
        } catch {
            log.error("A verdict could not be kept.", metadata: ["error": "\((error as? BusError)?.code ?? .failed)"])
            return nil
        }
    }

    // MARK: Safe messages

    private func answer(_ chat: Chat) async throws -> ChatReply {
        let (user, at) = (chat.user, chat.at)
        let (state, own) = try await store.read { [embedder] in
            try $0.check(user)
            return (try $0.coach(user), try $0.ownIndex(user, embedder: embedder.name))
        }
        let matches = try nearest(to: chat.text, own: own)
        guard let intent = Intent.of(chat.text, matches: matches, signals: state.signals) else {
            return ChatReply(coachReply: HelpTexts.offTopic, source: .fixed, level: .safe, gate: "topic")
        }
        let library = Library(Moments.shipped.moments + own.map(\.moment))
        let moment = choose(for: intent, matches: matches, library: library, state: state, at: at)
        let completed = state.completions.last { $0.at <= at && $0.at > at - Self.recent }.flatMap { library[$0.moment]?.title }
        let local = Composer.reply(topic: intent.topic, signals: state.signals, moment: moment, completed: completed)
        var reply = ChatReply(
            coachReply: local.text, nextAction: local.nextAction, source: .composed, level: .safe, gate: "crisis", moment: moment?.id)
        // After a crisis the conversation stays here for a day (SAF-5).
        guard ConversationRules.crisis(state.verdicts, at: at) == nil else { return reply }

        let phrase = PhraseWriter.request(
            user: user, intent: intent, signals: state.signals, moment: moment, hasRecentCompletion: completed != nil)
        let phrased = await phrasing(phrase)
        reply.gate = phrased.gate
        if let text = phrased.coachReply, !text.isEmpty {
            (reply.coachReply, reply.source, reply.gate) = (text, .cloud, nil)
            reply.nextAction = phrased.nextAction ?? local.nextAction
        }
        return reply
    }

    /// The gateway's answer; a gateway that does not answer is one more reason to stay here.
    private func phrasing(_ request: Phrase) async -> PhraseReply {
        do {
            return try await bus.request(request)
        } catch {
            return PhraseReply(gate: "unavailable")
        }
    }

    private func nearest(to text: String, own: [(moment: MicroMoment, vector: [Float]?)]) throws -> [Retrieval.Match] {
        guard let query = try embedder.embed([text]).first else { return [] }
        let stale = own.filter { $0.vector == nil }.map(\.moment)
        let renewed = zip(stale, try embedder.embed(stale.map(\.searchText))).map(Retrieval.Entry.init)
        let kept = own.compactMap { entry in entry.vector.map { Retrieval.Entry(moment: entry.moment, vector: $0) } }
        return shipped.adding(kept + renewed).nearest(query, limit: Self.candidates)
    }

    /// The ranker chooses among what retrieval found and what the topic holds.
    private func choose(for intent: Intent, matches: [Retrieval.Match], library: Library, state: CoachState, at: Milliseconds) -> MicroMoment? {
        let similarity = Dictionary(matches.map { ($0.moment.id, $0.similarity) }) { first, _ in first }
        var pool = library.moments.filter { $0.topic == intent.topic }
        if pool.isEmpty { pool = matches.map(\.moment) }
        return CardDeck.rank(pool, state: state, at: at) { similarity[$0.id] ?? 0 }.first?.moment
    }
}
