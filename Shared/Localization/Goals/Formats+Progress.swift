import Messages

/// Progress and pace of goals in words, without pressure (GOL-4).
extension Formats {
    /// “12 km”; at most two digits after the separator. Hours are “1 h 20 min”.
    public func amount(_ value: Double, in measure: MeasureContent?) -> String {
        guard value.isFinite else { return "" }
        if let measure, let time = hours(value, unit: measure.unit) { return time }
        let isTenths = abs(value * 10 - (value * 10).rounded()) < 1e-6
        let digits = value == value.rounded() || abs(value) >= 1_000 ? 0 : isTenths || abs(value) >= 10 ? 1 : 2
        guard let measure else { return number(value, digits: digits) }
        return quantity(value, measure.unit, digits: digits)
    }

    /// “35 min”, “4 h 20 min”: a value in hours; nil in every other unit.
    public func hours(_ value: Double, unit: String) -> String? {
        unit == "h" && abs(value) < Self.maximumHours ? duration(seconds: value * 3_600) : nil
    }

    /// More hours than this stay a plain number, so that their minutes fit an integer.
    private static let maximumHours = 1e9

    /// “12 of 50 km”; of a level “72.4 kg now, from 75 kg towards 70 kg”.
    public func sum(_ progress: TargetProgress, in measure: MeasureContent?) -> String {
        if measure?.kind == .bodyMass {
            let target = amount(progress.target, in: measure)
            guard let start = progress.start else { return catalogue("goals.level.empty", ["target": target]) }
            return catalogue(
                "goals.level.on",
                [
                    "latest": amount(progress.sum, in: measure), "start": amount(start, in: measure),
                    "target": target,
                ])
        }
        // Hours have units of their own: “35 min of 26 h”.
        let sum = measure.flatMap { hours(progress.sum, unit: $0.unit) } ?? amount(progress.sum, in: nil)
        return catalogue("goals.sum", ["sum": sum, "target": amount(progress.target, in: measure)])
    }

    /// The state of a target, and what would help; nil without pace.
    public func pace(_ progress: TargetProgress, in measure: MeasureContent?) -> String? {
        guard let pace = progress.pace else { return nil }
        let isLevel = measure?.kind == .bodyMass
        let key = (isLevel ? "goals.levelPace." : "goals.pace.") + "\(pace.state)"
        if pace.state == .done {
            return pace.reached.map { catalogue("\(key)On", ["date": dateWithYear($0)]) } ?? catalogue(key)
        }
        // A state of a later release has no words.
        guard catalogue.contains(key) else { return nil }
        guard let needed = pace.neededPerWeek else { return catalogue(key) }
        // A pace above the largest loss of a plan is not suggested (PLN-10).
        if isLevel, -needed > Self.maximumLoss * progress.sum { return catalogue("goals.levelPace.late") }
        let isOnce = measure?.isTimes == true && (0.95..<1.05).contains(needed)
        return catalogue("\(key)With", ["amount": isOnce ? catalogue("goals.once") : amount(abs(needed), in: measure)])
    }

    /// Share of the present weight that a week may take.
    private static let maximumLoss = 0.01

    /// When the target is reached if the person goes on as since the start; nil where nothing says so.
    public func finish(_ pace: TargetPace) -> String? {
        guard let finish = pace.finish else { return nil }
        let date = dateWithYear(finish)
        switch (pace.earliest, pace.latest) {
        case (let earliest?, let latest?) where earliest < latest:
            let range = self.range(dateWithYear(earliest), dateWithYear(latest))
            return catalogue("goals.finish.within", ["date": date, "range": range])
        case (let earliest?, nil):
            return catalogue("goals.finish.from", ["date": date, "earliest": dateWithYear(earliest)])
        default:
            return catalogue("goals.finish.around", ["date": date])
        }
    }
}
