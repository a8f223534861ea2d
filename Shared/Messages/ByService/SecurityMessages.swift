import Wire

/// What happened to an account's security, as its record and the log name it.
public struct SecurityEvent: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    public static let signIn = SecurityEvent(rawValue: 1)
    /// A wrong password or second factor, at sign-in or when it was asked for again.
    public static let signInFailed = SecurityEvent(rawValue: 2)
    public static let passwordChanged = SecurityEvent(rawValue: 3)
    public static let secondFactorChanged = SecurityEvent(rawValue: 4)
    public static let tokenMade = SecurityEvent(rawValue: 5)
    public static let tokenRevoked = SecurityEvent(rawValue: 6)
    public static let consentGiven = SecurityEvent(rawValue: 7)
    public static let consentWithdrawn = SecurityEvent(rawValue: 8)
    public static let keySet = SecurityEvent(rawValue: 9)
    public static let keyRemoved = SecurityEvent(rawValue: 10)
    public static let exported = SecurityEvent(rawValue: 11)
    public static let eraseAsked = SecurityEvent(rawValue: 12)
    public static let restored = SecurityEvent(rawValue: 13)
    public static let sessionsEnded = SecurityEvent(rawValue: 14)
    public static let accountMade = SecurityEvent(rawValue: 15)
    public static let names: [(value: SecurityEvent, name: String)] = [
        (signIn, "signIn"), (signInFailed, "signInFailed"), (passwordChanged, "passwordChanged"), (secondFactorChanged, "secondFactorChanged"),
        (tokenMade, "tokenMade"), (tokenRevoked, "tokenRevoked"), (consentGiven, "consentGiven"), (consentWithdrawn, "consentWithdrawn"),
        (keySet, "keySet"), (keyRemoved, "keyRemoved"), (exported, "exported"), (eraseAsked, "eraseAsked"), (restored, "restored"),
        (sessionsEnded, "sessionsEnded"), (accountMade, "accountMade"),
    ]
}

/// One line of a person's security record.
public struct SecurityEntry: Message, Equatable {
    public var event: SecurityEvent
    public var at: Milliseconds
    /// The client's IP address; `command-line` for this machine's command line, `pulsum` for Pulsum itself.
    public var address: String
    /// The device, token or browser concerned; empty where there is none.
    public var label: String
    public init(event: SecurityEvent, at: Milliseconds, address: String, label: String) {
        (self.event, self.at, self.address, self.label) = (event, at, address, label)
    }
    enum CodingKeys: Int, CodingKey { case event = 1, at, address, label }
}

/// Puts an act of the command line that goes past the API (consent, cloud key, export) into the person's security record.
public struct RecordSecurity: BusRequest {
    public typealias Reply = Nothing
    public static let type = MessageType(0x0813)
    public static let service: ServiceName? = .api
    public static let isRepeatable = false
    public var user: UserID
    public var event: SecurityEvent
    public init(user: UserID, event: SecurityEvent) { (self.user, self.event) = (user, event) }
    enum CodingKeys: Int, CodingKey { case user = 1, event }
}

/// A person's security record, newest first.
public struct SecurityRecordQuery: BusRequest {
    public static let type = MessageType(0x0814)
    public static let service: ServiceName? = .api
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    public struct Reply: Message, Equatable {
        public var entries: [SecurityEntry]
        public init(entries: [SecurityEntry]) { self.entries = entries }
        enum CodingKeys: Int, CodingKey { case entries = 1 }
    }
}
