import Messages

/// Converts HealthKit's units (`HKUnit.unitString`) to the canonical unit of each kind (COM-2). A missing unit is never
/// assumed.
package enum UnitConversion {
    /// Factor from this unit to the canonical one; nil if the unit does not measure this kind.
    package static func factor(_ unit: String, for kind: SampleKind) -> Double? { table(kind)[unit] }

    /// Factor of each accepted unit.
    static func table(_ kind: SampleKind) -> [String: Double] {
        switch kind {
        case .heartRateVariability, .beatVariability: variability
        case .heartRate, .restingHeartRate, .respiratoryRate, .workoutHeartRate: rates
        case .steps: ["count": 1, "steps": 1]
        case .activeEnergy, .basalEnergy, .dietaryEnergy, .workoutEnergy: energies
        case .bodyMass: masses
        case .height: lengths
        case .dietaryProtein: portions
        case .dietaryWater: volumes
        case .exerciseTime, .workout, .sleepTotal: durations
        case .workoutDistance: distances
        case .sleep, .mindfulSession: [:]
        }
    }

    private static let variability: [String: Double] = ["ms": 1, "s": 1000]
    private static let rates: [String: Double] = ["count/min": 1, "count/s": 60, "count/hr": 1.0 / 60, "bpm": 1]
    // `Cal` is the food label's kilocalorie.
    static let energies: [String: Double] = [
        "kcal": 1, "Cal": 1, "cal": 0.001, "kJ": 1 / BodyUnits.kilojoulesPerKilocalorie,
        "J": 0.001 / BodyUnits.kilojoulesPerKilocalorie,
    ]
    // 16 ounces make a pound.
    static let masses: [String: Double] = [
        "kg": 1, "g": 0.001, "mg": 1e-6, "lb": BodyUnits.kilogramsPerPound, "oz": BodyUnits.kilogramsPerPound / 16,
        "st": BodyUnits.kilogramsPerPound * BodyUnits.poundsPerStone,
    ]
    static let portions: [String: Double] = [
        "g": 1, "mg": 0.001, "mcg": 1e-6, "kg": 1000, "oz": 1000 * BodyUnits.kilogramsPerPound / 16,
        "lb": 1000 * BodyUnits.kilogramsPerPound,
    ]
    private static let lengths: [String: Double] = [
        "cm": 1, "m": 100, "mm": 0.1, "km": 100_000, "in": BodyUnits.centimetresPerInch, "ft": 30.48, "yd": 91.44,
    ]
    // International mile, 1,609.344 m exactly.
    static let distances: [String: Double] = [
        "m": 1, "km": 1000, "mi": 1609.344, "yd": 0.9144, "ft": 0.3048, "cm": 0.01,
    ]
    static let volumes: [String: Double] = [
        "mL": 1, "cL": 10, "dL": 100, "L": 1000, "fl_oz_us": BodyUnits.millilitresPerFluidOunce,
        "fl_oz_imp": BodyUnits.millilitresPerImperialFluidOunce, "cup_us": 8 * BodyUnits.millilitresPerFluidOunce,
        "cup_imp": 10 * BodyUnits.millilitresPerImperialFluidOunce, "pt_us": 16 * BodyUnits.millilitresPerFluidOunce,
        "pt_imp": 20 * BodyUnits.millilitresPerImperialFluidOunce,
    ]
    static let durations: [String: Double] = ["s": 1, "ms": 0.001, "min": 60, "hr": 3600, "d": 86_400]
}
