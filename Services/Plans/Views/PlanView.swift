import Messages
import PlansCore

/// Plans as the person may see them: without numbers while these are away.
struct PlanView {
    let state: KeptState
    let country: String
    /// A weight that waits for a second one.
    var waiting: WaitingWeight?

    init(_ state: KeptState, country: String) { (self.state, self.country) = (state, country) }

    var numbersHidden: Bool { state.numbersHidden }

    /// Whether past plans, weight and intake are shown without numbers: while these are away, and while there is a
    /// reason for support instead of a plan.
    var hidesPast: Bool { state.numbersHidden || state.care != nil }

    /// Why there is no plan.
    var care: CareNotice? { state.care.map { CareNotice(reason: $0, country: country) } }

    /// The plan, without numbers while they are away.
    func shown(_ plan: Plan) -> Plan { numbersHidden ? withoutNumbers(plan) : plan }

    /// A plan of the history.
    func shownLater(_ plan: Plan) -> Plan { hidesPast ? withoutNumbers(plan) : plan }

    private func withoutNumbers(_ plan: Plan) -> Plan {
        var plan = plan
        (plan.targets, plan.computedTargets, plan.energy, plan.inputs) = (nil, nil, nil, nil)
        plan.reasons = []
        // Both flags say something about the numbers.
        (plan.floorApplied, plan.paceLimited) = (false, false)
        return plan
    }

    /// The answer to a request about the active plan.
    /// - Parameters:
    ///   - recomputed: whether this request computed the plan.
    ///   - comparing: false to leave the plan before it out.
    func reply(_ active: KeptPlan?, recomputed: Bool, comparing: Bool, isStale: Bool) -> PlanReply {
        var reply = PlanReply(
            plan: active.map { shown($0.plan) }, recomputed: recomputed, care: care, numbersHidden: numbersHidden,
            hiddenForCare: state.hiddenForCare,
            isNews: active.map { $0.plan.occasion == .weekly && $0.plan.id != state.seen } ?? false,
            announces: !state.isQuiet, isStale: isStale, stateRevision: state.revision)
        reply.waitingWeight = numbersHidden ? nil : waiting
        reply.isNews = reply.isNews && reply.announces && !numbersHidden
        guard comparing, !numbersHidden, let previous = active?.previous, let targets = active?.plan.targets else {
            return reply
        }
        let (old, new) = (previous.core(), targets.core())
        reply.previousTargets = previous
        reply.changes = new.changes(since: old).map {
            PlanChange(target: PlanTarget($0.target), old: $0.old, new: $0.new, isSignificant: $0.isSignificant)
        }
        reply.weeksMoved = new.weeksMoved(since: old).map { Int32($0) }
        return reply
    }
}
