import Language
import Localization
import Messages
import Moments
import Questions

/// Suggestions in a conversation, and questions about them.
extension CoachingService {
    /// A moment for what was asked, grounded in the subject asked about and in nothing else.
    func suggest(_ context: MessageContext, _ question: Question) async -> DraftReply? {
        let (writer, state, at) = (context.writer, context.state, context.chat.at)
        let signals = state.signals?.current(on: context.today)
        let found = await nearest(to: context)
        let isGerman = question.language == .german
        let kind = { (namesTopic: Bool) in
            isGerman ? nil : found.flatMap { topicGate?.kind($0.readings, namesTopic: namesTopic) }
        }
        if kind(true) == .medical, question.feeling == nil {
            return DraftReply(
                reply: ChatReply(coachReply: writer.medical, source: .fixed, level: .safe, gate: "topic"),
                isRefusal: true)
        }
        let intent = Intent.of(
            context.chat.text, matches: isGerman ? [] : found?.matches, embedder: embedder.name, signals: signals,
            kind: kind)
        var topic = question.subjects.first?.topic ?? .none
        if question.kind == .feelings, !EverydayWords.isReport(context.chat.text) {
            topic = question.feeling?.topic ?? .mood
        }
        // “Something shorter” keeps to the topic of the suggestion before.
        let before = context.conversation.suggestion.flatMap { context.own.all[$0.turn.reply.moment ?? ""] }
        if topic == .none { topic = TopicNames.topic(of: context.chat.text) }
        if topic == .none, question.wantsOther || question.wantsShorter { topic = before?.topic ?? .none }
        if topic == .none, question.kind != .plan { topic = intent?.topic ?? .none }
        if topic == .none, isGerman { topic = shipped.explanations.topic(of: context.chat.text) ?? .none }
        // A question that names no topic of ours is for the topic gate.
        if topic == .none, question.kind == .howTo { return nil }
        let strongest = topic == .none ? signals?.strongest : nil
        if topic == .none { topic = strongest?.signal.entry?.topic ?? .none }
        let limit = question.wantsShorter ? min(before?.estimatedSeconds ?? 181, 181) : nil
        let pool = context.pool.moments(of: topic, isGentle: question.kind == .feelings, shorterThan: limit)
        guard
            let (moment, reason) = choose(
                pool, found?.matches ?? [], words: isGerman ? context.chat.text : nil, state: state, signals: signals,
                at: at)
        else {
            return DraftReply(
                reply: ChatReply(coachReply: writer.nothingMore, source: .composed, level: .safe, gate: "library"))
        }
        let completed = state.completions.last { $0.at <= at && $0.at > at - Self.recent }
            .flatMap { context.own.all[$0.moment]?.texts(inGerman: isGerman).title }
        let texts = moment.texts(inGerman: isGerman)
        let ground = await ground(context, question, strongest, completed)
        let offer = writer.suggestion(texts.title, seconds: moment.estimatedSeconds)
        var local = ChatReply(
            coachReply: ground.isEmpty ? offer : ground + " " + offer, nextAction: texts.action, source: .composed,
            level: .safe, gate: "language", moment: moment.id)
        local.caution = CardWriter(.shipped(question.language), signals: signals).caution(for: moment)
        let why = strongest.map { CardReason.signal($0.signal) } ?? reason
        // The reply validator reads English only.
        guard question.language == .english else { return DraftReply(reply: local, reason: why?.note) }
        let phrase = PhraseWriter.request(
            user: context.chat.user, intent: Intent(topic: topic, isNamed: true, isCovered: intent?.isCovered ?? false),
            signals: signals, moment: moment, hasRecentCompletion: state.hasRecentCompletion(at: at))
        let reply = await phraseByGateway(
            local, phrase, context.chat, state, isCovered: intent?.isCovered ?? false,
            mayAskGateway: context.mayAskGateway)
        return DraftReply(reply: reply, reason: why?.note)
    }

    /// The sentence before an offer; empty for none.
    private func ground(
        _ context: MessageContext, _ question: Question, _ strongest: SignalLevel?, _ completed: String?
    ) async -> String {
        let writer = context.writer
        var ground = ""
        switch question.kind {
        // Another suggestion says nothing again.
        case _ where question.wantsOther || question.wantsShorter: return ""
        case .feelings where EverydayWords.isReport(context.chat.text): break
        case .feelings: ground = writer.acknowledged(question.feeling)
        case .howTo:
            if let subject = question.subjects.first {
                // Without the numbers the suggestion is given alone.
                let numbers = try? await context.numbers.numbers(of: subject, for: [context.week])
                ground = numbers.flatMap { writer.brief($0, context.week, subject) } ?? ""
            }
        default:
            let isKnown = context.state.signals?.current(on: context.today) != nil
            ground = strongest.flatMap(writer.because) ?? (isKnown ? "" : writer.ground(nil))
        }
        if ground.isEmpty { ground = completed.map(writer.finished) ?? "" }
        if question.kind == .feelings { return ground }
        let unread = UnreadWords.of(context.chat.text, in: question.language).map { writer.unread($0) }
        return [unread, ground].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Why the last suggestion of the conversation was chosen, with its source; nil without one.
    func explainSuggestion(_ context: MessageContext) -> DraftReply? {
        guard let turn = context.conversation.suggestion, let id = turn.turn.reply.moment,
            let moment = context.own.all[id]
        else { return nil }
        let words = context.writer.words
        let named = turn.question?.question?.subjects.first.map(context.writer.bareName)
        let line = turn.reason.flatMap { CardReason($0) }.map {
            CardWriter(words, signals: context.state.signals).line($0)
        }
        let text = context.writer.why(
            moment.texts(inGerman: words.language == .german).title, topic: named, reason: line,
            source: Self.source(of: moment), year: moment.citation?.year)
        return DraftReply(
            reply: ChatReply(coachReply: text, source: .composed, level: .safe, gate: "library"), reason: turn.reason)
    }

    /// The title of a suggestion's source, or else the name of the site that it links to; empty without both.
    private static func source(of moment: MicroMoment) -> String {
        if let title = moment.citation?.title, !title.isEmpty { return title }
        let host = moment.sourceURL?.split(separator: "/").dropFirst().first ?? ""
        return String(host)
    }

    /// Describes the days after completed suggestions of a topic; nil with too few pairs of days, or
    /// while the scores cannot be fetched.
    func outcome(of topic: Topic, _ state: CoachState, _ query: CardQuery) async -> String? {
        let days = Set(state.completions.filter { $0.topic == topic }.map(\.day))
        guard days.count >= Outcome.minimumPairs, let first = days.min(), let last = days.max() else { return nil }
        let numbers = PersonNumbers(bus: bus, user: query.user, today: query.today)
        let around = Period(first.advanced(by: -60)...last.advanced(by: 1), "")
        guard let scores = try? await numbers.numbers(of: .score, for: [around]).series,
            let outcome = Outcome(completed: days, scores: scores)
        else { return nil }
        let words = Catalogue.asked(query.language)
        let writer = AnswerWriter(words.language, region: "", today: query.today, turn: 0)
        let what = words("answer.effect.topic", ["topic": words("library.topic.\(topic)")])
        return writer.effect(what, days: days.count, outcome)
    }

    /// The outcomes of completed suggestions: of the topic named, or of all.
    func effect(_ context: MessageContext, _ question: Question) async throws -> NumberAnswer {
        let topic = TopicWords.topic(of: context.chat.text.lowercased())
        let done = context.state.completions.filter { topic == .none || $0.topic == topic }
        let days = Set(done.map(\.day))
        let (words, writer) = (context.writer.words, context.writer)
        let what =
            topic == .none
            ? words("answer.effect.any") : words("answer.effect.topic", ["topic": words("library.topic.\(topic)")])
        guard let first = days.min(), let last = days.max() else {
            return NumberAnswer(text: writer.effect(what, days: 0, nil))
        }
        let around = Period(first.advanced(by: -60)...last.advanced(by: 1), "")
        let scores = try await context.numbers.numbers(of: .score, for: [around]).series
        return NumberAnswer(
            text: writer.effect(what, days: days.count, Outcome(completed: days, scores: scores)),
            chart: (.score, first...min(context.today, last.advanced(by: 1))))
    }
}
