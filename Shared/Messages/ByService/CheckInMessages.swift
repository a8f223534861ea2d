import Wire

/// One to three sliders, each 1 … 7; one that was not touched is absent. The request id makes it idempotent and becomes the check-in's id. Of several on a day,
/// each slider's last value counts (SCO-4).
public struct SubmitCheckIn: BusRequest {
    public typealias Reply = CheckIn
    public static let type = MessageType(0x0501)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    /// The day it is about: today or an earlier one.
    public var day: Day
    /// When it was given.
    public var at: Milliseconds
    public var stress: Int32?
    public var energy: Int32?
    public var sleepQuality: Int32?
    public init(user: UserID, day: Day, at: Milliseconds, stress: Int32? = nil, energy: Int32? = nil, sleepQuality: Int32? = nil) {
        (self.user, self.day, self.at, self.stress, self.energy, self.sleepQuality) = (user, day, at, stress, energy, sleepQuality)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, day, at, stress, energy, sleepQuality }
}

public struct CheckIn: Message, Equatable {
    public var id: EntityID
    public var day: Day
    public var at: Milliseconds
    public var stress: Int32?
    public var energy: Int32?
    public var sleepQuality: Int32?
    public init(id: EntityID, day: Day, at: Milliseconds, stress: Int32? = nil, energy: Int32? = nil, sleepQuality: Int32? = nil) {
        (self.id, self.day, self.at, self.stress, self.energy, self.sleepQuality) = (id, day, at, stress, energy, sleepQuality)
    }
    enum CodingKeys: Int, CodingKey { case id = 1, day, at, stress, energy, sleepQuality }
}

/// The check-ins of a range of days, at most 400.
public struct CheckInsQuery: BusRequest {
    public static let type = MessageType(0x0506)
    public static let service: ServiceName? = .scoring
    /// Check-ins in one answer, at most.
    public static let limit = 1_000
    public var user: UserID
    public var from: Day
    public var through: Day
    public init(user: UserID, from: Day, through: Day) { (self.user, self.from, self.through) = (user, from, through) }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through }

    public struct Reply: Message, Equatable {
        /// The latest day first, and within a day what was given last; the `limit` first of them.
        public var checkIns: [CheckIn]
        public init(checkIns: [CheckIn]) { self.checkIns = checkIns }
        enum CodingKeys: Int, CodingKey { case checkIns = 1 }
    }
}

/// Replaces the sliders of a check-in, all three: one that is absent here is taken back. Its day and time stay. `notFound` where there is no such check-in.
public struct CorrectCheckIn: BusRequest {
    public typealias Reply = CheckIn
    public static let type = MessageType(0x0507)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    public var checkIn: EntityID
    public var stress: Int32?
    public var energy: Int32?
    public var sleepQuality: Int32?
    public init(user: UserID, checkIn: EntityID, stress: Int32? = nil, energy: Int32? = nil, sleepQuality: Int32? = nil) {
        (self.user, self.checkIn, self.stress, self.energy, self.sleepQuality) = (user, checkIn, stress, energy, sleepQuality)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, checkIn, stress, energy, sleepQuality }
}

/// Deletes a check-in; what was computed from it is computed again without it. `notFound` where there is none.
public struct DeleteCheckIn: BusRequest {
    public typealias Reply = Nothing
    public static let type = MessageType(0x0508)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    public var checkIn: EntityID
    public init(user: UserID, checkIn: EntityID) { (self.user, self.checkIn) = (user, checkIn) }
    enum CodingKeys: Int, CodingKey { case user = 1, checkIn }
}
