import Messages

/// The time of day at which a night usually arrives.
public enum UsualArrival {
    /// Fewest nights from which the usual time is computed.
    public static let minimumNights = 5

    /// The time by which three of four nights had arrived, rounded up to five minutes.
    /// - Parameter minutes: of each known night's arrival, after midnight.
    /// - Returns: minutes after midnight; nil for too few nights.
    public static func minute(of minutes: [Int]) -> Int? {
        guard minutes.count >= minimumNights else { return nil }
        let sorted = minutes.sorted()
        let latest = sorted[(sorted.count * 3 + 3) / 4 - 1]
        return min((latest + 4) / 5 * 5, 1435)
    }

    /// “It usually comes by 07:40.”, or a sentence that the time is not known yet.
    public static func sentence(_ minutes: [Int], for reader: Reader) -> String {
        minute(of: minutes).map { reader.words("state.waitingUsually", ["time": reader.time(minute: $0)]) }
            ?? reader.words("state.waitingUnknown")
    }
}

/// Whether a kind of health data arrives.
public enum ArrivalState: String, Codable, CaseIterable, Sendable {
    /// Its last sample is at most three days old.
    case arriving
    /// Samples arrived earlier, but not lately.
    case stopped
    /// No sample ever arrived.
    case never
}

/// One kind of health data: arriving, stopped, or never seen.
public struct ArrivalLine: Sendable {
    /// Name of the kind.
    public let name: String
    /// “Arriving · Today · 28 days in all”.
    public let state: String
    /// Whether it arrives.
    public let standing: ArrivalState
    let isArriving: Bool
    /// The steps that switch it on.
    public let how: String

    /// - Parameter day: the local date of an instant.
    public init(_ arrival: KindArrival, day: (Milliseconds) -> Day, for reader: Reader) {
        let words = reader.words
        name = words("arrivals.kind.\(arrival.kind)")
        how = words("arrivals.how.\(arrival.kind)")
        guard let last = arrival.last else {
            (state, standing, isArriving) = (words("arrivals.never"), .never, false)
            return
        }
        let lastDay = day(last)
        isArriving = lastDay.distance(to: reader.today) <= DayStatus.daysUntilEnded
        standing = isArriving ? .arriving : .stopped
        state = words(
            "arrivals.\(standing.rawValue)", count: Int(arrival.days),
            reader.formats.number(Double(arrival.days)),
            ["date": isArriving ? reader.dayName(lastDay) : reader.formats.dateWithYear(lastDay)])
    }
}
