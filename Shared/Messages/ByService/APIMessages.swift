import Wire

/// The accounts of this installation, for its owner at the command line.
public struct ListAccounts: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0801)
    public static let service: ServiceName? = .api
    public init() {}

    public struct Reply: Message {
        public var accounts: [Account]
        public init(accounts: [Account]) { self.accounts = accounts }
        enum CodingKeys: Int, CodingKey { case accounts = 1 }
    }
}

public struct Account: Message, Equatable {
    public var user: UserID
    /// The name the person signs in with.
    public var name: String
    public init(user: UserID, name: String) { (self.user, self.name) = (user, name) }
    enum CodingKeys: Int, CodingKey { case user = 1, name }
}

/// Makes an account for somebody who works at the command line; `conflict` where the name is taken.
public struct CreateAccount: BusRequest {
    public typealias Reply = Account
    public static let type = MessageType(0x0802)
    public static let service: ServiceName? = .api
    public var name: String
    public var password: String
    public var timeZone: String
    /// ISO 3166 alpha-2, for emergency numbers; absent or empty where the person did not say.
    public var country: String?
    public init(name: String, password: String, timeZone: String, country: String? = nil) {
        (self.name, self.password, self.timeZone, self.country) = (name, password, timeZone, country)
    }
    enum CodingKeys: Int, CodingKey { case name = 1, password, timeZone, country }
}

/// Sets a new password for somebody who forgot theirs, and ends their sessions.
public struct SetPassword: BusRequest {
    public static let type = MessageType(0x0820)
    public static let service: ServiceName? = .api
    public var user: UserID
    public var password: String
    /// Turns the second factor off too.
    public var clearSecondFactor: Bool
    public init(user: UserID, password: String, clearSecondFactor: Bool = false) {
        (self.user, self.password, self.clearSecondFactor) = (user, password, clearSecondFactor)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, password, clearSecondFactor }

    public struct Reply: Message, Equatable {
        /// How many ended.
        public var sessions: Int32
        /// False where it was off.
        public var secondFactorCleared: Bool
        public init(sessions: Int32, secondFactorCleared: Bool) { (self.sessions, self.secondFactorCleared) = (sessions, secondFactorCleared) }
        enum CodingKeys: Int, CodingKey { case sessions = 1, secondFactorCleared }
    }
}

public struct ProfileQuery: BusRequest {
    public typealias Reply = Profile
    public static let type = MessageType(0x0803)
    public static let service: ServiceName? = .api
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }
}

/// What a person told us about themselves.
public struct Profile: Message, Equatable {
    public var user: UserID
    public var revision: UInt64
    /// Oldest first; the last one holds now. Never empty.
    public var timeZones: [ZonePeriod]
    /// ISO 3166 alpha-2; empty where unknown.
    public var country: String
    /// Source names, most trusted first; sources not named follow by kind: watch, phone, other (ING-6).
    public var sourceOrder: [String]
    public init(user: UserID, revision: UInt64, timeZones: [ZonePeriod], country: String, sourceOrder: [String]) {
        (self.user, self.revision, self.timeZones, self.country, self.sourceOrder) = (user, revision, timeZones, country, sourceOrder)
    }
    // 6 is reserved: `units`, which nothing honoured; no value with a unit that differs between countries is shown.
    enum CodingKeys: Int, CodingKey { case user = 1, revision, timeZones, country, sourceOrder }
}

public struct ZonePeriod: Message, Equatable {
    /// From this instant on; the first period counts for everything before it too.
    public var since: Milliseconds
    /// IANA name.
    public var zone: String
    public init(since: Milliseconds, zone: String) { (self.since, self.zone) = (since, zone) }
    enum CodingKeys: Int, CodingKey { case since = 1, zone }
}

/// Replaces the profile; `conflict` where `profile.revision` is not the stored one.
public struct SetProfile: BusRequest {
    public typealias Reply = Profile
    public static let type = MessageType(0x0804)
    public static let service: ServiceName? = .api
    public var profile: Profile
    public init(profile: Profile) { self.profile = profile }
    enum CodingKeys: Int, CodingKey { case profile = 1 }
}

/// Starts (or asks after) the erasure of a user in every service; repeated by the API until each has answered (OWN-1).
public struct StartErase: BusRequest {
    public typealias Reply = EraseReport
    public static let type = MessageType(0x0805)
    public static let service: ServiceName? = .api
    public static let budget = Duration.seconds(60)
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }
}

public struct EraseReport: Message, Equatable {
    public struct Entry: Message, Equatable {
        public var service: ServiceName
        public var done: Bool
        public var rows: Int64
        public init(service: ServiceName, done: Bool, rows: Int64) { (self.service, self.done, self.rows) = (service, done, rows) }
        enum CodingKeys: Int, CodingKey { case service = 1, done, rows }
    }

    public var user: UserID
    public var done: Bool
    public var services: [Entry]
    public init(user: UserID, done: Bool, services: [Entry]) { (self.user, self.done, self.services) = (user, done, services) }
    enum CodingKeys: Int, CodingKey { case user = 1, done, services }
}

/// Makes the capabilities (PROTOCOL.md) with which a client sends requests about a person itself: the owner's command line.
public struct MintCapability: BusRequest {
    public static let type = MessageType(0x0830)
    public static let service: ServiceName? = .api
    public var user: UserID
    /// Numbers of the request types meant; empty: all about a person that the caller may send.
    public var types: [UInt16]
    public init(user: UserID, types: [MessageType] = []) { (self.user, self.types) = (user, types.map(\.rawValue)) }
    enum CodingKeys: Int, CodingKey { case user = 1, types }

    public struct Reply: Message, Equatable {
        /// One after the other, 72 bytes each: one for every type and every service that answers it, and for what that service asks others in turn.
        public var capabilities: [UInt8]
        public init(capabilities: [UInt8]) { self.capabilities = capabilities }
        enum CodingKeys: Int, CodingKey { case capabilities = 1 }
    }
}

public struct ProfileChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0880)
    public var user: UserID
    public var profile: Profile
    public init(user: UserID, profile: Profile) { (self.user, self.profile) = (user, profile) }
    enum CodingKeys: Int, CodingKey { case user = 1, profile }
}

/// The devices that a person's tokens speak for, after one was made or revoked: what is kept for others can go.
public struct DevicesChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0881)
    public var user: UserID
    /// `DeviceSender.device` of each.
    public var devices: [UInt64]
    public init(user: UserID, devices: [UInt64]) { (self.user, self.devices) = (user, devices) }
    enum CodingKeys: Int, CodingKey { case user = 1, devices }
}
