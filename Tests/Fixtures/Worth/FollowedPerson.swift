import Foundation
import Messages

/// A scoring service that is judged: over the bus, or in this process.
public protocol JudgedScoring: Sendable {
    /// Takes a day's metrics as the event of this number in the person's stream.
    func deliver(_ metrics: DailyMetrics, of user: UserID, number: UInt64) async throws
    /// Takes the sentiment of a journal entry, −1 … 1, as the event of this number in the person's stream.
    func deliver(sentiment: Double, on day: Day, of user: UserID, number: UInt64) async throws
    func checkIn(_ request: SubmitCheckIn) async throws
    func breakdown(_ query: BreakdownQuery) async throws -> ScoreBreakdown
}

/// A person's days, given to a scoring service one after the other, and its predictions at the end of each (SCO-8).
/// Only data that had arrived counts.
public struct FollowedPerson: Sendable {
    /// A step of a learner that is compared with the score.
    public struct LearningEvent: Encodable, Sendable {
        public var person: Int
        /// Inputs of an earlier day whose label has come.
        public var learn: [Double]?
        public var label: Double?
        /// Inputs of a day whose label is asked for.
        public var predict: [Double]?
    }

    /// Days after a prediction within which a label counts (SCO-4).
    private static let horizon = 3

    /// The predictions whose label came.
    public var rows: [WorthRow] = []
    /// In their order; `row` of a prediction that is judged.
    public private(set) var events: [(event: LearningEvent, row: Int?)] = []

    /// Methods: `ours`, `ours without sensors`, `persistence`, `EWMA` (λ = 0.2) and `running mean`.
    /// - Parameter index: number of the person in the rows.
    public init(_ person: RecordedPerson, _ index: Int, by scoring: some JudgedScoring) async throws {
        let (user, blind) = (UserID.random(), UserID.random())
        let composites = Dictionary(
            uniqueKeysWithValues: person.days.compactMap { day in day.checkIn.map { (day.metrics.day, $0.composite) } })
        var waiting: [(day: Day, inputs: [Double])] = []
        var (last, average, sum, count) = (nil as Double?, nil as Double?, 0.0, 0.0)
        var (metrics, journals) = (1 as UInt64, 1 as UInt64)
        for day in person.days {
            let date = day.metrics.day
            try await scoring.deliver(day.metrics, of: user, number: metrics)
            metrics += 1
            if let sentiment = day.sentiment {
                for user in [user, blind] {
                    try await scoring.deliver(sentiment: sentiment, on: date, of: user, number: journals)
                }
                journals += 1
            }
            if let checkIn = day.checkIn {
                for user in [user, blind] { try await scoring.checkIn(checkIn.request(user, date)) }
                let composite = checkIn.composite
                (last, sum, count) = (composite, sum + composite, count + 1)
                average = average.map { $0 + 0.2 * (composite - $0) } ?? composite
                for earlier in waiting where earlier.day.distance(to: date) <= Self.horizon {
                    events.append((LearningEvent(person: index, learn: earlier.inputs, label: composite), nil))
                }
                waiting = []
            }
            let breakdown = try await scoring.breakdown(
                BreakdownQuery(user: user, day: date, today: date.advanced(by: 1)))
            let inputs = breakdown.contributions.map { min(3, max(-3, $0.z ?? 0)) }
            // A day without inputs gives no prediction and no training.
            guard breakdown.contributions.contains(where: { !$0.missing }) else { continue }
            waiting.append((date, inputs))
            let label = (1...Self.horizon).lazy.compactMap { composites[date.advanced(by: $0)] }.first
            let event = LearningEvent(person: index, predict: inputs)
            if let label, let last, let average, let low = breakdown.report.low, let high = breakdown.report.high {
                let blind = try await scoring.breakdown(
                    BreakdownQuery(user: blind, day: date, today: date.advanced(by: 1)))
                let shown = 100 / (1 + exp(-label))
                events.append((event, rows.count))
                rows.append(
                    WorthRow(
                        person: index, day: date, label: label,
                        predictions: [
                            "ours": Self.logit(breakdown), "ours without sensors": Self.logit(blind),
                            "persistence": last, "EWMA": average, "running mean": sum / count,
                        ], isCovered: low <= shown && shown <= high, isCalibrated: breakdown.labels >= 20))
            }
        }
    }

    private static func logit(_ breakdown: ScoreBreakdown) -> Double {
        breakdown.contributions.reduce(breakdown.bias) { $0 + $1.contribution }
    }
}
