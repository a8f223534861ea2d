import Messages

/// The days that a letter is about.
public struct LetterPeriod: Equatable, Sendable {
    /// How many days they are.
    public enum Span: String, Codable, CaseIterable, Sendable {
        case week, month, year

        /// Number of days.
        public var days: Int {
            switch self {
            case .week: 7
            case .month: 30
            case .year: 365
            }
        }
    }

    public let span: Span
    public let last: Day
    public var first: Day { last.advanced(by: 1 - span.days) }
    public var days: ClosedRange<Day> { first...last }

    public init(_ span: Span, last: Day) {
        self.span = span
        self.last = last
    }

    /// The latest week whose letter has come: it comes on its last day, when the evening begins.
    /// - Parameter weekday: 1 (Monday) … 7.
    public static func week(on weekday: Int, for reader: Reader) -> LetterPeriod {
        let own = reader.today.monday.distance(to: reader.today) + 1
        let back = (own - weekday + 7) % 7
        return LetterPeriod(.week, last: reader.today.advanced(by: back == 0 && !reader.isEvening ? -7 : -back))
    }

    /// The same span before.
    public var previous: LetterPeriod { LetterPeriod(span, last: last.advanced(by: -span.days)) }

    public var address: String { "/letters/\(span)/\(last)" }

    /// An index below `count` that differs from those of the neighbouring weeks.
    func turn(_ count: Int) -> Int {
        let number = span == .week ? Int(last.number) / 7 : Int(last.number)
        return (number % count + count) % count
    }
}
