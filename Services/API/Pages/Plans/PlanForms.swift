import Localization
import Messages

/// The present weight, and the form that states a new one.
struct WeighBox: Sendable {
    let current: String
    let since: String?
    /// Says which weight waits for a second one.
    let waiting: String?
    let fields: [Field]
    let low: String
    let high: String
    let range: String
    let problem: String?
    let question: Question?

    /// A field with its unit, for the script that shows what was typed.
    struct Field: Sendable {
        let control: GoalField
        let unit: String
        let kilograms: String
    }

    /// Which of two weights counts.
    struct Question: Sendable {
        let text: String
        let mine: String
        let hidden: [Hidden]
    }

    /// A field that the answer sends again.
    struct Hidden: Sendable {
        let field: String
        let typed: String
    }

    init(_ facts: PlanFacts, date: (Milliseconds) -> String, for reader: Reader) {
        let (words, formats) = (reader.words, reader.formats)
        let inputs = facts.reply?.plan?.inputs
        // The later of the statement and what the plan was computed from, such as a reading of a scale.
        let stated = facts.body.weightKilograms.map { ($0, facts.body.weightAt) }
        let known = inputs.map { ($0.kilograms, Optional($0.weightAt)) }
        let held = facts.reply?.waitingWeight
        // A statement that waits is not the present weight.
        let counted = stated.flatMap { $0.0 == held?.kilograms && $0.1 == held?.at ? nil : $0 }
        let latest = [counted, known].compactMap(\.self).max { ($0.1 ?? 0) < ($1.1 ?? 0) }
        current = latest.map { formats.mass(kilograms: $0.0) } ?? words("common.notGiven")
        since = latest?.1.map { words("plan.weight.since", ["date": date($0)]) }
        waiting = held.map { reader.sentence($0, date: date) }
        let mass = MassParts("weight", reader.settings.units)
        fields = mass.parts.map { part in
            Field(
                control: GoalField(
                    part.name, words("plan.body.inUnit", ["name": words("plan.body.weight"), "unit": part.unit]),
                    .amount, in: facts.weight), unit: part.unit, kilograms: "\(part.kilograms)")
        }
        (low, high) = ("\(BodyLimits.weights.lowerBound)", "\(BodyLimits.weights.upperBound)")
        range = reader.weightRange
        problem = facts.weight.problem
        question = facts.question.map { stale in
            let typed = formats.mass(kilograms: stale.kilograms)
            let now = latest.map { formats.mass(kilograms: $0.0) } ?? ""
            return Question(
                text: words(
                    "plan.weight.question",
                    [
                        "typed": typed, "typedAt": date(stale.written), "stored": now,
                        "storedAt": latest?.1.map(date) ?? "",
                    ]),
                mine: words("plan.weight.mine", ["weight": typed]),
                hidden: stale.texts.map { Hidden(field: $0.key, typed: $0.value) }.sorted { $0.field < $1.field }
                    + [Hidden(field: "written", typed: "\(stale.written)"), Hidden(field: "replace", typed: "1")])
        }
    }
}

extension Reader {
    /// Says which weight waits for a second one.
    func sentence(_ held: WaitingWeight, date: (Milliseconds) -> String) -> String {
        words(
            "plan.weight.held",
            [
                "weight": formats.mass(kilograms: held.kilograms), "date": date(held.at),
                "counted": formats.mass(kilograms: held.countedKilograms),
            ])
    }

    /// The line about the targets that the typed weight would lead to; nil if the weight changes nothing or there is no plan.
    public func estimate(
        _ reply: EstimatePlan.Reply, kilograms: Double, date: (Milliseconds) -> String
    ) -> String? {
        if let held = reply.waitingWeight { return sentence(held, date: date) }
        guard let targets = reply.targets else { return nil }
        let values: [(PlanTarget, Int32)] = [
            (.calories, targets.kilocalories), (.protein, targets.proteinGrams), (.water, targets.waterMillilitres),
        ]
        let amounts = values.map { "\(words("plan.target.\($0)")) \(formats.amount(Double($1), of: $0))" }
        return words(
            "plan.weight.estimate",
            ["weight": formats.mass(kilograms: kilograms), "targets": amounts.joined(separator: ", ")])
    }
}

/// The form that changes targets by hand, within limits.
struct AdjustBox: Sendable {
    let plan: String
    let planRevision: String
    let fields: [GoalField]
    let isOpen: Bool
    let problem: String?
    /// Whether the form can go back to the computed targets.
    let isAdjusted: Bool

    /// Nil without targets.
    init?(_ plan: Plan, _ typed: TypedForm, for reader: Reader) {
        guard let targets = plan.targets else { return nil }
        let words = reader.words
        (self.plan, planRevision) = ("\(plan.id)", "\(plan.revision)")
        var form = typed
        if form.texts.isEmpty {
            let energy = Double(targets.kilocalories) * reader.settings.energy.perKilocalorie
            form.texts = [
                "kilocalories": reader.typed(energy.rounded()), "proteinGrams": "\(targets.proteinGrams)",
                "waterMillilitres": "\(targets.waterMillilitres)",
            ]
        }
        let shown = form
        let unit = ["kilocalories": reader.settings.energy.rawValue, "proteinGrams": "g", "waterMillilitres": "ml"]
        fields = ["kilocalories", "proteinGrams", "waterMillilitres"].map { name in
            GoalField(
                name,
                words("plan.body.inUnit", ["name": words("plan.adjust.\(name)"), "unit": unit[name] ?? ""]), .amount,
                in: shown)
        }
        problem = typed.problem
        isOpen = typed.problem != nil || !typed.faults.isEmpty
        isAdjusted = plan.computedTargets != nil
    }
}

extension Reader {
    /// The values of a change by hand, in kcal, g and ml. nil for an empty field.
    /// - Returns: with a sentence for each field that is no number.
    public func adjustment(typed texts: [String: String]) -> (values: [String: Int32], faults: [String: String]) {
        var (values, faults) = ([String: Int32](), [String: String]())
        for name in ["kilocalories", "proteinGrams", "waterMillilitres"] {
            guard let text = texts[name], !text.isEmpty else { continue }
            let per = name == "kilocalories" ? settings.energy.perKilocalorie : 1
            if let value = amount(typed: text), (0...100_000).contains(value) {
                values[name] = Int32((value / per).rounded())
            } else {
                faults[name] = words("goals.problem.notANumber")
            }
        }
        return (values, faults)
    }

    /// The sentence of an error about a field of the change by hand, in the units that the person reads.
    public func adjustmentFault(_ error: FieldError) -> String {
        guard let low = error.low, let high = error.high else { return words("api.problem.invalid") }
        func text(_ value: Double) -> String {
            switch error.field {
            case "kilocalories": formats.energy(kilocalories: value)
            case "proteinGrams": formats.quantity(value, "g")
            default: formats.quantity(value, "ml")
            }
        }
        return words("plan.adjust.range", ["low": text(low), "high": text(high)])
    }
}
