import Wire

/// The person's present: by it pace is read, and a crisis verdict of the last 24 hours is in effect.
public struct AsOf: Message, Equatable {
    /// Current time of the request.
    public var at: Milliseconds
    /// The person's current local date.
    public var today: Day
    public init(at: Milliseconds, today: Day) { (self.at, self.today) = (at, today) }
    enum CodingKeys: Int, CodingKey { case at = 1, today }
}

/// Progress compared with the time that has passed (GOL-4).
public struct PaceState: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// The first day lies ahead and nothing was done.
    public static let notStarted = PaceState(rawValue: 1)
    /// Less than expected by more than a week's part, or not reached by the target date.
    public static let behind = PaceState(rawValue: 2)
    /// Within a week's part of the expected sum.
    public static let onTrack = PaceState(rawValue: 3)
    /// More than expected by more than a week's part.
    public static let ahead = PaceState(rawValue: 4)
    /// The target is reached.
    public static let done = PaceState(rawValue: 5)
    public static let names: [(value: PaceState, name: String)] = [
        (notStarted, "notStarted"), (behind, "behind"), (onTrack, "onTrack"), (ahead, "ahead"), (done, "done"),
    ]
}

/// Pace towards one target of a goal. Amounts are in the unit of the target's measure. Of a level, such as the mass of a
/// body, `expected` is the value expected by now, and changes a week are negative where the value falls.
public struct TargetPace: Message, Equatable {
    /// The state in one word.
    public var state: PaceState
    /// Share of the target that is reached, 0 … 1.
    public var share: Double
    /// Expected by the end of yesterday; absent before the first value of a ratio.
    public var expected: Double?
    /// Amount per week since the start; absent before it, and for ratios.
    public var perWeek: Double?
    /// Amount per week that would reach the target on its date; absent once done, after the date, and for ratios.
    public var neededPerWeek: Double?
    /// Days until the target date, with today and that date; 0 after it.
    public var daysLeft: Int32?
    /// The day on which the target is reached if the person goes on as since the start; absent without a rate, once
    /// done, for ratios, and beyond ten years.
    public var finish: Day?
    /// First day of the interval that holds the finish with a probability of about 80 %.
    public var earliest: Day?
    /// Last day of that interval; absent if it has no end within ten years.
    public var latest: Day?
    /// The day on which the target was reached; absent until then.
    public var reached: Day?
    public init(
        state: PaceState, share: Double, expected: Double? = nil, perWeek: Double? = nil, neededPerWeek: Double? = nil,
        daysLeft: Int32? = nil, finish: Day? = nil, earliest: Day? = nil, latest: Day? = nil, reached: Day? = nil
    ) {
        (self.state, self.share, self.expected, self.perWeek) = (state, share, expected, perWeek)
        (self.neededPerWeek, self.daysLeft) = (neededPerWeek, daysLeft)
        (self.finish, self.earliest, self.latest, self.reached) = (finish, earliest, latest, reached)
    }
    enum CodingKeys: Int, CodingKey {
        case state = 1, share, expected, perWeek, neededPerWeek, daysLeft, finish, earliest, latest, reached
    }
}
