import Localization
import Messages

extension Reader {
    /// Name of a kind or of a pair.
    func name(ofKind kind: String) -> String { words("kind.name.\(kind)") }

    /// The value of a day with its unit, or the number of its readings, as text.
    func amount(_ day: KindDay, of info: KindInfo) -> String {
        switch info.rule {
        case "count", "taken": words("kind.times", count: Int(exactly: day.value) ?? .max, formats.number(day.value))
        default: amount(day.value, day.second, of: info)
        }
    }

    /// A value of a kind with its unit: “128/78 mmHg”, “36.6 °C”, “severe”.
    /// - Parameter second: of a pair.
    func amount(_ value: Double, _ second: Double? = nil, of info: KindInfo) -> String {
        if info.shape == "level" {
            let level = Int(exactly: value).flatMap { info.levels.indices.contains($0) ? info.levels[$0] : nil }
            return level.map { words("kind.level.\(Self.key(ofLevel: $0))") } ?? ""
        }
        return formats.measured(value, second, unit: info.unit)
    }

    /// Key of a level's word: `not present` is `notPresent`.
    static func key(ofLevel name: String) -> String {
        let parts = name.split(separator: " ")
        return parts.prefix(1).joined() + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// A number as it is written on an axis.
    func axis(_ value: Double) -> String { formats.axis(value) }
}
