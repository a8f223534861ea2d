import Wire

/// Lists the accounts of this installation. Sent by the owner's command line.
public struct ListAccounts: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0801)
    public static let service: ServiceName? = .api
    public init() {}

    /// The accounts.
    public struct Reply: Message {
        /// All accounts, oldest first.
        public var accounts: [Account]
        public init(accounts: [Account]) { self.accounts = accounts }
        enum CodingKeys: Int, CodingKey { case accounts = 1 }
    }
}

/// One account.
public struct Account: Message, Equatable {
    public var user: UserID
    /// The name that the person signs in with.
    public var name: String
    /// True for the example person, whose data is made up; absent for everybody else.
    public var isExample: Bool?
    public init(user: UserID, name: String, isExample: Bool? = nil) {
        (self.user, self.name, self.isExample) = (user, name, isExample)
    }
    // 4 is reserved: `hasAhead`, whether the navigation had the section of goals.
    enum CodingKeys: Int, CodingKey { case user = 1, name, isExample }
}

/// Creates an account for a person at the command line; `conflict` if the name is taken.
public struct CreateAccount: BusRequest {
    public typealias Reply = Account
    public static let type = MessageType(0x0802)
    public static let service: ServiceName? = .api
    /// The name to sign in with.
    public var name: String
    /// The password in plain text.
    public var password: String
    /// IANA name.
    public var timeZone: String
    /// ISO 3166 alpha-2, for emergency numbers; absent or empty if unknown.
    public var country: String?
    /// True for the example person: it does not count as the first account and signs in from this machine only;
    /// `conflict` if there is one already.
    public var isExample: Bool?
    public init(name: String, password: String, timeZone: String, country: String? = nil, isExample: Bool? = nil) {
        (self.name, self.password, self.timeZone, self.country) = (name, password, timeZone, country)
        self.isExample = isExample
    }
    enum CodingKeys: Int, CodingKey { case name = 1, password, timeZone, country, isExample }
}

/// Sets a new password for a person who forgot theirs, and ends their sessions.
public struct SetPassword: UserRequest {
    public static let type = MessageType(0x0820)
    public static let service: ServiceName? = .api
    public var user: UserID
    /// The new password in plain text.
    public var password: String
    /// True to disable the second factor too.
    public var clearSecondFactor: Bool
    public init(user: UserID, password: String, clearSecondFactor: Bool = false) {
        (self.user, self.password, self.clearSecondFactor) = (user, password, clearSecondFactor)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, password, clearSecondFactor }

    /// The effect of a new password.
    public struct Reply: Message, Equatable {
        /// Number of ended sessions.
        public var sessions: Int32
        /// False if it was not enabled.
        public var secondFactorCleared: Bool
        public init(sessions: Int32, secondFactorCleared: Bool) {
            (self.sessions, self.secondFactorCleared) = (sessions, secondFactorCleared)
        }
        enum CodingKeys: Int, CodingKey { case sessions = 1, secondFactorCleared }
    }
}

/// Requests a person's profile.
public struct ProfileQuery: UserRequest {
    public typealias Reply = Profile
    public static let type = MessageType(0x0803)
    public static let service: ServiceName? = .api
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }
}

/// A person's own settings.
public struct Profile: Message, Equatable {
    public var user: UserID
    /// Increases with every change.
    public var revision: UInt64
    /// Oldest first; the last one applies now. Never empty.
    public var timeZones: [ZonePeriod]
    /// ISO 3166 alpha-2; empty if unknown.
    public var country: String
    /// Names of sources, most trusted first; unlisted sources follow by kind: watch, phone, other (ING-6).
    public var sourceOrder: [String]
    /// How pages look; absent where the person has changed nothing.
    public var display: Display?
    public init(user: UserID, revision: UInt64, timeZones: [ZonePeriod], country: String, sourceOrder: [String]) {
        (self.user, self.revision, self.timeZones, self.country, self.sourceOrder) = (
            user, revision, timeZones, country, sourceOrder
        )
    }
    // 6 is reserved: `units`, which had no effect; no displayed value has a unit that differs between countries.
    enum CodingKeys: Int, CodingKey { case user = 1, revision, timeZones, country, sourceOrder, display = 7 }
}

/// How pages look for a person. An absent setting follows the browser and the country.
public struct Display: Message, Equatable {
    /// `en` or `de`.
    public var language: String?
    /// `metric`, `us` or `uk`.
    public var units: String?
    /// `12` or `24`.
    public var clock: String?
    /// `light` or `dark`.
    public var theme: String?
    /// When the score's number is shown: `afterCheckIn` (the default), `always` or `never`.
    public var number: String?
    /// False if open pages do not follow changes by themselves.
    public var followsChanges: Bool?
    /// Hour from which pages ask how the day was, 12 … 23; 17 if absent.
    public var eveningHour: Int32?
    /// True if consecutive days with a completed suggestion are counted and shown; false if absent.
    public var countsStreak: Bool?
    /// `kcal` or `kJ`; `kcal` if absent.
    public var energy: String?
    /// False if a device that can vibrate does not when something is saved.
    public var vibrates: Bool?
    /// Weekday of the letter about the week, 1 (Monday) … 7; 0 for none; 7 if absent.
    public var letterDay: Int32?
    public init(
        language: String? = nil, units: String? = nil, clock: String? = nil, theme: String? = nil,
        number: String? = nil, followsChanges: Bool? = nil, eveningHour: Int32? = nil,
        countsStreak: Bool? = nil, energy: String? = nil, vibrates: Bool? = nil, letterDay: Int32? = nil
    ) {
        (self.language, self.units, self.clock, self.theme) = (language, units, clock, theme)
        (self.number, self.followsChanges, self.eveningHour) = (number, followsChanges, eveningHour)
        (self.countsStreak, self.energy, self.vibrates) = (countsStreak, energy, vibrates)
        self.letterDay = letterDay
    }
    enum CodingKeys: Int, CodingKey {
        case language = 1, units, clock, theme, number, followsChanges, eveningHour
        case countsStreak = 10, energy, vibrates, letterDay
    }
}

/// The time zone of a period.
public struct ZonePeriod: Message, Equatable {
    /// Start of the period; the first period also covers all earlier times.
    public var since: Milliseconds
    /// IANA name.
    public var zone: String
    public init(since: Milliseconds, zone: String) { (self.since, self.zone) = (since, zone) }
    enum CodingKeys: Int, CodingKey { case since = 1, zone }
}

/// Replaces the profile; `conflict` if `profile.revision` is not the stored one.
public struct SetProfile: BusRequest {
    public typealias Reply = Profile
    public static let type = MessageType(0x0804)
    public static let service: ServiceName? = .api
    /// The new profile with the stored revision.
    public var profile: Profile
    public init(profile: Profile) { self.profile = profile }
    enum CodingKeys: Int, CodingKey { case profile = 1 }
}

/// Starts the erasure of a user in every service, or queries its progress; the API repeats it until every service has
/// answered (OWN-1).
public struct StartErase: BusRequest {
    public typealias Reply = EraseReport
    public static let type = MessageType(0x0805)
    public static let service: ServiceName? = .api
    public static let budget = Duration.seconds(60)
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }
}

/// Progress of an erasure.
public struct EraseReport: Message, Equatable {
    /// Progress in one service.
    public struct Entry: Message, Equatable {
        /// The erasing service.
        public var service: ServiceName
        /// True if the service has erased the user.
        public var done: Bool
        /// Number of deleted rows.
        public var rows: Int64
        public init(service: ServiceName, done: Bool, rows: Int64) {
            (self.service, self.done, self.rows) = (service, done, rows)
        }
        enum CodingKeys: Int, CodingKey { case service = 1, done, rows }
    }

    public var user: UserID
    /// True if every service has erased the user.
    public var done: Bool
    /// Progress by service.
    public var services: [Entry]
    public init(user: UserID, done: Bool, services: [Entry]) {
        (self.user, self.done, self.services) = (user, done, services)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, done, services }
}

/// Creates the capabilities (docs/bus-protocol.md) that a client needs for requests about a person: the owner's command
/// line.
public struct MintCapability: BusRequest {
    public static let type = MessageType(0x0830)
    public static let service: ServiceName? = .api
    public var user: UserID
    /// Request types; empty for all types about a person that the caller may send.
    public var types: [UInt16]
    public init(user: UserID, types: [MessageType] = []) { (self.user, self.types) = (user, types.map(\.rawValue)) }
    enum CodingKeys: Int, CodingKey { case user = 1, types }

    /// The created capabilities.
    public struct Reply: Message, Equatable {
        /// Concatenated capabilities of 72 bytes each: one for every type and answering service, and for the requests
        /// that this service makes in turn.
        public var capabilities: [UInt8]
        public init(capabilities: [UInt8]) { self.capabilities = capabilities }
        enum CodingKeys: Int, CodingKey { case capabilities = 1 }
    }
}

/// A person's profile changed.
public struct ProfileChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0880)
    public var user: UserID
    /// The profile after the change.
    public var profile: Profile
    public init(user: UserID, profile: Profile) { (self.user, self.profile) = (user, profile) }
    enum CodingKeys: Int, CodingKey { case user = 1, profile }
}

/// A device token was created or revoked. Lists a person's current devices, so that consumers can delete data kept for
/// others.
public struct DevicesChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0881)
    public var user: UserID
    /// `DeviceSender.device` of each device.
    public var devices: [UInt64]
    public init(user: UserID, devices: [UInt64]) { (self.user, self.devices) = (user, devices) }
    enum CodingKeys: Int, CodingKey { case user = 1, devices }
}
