import Localization
import Messages

/// A question for the distance of workouts: “how many kilometres have I run this month?”
public struct DistanceQuestion: Equatable, Sendable {
    /// A way to cover a distance.
    public enum Way: String, CaseIterable, Sendable {
        case running, cycling, swimming, walking

        /// Words of a question, folded as `FoldedText` folds.
        fileprivate var words: [String] {
            switch self {
            case .running:
                [
                    "run", "ran", "running", "runs", "jog", "jogged", "jogging", "gelaufen", "laufen", "gejoggt",
                    "joggen",
                ]
            case .cycling:
                [
                    "cycle", "cycled", "cycling", "bike", "biked", "biking", "ride", "rode", "ridden", "rad", "fahrrad",
                    "geradelt", "radfahren",
                ]
            case .swimming: ["swim", "swam", "swum", "swimming", "geschwommen", "schwimmen"]
            case .walking:
                [
                    "walk", "walked", "walking", "walks", "hike", "hiked", "hiking", "gegangen", "gewandert",
                    "spazieren", "wandern",
                ]
            }
        }

        /// Whether it is the way of a workout's activity.
        func covers(_ activity: String) -> Bool {
            let words = activity.split(separator: " ")
            return words.contains(Substring(rawValue)) || self == .walking && words.contains("hiking")
        }
    }

    /// Nil for all workouts.
    public var way: Way?
    /// Nil where the question says neither kilometres nor miles.
    public var inMiles: Bool?

    public init(_ message: String) {
        let text = FoldedText(message)
        way = Way.allCases.first { text.has(anyOf: $0.words) }
        let miles = ["miles", "mile", "meilen"]
        inMiles = text.has(anyOf: miles) ? true : text.has(anyOf: Measure.lengths) ? false : nil
    }
}

extension AnswerWriter {
    private static let metresPerMile = 1_609.344

    /// The distance of a period's workouts, and of how many it is known.
    /// - Parameter period: nil for all days.
    public func distance(_ question: DistanceQuestion, of sums: [WorkoutSum], _ period: Period?) -> String {
        let own = sums.filter { sum in question.way.map { $0.covers(sum.activity) } ?? true }
        let (count, measured) = (own.reduce(0) { $0 + $1.workouts }, own.reduce(0) { $0 + $1.measured })
        let metres = own.reduce(0) { $0 + $1.distance }
        let name = words("answer.distance.of.\(question.way?.rawValue ?? "any")")
        let when = period?.label ?? words("answer.distance.ever")
        guard measured > 0 else {
            return words(
                count > 0 ? "answer.distance.unmeasured" : "answer.distance.none", ["name": name, "period": when])
        }
        let isMiles = question.inMiles ?? (formats.settings.units != .metric)
        let amount = metres / (isMiles ? Self.metresPerMile : 1_000)
        let shown = formats.amount(amount, in: MeasureContent(unit: isMiles ? "mi" : "km", kind: .distance))
        let values = ["name": name, "period": when, "distance": shown]
        return words("answer.distance.sum", count: Int(measured), nil, values)
            + (measured < count ? " " + words("answer.distance.rest", count: Int(count - measured)) : "")
    }
}
