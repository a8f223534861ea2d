import Messages
import Storage

extension PlansService {
    /// Takes a transaction back and carries what was computed in it.
    private struct Estimated: Error {
        let reply: EstimatePlan.Reply
    }

    /// The targets that a body profile would give now. The profile is stored and the plan computed as by `generate`, and
    /// the transaction is then taken back, so that an estimate cannot differ from the plan that follows.
    /// - Throws: `ServiceError(.invalid)` for the body profile of another person.
    func estimate(_ request: EstimatePlan) async throws -> EstimatePlan.Reply {
        let (user, now) = (request.user, now())
        guard request.body.user == user else {
            throw ServiceError(.invalid, "The body profile is that of another person.")
        }
        do {
            try await store.write { (transaction: Transaction) throws -> Void in
                try transaction.check(user)
                throw Estimated(
                    reply: try Self.estimate(
                        request.body, Planner(user: user, transaction: transaction, now: now)))
            }
        } catch let estimated as Estimated {
            return estimated.reply
        }
        return EstimatePlan.Reply()
    }

    private static func estimate(_ body: BodyProfile, _ planner: Planner) throws -> EstimatePlan.Reply {
        try planner.keep(body)
        let situation = try planner.situation()
        guard situation.active != nil, !situation.state.numbersHidden else { return EstimatePlan.Reply() }
        var reply = EstimatePlan.Reply(waitingWeight: view(situation).waiting)
        do {
            if case .plan(let draft) = try planner.outcome(situation) { reply.targets = draft.targets }
        } catch let error as ServiceError where error.code == .invalid {
            // Saving the profile says what is wrong with it.
        }
        return reply
    }
}
