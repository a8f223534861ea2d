import Wire

/// What a device token may do. A signed-in person may do everything.
public struct TokenScope: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Adds samples, and deletes those that its own device sent.
    public static let ingest = TokenScope(rawValue: 1)
    /// Reads metrics, scores and sources.
    public static let read = TokenScope(rawValue: 2)
    public static let names: [(value: TokenScope, name: String)] = [(ingest, "ingest"), (read, "read")]
}

/// A device token as its owner sees it; the secret itself is shown once, when it is made.
public struct DeviceToken: Message, Equatable {
    public var id: EntityID
    /// The device's name. A later token of the same name continues the same device: it may delete what the device sent.
    public var label: String
    public var scopes: [TokenScope]
    public var created: Milliseconds
    /// Last use, to the minute; absent where it was never used.
    public var used: Milliseconds?
    /// Absent where it holds until it is revoked.
    public var expires: Milliseconds?
    public init(id: EntityID, label: String, scopes: [TokenScope], created: Milliseconds, used: Milliseconds? = nil, expires: Milliseconds? = nil) {
        (self.id, self.label, self.scopes, self.created, self.used, self.expires) = (id, label, scopes, created, used, expires)
    }
    enum CodingKeys: Int, CodingKey { case id = 1, label, scopes, created, used, expires }
}

/// A person's device tokens, oldest first.
public struct ListTokens: BusRequest {
    public static let type = MessageType(0x0810)
    public static let service: ServiceName? = .api
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    public struct Reply: Message, Equatable {
        public var tokens: [DeviceToken]
        public init(tokens: [DeviceToken]) { self.tokens = tokens }
        enum CodingKeys: Int, CodingKey { case tokens = 1 }
    }
}

/// Makes a device token; `conflict` where a device of this name has one.
public struct CreateToken: BusRequest {
    public static let type = MessageType(0x0811)
    public static let service: ServiceName? = .api
    public static let isRepeatable = false
    public var user: UserID
    public var label: String
    /// Empty: `ingest`.
    public var scopes: [TokenScope]
    public var expires: Milliseconds?
    public init(user: UserID, label: String, scopes: [TokenScope], expires: Milliseconds? = nil) {
        (self.user, self.label, self.scopes, self.expires) = (user, label, scopes, expires)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, label, scopes, expires }

    public struct Reply: Message, Equatable {
        public var token: DeviceToken
        public var secret: String
        public init(token: DeviceToken, secret: String) { (self.token, self.secret) = (token, secret) }
        enum CodingKeys: Int, CodingKey { case token = 1, secret }
    }
}

/// Revokes a device token; `notFound` where the person has none of this id.
public struct RevokeToken: BusRequest {
    public typealias Reply = Nothing
    public static let type = MessageType(0x0812)
    public static let service: ServiceName? = .api
    public static let isRepeatable = false
    public var user: UserID
    public var token: EntityID
    public init(user: UserID, token: EntityID) { (self.user, self.token) = (user, token) }
    enum CodingKeys: Int, CodingKey { case user = 1, token }
}
