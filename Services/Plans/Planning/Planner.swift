import Foundation
import Messages
import PlansCore
import Storage

/// Decides on a person's plans, and computes and stores them, in a transaction.
struct Planner {
    /// The name of the weekly work in the schedule (PLN-7).
    static let weekly = "weekly plans"

    let user: UserID
    let transaction: Transaction
    let now: Milliseconds

    /// What is known of the person.
    struct Situation {
        var state: KeptState
        var active: KeptPlan?
        let body: BodyProfile?
        let profile: KeptProfile
        let weights: PlausibleWeights
        var weight: CurrentWeight? { weights.latest }
        /// The person's local date.
        let today: Day
    }

    private var plans: PlanRows { PlanRows(user: user, transaction: transaction) }

    func situation() throws -> Situation {
        let profile = try ProfileRows(user: user, transaction: transaction).profile()
        let body = try BodyRows(user: user, transaction: transaction).body()
        let today = profile.calendar.day(millisecond: now)
        // A device in a zone further east may already write tomorrow.
        let weights = try MonthRows(user: user, transaction: transaction).weights(
            until: today.advanced(by: 1), stated: body?.statedWeight)
        return Situation(
            state: try StateRows(user: user, transaction: transaction).state(), active: try plans.active(), body: body,
            profile: profile, weights: weights, today: today)
    }

    /// Stores the person's statements about their body, unless later ones are known, and the weight among its day's
    /// values.
    func keep(_ body: BodyProfile) throws {
        try BodyRows(user: user, transaction: transaction).put(body)
        guard let kilograms = body.weightKilograms, let at = body.weightAt else { return }
        let day = try ProfileRows(user: user, transaction: transaction).profile().calendar.day(millisecond: at)
        try MonthRows(user: user, transaction: transaction).put(stated: kilograms, at: at, on: day)
    }

    /// The occasion to compute; nil if the active plan stays (PLN-5).
    static func occasion(_ situation: Situation, isForced: Bool) -> PlanOccasion? {
        guard let active = situation.active, situation.today <= active.plan.weekEnd else { return .first }
        if isForced { return .forced }
        if active.bodyRevision != situation.body?.revision ?? 0 { return .profileChanged }
        guard let weight = situation.weight, let inputs = active.plan.inputs else { return nil }
        let isNew = weight.at > inputs.weightAt || weight.kilograms != inputs.kilograms
        return isNew ? .newWeight : nil
    }

    /// Computes a plan, or ends the active one where care asks for it. A result that is that of the active plan adds
    /// none.
    /// - Throws: `ServiceError(.invalid)` as of `GeneratePlan`; then nothing changed.
    func compute(_ situation: inout Situation, _ occasion: PlanOccasion, id: EntityID) throws {
        let today = situation.today
        let outcome = try outcome(situation)
        if case .care(let reason) = outcome, situation.active == nil, situation.state.care == reason {
            // Nothing changed; the schedule asks again in a week.
            if occasion != .weekly { try schedule(situation, after: now) }
            return
        }
        if case .plan(let draft) = outcome, occasion.canStand,
            let kept = situation.active?.confirmed(by: draft, bodyRevision: situation.body?.revision ?? 0)
        {
            return try stand(&situation, kept)
        }
        let previous = try situation.active ?? plans.page(before: nil, limit: 1).first
        try endActive(&situation)
        switch outcome {
        case .care(let reason): situation.state.care = reason
        case .plan(let draft):
            situation.state.care = nil
            situation.state.number += 1
            let plan = Plan(
                id: id, revision: 1, weekStart: today, weekEnd: today.advanced(by: 6), status: .active,
                occasion: occasion, computedAt: now, floorApplied: draft.floorApplied, paceLimited: draft.paceLimited,
                targets: draft.targets, energy: draft.energy, inputs: draft.inputs, reasons: draft.reasons)
            let kept = KeptPlan(
                plan: plan, bodyRevision: situation.body?.revision ?? 0, previous: previous?.plan.targets,
                number: situation.state.number, floorApplied: draft.floorApplied, paceLimited: draft.paceLimited)
            try plans.put(kept)
            situation.active = kept
            // The person is there, unless the schedule asked.
            if occasion != .weekly { situation.state.seen = id }
        }
        let zone = situation.profile.zone(at: now)
        if let week = WeeklyInstant.due(at: date(now), in: zone, done: situation.state.doneWeek, delay: delay) {
            situation.state.week = Day(number: Int32(week.monday))
        }
        try emit(&situation)
        if occasion != .weekly { try schedule(situation, after: now) }
    }

    func outcome(_ situation: Situation) throws -> PlanOutcome {
        let today = situation.today
        let days = try MonthRows(user: user, transaction: transaction).days(
            today.advanced(by: -PlanBasis.window)...today)
        do {
            return try PlanBasis(
                situation.body, situation.weight, days: situation.weights.counted(days), today: today
            ).outcome()
        } catch let error as ServiceError where situation.state.numbersHidden {
            // The limits are numbers of food (PLN-10).
            throw error.withoutLimits
        }
    }

    /// The active plan stays, confirmed by the present profile and weight.
    private func stand(_ situation: inout Situation, _ kept: KeptPlan) throws {
        situation.state.seen = kept.plan.id
        guard kept != situation.active else {
            return try StateRows(user: user, transaction: transaction).write(situation.state)
        }
        try plans.put(kept)
        situation.active = kept
        try emit(&situation)
    }

    /// The computation of a week by the schedule.
    /// - Parameter due: when it became due.
    /// - Returns: when the next one is due; nil for a person without plans.
    func computeWeekly(due: Milliseconds, id: EntityID) throws -> Milliseconds? {
        var situation = try situation()
        guard situation.state.number > 0 || situation.state.care != nil else { return nil }
        let (at, zone) = (date(max(due, now)), situation.profile.zone(at: now))
        if let week = WeeklyInstant.due(at: at, in: zone, done: situation.state.doneWeek, delay: delay) {
            situation.state.week = Day(number: Int32(week.monday))
            do {
                try compute(&situation, .weekly, id: id)
            } catch let error as ServiceError where error.code == .invalid {
                // The profile is no longer complete or plausible: the plan stays until the person changes it.
                try StateRows(user: user, transaction: transaction).write(situation.state)
            }
        }
        return milliseconds(next(situation, after: at))
    }

    // MARK: Schedule

    /// Schedules the next weekly computation.
    func schedule(_ situation: Situation, after instant: Milliseconds) throws {
        try transaction.schedule(
            Self.weekly, user: user, at: milliseconds(next(situation, after: date(instant))))
    }

    /// Moves the weekly computation after a change of the time zone. One that is due stays due.
    func reschedule() throws {
        guard let scheduled = try transaction.scheduled(Self.weekly, user: user), scheduled > now else { return }
        let situation = try situation()
        let zone = situation.profile.zone(at: now)
        let isDue = WeeklyInstant.due(at: date(now), in: zone, done: situation.state.doneWeek, delay: delay) != nil
        if isDue {
            // A journey east passed over the instant of this week.
            try transaction.schedule(Self.weekly, user: user, at: now)
        } else {
            try schedule(situation, after: now)
        }
    }

    private func next(_ situation: Situation, after instant: Date) -> Date {
        WeeklyInstant.next(
            after: instant, in: situation.profile.zone(at: now), done: situation.state.doneWeek, delay: delay)
    }

    private var delay: TimeInterval { WeeklyInstant.delay(of: user.bytes) }

    private func date(_ instant: Milliseconds) -> Date { Date(timeIntervalSince1970: Double(instant) / 1000) }

    private func milliseconds(_ date: Date) -> Milliseconds {
        Milliseconds((date.timeIntervalSince1970 * 1000).rounded())
    }

    // MARK: Care

    /// Ends the active plan immediately where what is known of the person speaks for support instead (PLN-10).
    func endWhereCareSpeaks() throws {
        guard try plans.active() != nil else { return }
        var situation = try situation()
        guard let reason = PlanBasis.care(situation.body, situation.weight, today: situation.today) else { return }
        try endActive(&situation)
        situation.state.care = CareNotice.Reason(reason)
        try emit(&situation)
    }

    private func endActive(_ situation: inout Situation) throws {
        guard var old = situation.active else { return }
        old.plan.status = situation.today > old.plan.weekEnd ? .completed : .replaced
        old.plan.revision += 1
        old.endedOn = min(situation.today, old.plan.weekEnd.advanced(by: 1))
        try plans.put(old)
        situation.active = nil
    }

    // MARK: Events

    /// Emits the state if other days' readings of body mass count than by the last event.
    func emitUncounted() throws {
        var situation = try situation()
        guard situation.weights.uncountedDays != situation.state.uncountedDays else { return }
        try emit(&situation)
    }

    /// Stores the state and emits the plan as it is now.
    func emit(_ situation: inout Situation) throws {
        situation.state.revision += 1
        situation.state.uncountedDays = situation.weights.uncountedDays
        try StateRows(user: user, transaction: transaction).write(situation.state)
        try transaction.emit(updated(situation), id: situation.active?.plan.id)
    }

    /// The current state for other services.
    func updated(_ situation: Situation) -> PlanUpdated {
        let view = PlanView(situation.state, country: situation.profile.country)
        return PlanUpdated(
            user: user, revision: situation.state.revision, plan: situation.active.map { view.shown($0.plan) },
            care: view.care, numbersHidden: view.numbersHidden, uncountedDays: situation.weights.uncountedDays)
    }
}

extension KeptState {
    var doneWeek: ISOWeek? { week.map { ISOWeek(day: Int($0.number)) } }
}

extension KeptPlan {
    /// This plan, if a computation gave its inputs and results again; nil if something differs, and for one that was
    /// changed by hand. The time of an equal weight may differ, and is then the new one.
    fileprivate func confirmed(by draft: PlanDraft, bodyRevision: UInt64) -> KeptPlan? {
        guard var inputs = plan.inputs, plan.computedTargets == nil else { return nil }
        (inputs.weightAt, inputs.isMeasured) = (draft.inputs.weightAt, draft.inputs.isMeasured)
        let same = PlanDraft(
            targets: plan.targets ?? draft.targets, floorApplied: floorApplied, paceLimited: paceLimited,
            energy: plan.energy ?? draft.energy, inputs: inputs, reasons: plan.reasons)
        guard same == draft else { return nil }
        var kept = self
        kept.bodyRevision = bodyRevision
        if kept.plan.inputs != inputs {
            kept.plan.inputs = inputs
            kept.plan.revision += 1
        }
        return kept
    }
}

extension PlanOccasion {
    /// True if an equal result leaves the active plan. A new week has a plan of its own.
    fileprivate var canStand: Bool { self == .forced || self == .profileChanged || self == .newWeight }
}
