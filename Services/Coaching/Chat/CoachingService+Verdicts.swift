import Bus
import CrisisCards
import Language
import LocalTime
import Localization
import Messages
import Moments
import Storage

extension NotedVerdict {
    /// Emits the verdict. One below crisis is emitted as no crisis: otherwise the number of events would reveal one.
    func emit(
        about user: UserID, to consumers: [ServiceName] = Topology.consumers(of: CrisisChanged.type),
        in transaction: Transaction
    ) throws {
        try transaction.emit(
            CrisisChanged(
                user: user, id: id, revision: revision, at: at, withdrawn: withdrawn || level < .crisis),
            id: id, to: consumers)
    }
}

extension CoachingService {
    /// Withdraws a crisis verdict on the person's request, and emits the withdrawal so that consumers show again what
    /// they withheld (SAF-5).
    func notACrisis(_ request: NotACrisis, id: RequestID) async throws -> Empty {
        try await store.command(id, user: request.user) { transaction in
            let told = try CoachRows(user: request.user, transaction: transaction).change {
                try $0.withdrawCrises(at: request.at, entry: request.entry)
            }
            for verdict in told { try verdict.emit(about: request.user, in: transaction) }
            return Empty()
        }
    }

    /// The crisis events last emitted about a person: those of chat messages, and the withdrawals of journal entries'
    /// verdicts.
    func crises(of user: UserID, since: Day?, _ transaction: Transaction) throws -> [CrisisChanged] {
        // A local day begins up to 14 hours before the same day in UTC.
        let begin = since.map { Milliseconds($0.number) * 86_400_000 - 14 * 3_600_000 } ?? .min
        return try CoachRows(user: user, transaction: transaction).state().verdicts.filter {
            $0.level >= .crisis && ($0.fromChat || $0.withdrawn) && $0.at >= begin
        }
        .map { CrisisChanged(user: user, id: $0.id, revision: $0.revision, at: $0.at, withdrawn: $0.withdrawn) }
    }

    // MARK: Verdicts other than safe

    /// Replies with the crisis card. No step that can fail comes between the verdict and the card.
    func answerCrisis(_ chat: Chat, _ verdict: Verdict, _ id: RequestID) async -> ChatReply {
        let card =
            verdict.card
            ?? CrisisCardWriter.card(
                country: chat.country, reason: verdict.reason ?? .selfHarm,
                inGerman: LanguageGuess.of(chat.text) == .german)
        let reply = ChatReply(
            coachReply: HelpTexts.crisis.text(.asked(chat.language)), source: .fixed, level: .crisis, crisis: card,
            gate: "safety")
        _ = await note(verdict, chat, id, reply)
        return reply
    }

    func answerCaution(_ chat: Chat, _ verdict: Verdict, _ id: RequestID) async -> ChatReply {
        if let reply = try? await store.read({ try ChatRows(user: chat.user, transaction: $0).reply(to: id) }) {
            return reply
        }
        let state = await note(verdict, chat, id)
        let isGerman = LanguageGuess.of(chat.text) == .german
        let words = isGerman ? Catalogue.shipped(.german) : .asked(chat.language)
        var reply: ChatReply
        if verdict.reason == .unknownLanguage {
            reply = ChatReply(
                coachReply: HelpTexts.unknownLanguage.text(words), source: .fixed, level: verdict.level, gate: "safety")
        } else {
            // A gentle moment from the shipped library, whatever the message asked for; none twice within a conversation.
            let recent = Set(state.offers.filter { $0.at > chat.at - ConversationRows.memory }.map(\.moment))
            let gentle = Moments.shipped.moments.filter {
                [.stress, .mindfulness, .mood].contains($0.topic) && !$0.isExerting && !recent.contains($0.id)
            }
            let signals = state.signals?.current(on: chat.today ?? LocalCalendar.utc.day(millisecond: chat.at))
            let moment = CardDeck.rank(gentle, state: state, signals: signals, at: chat.at) {
                $0.topic == .stress ? 1 : 0.5
            }.first?.moment
            let composed = Composer.supportive(moment, words: words)
            reply = ChatReply(
                coachReply: composed.text, nextAction: composed.nextAction, source: .composed, level: verdict.level,
                gate: "safety", moment: moment?.id)
            reply.caution = moment.flatMap { CardWriter(words, signals: signals).caution(for: $0) }
        }
        // Safety adds a card to a caution about a medical emergency, so that the number to call is at hand.
        reply.crisis = verdict.card
        if reply.crisis == nil, ConversationRules.surfacesResources(state.verdicts, at: chat.at) {
            // Neither reason is a kind of danger.
            let isUnknown = verdict.reason == .unknownLanguage || verdict.reason == .notReadInFull
            let reason = isUnknown ? .distress : verdict.reason ?? .distress
            reply.crisis = CrisisCardWriter.card(
                country: chat.country, reason: reason, inGerman: isGerman)
        }
        let task = Task { [reply] in
            _ = try? await keep(reply, chat, id)
            if let moment = reply.moment { try? await note(offered: moment, chat) }
        }
        await PendingVerdicts.settle(task, within: PendingVerdicts.timeout)
        return reply
    }

    /// Stores and emits the verdict. The reply waits at most half a second for the database and is sent
    /// even if the write fails.
    /// - Parameter reply: to a crisis: where the database hides content, it has the rows of any other reply.
    private func note(_ verdict: Verdict, _ chat: Chat, _ id: RequestID, _ reply: ChatReply? = nil) async
        -> CoachState
    {
        let noted = NotedVerdict(
            id: EntityID(high: id.high, low: id.low), revision: 1, at: chat.at, level: verdict.level,
            reason: verdict.reason, fromChat: true)
        await verdicts.keep(noted, of: chat.user) { [store] in
            try await store.write { transaction in
                let isNew = try CoachRows(user: chat.user, transaction: transaction).change { $0.note(noted) }
                if isNew { try noted.emit(about: chat.user, in: transaction) }
                guard let reply, try transaction.hidesContent() else { return }
                try ConversationRows(user: chat.user, transaction: transaction).keepPlaceholder(chat, id)
                _ = try ChatRows(user: chat.user, transaction: transaction).keep(reply, to: id, at: chat.at)
            }
        }
        return await state(of: chat.user, with: noted)
    }

    /// Remembers what was suggested, so that it is not suggested again soon.
    private func note(offered moment: String, _ chat: Chat) async throws {
        try await store.write { transaction in
            try CoachRows(user: chat.user, transaction: transaction).change { state in
                state.offers.append(Offer(moment: moment, at: chat.at))
                state.offers.removeFirst(max(0, state.offers.count - CoachState.maximumOffers))
            }
        }
    }

    /// A person's state including a verdict that may not be stored yet. The read does not wait for writers.
    private func state(of user: UserID, with verdict: NotedVerdict) async -> CoachState {
        var state = (try? await store.read { try CoachRows(user: user, transaction: $0).state() }) ?? CoachState()
        state.note(verdict)
        return state
    }
}
