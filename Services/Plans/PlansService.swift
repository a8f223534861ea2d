import CoreMetrics
import Messages
import PlansCore
import Storage
import SystemKit

/// Answers the requests about a person's plans.
struct PlansService: Sendable {
    let store: Store
    /// Counts requests for a plan by what answered them; nil counts nothing.
    var answers: Answers?
    var now: @Sendable () -> Milliseconds = WallClock.milliseconds

    /// Requests that the stored plan answered, and those for which one was computed: their share is the hit rate.
    struct Answers: Sendable {
        let stored: Counter
        let computed: Counter
    }

    /// Returns the active plan, or computes one (PLN-5).
    /// - Throws: errors as of `GeneratePlan`.
    func generate(_ request: GeneratePlan, id: RequestID) async throws -> PlanReply {
        let (user, now) = (request.user, now())
        guard request.body?.user ?? user == user else {
            throw ServiceError(.invalid, "The body profile is that of another person.")
        }
        if !request.forceRecompute, let reply = try await standing(request, now) {
            answers?.stored.increment()
            return reply
        }
        answers?.computed.increment()
        let computed = try await store.command(id, user: user) { transaction -> Computed in
            let planner = Planner(user: user, transaction: transaction, now: now)
            // A person who has stated nothing has revision 0 and no row.
            if let body = request.body, body.revision > 0 { try planner.keep(body) }
            var situation = try planner.situation()
            // Another request may have computed it meanwhile.
            guard let occasion = Planner.occasion(situation, isForced: request.forceRecompute) else {
                return Computed(isNew: false)
            }
            let before = situation.state.number
            try planner.compute(&situation, occasion, id: EntityID(high: id.high, low: id.low))
            let isNew = situation.state.number > before
            return Computed(isNew: isNew, isEqual: !isNew && situation.active != nil)
        }
        return try await store.read { transaction in
            let situation = try Planner(user: user, transaction: transaction, now: now).situation()
            let isEqual = computed.isEqual == true
            var reply = Self.view(situation).reply(
                situation.active, recomputed: computed.isNew || isEqual, comparing: computed.isNew, isStale: false)
            if isEqual { reply.previousTargets = reply.plan?.targets }
            return reply
        }
    }

    /// The stored reply of a computation.
    private struct Computed: Message {
        var isNew: Bool
        /// True if the result was that of the active plan.
        var isEqual: Bool?
        enum CodingKeys: Int, CodingKey { case isNew = 1, isEqual }
    }

    /// The answer without a computation; nil if one is due.
    private func standing(_ request: GeneratePlan, _ now: Milliseconds) async throws -> PlanReply? {
        try await store.read { transaction in
            let situation = try Planner(user: request.user, transaction: transaction, now: now).situation()
            let isNewer = request.body?.revision ?? 0 > situation.body?.revision ?? 0
            guard !isNewer, Planner.occasion(situation, isForced: false) == nil else { return nil }
            return Self.view(situation).reply(situation.active, recomputed: false, comparing: false, isStale: false)
        }
    }

    /// The active plan as it is stored, or the reason why there is none.
    /// - Throws: `ServiceError(.notFound)` if none was computed.
    func current(_ request: CurrentPlan) async throws -> PlanReply {
        let (user, now) = (request.user, now())
        return try await store.read { transaction in
            let situation = try Planner(user: user, transaction: transaction, now: now).situation()
            guard situation.active != nil || situation.state.care != nil else { throw Self.noPlan }
            return Self.view(situation).reply(
                situation.active, recomputed: false, comparing: true,
                isStale: situation.active != nil && Planner.occasion(situation, isForced: false) != nil)
        }
    }

    private static let noPlan = ServiceError(.notFound, "There is no plan yet: have one computed first.")

    static func view(_ situation: Planner.Situation) -> PlanView {
        var view = PlanView(situation.state, country: situation.profile.country)
        if let waiting = situation.weights.waiting, let counted = situation.weight {
            view.waiting = WaitingWeight(
                kilograms: waiting.kilograms, at: waiting.at, countedKilograms: counted.kilograms)
        }
        return view
    }

    /// Changes targets by hand, within the limits of PLN-4 and PLN-10.
    /// - Throws: errors as of `AdjustPlan`.
    func adjust(_ request: AdjustPlan, id: RequestID) async throws -> PlanReply {
        let (user, now) = (request.user, now())
        try await store.command(id, user: user) { transaction in
            let planner = Planner(user: user, transaction: transaction, now: now)
            var situation = try planner.situation()
            guard let active = situation.active, active.plan.id == request.plan else {
                throw ServiceError(.notFound, "This plan is not the active one: load it again.")
            }
            guard request.revision == nil || request.revision == active.plan.revision else {
                throw ServiceError(.conflict, "The plan has changed meanwhile: load it again.")
            }
            guard !situation.state.numbersHidden else {
                throw ServiceError(.conflict, "The numbers are away: have them shown first.")
            }
            let adjusted = try PlanAdjustment(request).applied(to: active, today: situation.today)
            try PlanRows(user: user, transaction: transaction).put(adjusted)
            situation.active = adjusted
            try planner.emit(&situation)
            return Empty()
        }
        return try await current(CurrentPlan(user: user))
    }

    /// Puts numbers away or shows them again.
    func show(_ request: ShowNumbers, id: RequestID) async throws -> ShowNumbers.Reply {
        let (user, now) = (request.user, now())
        return try await store.command(id, user: user) { transaction in
            let planner = Planner(user: user, transaction: transaction, now: now)
            var situation = try planner.situation()
            if request.shown {
                (situation.state.hidden, situation.state.hiddenForCare) = (false, false)
                for index in situation.state.verdicts.indices { situation.state.verdicts[index].answered = true }
            } else {
                situation.state.hidden = true
            }
            try planner.emit(&situation)
            return ShowNumbers.Reply(numbersHidden: situation.state.numbersHidden)
        }
    }

    /// Whether the person sees numbers.
    func numbers(_ request: PlanNumbers) async throws -> PlanNumbers.Reply {
        try await store.read { transaction in
            try transaction.check(request.user)
            let state = try StateRows(user: request.user, transaction: transaction).state()
            return PlanNumbers.Reply(numbersHidden: state.numbersHidden, revision: state.revision)
        }
    }

    /// Changes the notice of plans, or marks one as seen.
    func set(_ request: SetPlanNotice, id: RequestID) async throws -> SetPlanNotice.Reply {
        try await store.command(id, user: request.user) { transaction in
            let rows = StateRows(user: request.user, transaction: transaction)
            var state = try rows.state()
            if let announces = request.announces { state.isQuiet = !announces }
            if let seen = request.seen { state.seen = seen }
            try rows.write(state)
            return SetPlanNotice.Reply(announces: !state.isQuiet)
        }
    }
}
