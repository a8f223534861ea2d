/// What a workout amounted to: its `WorkoutStatistics`, or the attributes that iOS wrote before version 16 where they
/// are missing.
struct WorkoutTotals {
    private var values: [SampleKind: Double] = [:]
    private static let kinds: [SampleKind] = [.workoutEnergy, .workoutDistance, .workoutHeartRate]

    /// In the order of kinds; those outside of what can be are left out.
    package var samples: [(kind: SampleKind, value: Double)] {
        Self.kinds.compactMap { kind in values[kind].flatMap { kind.plausible.contains($0) ? (kind, $0) : nil } }
    }

    /// Of the attributes of the workout itself; statistics that follow take their place.
    package init(workout scanner: XMLScanner) throws {
        try set(.workoutEnergy, scanner, "totalEnergyBurned", unit: "totalEnergyBurnedUnit")
        try set(.workoutDistance, scanner, "totalDistance", unit: "totalDistanceUnit")
    }

    /// Reads the `WorkoutStatistics` at hand; kinds that are not used are passed over.
    package mutating func add(_ scanner: XMLScanner) throws {
        guard let span = scanner.value("type") else { return }
        let type = try scanner.text(span)
        if type == "HKQuantityTypeIdentifierActiveEnergyBurned" {
            try set(.workoutEnergy, scanner, "sum", unit: "unit")
        } else if type == "HKQuantityTypeIdentifierHeartRate" {
            try set(.workoutHeartRate, scanner, "average", unit: "unit")
        } else if type.hasPrefix("HKQuantityTypeIdentifierDistance") {
            // A triathlon's distances are of several kinds: they add up.
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
