import Bus
import Messages
import Questions

extension CoachingService {
    /// The reply to “what are my goals?” and “how far am I with running?”, from the goals service (GOL-8).
    /// - Returns: nil if the message asks for something else.
    func reportGoals(_ context: MessageContext) async -> DraftReply? {
        let rules = context.rules
        // Amounts of substances, illnesses and feelings are no goals.
        guard ![.doses, .medical, .feelings].contains(rules?.kind), rules?.feeling == nil,
            let question = GoalQuestion.read(context.chat.text)
        else {
            return nil
        }
        var reply: ChatReply
        do {
            guard let answer = context.writer.answer(question, from: try await goals(context)) else { return nil }
            reply = ChatReply(coachReply: answer.text, source: .composed, level: .safe, gate: "numbers")
            reply.namesPlan = answer.namesFoodOrWeight ? true : nil
        } catch {
            // Without the word it may be about something that needs no goals.
            guard question.saysGoal else { return nil }
            log.warning(
                "The goals for a reply could not be fetched.", metadata: ["error": "\(ServiceError.logText(error))"])
            reply = Self.fixed(context.writer.unavailable, gate: "unavailable")
        }
        reply.kind = Question.Kind.status.rawValue
        reply.language = context.language.rawValue
        return DraftReply(reply: reply, keepsWording: true)
    }

    /// The person's goals with their measures and this week's actions.
    /// - Throws: `ServiceError` of the goals service.
    private func goals(_ context: MessageContext) async throws -> PersonGoals {
        let (user, today, plan) = (context.chat.user, context.today, context.plan)
        let maximum: Int32 = 1_000
        let reply = try await bus.request(
            GoalsQuery(user: user, status: .active, limit: maximum, asOf: AsOf(at: context.chat.at, today: today)))
        guard !reply.goals.isEmpty else { return PersonGoals([], measures: [], actions: [], isQuiet: reply.isQuiet) }
        async let measures = bus.request(MeasuresQuery(user: user, limit: maximum))
        async let actions = bus.request(ActionsQuery(user: user, from: today.monday, through: today, limit: maximum))
        return PersonGoals(
            reply.goals, measures: try await measures.measures, actions: try await actions.actions,
            isQuiet: reply.isQuiet, hidesFoodAndWeight: plan?.numbersHidden == true || plan?.care != nil)
    }
}
