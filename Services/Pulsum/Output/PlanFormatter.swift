import CrisisCards
import Messages

/// Formats plans as text for people: nothing scolds, and support comes before numbers.
enum PlanFormatter {
    static let away = "The numbers are put away; “pulsum plan numbers shown” shows them again."

    static func show(_ reply: PlanReply) -> String {
        if let care = reply.care { return self.care(care) }
        guard let plan = reply.plan else { return "No plan yet; “pulsum plan generate” computes one." }
        var lines = ["Plan of \(plan.weekStart) to \(plan.weekEnd)"]
        guard let targets = plan.targets, let energy = plan.energy else {
            return (lines + [away]).joined(separator: "\n")
        }
        lines += self.targets(targets)
        lines.append(
            "  You use about \(number(energy.tdee)) kcal a day (\(number(energy.tdeeLow)) to \(number(energy.tdeeHigh)), four times in five)\(origin(energy))."
        )
        if plan.floorApplied {
            lines.append("  It is at the floor: less food carries too little of what a body needs.")
        }
        if plan.paceLimited { lines.append("  It is slowed, so that at most 1 % of your weight goes in a week.") }
        if plan.computedTargets != nil { lines.append("  You changed it by hand.") }
        lines += changes(reply)
        if reply.isStale { lines.append("  Profile or weight changed since; “pulsum plan generate” takes it in.") }
        return lines.joined(separator: "\n")
    }

    private static func targets(_ targets: PlannedTargets) -> [String] {
        var lines = [
            "  \(targets.kilocalories) kcal, \(targets.proteinGrams) g protein, \(targets.waterMillilitres) ml water a day",
            "  about \(number(targets.weeklyKilograms, 1)) kg a week",
        ]
        if let weeks = targets.estimatedWeeks, let day = targets.projectedDay {
            lines[1] += ", your target in about \(weeks) weeks (\(day))"
        }
        return lines
    }

    private static func origin(_ energy: PlanEnergy) -> String {
        energy.source == .adaptive
            ? ", learned from \(energy.days) days of weight and food" : ", by a formula for people like you"
    }

    private static func changes(_ reply: PlanReply) -> [String] {
        guard !reply.changes.isEmpty else { return [] }
        var lines = [
            reply.changes.contains(where: \.isSignificant) ? "  Adjusted since the plan before:" : "  A little changed:"
        ]
        for change in reply.changes {
            let digits = change.target == .weeklyRate ? 1 : 0
            lines.append(
                "    \(name(change.target)): \(number(change.old, digits)) → \(number(change.new, digits)) \(unit(change.target))"
            )
        }
        if let weeks = reply.weeksMoved, weeks != 0 {
            lines.append("    The date moves by \(abs(weeks)) weeks, \(weeks > 0 ? "later" : "earlier").")
        }
        return lines
    }

    static func history(_ reply: PlanHistory.Reply) -> String {
        guard !reply.plans.isEmpty else { return "No plans yet; “pulsum plan generate” computes one." }
        guard !reply.numbersHidden else { return away }
        var table = TextTable(["week", "", "kcal", "protein", "kg/week", "recorded", "near"], right: [2, 3, 4, 5, 6])
        for past in reply.plans {
            let targets = past.plan.targets
            table.add(
                "\(past.plan.weekStart)", "\(past.plan.status)", targets.map { "\($0.kilocalories)" } ?? "",
                targets.map { "\($0.proteinGrams) g" } ?? "", targets.map { number($0.weeklyKilograms, 1) } ?? "",
                past.adherence.map { "\($0.intakeDays) days" } ?? "", past.adherence.map { "\($0.daysNear)" } ?? "")
        }
        return table.text + (reply.next == nil ? "" : "\nThere are more; see --limit.")
    }

    /// - Parameter isAway: the profile is one without numbers, because the person sees none (PLN-10).
    static func body(_ body: BodyProfile, isAway: Bool) -> String {
        var table = TextTable(["", ""])
        let none = "not given"
        let noNumber = isAway ? "put away" : none
        table.add("sex", body.sex.map { "\($0)" } ?? none)
        table.add("birthday", body.birthday.map { "\($0)" } ?? none)
        table.add("height", body.heightCentimetres.map { "\(number($0, 1)) cm" } ?? none)
        table.add("weight", body.weightKilograms.map { "\(number($0, 1)) kg" } ?? noNumber)
        table.add("target", body.targetKilograms.map { "\(number($0, 1)) kg" } ?? noNumber)
        table.add("aim", body.aim.map { "\($0)" } ?? none)
        table.add("activity", body.activity.map { "\($0)" } ?? none)
        table.add("body fat", body.bodyFatPercent.map { "\(number($0, 1)) %" } ?? noNumber)
        table.add("pregnant or nursing", body.isPregnantOrNursing == true ? "yes" : "no")
        return table.text + (isAway ? "\n" + away : "")
    }

    /// Says which values a plan still needs, with the option that sets each.
    static func missing(_ fields: [FieldError]) -> String {
        let needed = fields.map { options[$0.field] ?? $0.field }
        return "A plan needs more of your profile; set it with “pulsum plan set \(needed.joined(separator: " "))”."
    }

    /// Says which values cannot be.
    static func wrong(_ fields: [FieldError]) -> String {
        fields.map { field in
            let name = options[field.field] ?? field.field
            guard let low = field.low, let high = field.high else { return "\(name) is not a value that can be taken." }
            return "\(name) is from \(number(low)) to \(number(high))."
        }.joined(separator: "\n")
    }

    private static let options = [
        "body.sex": "--sex", "body.birthday": "--birthday", "body.heightCentimetres": "--height",
        "body.weightKilograms": "--weight", "body.targetKilograms": "--target", "body.aim": "--aim",
        "body.activity": "--activity", "body.bodyFatPercent": "--body-fat",
    ]

    private static func care(_ care: CareNotice) -> String {
        let card = CrisisCardWriter.card(country: care.country, reason: .disorderedEating)
        let why =
            switch care.reason {
            case .underage: "Plans are for adults: a body that grows needs more than a formula knows."
            case .pregnantOrNursing: "Now your body feeds two, and a formula does not know how much that takes."
            case .floorAboveExpenditure:
                "Your body uses little, and eating less than the floor would take more than it gives."
            case .targetUnderweight: "The weight you aim at is less than a body needs, so there is no plan for it."
            default: "At this weight your body needs what it has, so there is no plan to lose."
            }
        let lines = card.lines.map { [$0.name, $0.phone, $0.url].filter { !$0.isEmpty }.joined(separator: "  ") }
        return ([why, "A doctor or a dietitian can plan with you. These people listen, whatever it is about:"] + lines)
            .joined(separator: "\n")
    }

    private static func name(_ target: PlanTarget) -> String {
        target == .weeklyRate ? "weekly rate" : "\(target)"
    }

    private static func unit(_ target: PlanTarget) -> String {
        switch target {
        case .calories: "kcal"
        case .protein: "g"
        case .water: "ml"
        default: "kg"
        }
    }

    private static func number(_ value: Double, _ digits: Int = 0) -> String { Amount.number(value, digits) }
}
