extension SimulatedPhone {
    /// A planted fault with its form.
    struct Plan {
        /// The data that a delay affects.
        enum Scope { case all, watch, night }

        var fault: SyncFault
        var from: Int64
        var to: Int64
        /// Kinds whose permission is missing; the first is the one that the answer names.
        var kinds: [String] = []
        /// Whether missed data is sent after the fault.
        var catchesUp = false
        /// Only the network is missing, so that an outbox fills.
        var isNetwork = false
        /// A stuck batch is sent again several times per attempt.
        var repeats = 0
        var scope = Scope.all
        /// Age of the newest sample, ms.
        var lag: Int64 = 0
        /// The phone's clock minus true time, ms.
        var shift: Int64 = 0
        var shiftsClock = false
        var shiftsSamples = false
    }

    private static let families = [
        ["steps", "distance", "activeEnergy"], ["heartRate", "restingHeartRate", "heartRateVariability"],
        ["sleep", "oxygenSaturation", "respiratoryRate"],
    ]

    /// Lengths of faults, days; equally spaced quantiles.
    private static let lengths = [2, 2.4, 3, 4, 5, 6, 8, 10.0]
    /// Days between two faults.
    private static let minimumDistance = 4.0

    static func plans(for person: Person, _ dice: inout Dice) -> [Plan] {
        let faults = dice.shuffled(SyncFault.allCases).prefix(dice.whole(2...5))
        var plans = faults.map { fault in
            var plan = Plan(fault: fault, from: 0, to: 0)
            shape(&plan, person, &dice)
            return plan
        }
        // Times: what the faults and the distances leave of the days is cut at random places.
        let lengths = plans.map { length(of: $0, person, &dice) }
        let room = Double(length - minimumCleanDays - 1)
        let rest = room - lengths.reduce(0, +) - minimumDistance * Double(plans.count - 1)
        let cuts = plans.map { _ in dice.between(0, rest) }.sorted()
        var used = 0.0
        for index in plans.indices {
            let begin = Double(minimumCleanDays) + cuts[index] + used
            plans[index].from = person.start + Int64(begin * Double(day))
            plans[index].to = plans[index].from + Int64(lengths[index] * Double(day))
            used += lengths[index] + minimumDistance
        }
        return plans
    }

    private static func shape(_ plan: inout Plan, _ person: Person, _ dice: inout Dice) {
        let isOutOfNights = person.bareNights > 0.25
        switch plan.fault {
        case .silent: plan.isNetwork = dice.chance(0.3)
        case .looping:
            if person.habit != .opening, dice.chance(0.3) { plan.repeats = dice.whole(1...3) }
        case .partial:
            let nightly = ["sleep", "oxygenSaturation", "respiratoryRate"]
            let daily = person.isAndroid ? ["restingHeartRate", "heartRateVariability"] : []
            let families = families.map { $0.filter(person.kinds.contains) }.filter { $0.count > 1 }
            let choices = families.flatMap { $0 }.filter { !isOutOfNights || !(nightly + daily).contains($0) }
            guard !choices.isEmpty else {
                plan.fault = .silent
                return
            }
            let first = dice.pick(choices)
            plan.kinds = [first]
            let neighbours = families.first { $0.contains(first) }?.filter { $0 != first } ?? []
            if neighbours.count > 1, dice.chance(0.25) { plan.kinds.append(dice.pick(neighbours)) }
            plan.catchesUp = dice.chance(0.5)
        case .late:
            let hasWatch = person.kinds.contains("heartRate")
            let hasNights = person.kinds.contains("sleep") && !isOutOfNights
            plan.scope = [.all, hasWatch ? .watch : .all, hasNights ? .night : .all][dice.weighted([0.45, 0.3, 0.25])]
            plan.lag = plan.scope == .night ? day : dice.span(1, 3, of: day)
        case .clockWrong:
            // A watermark hides samples that are older than it.
            let isLater = dice.chance(0.5)
            let form = person.sendsClock ? dice.weighted([0.4, 0.35, 0.25]) : 2
            plan.shiftsClock = form < 2
            plan.shiftsSamples = form > 0
            let amount = dice.chance(0.5) ? dice.span(4, 13, of: hour) : dice.span(1, 20, of: day)
            let mustBeLater = person.reading == .watermark && plan.shiftsSamples
            plan.shift = isLater || mustBeLater ? amount : -amount
        }
    }

    /// Days. Long enough that a person who knows the phone's habit could see it.
    private static func length(of plan: Plan, _ person: Person, _ dice: inout Dice) -> Double {
        var minimum = 2.0
        let isSlow = ["steps", "distance", "activeEnergy", "heartRate"].allSatisfy { !plan.kinds.contains($0) }
        if plan.fault == .partial && isSlow || plan.scope == .night { minimum = 4 }
        switch (person.habit, plan.fault) {
        case (.opening, .silent): minimum = 7
        case (.opening, _): minimum = max(minimum, 6.5)
        case (.morning, _): minimum = max(minimum, 4)
        case (.hourly, _), (.periodic, _): break
        }
        return max(minimum, dice.quantile(lengths))
    }
}
