import Localization
import Messages

/// The fields in which a person types a weight, by their units.
struct MassParts: Sendable {
    /// One field.
    struct Part: Sendable {
        let name: String
        let unit: String
        /// Kilograms of one unit.
        let kilograms: Double
    }

    let parts: [Part]

    /// - Parameter name: of the last field; the one for stones has it as its beginning.
    init(_ name: String, _ units: DisplaySettings.Units) {
        let pounds = Part(name: name, unit: "lb", kilograms: BodyUnits.kilogramsPerPound)
        switch units {
        case .metric: parts = [Part(name: name, unit: "kg", kilograms: 1)]
        case .unitedStates: parts = [pounds]
        case .unitedKingdom:
            let stone = BodyUnits.kilograms(pounds: BodyUnits.poundsPerStone)
            parts = [Part(name: "\(name)Stones", unit: "st", kilograms: stone), pounds]
        }
    }

    /// A weight as a person would type it, with one decimal in the last field.
    func texts(_ kilograms: Double, for reader: Reader) -> [String: String] {
        guard kilograms.isFinite, let last = parts.last else { return [:] }
        let tenths = (kilograms / last.kilograms * 10).rounded()
        guard let first = parts.first, parts.count > 1 else { return [last.name: reader.typed(tenths / 10)] }
        let perFirst = (first.kilograms / last.kilograms * 10).rounded()
        let whole = (tenths / perFirst).rounded(.down)
        return [first.name: reader.typed(whole), last.name: reader.typed((tenths - whole * perFirst) / 10)]
    }

    /// Whether all fields are empty.
    func isEmpty(_ texts: [String: String]) -> Bool { parts.allSatisfy { (texts[$0.name] ?? "").isEmpty } }

    /// The typed weight in kg; nil if a field is no number, or all are empty.
    func kilograms(_ texts: [String: String], for reader: Reader) -> Double? {
        guard !isEmpty(texts) else { return nil }
        var sum = 0.0
        for part in parts {
            guard let text = texts[part.name], !text.isEmpty else { continue }
            guard let value = reader.amount(typed: text), value >= 0 else { return nil }
            sum += value * part.kilograms
        }
        return sum
    }
}

/// The fields in which a person types a height, by their units.
struct HeightParts: Sendable {
    let isMetric: Bool
    /// Name and unit of each field.
    let parts: [(name: String, unit: String)]

    init(_ units: DisplaySettings.Units) {
        isMetric = units == .metric
        parts = isMetric ? [("height", "cm")] : [("heightFeet", "ft"), ("height", "in")]
    }

    /// A height as a person would type it.
    func texts(_ centimetres: Double, for reader: Reader) -> [String: String] {
        guard centimetres.isFinite else { return [:] }
        guard !isMetric else { return ["height": reader.typed((centimetres * 10).rounded() / 10)] }
        let tenths = (BodyUnits.inches(centimetres: centimetres) * 10).rounded()
        let perFoot = BodyUnits.inchesPerFoot * 10
        let feet = (tenths / perFoot).rounded(.down)
        return ["heightFeet": reader.typed(feet), "height": reader.typed((tenths - feet * perFoot) / 10)]
    }

    /// Whether all fields are empty.
    func isEmpty(_ texts: [String: String]) -> Bool { parts.allSatisfy { (texts[$0.name] ?? "").isEmpty } }

    /// The typed height in cm; nil if a field is no number, or all are empty.
    func centimetres(_ texts: [String: String], for reader: Reader) -> Double? {
        func value(_ name: String) -> Double? {
            guard let text = texts[name], !text.isEmpty else { return 0 }
            return reader.amount(typed: text).flatMap { $0 >= 0 ? $0 : nil }
        }
        guard !isEmpty(texts), let last = value("height") else { return nil }
        guard !isMetric else { return last }
        return value("heightFeet").map { BodyUnits.centimetres(feet: $0, inches: last) }
    }
}

extension Reader {
    /// “180 cm” or “5 ft 11 in”.
    func height(centimetres: Double) -> String {
        guard settings.units != .metric else { return formats.quantity(centimetres, "cm") }
        let inches = BodyUnits.inches(centimetres: centimetres).rounded()
        let feet = (inches / BodyUnits.inchesPerFoot).rounded(.down)
        return formats.quantity(feet, "ft") + " " + formats.quantity(inches - feet * BodyUnits.inchesPerFoot, "in")
    }
}
