import Bus
import Messages
import Questions

extension CoachingService {
    /// The reply to a question that the rules know; nil if the topic gate and retrieval are to answer it.
    func answerQuestion(_ context: MessageContext, _ question: Question) async -> DraftReply? {
        var draft: DraftReply?
        func fixed(_ text: String, isRefusal: Bool = false) -> DraftReply {
            DraftReply(reply: Self.fixed(text, gate: "topic"), isRefusal: isRefusal)
        }
        switch question.kind {
        case .doses: draft = fixed(context.writer.doses, isRefusal: true)
        case .medical: draft = fixed(context.writer.medical, isRefusal: true)
        case .courtesy: draft = fixed(context.writer.courtesy)
        case .meta: draft = question.meta.map { fixed(context.writer.meta($0)) }
        case .explain: draft = await explain(context, question).map { DraftReply(reply: $0) }
        case .cause where question.wantsReason:
            draft =
                explainSuggestion(context)
                ?? DraftReply(reply: Self.fixed(context.writer.nothingSuggested, gate: "library"))
        case .status where question.measure == .distance:
            draft = await reportDistance(context, question)
        case .status where question.measure != nil, .compare where question.measure != nil,
            .cause where question.measure != nil:
            if let measure = question.measure { draft = await reportMeasure(context, question, measure) }
        case .status, .compare, .cause:
            do {
                var context = context
                let (text, language) = (context.chat.text, question.language)
                let unread =
                    question.form != nil
                    ? nil : UnreadClause.of(text, in: language) ?? UnreadWords.of(text, in: language)
                context.writer.unread = unread
                let answer = try await reportNumbers(context, question)
                draft = answer.map { DraftReply(reply: Self.composed($0), keepsWording: unread != nil) }
            } catch {
                draft = unavailable(context, error)
            }
        case .howTo, .plan, .feelings: draft = await suggest(context, question)
        }
        draft?.question = question
        // A suggestion that was asked for may be refused as a medical question.
        let isRefused = draft?.isRefusal == true && question.kind.isSuggestion
        draft?.reply.kind = (isRefused ? .medical : question.kind).rawValue
        draft?.reply.language = question.language.rawValue
        return draft
    }

    static func fixed(_ text: String, gate: String) -> ChatReply {
        ChatReply(coachReply: text, source: .fixed, level: .safe, gate: gate)
    }

    /// A reply that holds the person's numbers is never phrased by the cloud model.
    static func composed(_ answer: NumberAnswer) -> ChatReply {
        ChatReply(
            coachReply: answer.text, source: .composed, level: .safe, gate: "numbers",
            chart: answer.chart.map {
                ChatChart(metric: $0.subject.key, from: $0.days.lowerBound, through: $0.days.upperBound)
            })
    }

    func unavailable(_ context: MessageContext, _ error: any Error) -> DraftReply {
        log.warning(
            "The numbers for a reply could not be fetched.", metadata: ["error": "\(ServiceError.logText(error))"])
        return DraftReply(reply: Self.fixed(context.writer.unavailable, gate: "unavailable"))
    }
}
