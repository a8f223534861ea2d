/// Values of kinds of health data.
extension Formats {
    /// Units whose sign differs from HealthKit's spelling.
    private static let signs = [
        "degC": "°C", "dBASPL": "dB", "mcg": "µg", "mcS": "µS", "mL/min·kg": "ml/kg/min", "kg/m2": "kg/m²",
        "kcal/hr·kg": "kcal/(kg·h)",
    ]

    private static func digits(_ value: Double) -> Int {
        if value == value.rounded() { return 0 }
        return abs(value) < 1 ? 2 : abs(value) < 100 ? 1 : 0
    }

    /// A number as it is written on an axis.
    public func axis(_ value: Double) -> String { number(value, digits: Self.digits(value)) }

    /// A value with its unit: “128/78 mmHg”, “36.6 °C”.
    /// - Parameters:
    ///   - second: of a pair.
    ///   - unit: by HealthKit's spelling; empty for none.
    public func measured(_ value: Double, _ second: Double? = nil, unit: String) -> String {
        if let second { return number(value.rounded()) + "/" + measured(second.rounded(), unit: unit) }
        switch unit {
        case "", "count", "score": return axis(value)
        case "count/min": return axis(value) + catalogue("unit.perMinute")
        case "s" where abs(value) >= 60: return duration(seconds: value)
        case "m" where abs(value) >= 1000: return quantity(value / 1000, "km", digits: 1)
        case "kg": return mass(kilograms: value)
        case "kcal": return energy(kilocalories: value)
        case "kcal/day": return energy(kilocalories: value) + catalogue("kind.perDay")
        default: return quantity(value, Self.signs[unit] ?? unit, digits: Self.digits(value))
        }
    }
}
