import Wire

/// Requests what is wrong with the deliveries of each of a person's devices, measured by when its data usually arrives.
public struct HabitsQuery: UserRequest {
    public static let type = MessageType(0x023E)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The devices.
    public struct Reply: Message, Equatable {
        /// Those that have delivered, by number.
        public var devices: [DeviceHabits]
        public init(devices: [DeviceHabits]) { self.devices = devices }
        enum CodingKeys: Int, CodingKey { case devices = 1 }
    }
}

/// The deliveries of one device.
public struct DeviceHabits: Message, Equatable {
    /// `DeviceSender.device`.
    public var device: UInt64
    /// When it last posted; absent if that is not known.
    public var lastPost: Milliseconds?
    /// When it last brought anything new; absent if that is not known.
    public var lastNew: Milliseconds?
    /// Names in exports of the kinds that it brings; no intimate ones.
    public var kinds: [String]
    /// What is wrong now; empty if nothing is, and in a device's first week.
    public var findings: [ArrivalProblem]
    /// True if it is silent and another device of the person brings what it brought.
    public var isReplaced: Bool
    public init(
        device: UInt64, lastPost: Milliseconds?, lastNew: Milliseconds?, kinds: [String], findings: [ArrivalProblem],
        isReplaced: Bool = false
    ) {
        self.device = device
        self.lastPost = lastPost
        self.lastNew = lastNew
        self.kinds = kinds
        self.findings = findings
        self.isReplaced = isReplaced
    }
    enum CodingKeys: Int, CodingKey { case device = 1, lastPost, lastNew, kinds, findings, isReplaced }
}

/// One fault of a device's deliveries.
public struct ArrivalProblem: Message, Equatable {
    /// `silent`, `looping`, `partial`, `late` or `clockWrong`.
    public var fault: String
    /// Names in exports of the kinds that it is about; empty for all of the device.
    public var kinds: [String]
    /// Those of `kinds` that are numbers of food, energy or the size of the body.
    public var ofBody: [String]
    /// Since when.
    public var since: Milliseconds
    /// Usual time between arrivals, ms.
    public var interval: Milliseconds
    /// Local minute of the day by which the first data of a day usually came; absent unless it comes about once a day.
    public var by: Int32?
    /// Whether it is worth a line on Today: a long silence, or a wrong clock.
    public var isSure: Bool
    public init(
        fault: String, kinds: [String] = [], ofBody: [String] = [], since: Milliseconds, interval: Milliseconds,
        by: Int32? = nil, isSure: Bool = false
    ) {
        self.fault = fault
        self.kinds = kinds
        self.ofBody = ofBody
        self.since = since
        self.interval = interval
        self.by = by
        self.isSure = isSure
    }
    enum CodingKeys: Int, CodingKey { case fault = 1, kinds, ofBody, since, interval, by, isSure }
}
