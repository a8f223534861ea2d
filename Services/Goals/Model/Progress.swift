import GoalsCore
import Messages

/// Sums of contributions against the targets of a goal, and their pace (GOL-4).
enum Progress {
    /// A goal's target with its measure.
    struct Target {
        var measure: EntityID
        var value: Double
        var facts: MeasureFacts
    }

    /// The contributions to a goal in one measure.
    struct Series {
        var measure: EntityID
        var facts: MeasureFacts
        var days: DaySeries
    }

    /// The days of an active goal, and the person's date.
    struct Present {
        var start: Day
        var target: Day
        var today: Day
    }

    /// The place of the target that a contribution counts for: the one with the same measure, else the first one that it
    /// converts to. Nil if there is none.
    static func place(of measure: EntityID, _ facts: MeasureFacts, in targets: [Target]) -> Int? {
        targets.firstIndex { $0.measure == measure } ?? targets.firstIndex { facts.units(of: $0.facts) != nil }
    }

    /// The progress of each target, in its unit and in the order of the targets.
    /// - Parameters:
    ///   - start: first day of the goal, from which the way of a level leads.
    ///   - today: later contributions do not count; nil to count all.
    ///   - present: nil for progress without pace.
    static func progress(
        _ targets: [Target], _ series: [Series], from start: Day, through today: Day? = nil,
        pace present: Present? = nil
    ) -> [TargetProgress] {
        var amounts = [[DatedAmount]](repeating: [], count: present == nil ? 0 : targets.count)
        var progress = targets.map {
            TargetProgress(measure: $0.measure, sum: 0, target: $0.value, contributions: 0)
        }
        for series in series {
            guard let place = place(of: series.measure, series.facts, in: targets) else { continue }
            let target = targets[place]
            if target.facts.isLevel { continue }
            let units = series.measure == target.measure ? 1 : series.facts.units(of: target.facts) ?? 0
            // Ratios are averaged over contributions, so each day counts as often as it has contributions.
            let isRatio = target.facts.kind == .ratio
            for entry in series.days.through(today) {
                progress[place].sum += entry.amount * units
                progress[place].contributions += entry.number
                guard present != nil, let unit = series.facts.coreUnit else { continue }
                let times = isRatio ? Int(entry.number) : 1
                let amount = entry.amount / Double(times)
                for _ in 0..<times { amounts[place].append(DatedAmount(day: entry.day, amount: amount, unit: unit)) }
            }
        }
        for (place, target) in targets.enumerated() {
            if target.facts.isLevel {
                let own = series.filter { Self.place(of: $0.measure, $0.facts, in: targets) == place }
                progress[place] = level(target, own, from: start, through: today, present)
                continue
            }
            // Ratios are averaged: 80 % twice is 80 %.
            if target.facts.kind == .ratio {
                progress[place].sum /= Double(max(1, progress[place].contributions))
            }
            if let present { progress[place].pace = pace(of: amounts[place], towards: target, present) }
        }
        return progress
    }

    /// The progress of a level: the latest value on its way from the first one to the target.
    private static func level(
        _ target: Target, _ series: [Series], from start: Day, through today: Day?, _ present: Present?
    ) -> TargetProgress {
        var (values, number) = ([DatedAmount](), Int32(0))
        for series in series {
            guard let unit = series.facts.coreUnit else { continue }
            for entry in series.days.through(today) {
                number += entry.number
                values.append(DatedAmount(day: entry.day, amount: entry.amount, unit: unit))
            }
        }
        var progress = TargetProgress(measure: target.measure, sum: 0, target: target.value, contributions: number)
        let last = values.map(\.day).max() ?? start
        guard let unit = target.facts.coreUnit,
            let level = LevelPace(
                of: values,
                towards: Aim(target: target.value, unit: unit, start: start, targetDate: present?.target),
                on: today ?? max(last, start))
        else { return progress }
        (progress.sum, progress.start) = (level.latest ?? 0, level.start)
        guard let present else { return progress }
        progress.pace = TargetPace(
            state: present.today < present.start ? .notStarted : level.state.map { PaceState($0) } ?? .notStarted,
            share: level.share, expected: level.expected, perWeek: level.perWeek, neededPerWeek: level.neededPerWeek,
            daysLeft: level.daysLeft.map { Int32(clamping: $0) }, finish: level.projection?.finish,
            earliest: level.projection?.earliest, latest: level.projection?.latest, reached: level.reached)
        return progress
    }

    private static func pace(of amounts: [DatedAmount], towards target: Target, _ present: Present) -> TargetPace? {
        guard let unit = target.facts.coreUnit,
            let pace = Pace(
                of: amounts,
                towards: Aim(target: target.value, unit: unit, start: present.start, targetDate: present.target),
                on: present.today)
        else { return nil }
        let hasBegun = present.today >= present.start || !amounts.isEmpty
        return TargetPace(
            state: hasBegun ? PaceState(pace.state) : .notStarted, share: pace.share, expected: pace.expected,
            perWeek: pace.perWeek, neededPerWeek: pace.neededPerWeek,
            daysLeft: pace.daysLeft.map { Int32(clamping: $0) }, finish: pace.projection?.finish,
            earliest: pace.projection?.earliest, latest: pace.projection?.latest, reached: pace.reached)
    }

    /// The state of a goal: that of the target which is least far. Nil if a target has no pace.
    static func state(_ progress: [TargetProgress]) -> PaceState? {
        let states = progress.compactMap(\.pace?.state)
        guard states.count == progress.count else { return nil }
        let order: [PaceState] = [.behind, .notStarted, .onTrack, .ahead, .done]
        return order.first(where: states.contains)
    }

    /// The least share of a target that is reached, 0 … 1.
    static func reached(_ progress: [TargetProgress]) -> Double {
        progress.map(\.share).min() ?? 0
    }
}

extension PaceState {
    init(_ state: Pace.State) {
        switch state {
        case .behind: self = .behind
        case .onTrack: self = .onTrack
        case .ahead: self = .ahead
        case .done: self = .done
        }
    }
}
