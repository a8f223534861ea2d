import Messages

/// When a night usually arrives.
public enum UsualArrival {
    /// Fewest nights that a time can be told from.
    public static let fewest = 5

    /// The time by which three of four nights had arrived, rounded up to five minutes.
    /// - Parameter minutes: of each known night's arrival, after midnight.
    /// - Returns: minutes after midnight; nil for too few nights.
    public static func minute(of minutes: [Int]) -> Int? {
        guard minutes.count >= fewest else { return nil }
        let sorted = minutes.sorted()
        let latest = sorted[(sorted.count * 3 + 3) / 4 - 1]
        return min((latest + 4) / 5 * 5, 1435)
    }
}

/// One kind of health data on the page of data: arriving, stopped, or never seen.
struct ArrivalLine: Sendable {
    let name: String
    let state: String
    let isArriving: Bool
    /// How to switch it on.
    let how: String

    /// - Parameters:
    ///   - today: the person's current local date.
    ///   - day: the local date of an instant.
    init(_ arrival: KindArrival, day: (Milliseconds) -> Day, for reader: Reader) {
        let words = reader.words
        name = words("arrivals.kind.\(arrival.kind)")
        how = words("arrivals.how.\(arrival.kind)")
        guard let last = arrival.last else {
            (state, isArriving) = (words("arrivals.never"), false)
            return
        }
        let lastDay = day(last)
        isArriving = lastDay.distance(to: reader.today) <= DayStatus.patience
        state = words(
            isArriving ? "arrivals.arriving" : "arrivals.stopped", count: Int(arrival.days),
            reader.formats.number(Double(arrival.days)),
            ["date": isArriving ? reader.dayName(lastDay) : reader.formats.dateWithYear(lastDay)])
    }
}
