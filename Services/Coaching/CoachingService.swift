import Bus
import CrisisCards
import Language
import LocalModel
import LocalTime
import Localization
import Logging
import Messages
import Moments
import Storage

/// The coaching service: suggests moments and learns which ones are welcome (COA-1, COA-4, COA-5).
/// A message is answered by the steps of `CoachingService+Chat.swift` and `CoachingService+Answer.swift`.
struct CoachingService: Sendable {
    let store: Store
    let bus: any Requesting
    let log: Logger
    let embedder: any SentenceEmbedder
    private let opener: ShippedLibraryOpener
    /// People's own libraries, opened.
    let opened: OpenedLibraries
    /// Verdicts that are not stored yet.
    let verdicts: PendingVerdicts
    /// Reports what is being done for a person's message.
    let report: @Sendable (ReplyStage, UserID) -> Void
    /// nil if no local model is configured.
    let phraser: LocalPhraser?

    /// - Throws: the embedder's error: retrieval is impossible without vectors.
    init(
        store: Store, bus: any Requesting, log: Logger, embedder: any SentenceEmbedder = HashingEmbedder(),
        model: LocalModel? = nil,
        report: @escaping @Sendable (ReplyStage, UserID) -> Void = { _, _ in }
    ) async throws {
        self.report = report
        phraser = model.map { LocalPhraser($0, bus: bus, log: log) }
        (self.store, self.bus, self.log, self.embedder) = (store, bus, log, embedder)
        opened = OpenedLibraries(embedder: embedder.name)
        verdicts = PendingVerdicts(log: log)
        opener = try await ShippedLibraryOpener(embedder)
    }

    // Each is read when a message first needs it, and kept.

    /// The shipped library.
    var shipped: ShippedLibrary { opener.library }
    /// nil if no trained gate fits the embedder's readings.
    var topicGate: TopicGate? { TopicGate(embedder: embedder.name) }
    /// nil if no trained head of kinds fits the embedder's readings.
    var kindGate: KindGate? { KindGate(embedder: embedder.name) }

    // MARK: Cards

    /// The day's cards. After a crisis the crisis card replaces them; after several cautions it comes with them.
    func cards(_ query: CardsQuery) async throws -> CardsQuery.Reply {
        let (user, at, country) = (query.user, query.at, query.country ?? "")
        let words = Catalogue.asked(query.language)
        let inGerman = words.language == .german
        let today = query.today ?? LocalCalendar.utc.day(millisecond: at)
        // Opens the library before the write transaction, which others wait for.
        let stored = try await store.read { [opened] transaction in
            _ = try opened.library(of: user, in: transaction)
            return try CoachRows(user: user, transaction: transaction).state()
        }
        // Outward, there is no card and no note of a verdict.
        let verdicts = query.isOutward == true ? [] : stored.verdicts + verdicts.waiting(user)
        if let crisis = ConversationRules.crisis(verdicts, at: at) {
            return CardsQuery.Reply(
                cards: [], note: HelpTexts.crisisDay.text(words),
                crisis: CrisisCardWriter.card(
                    country: country, reason: crisis.reason ?? .selfHarm, inGerman: inGerman))
        }
        let occasion = await occasion(query, today: today, stored)
        let (dealt, picked, signals) = try await store.write { [opened] transaction in
            let library = try opened.library(of: user, in: transaction).all.moments
            return try CoachRows(user: user, transaction: transaction).change { state in
                let signals = state.signals?.current(on: today)
                let seed = user.high ^ user.low ^ UInt64(bitPattern: Int64(today.number)) &* 0x9E37_79B9_7F4A_7C15
                let pick = occasion.flatMap { state.pick(from: library, signals: signals, $0) }
                let offered = occasion.map { now in
                    library.filter { $0.id == pick?.moment ? pick?.action == nil : state.isOffered($0, now) }
                }
                let dealt = state.cards(
                    from: offered ?? library, signals: signals, at: at, today: today, seed: seed,
                    pick: pick?.action == nil ? pick : nil)
                // Nil for one of a library that was removed.
                let moment = library.first { $0.id == pick?.moment }
                return (dealt, pick.flatMap { pick in moment.map { (pick: pick, moment: $0) } }, state.signals)
            }
        }
        let writer = CardWriter(words, signals: signals?.current(on: today))
        var reply = CardsQuery.Reply(cards: dealt.map { writer.card($0.moment, why: $0.why) })
        // The texts of a library of their own are the person's: a device token reads none of them.
        let isShown = picked.map { query.isOutward != true || Moments.shipped[$0.moment.id] != nil } ?? false
        reply.today = isShown ? picked.map { writer.suggestion($0.pick, $0.moment) } : nil
        if let signals, !signals.isCurrent(on: today) {
            reply.note = words("coaching.cards.old", ["date": Composer.date(signals.day, words)])
        } else if signals == nil {
            reply.note = words("coaching.cards.noData")
        }
        if ConversationRules.surfacesResources(verdicts, at: at) {
            reply.note = HelpTexts.heavyDays.text(words)
            reply.crisis = CrisisCardWriter.card(country: country, reason: .distress, inGerman: inGerman)
        }
        (reply.answered, reply.hidden) = try await answeredCards(query)
        return reply
    }

    /// One suggestion, shipped or of the person's own library.
    /// - Throws: `ServiceError(.notFound)` for a moment in none of them.
    func card(_ query: CardQuery) async throws -> Card {
        let (moment, state) = try await store.read { transaction in
            (
                try Moments.shipped[query.moment]
                    ?? OwnMomentRows(user: query.user, transaction: transaction).moment(query.moment),
                try CoachRows(user: query.user, transaction: transaction).state()
            )
        }
        guard let moment else {
            throw ServiceError(.notFound, "There is no such suggestion any more; ask for the cards again.")
        }
        let signals = state.signals?.current(on: query.today)
        let why = state.showing?.entries.first { $0.moment == moment.id }?.reason.flatMap { CardReason($0) }
        var card = CardWriter(.asked(query.language), signals: signals).card(moment, why: why)
        card.outcome = await outcome(of: moment.topic, state, query)
        return card
    }

    /// Records a response to a card.
    /// - Throws: `ServiceError`: `notFound` for a moment in none of this person's libraries, `invalid` for an unknown
    ///   action or hour.
    func feedback(_ feedback: CardFeedback, id: RequestID) async throws -> CardFeedback.Reply {
        guard CardFeedback.Action.names.contains(where: { $0.value == feedback.action }) else {
            let names = CardFeedback.Action.names.map(\.name).joined(separator: ", ")
            throw ServiceError(.invalid, "An answer to a card is one of \(names).")
        }
        guard (0...23).contains(feedback.hour) else { throw ServiceError(.invalid, "The hour is between 0 and 23.") }
        return try await store.command(id, user: feedback.user) { transaction in
            let user = feedback.user
            let own = OwnMomentRows(user: user, transaction: transaction)
            guard let moment = try Moments.shipped[feedback.moment] ?? own.moment(feedback.moment) else {
                throw ServiceError(.notFound, "There is no such card any more; ask for the cards again.")
            }
            let reply = try CoachRows(user: user, transaction: transaction).change { state in
                let day = WakingDay.day(hour: feedback.hour, today: feedback.day)
                if feedback.action == .restored {
                    state.restore(moment.id, day: day)
                } else {
                    state.answer(moment, feedback.action, at: feedback.at, day: feedback.day)
                }
                state.answerPick(moment.id, feedback.action, at: feedback.at, on: day)
                return Self.reply(to: feedback, state)
            }
            if feedback.action == .completed {
                try transaction.emit(CardCompleted(user: user, moment: moment.id, at: feedback.at))
            }
            return reply
        }
    }

    private static func reply(to feedback: CardFeedback, _ state: CoachState) -> CardFeedback.Reply {
        // A day with a crisis shows no cheer and no streak (SCO-7).
        if ConversationRules.crisis(state.verdicts, at: feedback.at) != nil {
            return CardFeedback.Reply(cheer: nil, streak: 0)
        }
        let streak = feedback.countsStreak == true ? state.streak(on: feedback.day) : 0
        guard feedback.action == .completed else { return CardFeedback.Reply(cheer: nil, streak: Int32(streak)) }
        return CardFeedback.Reply(
            cheer: CompletionText.text(
                hour: Int(feedback.hour), streak: streak, count: state.completions.count,
                words: .asked(feedback.language)),
            streak: Int32(streak))
    }

    // MARK: What others tell

    /// Stores the latest signals.
    func apply(_ event: ScoreUpdated, _ transaction: Transaction) throws {
        try CoachRows(user: event.user, transaction: transaction).change { state in
            guard event.revision > state.signals?.revision ?? 0 else { return }
            let told = SignalState(
                revision: event.revision, day: event.report.day, score: event.report.score, levels: event.signals,
                context: event.context)
            // Cards depend on the signals and not on the day's context flags, so the shown cards stay.
            if let signals = state.signals, signals.hasSameSignals(as: told),
                state.showing?.revision == signals.revision
            {
                state.showing?.revision = told.revision
            }
            state.signals = told
        }
    }

    func apply(_ event: JournalEntryChanged, _ transaction: Transaction) throws {
        try CoachRows(user: event.user, transaction: transaction).change { state in
            _ = state.note(
                NotedVerdict(
                    id: event.entry, revision: event.revision, at: event.edited ?? event.at,
                    level: event.deleted ? .safe : event.level, reason: event.reason, fromChat: false))
        }
    }

    /// A crisis in a goal's text counts as one in the chat: scoring withholds the day, and nothing is sent out. Every
    /// verdict is emitted, so that the number of events does not reveal a crisis. Goals has its own verdicts, and is only
    /// sent withdrawals.
    func apply(_ event: GoalTextJudged, _ transaction: Transaction) throws {
        let noted = try CoachRows(user: event.user, transaction: transaction).change { $0.note(event) }
        let verdict =
            noted
            ?? NotedVerdict(id: event.id, revision: event.revision, at: event.at, level: event.level, fromChat: true)
        try verdict.emit(about: event.user, to: [.scoring], in: transaction)
    }

    /// Stores the person's plan, for questions about its reasons.
    func apply(_ event: PlanUpdated, _ transaction: Transaction) throws {
        try PlanRows(user: event.user, transaction: transaction).put(event)
    }

    func apply(_ event: ActionCompleted, _ transaction: Transaction) throws {
        try CoachRows(user: event.user, transaction: transaction).change { $0.note(event) }
    }

    func apply(_ event: GoalProgressed, _ transaction: Transaction) throws {
        try CoachRows(user: event.user, transaction: transaction).change { $0.note(event) }
    }

    /// Deletes a producer's data; the producer then sends it again. Verdicts of the journal stay until then, because
    /// one may be a crisis, together with their withdrawals.
    func resetProducer(_ producer: ServiceName, _ user: UserID, _ transaction: Transaction) throws {
        if producer == .plans { return try PlanRows(user: user, transaction: transaction).forget() }
        try CoachRows(user: user, transaction: transaction).change { state in
            if producer == .scoring { state.signals = nil }
            if producer == .goals { (state.actions, state.goals) = ([], []) }
            guard producer == .sentiment else { return }
            for index in state.verdicts.indices where !state.verdicts[index].fromChat {
                state.verdicts[index].revision = 0
            }
        }
    }
}
