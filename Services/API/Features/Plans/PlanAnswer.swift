import CrisisCards
import Localization
import Messages
import Pages

/// A plan as the HTTP API returns it: the numbers of plans with their names in the specification, and sentences in the
/// language of the request.
struct PlanAnswer: Codable, Sendable {
    /// Targets of a day, and the weekly rate (PLN-3).
    struct Targets: Codable, Sendable, Equatable {
        /// kcal a day.
        let calories: Int32
        /// g a day.
        let protein: Int32
        /// ml a day.
        let water: Int32
        /// kg a week; negative for a loss.
        let weeklyRate: Double
        let estimatedWeeks: Int32?
        let projectedDate: Day?

        init(_ targets: PlannedTargets) {
            (calories, protein, water) = (targets.kilocalories, targets.proteinGrams, targets.waterMillilitres)
            (weeklyRate, estimatedWeeks) = (targets.weeklyKilograms, targets.estimatedWeeks)
            projectedDate = targets.projectedDay
        }
    }

    /// Why a target is what it is (PLN-6).
    struct Why: Codable, Sendable {
        let title, explanation: String
        let science: Science

        /// The state of knowledge, with its publications.
        struct Science: Codable, Sendable {
            let text: String
            let sources: [PlanPublication]
        }
    }

    /// The four explanations.
    struct WhyItWorks: Codable, Sendable {
        let calories, protein, water, weeklyRate: Why?
    }

    struct WeeklyPlan: Codable, Sendable {
        let id: EntityID
        let revision: UInt64
        /// “Weekly Plan - week of Oct 28, 2025”.
        let name, description: String
        /// First and last of its seven days.
        let start, end: Day
        let status: PlanStatus
        let occasion: PlanOccasion
        let computedAt: Milliseconds
        /// True if the energy is at the floor; `whyItWorks` says so.
        let floorApplied: Bool
        /// True if the loss was slowed to 1 % of body weight a week.
        let paceLimited: Bool
        /// This and the following are absent while numbers are away.
        let targets: Targets?
        /// As computed, where the person changed targets by hand.
        let computedTargets: Targets?
        let energy: PlanEnergy?
        let inputs: PlanInputs?
        let whyItWorks: WhyItWorks?
    }

    /// A target that changed, with a sentence.
    struct Change: Codable, Sendable {
        let target: PlanTarget
        let old, new: Double
        let isSignificant: Bool
        let sentence: String
    }

    /// Support instead of a plan with a deficit (PLN-10).
    struct Care: Codable, Sendable {
        let reason: CareNotice.Reason
        let title, message: String
        /// Help lines of the person's country.
        let resources: [CrisisCard.Line]
        /// How to find local numbers, where the country is unknown.
        let countryHint: String?
    }

    let plan: WeeklyPlan?
    let recomputed: Bool
    let previousTargets: Targets?
    let changes: [Change]
    /// A change of more than 50 kcal or 10 g of protein in words; absent without one.
    let adjustment: String?
    /// By how many weeks the projected date moved; positive for later.
    let weeksMoved: Int32?
    let care: Care?
    let numbersHidden: Bool
    let hiddenForCare: Bool
    let isNews: Bool
    let announces: Bool
    /// True if the profile or the weight is newer than the plan.
    let isStale: Bool
    /// A weight that waits for a second one; absent without one.
    let waitingWeight: WaitingWeight?

    init(_ reply: PlanReply, for reader: Reader) {
        plan = reply.plan.map { WeeklyPlan($0, for: reader) }
        recomputed = reply.recomputed
        previousTargets = reply.previousTargets.map(Targets.init)
        changes = reply.changes.map { Change($0, for: reader) }
        adjustment = reply.changes.contains(where: \.isSignificant) ? reader.words("plan.change.adjusted") : nil
        weeksMoved = reply.weeksMoved
        care = reply.care.map { Care($0, for: reader) }
        (numbersHidden, hiddenForCare) = (reply.numbersHidden, reply.hiddenForCare)
        (isNews, announces, isStale) = (reply.isNews, reply.announces, reply.isStale)
        waitingWeight = reply.waitingWeight
    }
}

extension PlanAnswer.WeeklyPlan {
    init(_ plan: Plan, for reader: Reader) {
        let formats = reader.formats
        (id, revision, name, description) = (
            plan.id, plan.revision, formats.name(of: plan), formats.description(of: plan)
        )
        (start, end, status, occasion) = (plan.weekStart, plan.weekEnd, plan.status, plan.occasion)
        (computedAt, floorApplied, paceLimited) = (plan.computedAt, plan.floorApplied, plan.paceLimited)
        targets = plan.targets.map(PlanAnswer.Targets.init)
        computedTargets = plan.computedTargets.map(PlanAnswer.Targets.init)
        (energy, inputs) = (plan.energy, plan.inputs)
        let explanations = formats.explanations(of: plan)
        func why(_ target: PlanTarget) -> PlanAnswer.Why? {
            explanations.first { $0.target == target }.map { explanation in
                PlanAnswer.Why(
                    title: explanation.title, explanation: explanation.explanation,
                    science: PlanAnswer.Why.Science(
                        text: explanation.science,
                        sources: plan.reasons.first { $0.target == target }?.sources ?? []))
            }
        }
        whyItWorks =
            explanations.isEmpty
            ? nil
            : PlanAnswer.WhyItWorks(
                calories: why(.calories), protein: why(.protein), water: why(.water), weeklyRate: why(.weeklyRate))
    }
}

extension PlanAnswer.Change {
    init(_ change: PlanChange, for reader: Reader) {
        (target, old, new, isSignificant) = (change.target, change.old, change.new, change.isSignificant)
        sentence = reader.words(
            "plan.change.line",
            [
                "name": reader.words("plan.target.\(change.target)"),
                "old": reader.formats.amount(change.old, of: change.target),
                "new": reader.formats.amount(change.new, of: change.target),
            ])
    }
}

extension PlanAnswer.Care {
    init(_ care: CareNotice, for reader: Reader) {
        let card = CrisisCardWriter.card(
            country: care.country, reason: .disorderedEating, inGerman: reader.settings.language == .german)
        reason = care.reason
        title = reader.words("plan.care.\(care.reason).title")
        message = ["text", "next"].map { reader.words("plan.care.\(care.reason).\($0)") }.joined(separator: " ")
        (resources, countryHint) = (card.lines, card.countryHint)
    }
}
