import Messages
import Questions

extension CoachingService {
    /// Days before today of which alcohol counts.
    private static let alcoholDays = 365

    /// The reply to what the coach has no answer to itself, and to what alcohol does; nil for all else.
    func referElsewhere(_ context: MessageContext) async -> DraftReply? {
        let (text, kind, language) = (context.chat.text, context.rules?.kind, context.language)
        var draft: DraftReply
        if let question = AlcoholQuestion(text), kind != .doses, kind != .medical {
            guard let answer = await reportAlcohol(context, question) else { return nil }
            draft = answer
            draft.reply.opens = CoachPage.compare.rawValue
            draft.reply.kind = Question.Kind.status.rawValue
        } else if let place = Elsewhere.read(text, hour: context.chat.hour, as: kind) {
            if place == .outside { return refuse(context) }
            draft = DraftReply(reply: Self.fixed(context.writer.elsewhere(place), gate: "topic"))
            draft.reply.opens = place.page?.rawValue
            draft.reply.kind = (place == .awakeNow ? Question.Kind.howTo : .meta).rawValue
        } else {
            return nil
        }
        draft.reply.language = language.rawValue
        // “And this month?” does not go on from the question before.
        draft.question = Question(.meta, [], language: language)
        return draft
    }

    /// Nil if no day is noted with alcohol, or if scoring cannot be reached.
    private func reportAlcohol(_ context: MessageContext, _ question: AlcoholQuestion) async -> DraftReply? {
        let first = context.today.advanced(by: -Self.alcoholDays)
        do {
            let contexts = try await bus.request(
                DayContextsQuery(user: context.chat.user, from: first, through: context.today, today: context.today))
            let noted = Set(contexts.days.filter { $0.flags.contains(.alcohol) }.map(\.day))
            guard !noted.isEmpty else { return nil }
            let numbers = try await context.numbers.numbers(
                of: question.subject, for: [Period(first...context.today, "")])
            return DraftReply(reply: Self.composed(context.writer.afterAlcohol(numbers, noted: noted)))
        } catch {
            log.warning(
                "The circumstances for a reply could not be fetched.",
                metadata: ["error": "\(ServiceError.logText(error))"])
            return nil
        }
    }
}
