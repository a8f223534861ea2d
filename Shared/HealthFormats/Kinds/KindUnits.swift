import Messages

/// How a number in one unit becomes one in another: exact factors, and for temperatures the distance of the zero points.
package struct UnitScale: Equatable, Sendable {
    /// Value of one unit.
    package var factor = 1.0
    /// Added before the factor applies.
    package var offset = 0.0

    /// The number in the unit that the scale leads to.
    package func canonical(_ value: Double) -> Double {
        if offset != 0 { return (value + offset) * factor }
        return factor == 1 ? value : value * factor
    }
}

/// Units that measure the same, in HealthKit's spelling (`HKUnit.unitString`).
package struct UnitFamily: Sendable {
    /// Each unit's value in the family's first unit.
    private let units: [String: UnitScale]

    private init(_ factors: [String: Double]) { units = factors.mapValues { UnitScale(factor: $0) } }
    private init(scales: [String: UnitScale]) { units = scales }

    /// Scales from each unit of the family to one of them.
    func scales(to unit: String) -> [String: UnitScale] {
        guard let to = units[unit] else { return [:] }
        if to == UnitScale() { return units }
        // Only families without offsets have kinds in another unit than their first.
        return units.mapValues { UnitScale(factor: $0.factor / to.factor, offset: $0.offset) }
    }

    static let none = UnitFamily([:])
    static let count = UnitFamily(["count": 1])
    static let percent = UnitFamily(["%": 1])
    static let rate = UnitFamily(["count/min": 1, "count/s": 60, "count/hr": 1.0 / 60])
    static let energy = UnitFamily(UnitConversion.energies)
    /// Energy a day; a watt is a joule a second.
    static let dailyEnergy = UnitFamily([
        "kcal/day": 1, "kJ/day": 1 / BodyUnits.kilojoulesPerKilocalorie,
        "W": 86.4 / BodyUnits.kilojoulesPerKilocalorie,
    ])
    static let mass = UnitFamily(UnitConversion.masses)
    /// Amounts of nutrients, in grams; `mcg` is HealthKit's microgram.
    static let portion = UnitFamily(UnitConversion.portions)
    static let length = UnitFamily(UnitConversion.distances.merging(["mm": 0.001, "in": 0.0254]) { own, _ in own })
    static let speed = UnitFamily([
        "m/s": 1, "km/hr": 1 / 3.6, "mi/hr": 1609.344 / 3600, "m/min": 1.0 / 60, "ft/s": 0.3048,
    ])
    static let volume = UnitFamily(UnitConversion.volumes)
    static let duration = UnitFamily(UnitConversion.durations)
    static let power = UnitFamily(["W": 1, "kW": 1000])
    static let temperature = UnitFamily(scales: [
        "degC": UnitScale(), "degF": UnitScale(factor: 5 / 9, offset: -32), "K": UnitScale(offset: -273.15),
    ])
    /// Differences of temperature: a step, not a point of the scale.
    static let temperatureStep = UnitFamily(["degC": 1, "K": 1, "degF": 5.0 / 9])
    /// mmol/L; HealthKit's molar mass of glucose is 180.15588000005408 g/mol.
    static let glucose = UnitFamily(["mmol/L": 1, "mg/dL": 10 / 180.155_880_000_054_08])
    static let pressure = UnitFamily(["mmHg": 1, "kPa": 7.500_615_758_456_564])
    static let oxygenUptake = UnitFamily(["mL/min·kg": 1])
    static let sound = UnitFamily(["dBASPL": 1])
    static let flow = UnitFamily(["L/min": 1, "L/s": 60])
    static let insulin = UnitFamily(["IU": 1])
    static let conductance = UnitFamily(["S": 1, "mcS": 1e-6])
    static let effort = UnitFamily(["kcal/hr·kg": 1])
    static let perSquareMetre = UnitFamily(["kg/m2": 1, "count": 1])
    static let score = UnitFamily(["score": 1])

    /// HealthKit's spelling of a unit as companions write it; the text itself if no other spelling is known.
    static func spelled(_ unit: String) -> String {
        // The molar mass of glucose is written with more or fewer digits.
        if unit.hasPrefix("mmol<180.15"), unit.hasSuffix(">/L") { return "mmol/L" }
        return spellings[unit] ?? unit
    }

    private static let spellings: [String: String] = [
        "bpm": "count/min", "brpm": "count/min", "breaths/min": "count/min", "spm": "count/min", "rpm": "count/min",
        "rev/min": "count/min", "steps/min": "count/min",
        "°C": "degC", "ºC": "degC", "C": "degC", "°F": "degF", "ºF": "degF", "F": "degF",
        "liters": "L", "l": "L", "ml": "mL", "minutes": "min", "seconds": "s", "hours": "hr", "h": "hr",
        "watts": "W", "w": "W", "mL/kg/min": "mL/min·kg", "ml/(kg·min)": "mL/min·kg", "mL/(kg·min)": "mL/min·kg",
        "ml/kg/min": "mL/min·kg", "mL/min/kg": "mL/min·kg", "ml/min/kg": "mL/min·kg", "mL/kg·min": "mL/min·kg",
        "kcal/kg/hr": "kcal/hr·kg", "kcal/hr/kg": "kcal/hr·kg",
        "kcal/(kg·hr)": "kcal/hr·kg", "kg/m²": "kg/m2", "µg": "mcg", "μg": "mcg", "ug": "mcg", "lbs": "lb",
        "km/h": "km/hr", "mph": "mi/hr", "mi/h": "mi/hr", "kcal/d": "kcal/day", "dB": "dBASPL", "dBA": "dBASPL",
        "dB(A)": "dBASPL", "apple_effort_score": "score", "appleEffortScore": "score", "floors": "count",
        "steps": "count", "times": "count",
        "ft_us": "ft", "meters": "m", "meter": "m",
    ]
}
