import Localization
import Messages

/// The targets of the present plan with their reasons.
struct NowBox: Sendable {
    let sentence: String
    let name: String
    let made: String
    let staleNote: String?
    let change: ChangeBox?
    let targets: [Target]
    let expenditure: String
    let interval: String
    let sureness: String
    let notes: [String]
    let projection: String?

    /// A target with its reason.
    struct Target: Sendable {
        let id: String
        let label: String
        let amount: String
        let reason: String
        let explanation: String
        let science: String
        let sources: [Source]
    }

    /// A publication.
    struct Source: Sendable {
        let publication: String
        let address: String
    }

    /// Nil without targets.
    init?(_ reply: PlanReply, date: (Milliseconds) -> String, for reader: Reader) {
        guard let plan = reply.plan, let targets = plan.targets, let energy = plan.energy else { return nil }
        let (words, formats) = (reader.words, reader.formats)
        sentence = words("plan.sentence", ["amount": formats.energy(kilocalories: Double(targets.kilocalories))])
        name = formats.name(of: plan)
        made = words(
            "plan.made",
            [
                "date": date(plan.computedAt),
                "days": reader.days(of: plan),
            ])
        staleNote = reply.isStale ? words("plan.stale") : nil
        change = ChangeBox(reply, for: reader)
        self.targets = formats.explanations(of: plan).map { explanation in
            Target(
                id: "why-\(explanation.target)", label: words("plan.target.\(explanation.target)"),
                amount: reader.amount(of: explanation.target, in: targets), reason: explanation.title,
                explanation: explanation.explanation, science: explanation.science,
                sources: explanation.sources.map { Source(publication: $0.text, address: $0.address) })
        }
        expenditure = words("plan.energy.text", ["amount": formats.energy(kilocalories: energy.tdee)])
        interval = words(
            "plan.energy.interval",
            [
                "low": formats.energy(kilocalories: energy.tdeeLow),
                "high": formats.energy(kilocalories: energy.tdeeHigh),
            ])
        let source = words("plan.energy.\(energy.source)", count: Int(energy.days))
        sureness = "\(source) \(words("plan.energy.sure.\(Self.sureness(energy))"))"
        notes =
            (plan.floorApplied
                ? [words("plan.note.floor", ["amount": formats.energy(kilocalories: Double(targets.kilocalories))])]
                : []) + (plan.paceLimited ? [words("plan.note.pace")] : [])
            + (plan.computedTargets == nil ? [] : [words("plan.note.byHand")])
        projection = Self.projection(targets, plan.inputs, reader)
    }

    /// Half the 80 % interval in parts of the expenditure: under 5 % it is known well, over 10 % it is a first estimate.
    private static func sureness(_ energy: PlanEnergy) -> String {
        guard energy.tdee > 0 else { return "first" }
        let width = (energy.tdeeHigh - energy.tdeeLow) / 2 / energy.tdee
        return width < 0.05 ? "well" : width <= 0.1 ? "fairly" : "first"
    }

    private static func projection(_ targets: PlannedTargets, _ inputs: PlanInputs?, _ reader: Reader) -> String? {
        guard let target = inputs?.targetKilograms else { return nil }
        let weight = reader.formats.mass(kilograms: target)
        guard let day = targets.projectedDay, let weeks = targets.estimatedWeeks else {
            return reader.words("plan.projection.none", ["weight": weight])
        }
        guard weeks > 0 else { return reader.words("plan.projection.reached", ["weight": weight]) }
        return reader.words(
            "plan.projection.day", count: Int(weeks), reader.formats.number(Double(weeks)),
            ["weight": weight, "date": reader.formats.dateWithYear(day)])
    }
}

/// Targets before and now, as an adjustment.
struct ChangeBox: Sendable {
    let changeTitle: String
    let why: String
    let lines: [String]
    let moved: String?
    let kindWords: String?

    /// Nil where nothing changed.
    init?(_ reply: PlanReply, for reader: Reader) {
        guard let plan = reply.plan, reply.previousTargets != nil, !reply.changes.isEmpty else { return nil }
        let words = reader.words
        let isSignificant = reply.changes.contains(where: \.isSignificant)
        changeTitle = words(isSignificant ? "plan.change.adjusted" : "plan.change.slightly")
        why = words("plan.occasion.\(plan.occasion)")
        lines = reply.changes.map { change in
            words(
                "plan.change.line",
                [
                    "name": words("plan.target.\(change.target)"),
                    "old": reader.amount(change.old, of: change.target),
                    "new": reader.amount(change.new, of: change.target),
                ])
        }
        moved = reply.weeksMoved.flatMap { weeks in
            guard weeks != 0 else { return nil }
            return words(weeks > 0 ? "plan.change.later" : "plan.change.earlier", count: abs(Int(weeks)))
        }
        kindWords = isSignificant ? words("plan.change.kind") : nil
    }
}

extension Reader {
    /// A target as the page shows it: “2,000 kcal a day”, “−0.5 kg a week”.
    func amount(_ value: Double, of target: PlanTarget) -> String {
        words(
            target == .weeklyRate ? "plan.perWeek" : "plan.perDay", ["amount": formats.amount(value, of: target)])
    }

    func amount(of target: PlanTarget, in targets: PlannedTargets) -> String {
        switch target {
        case .calories: amount(Double(targets.kilocalories), of: target)
        case .protein: amount(Double(targets.proteinGrams), of: target)
        case .water: amount(Double(targets.waterMillilitres), of: target)
        default: amount(targets.weeklyKilograms, of: target)
        }
    }
}
