import Wire

/// A permission of a device token. A signed-in person has all permissions.
public struct TokenScope: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Add samples, and delete those sent by the same device.
    public static let ingest = TokenScope(rawValue: 1)
    /// Read metrics, scores and sources.
    public static let read = TokenScope(rawValue: 2)
    public static let names: [(value: TokenScope, name: String)] = [(ingest, "ingest"), (read, "read")]
}

/// A device token as shown to its owner, without the secret, which is shown once at its creation.
public struct DeviceToken: Message, Equatable {
    public var id: EntityID
    /// The device's name. A later token with the same name belongs to the same device, so it may delete that device's
    /// samples.
    public var label: String
    /// The token's permissions.
    public var scopes: [TokenScope]
    /// Time of creation.
    public var created: Milliseconds
    /// Time of the last use, to the minute; absent if never used.
    public var used: Milliseconds?
    /// Expiry; absent if it is valid until revoked.
    public var expires: Milliseconds?
    public init(
        id: EntityID, label: String, scopes: [TokenScope], created: Milliseconds, used: Milliseconds? = nil,
        expires: Milliseconds? = nil
    ) {
        (self.id, self.label, self.scopes, self.created, self.used, self.expires) = (
            id, label, scopes, created, used, expires
        )
    }
    enum CodingKeys: Int, CodingKey { case id = 1, label, scopes, created, used, expires }
}

/// Requests a person's device tokens, oldest first.
public struct ListTokens: UserRequest {
    public static let type = MessageType(0x0810)
    public static let service: ServiceName? = .api
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The tokens.
    public struct Reply: Message, Equatable {
        /// Oldest first.
        public var tokens: [DeviceToken]
        public init(tokens: [DeviceToken]) { self.tokens = tokens }
        enum CodingKeys: Int, CodingKey { case tokens = 1 }
    }
}

/// Creates a device token; `conflict` if a device of this name has one.
public struct CreateToken: UserRequest {
    public static let type = MessageType(0x0811)
    public static let service: ServiceName? = .api
    public static let isRepeatable = false
    public var user: UserID
    /// The device's name.
    public var label: String
    /// The token's permissions; empty for `ingest`.
    public var scopes: [TokenScope]
    /// Expiry; absent if it is valid until revoked.
    public var expires: Milliseconds?
    public init(user: UserID, label: String, scopes: [TokenScope], expires: Milliseconds? = nil) {
        (self.user, self.label, self.scopes, self.expires) = (user, label, scopes, expires)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, label, scopes, expires }

    /// The new token.
    public struct Reply: Message, Equatable {
        /// The token as listed later.
        public var token: DeviceToken
        /// The secret, which cannot be requested again.
        public var secret: String
        public init(token: DeviceToken, secret: String) { (self.token, self.secret) = (token, secret) }
        enum CodingKeys: Int, CodingKey { case token = 1, secret }
    }
}

/// Revokes a device token; `notFound` if the person has no token with this id.
public struct RevokeToken: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0812)
    public static let service: ServiceName? = .api
    public static let isRepeatable = false
    public var user: UserID
    /// The token's id.
    public var token: EntityID
    public init(user: UserID, token: EntityID) { (self.user, self.token) = (user, token) }
    enum CodingKeys: Int, CodingKey { case user = 1, token }
}
