import Bus
import Localization
import Messages
import Questions

extension CoachingService {
    /// The reply to “what are my goals?” and “how far am I with running?”, from the goals service (GOL-8).
    /// - Parameters:
    ///   - plan: what plans sent last: it says whether amounts of food and weight are put away.
    ///   - rules: the question as the rules read it: amounts of substances, illnesses and feelings are no goals.
    /// - Returns: nil if the message asks for something else.
    func goalReply(
        _ asked: Asked, _ plan: PlanUpdated?, _ rules: Question?, _ language: Localization.Language
    ) async -> Answered? {
        guard ![.doses, .medical, .feelings].contains(rules?.kind), rules?.feeling == nil,
            let question = GoalQuestion.read(asked.chat.text)
        else {
            return nil
        }
        var reply: ChatReply
        do {
            guard let answer = asked.writer.answer(question, from: try await goals(asked, plan)) else { return nil }
            reply = ChatReply(coachReply: answer.text, source: .composed, level: .safe, gate: "numbers")
            reply.namesPlan = answer.namesFoodOrWeight ? true : nil
        } catch {
            // Without the word it may be about something that needs no goals.
            guard question.saysGoal else { return nil }
            log.warning(
                "The goals for a reply could not be fetched.", metadata: ["error": "\(ServiceError.logText(error))"])
            reply = ChatReply(coachReply: asked.writer.unavailable, source: .fixed, level: .safe, gate: "unavailable")
        }
        reply.kind = Question.Kind.status.rawValue
        reply.language = language.rawValue
        return Answered(reply: reply, keepsWording: true)
    }

    /// The person's goals with their measures and this week's actions.
    /// - Throws: `ServiceError` of the goals service.
    private func goals(_ asked: Asked, _ plan: PlanUpdated?) async throws -> PersonGoals {
        let (user, today) = (asked.chat.user, asked.today)
        let most: Int32 = 1_000
        let reply = try await bus.request(
            GoalsQuery(user: user, status: .active, limit: most, asOf: AsOf(at: asked.chat.at, today: today)))
        guard !reply.goals.isEmpty else { return PersonGoals([], measures: [], actions: [], isQuiet: reply.isQuiet) }
        async let measures = bus.request(MeasuresQuery(user: user, limit: most))
        async let actions = bus.request(ActionsQuery(user: user, from: today.monday, through: today, limit: most))
        return PersonGoals(
            reply.goals, measures: try await measures.measures, actions: try await actions.actions,
            isQuiet: reply.isQuiet, hidesFoodAndWeight: plan?.numbersHidden == true || plan?.care != nil)
    }
}
