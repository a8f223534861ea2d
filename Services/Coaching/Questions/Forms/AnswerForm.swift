/// The result that a question asks for, other than the median of a period's daily values (COA-8).
public enum AnswerForm: Equatable, Sendable {
    /// The highest or the lowest value of a period, with its day.
    case extreme(isHighest: Bool)
    /// The order of the weekdays, with the highest or the lowest first.
    case weekdays(isHighest: Bool)
    /// The latest day on which a value kept to a bound.
    case last(ValueBound)
    /// The number of days on which it did.
    case count(ValueBound)
    /// Whether the first subject goes together with the second.
    case influence
    /// Whether exercise, of which no daily numbers are kept, goes together with the subject.
    case exercise
    /// Comparison of a value in the question with the person's usual band; in the subject's canonical unit.
    case norm(Double)
}

/// A bound that values are held against.
public enum ValueBound: Equatable, Sendable {
    /// A value in the subject's canonical unit.
    case below(Double), atMost(Double), atLeast(Double), above(Double)
    /// Beyond the person's usual band.
    case usual(isHigh: Bool)
}

extension AnswerForm {
    /// As it is stored with a question.
    public var note: String {
        switch self {
        case .extreme(let isHighest): "extreme.\(isHighest ? "high" : "low")"
        case .weekdays(let isHighest): "weekdays.\(isHighest ? "high" : "low")"
        case .last(let bound): "last.\(bound.note)"
        case .count(let bound): "count.\(bound.note)"
        case .influence: "influence"
        case .exercise: "exercise"
        case .norm(let value): "norm.\(value)"
        }
    }

    /// nil for a form of a newer release.
    public init?(note: String) {
        let parts = note.split(separator: ".", maxSplits: 1).map(String.init)
        let rest = parts.count > 1 ? parts[1] : ""
        switch parts.first {
        case "extreme": self = .extreme(isHighest: rest == "high")
        case "weekdays": self = .weekdays(isHighest: rest == "high")
        case "last":
            guard let bound = ValueBound(note: rest) else { return nil }
            self = .last(bound)
        case "count":
            guard let bound = ValueBound(note: rest) else { return nil }
            self = .count(bound)
        case "influence": self = .influence
        case "exercise": self = .exercise
        case "norm":
            guard let value = Double(rest) else { return nil }
            self = .norm(value)
        default: return nil
        }
    }
}

extension ValueBound {
    fileprivate var note: String {
        switch self {
        case .below(let value): "below.\(value)"
        case .atMost(let value): "atMost.\(value)"
        case .atLeast(let value): "atLeast.\(value)"
        case .above(let value): "above.\(value)"
        case .usual(let isHigh): isHigh ? "high" : "low"
        }
    }

    fileprivate init?(note: String) {
        let parts = note.split(separator: ".", maxSplits: 1).map(String.init)
        let value = parts.count > 1 ? Double(parts[1]) : nil
        switch (parts.first, value) {
        case ("below", let value?): self = .below(value)
        case ("atMost", let value?): self = .atMost(value)
        case ("atLeast", let value?): self = .atLeast(value)
        case ("above", let value?): self = .above(value)
        case ("high", _): self = .usual(isHigh: true)
        case ("low", _): self = .usual(isHigh: false)
        default: return nil
        }
    }
}
