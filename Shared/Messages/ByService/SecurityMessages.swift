import Wire

/// A security-relevant action on an account, as named in its security record and in logs.
public struct SecurityEvent: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// A successful sign-in.
    public static let signIn = SecurityEvent(rawValue: 1)
    /// A wrong password or second factor, at sign-in or confirmation.
    public static let signInFailed = SecurityEvent(rawValue: 2)
    /// The password was changed.
    public static let passwordChanged = SecurityEvent(rawValue: 3)
    /// The second factor was enabled or disabled.
    public static let secondFactorChanged = SecurityEvent(rawValue: 4)
    /// A device token was created.
    public static let tokenMade = SecurityEvent(rawValue: 5)
    /// A device token was revoked.
    public static let tokenRevoked = SecurityEvent(rawValue: 6)
    /// Consent to cloud phrasing was granted.
    public static let consentGiven = SecurityEvent(rawValue: 7)
    /// Consent to cloud phrasing was withdrawn.
    public static let consentWithdrawn = SecurityEvent(rawValue: 8)
    /// The cloud API key was stored.
    public static let keySet = SecurityEvent(rawValue: 9)
    /// The cloud API key was removed.
    public static let keyRemoved = SecurityEvent(rawValue: 10)
    /// The person's data was exported.
    public static let exported = SecurityEvent(rawValue: 11)
    /// Erasure was requested.
    public static let eraseAsked = SecurityEvent(rawValue: 12)
    /// The installation was restored from a backup.
    public static let restored = SecurityEvent(rawValue: 13)
    /// Sessions were ended.
    public static let sessionsEnded = SecurityEvent(rawValue: 14)
    /// The account was created.
    public static let accountMade = SecurityEvent(rawValue: 15)
    /// An import was undone.
    public static let importUndone = SecurityEvent(rawValue: 16)
    /// The account was linked to the identity provider.
    public static let identityLinked = SecurityEvent(rawValue: 17)
    /// The link to the identity provider was removed.
    public static let identityUnlinked = SecurityEvent(rawValue: 18)
    /// The host of a call that may have been in flight was declared fenced.
    public static let hostFenced = SecurityEvent(rawValue: 19)
    /// A row that would grant something, such as a session, was not written by Pulsum, or changed since, and refused.
    public static let rowRefused = SecurityEvent(rawValue: 20)
    /// Data of a group of intimate kinds was agreed to or declined.
    public static let groupAnswered = SecurityEvent(rawValue: 21)
    public static let names: [(value: SecurityEvent, name: String)] = [
        (signIn, "signIn"), (signInFailed, "signInFailed"), (passwordChanged, "passwordChanged"),
        (secondFactorChanged, "secondFactorChanged"),
        (tokenMade, "tokenMade"), (tokenRevoked, "tokenRevoked"), (consentGiven, "consentGiven"),
        (consentWithdrawn, "consentWithdrawn"),
        (keySet, "keySet"), (keyRemoved, "keyRemoved"), (exported, "exported"), (eraseAsked, "eraseAsked"),
        (restored, "restored"),
        (sessionsEnded, "sessionsEnded"), (accountMade, "accountMade"), (importUndone, "importUndone"),
        (identityLinked, "identityLinked"), (identityUnlinked, "identityUnlinked"),
        (hostFenced, "hostFenced"), (rowRefused, "rowRefused"), (groupAnswered, "groupAnswered"),
    ]
}

/// One entry of a person's security record.
public struct SecurityEntry: Message, Equatable {
    /// The action.
    public var event: SecurityEvent
    /// Time of the action.
    public var at: Milliseconds
    /// The client's IP address; `command-line` for this machine's command line, `pulsum` for Pulsum itself.
    public var address: String
    /// The device, token or browser of the action; empty without one.
    public var label: String
    public init(event: SecurityEvent, at: Milliseconds, address: String, label: String) {
        (self.event, self.at, self.address, self.label) = (event, at, address, label)
    }
    enum CodingKeys: Int, CodingKey { case event = 1, at, address, label }
}

/// Records an action of the command line that bypasses the API (consent, cloud key, export) in the person's security
/// record.
public struct RecordSecurity: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0813)
    public static let service: ServiceName? = .api
    public static let isRepeatable = false
    public var user: UserID
    /// The action.
    public var event: SecurityEvent
    public init(user: UserID, event: SecurityEvent) { (self.user, self.event) = (user, event) }
    enum CodingKeys: Int, CodingKey { case user = 1, event }
}

/// Requests a person's security record, newest first.
public struct SecurityRecordQuery: UserRequest {
    public static let type = MessageType(0x0814)
    public static let service: ServiceName? = .api
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The security record.
    public struct Reply: Message, Equatable {
        /// Newest first.
        public var entries: [SecurityEntry]
        /// Events that could not be opened.
        public var damaged: DamagedRows?
        public init(entries: [SecurityEntry], damaged: DamagedRows? = nil) {
            self.entries = entries
            self.damaged = damaged
        }
        enum CodingKeys: Int, CodingKey { case entries = 1, damaged }
    }
}
