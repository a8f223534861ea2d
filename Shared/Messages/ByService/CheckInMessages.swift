import Wire

/// Submits one to three sliders, each 1 … 7; untouched sliders are absent. The request id is the check-in's id and
/// makes the command idempotent. If a day has several check-ins, each slider's last value counts (SCO-4).
public struct SubmitCheckIn: UserRequest {
    public typealias Reply = CheckIn
    public static let type = MessageType(0x0501)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    /// The day it is about, today or earlier.
    public var day: Day
    /// Time of the check-in.
    public var at: Milliseconds
    /// 1 … 7; absent if untouched.
    public var stress: Int32?
    /// 1 … 7; absent if untouched.
    public var energy: Int32?
    /// 1 … 7; absent if untouched.
    public var sleepQuality: Int32?
    public init(
        user: UserID, day: Day, at: Milliseconds, stress: Int32? = nil, energy: Int32? = nil, sleepQuality: Int32? = nil
    ) {
        (self.user, self.day, self.at, self.stress, self.energy, self.sleepQuality) = (
            user, day, at, stress, energy, sleepQuality
        )
    }
    enum CodingKeys: Int, CodingKey { case user = 1, day, at, stress, energy, sleepQuality }
}

/// A stored check-in.
public struct CheckIn: Message, Equatable {
    public var id: EntityID
    public var day: Day
    /// Time of the check-in.
    public var at: Milliseconds
    /// 1 … 7; absent if untouched.
    public var stress: Int32?
    /// 1 … 7; absent if untouched.
    public var energy: Int32?
    /// 1 … 7; absent if untouched.
    public var sleepQuality: Int32?
    /// Whether the measurements of the night had been shown before sleep quality was answered; absent without that
    /// answer and where it is not known.
    public var nightSeen: Bool?
    /// When sliders were corrected; absent if none was.
    public var corrected: Corrections?
    public init(
        id: EntityID, day: Day, at: Milliseconds, stress: Int32? = nil, energy: Int32? = nil, sleepQuality: Int32? = nil
    ) {
        (self.id, self.day, self.at, self.stress, self.energy, self.sleepQuality) = (
            id, day, at, stress, energy, sleepQuality
        )
    }
    enum CodingKeys: Int, CodingKey { case id = 1, day, at, stress, energy, sleepQuality, nightSeen, corrected }

    /// Times of the last correction of each slider; absent for one that was not corrected.
    public struct Corrections: Message, Equatable {
        public var stress: Milliseconds?
        public var energy: Milliseconds?
        public var sleepQuality: Milliseconds?
        /// The last of them.
        public var last: Milliseconds? { [stress, energy, sleepQuality].compactMap(\.self).max() }
        public init() {}
        enum CodingKeys: Int, CodingKey { case stress = 1, energy, sleepQuality }
    }
}

/// Notes that measurements of a night were shown to the person. The first time counts.
public struct NoteNightSeen: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0518)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    /// The day on which the night ended.
    public var day: Day
    /// Time at which they were shown.
    public var at: Milliseconds
    public init(user: UserID, day: Day, at: Milliseconds) {
        self.user = user
        self.day = day
        self.at = at
    }
    enum CodingKeys: Int, CodingKey { case user = 1, day, at }
}

/// Requests the check-ins of a range of at most 400 days.
public struct CheckInsQuery: UserRequest {
    public static let type = MessageType(0x0506)
    public static let service: ServiceName? = .scoring
    /// Most check-ins in one reply.
    public static let limit = 1_000
    public var user: UserID
    /// First day of the range.
    public var from: Day
    /// Last day of the range.
    public var through: Day
    public init(user: UserID, from: Day, through: Day) { (self.user, self.from, self.through) = (user, from, through) }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through }

    /// The check-ins of the range.
    public struct Reply: Message, Equatable {
        /// At most `limit`; latest day first, and within a day the latest first.
        public var checkIns: [CheckIn]
        public init(checkIns: [CheckIn]) { self.checkIns = checkIns }
        enum CodingKeys: Int, CodingKey { case checkIns = 1 }
    }
}

/// Replaces all three sliders of a check-in; an absent slider is removed. Day and time stay. A slider that was corrected
/// later than `at` keeps its value. `notFound` if the check-in does not exist.
public struct CorrectCheckIn: UserRequest {
    public typealias Reply = CheckIn
    public static let type = MessageType(0x0507)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    /// The check-in's id.
    public var checkIn: EntityID
    /// 1 … 7; absent to remove it.
    public var stress: Int32?
    /// 1 … 7; absent to remove it.
    public var energy: Int32?
    /// 1 … 7; absent to remove it.
    public var sleepQuality: Int32?
    /// Time at which the person corrected it, which may be long before it arrives; absent means now.
    public var at: Milliseconds?
    public init(user: UserID, checkIn: EntityID, stress: Int32? = nil, energy: Int32? = nil, sleepQuality: Int32? = nil)
    {
        (self.user, self.checkIn, self.stress, self.energy, self.sleepQuality) = (
            user, checkIn, stress, energy, sleepQuality
        )
    }
    enum CodingKeys: Int, CodingKey { case user = 1, checkIn, stress, energy, sleepQuality, at }
}

/// Deletes a check-in; dependent scores are computed again. `notFound` if it does not exist.
public struct DeleteCheckIn: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0508)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    /// The check-in's id.
    public var checkIn: EntityID
    public init(user: UserID, checkIn: EntityID) { (self.user, self.checkIn) = (user, checkIn) }
    enum CodingKeys: Int, CodingKey { case user = 1, checkIn }
}
