/// The totals of a workout, from its `WorkoutStatistics` or, without them, from the attributes that iOS wrote before
/// version 16.
struct WorkoutTotals {
    private var values: [SampleKind: Double] = [:]
    private static let kinds: [SampleKind] = [.workoutEnergy, .workoutDistance, .workoutHeartRate]

    /// In the order of `kinds`; implausible values are omitted.
    package var samples: [(kind: SampleKind, value: Double)] {
        Self.kinds.compactMap { kind in values[kind].flatMap { kind.plausible.contains($0) ? (kind, $0) : nil } }
    }

    /// Reads the workout's own attributes; statistics read later replace them.
    package init(workout scanner: XMLScanner) throws {
        try set(.workoutEnergy, scanner, "totalEnergyBurned", unit: "totalEnergyBurnedUnit")
        try set(.workoutDistance, scanner, "totalDistance", unit: "totalDistanceUnit")
    }

    /// Reads one `WorkoutStatistics` element; unused types are ignored.
    package mutating func add(_ scanner: XMLScanner) throws {
        guard let span = scanner.value("type") else { return }
        let type = try scanner.text(span)
        if type == "HKQuantityTypeIdentifierActiveEnergyBurned" {
            try set(.workoutEnergy, scanner, "sum", unit: "unit")
        } else if type == "HKQuantityTypeIdentifierHeartRate" {
            try set(.workoutHeartRate, scanner, "average", unit: "unit")
        } else if type.hasPrefix("HKQuantityTypeIdentifierDistance") {
            // A triathlon has distances of several types, which are summed.
            let before = hasStatistics ? values[.workoutDistance] : nil
            try set(.workoutDistance, scanner, "sum", unit: "unit")
            if let before, let value = values[.workoutDistance] { values[.workoutDistance] = before + value }
            hasStatistics = true
        }
    }

    private var hasStatistics = false

    private mutating func set(_ kind: SampleKind, _ scanner: XMLScanner, _ name: StaticString, unit: StaticString)
        throws
    {
        guard let value = scanner.value(name).map(scanner.bytes).flatMap(DecimalText.parse),
            let unit = scanner.value(unit),
            let factor = UnitConversion.factor(try scanner.text(unit), for: kind)
        else { return }
        values[kind] = value * factor
    }
}
