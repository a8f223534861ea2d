import Wire

/// Requests what is stored of each day of a range by kind, with what devices say that they have.
public struct InventoryQuery: UserRequest {
    public static let type = MessageType(0x023F)
    public static let service: ServiceName? = .ingestion
    /// Most days of a range.
    public static let maximumDays = 31
    public var user: UserID
    public var from: Day
    public var through: Day
    public init(user: UserID, from: Day, through: Day) {
        self.user = user
        self.from = from
        self.through = through
    }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through }

    /// The days.
    public struct Reply: Message, Equatable {
        /// All days of the range, oldest first.
        public var days: [DayInventory]
        public init(days: [DayInventory]) { self.days = days }
        enum CodingKeys: Int, CodingKey { case days = 1 }
    }
}

/// What is stored of a calendar day.
public struct DayInventory: Message, Equatable {
    public var day: Day
    /// By name; no intimate kinds but those that the person keeps.
    public var kinds: [KindInventory]
    public init(day: Day, kinds: [KindInventory]) {
        self.day = day
        self.kinds = kinds
    }
    enum CodingKeys: Int, CodingKey { case day = 1, kinds }
}

/// The samples of one kind that begin on a day.
public struct KindInventory: Message, Equatable {
    /// Its name in exports, of a pair the pair's.
    public var kind: String
    /// Stored samples; one that two apps brought counts once.
    public var stored: Int64
    /// The sources of the stored samples, the one with the most first.
    public var sources: [ReadingSource]
    /// When samples of this kind and UTC day last arrived; absent if that is not known.
    public var arrived: Milliseconds?
    /// What devices say that they have, by device; empty if none says it.
    public var stated: [StatedCount]
    /// Whether it is about food, energy or the size of the body.
    public var isOfBody: Bool
    public init(
        kind: String, stored: Int64, sources: [ReadingSource] = [], arrived: Milliseconds? = nil,
        stated: [StatedCount] = [], isOfBody: Bool = false
    ) {
        self.kind = kind
        self.stored = stored
        self.sources = sources
        self.arrived = arrived
        self.stated = stated
        self.isOfBody = isOfBody
    }
    enum CodingKeys: Int, CodingKey { case kind = 1, stored, sources, arrived, stated, isOfBody }

    /// Samples that a device has and that are not stored; 0 if none says so.
    public var missing: Int64 { max(0, (stated.map(\.count).max() ?? 0) - stored) }
}

/// How many samples of a kind and day a device says that it has.
public struct StatedCount: Message, Equatable {
    /// `DeviceSender.device`; 0 if it was not sent by a device.
    public var device: UInt64
    public var count: Int64
    /// When it said so.
    public var at: Milliseconds
    public init(device: UInt64, count: Int64, at: Milliseconds) {
        self.device = device
        self.count = count
        self.at = at
    }
    enum CodingKeys: Int, CodingKey { case device = 1, count, at }
}

/// A device says how many samples it has of kinds and days. A later count of the same kind and day replaces the earlier
/// one of the same device.
public struct StateCounts: UserRequest {
    public static let type = MessageType(0x0240)
    public static let service: ServiceName? = .ingestion
    /// Most counts of a request.
    public static let maximumCounts = 1_000
    /// Highest count.
    public static let maximum: Int64 = 1_000_000
    public var user: UserID
    /// The device; absent for a person.
    public var sender: DeviceSender?
    public var counts: [DayCount]
    public init(user: UserID, sender: DeviceSender?, counts: [DayCount]) {
        self.user = user
        self.sender = sender
        self.counts = counts
    }
    enum CodingKeys: Int, CodingKey { case user = 1, sender, counts }

    /// What was understood.
    public struct Reply: Message, Equatable {
        /// Counts of kinds that are known.
        public var taken: Int64
        /// Names of kinds that are not, each once, at most 100.
        public var unknown: [String]
        public init(taken: Int64, unknown: [String]) {
            self.taken = taken
            self.unknown = unknown
        }
        enum CodingKeys: Int, CodingKey { case taken = 1, unknown }
    }
}

/// How many samples there are of a kind and day.
public struct DayCount: Message, Equatable {
    public var day: Day
    /// Its name in exports, or HealthKit's identifier.
    public var kind: String
    public var count: Int64
    public init(day: Day, kind: String, count: Int64) {
        self.day = day
        self.kind = kind
        self.count = count
    }
    enum CodingKeys: Int, CodingKey { case day = 1, kind, count }
}
