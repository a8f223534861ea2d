import Localization
import Messages
import Questions

extension CoachingService {
    /// Days before today of which alcohol counts.
    private static let alcoholDays = 365

    /// The reply to what the coach has no answer to itself, and to what alcohol does; nil for all else.
    /// - Parameter kind: of the message, as the rules read it.
    func elsewhere(_ asked: Asked, _ kind: Question.Kind?, _ language: Localization.Language) async -> Answered? {
        let text = asked.chat.text
        var answered: Answered
        if let question = AlcoholQuestion(text), kind != .doses, kind != .medical {
            guard let answer = await alcohol(asked, question) else { return nil }
            answered = answer
            answered.reply.opens = CoachPage.compare.rawValue
            answered.reply.kind = Question.Kind.status.rawValue
        } else if let place = Elsewhere.read(text, hour: asked.chat.hour, as: kind) {
            if place == .outside { return Answered(reply: Self.offTopic(language, text), isRefusal: true) }
            answered = Answered(reply: Self.fixed(asked.writer.elsewhere(place), gate: "topic"))
            answered.reply.opens = place.page?.rawValue
            answered.reply.kind = (place == .awakeNow ? Question.Kind.howTo : .meta).rawValue
        } else {
            return nil
        }
        answered.reply.language = language.rawValue
        // “And this month?” does not go on from the question before.
        answered.question = Question(.meta, [], language: language)
        return answered
    }

    /// Nil if no day is noted with alcohol, or if scoring cannot be reached.
    private func alcohol(_ asked: Asked, _ question: AlcoholQuestion) async -> Answered? {
        let first = asked.today.advanced(by: -Self.alcoholDays)
        do {
            let contexts = try await bus.request(
                DayContextsQuery(user: asked.chat.user, from: first, through: asked.today, today: asked.today))
            let noted = Set(contexts.days.filter { $0.flags.contains(.alcohol) }.map(\.day))
            guard !noted.isEmpty else { return nil }
            let numbers = try await asked.numbers.numbers(of: question.subject, for: [Period(first...asked.today, "")])
            return Answered(reply: Self.composed(asked.writer.afterAlcohol(numbers, noted: noted)))
        } catch {
            log.warning(
                "The circumstances for a reply could not be fetched.",
                metadata: ["error": "\(ServiceError.logText(error))"])
            return nil
        }
    }
}
