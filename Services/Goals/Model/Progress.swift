import Messages

/// Sums of contributions against the targets of a goal.
enum Progress {
    /// A goal's target with its measure.
    struct Target {
        var measure: EntityID
        var value: Double
        var facts: MeasureFacts
    }

    /// The contributions to a goal in one measure.
    struct Sum {
        var measure: EntityID
        var amount: Double
        var contributions: Int32
        var facts: MeasureFacts
    }

    /// The place of the target that a contribution counts for: the one with the same measure, else the first one that it
    /// converts to. Nil if there is none.
    static func place(of measure: EntityID, _ facts: MeasureFacts, in targets: [Target]) -> Int? {
        targets.firstIndex { $0.measure == measure } ?? targets.firstIndex { facts.units(of: $0.facts) != nil }
    }

    /// The progress of each target, in its unit and in the order of the targets.
    static func progress(_ targets: [Target], _ sums: [Sum]) -> [TargetProgress] {
        var progress = targets.map {
            TargetProgress(measure: $0.measure, sum: 0, target: $0.value, contributions: 0)
        }
        for sum in sums {
            guard let place = place(of: sum.measure, sum.facts, in: targets) else { continue }
            let units = sum.measure == targets[place].measure ? 1 : sum.facts.units(of: targets[place].facts) ?? 0
            progress[place].sum += sum.amount * units
            progress[place].contributions += sum.contributions
        }
        // Ratios are averaged: 80 % twice is 80 %.
        for (place, target) in targets.enumerated() where target.facts.kind == .ratio {
            progress[place].sum /= Double(max(1, progress[place].contributions))
        }
        return progress
    }

    /// The least share of a target that is reached, 0 … 1.
    static func reached(_ progress: [TargetProgress]) -> Double {
        progress.map { min(1, $0.sum / $0.target) }.min() ?? 0
    }
}
