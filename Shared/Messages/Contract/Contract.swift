import Wire

/// A service by name: ASCII, at most 16 bytes. Workers register under it, requests are addressed to it.
public struct ServiceName: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    public static let broker = ServiceName(rawValue: "broker")
    public static let ingestion = ServiceName(rawValue: "ingestion")
    public static let sentiment = ServiceName(rawValue: "sentiment")
    public static let safety = ServiceName(rawValue: "safety")
    public static let scoring = ServiceName(rawValue: "scoring")
    public static let coaching = ServiceName(rawValue: "coaching")
    public static let gateway = ServiceName(rawValue: "gateway")
    public static let api = ServiceName(rawValue: "api")
    /// The command line of the person who owns the machine.
    public static let cli = ServiceName(rawValue: "cli")
}

/// The number of a message type in the frame header. The high byte is the service that answers or emits it, the low byte counts up; never reused.
public struct MessageType: RawRepresentable, Hashable, Sendable, Comparable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    public init(_ rawValue: UInt16) { self.rawValue = rawValue }
    public static func < (left: MessageType, right: MessageType) -> Bool { left.rawValue < right.rawValue }
}

/// Anything that travels as a payload. `CodingKeys` are integers (protobuf field numbers); their names are the JSON keys.
public protocol Message: Codable, Sendable {}

/// A question or command, and who answers it.
public protocol BusRequest: Message {
    associatedtype Reply: Message
    /// What a handler may send before its reply; progress, never content that has to arrive.
    associatedtype Partial: Message = Nothing
    static var type: MessageType { get }
    /// The service that answers; nil for requests that every service answers (`ping`, `eraseUser`, …), which are addressed by the caller.
    static var service: ServiceName? { get }
    /// True where a second execution does no harm, so that the broker may hand the request to another worker when the first one dies.
    static var isRepeatable: Bool { get }
    /// How long the caller waits where it does not say.
    static var budget: Duration { get }
    /// Whom a `UserRequest` is about; nil for every other request.
    var person: UserID? { get }
}

extension BusRequest {
    public var person: UserID? { nil }
    public static var isRepeatable: Bool { true }
    public static var budget: Duration { .seconds(5) }
}

/// A fact a service committed. Carries the entity's whole state and a revision, so that a replay emits current state.
public protocol BusEvent: Message {
    static var type: MessageType { get }
    var user: UserID { get }
}

/// A message without fields.
public protocol EmptyMessage: Message {
    init()
}

extension EmptyMessage {
    public init(from decoder: any Decoder) throws { self.init() }
    public func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: NoFields.self) }
}

private enum NoFields: Int, CodingKey { case unused = 1 }

/// The answer where there is nothing to say.
public struct Nothing: EmptyMessage, Equatable {
    public init() {}
}

/// The one error that crosses the bus and reaches a person: a code to act on, a sentence without content.
public struct BusError: Error, Message, Equatable, CustomStringConvertible {
    public struct Code: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// The request is wrong as it stands; sending it again does not help.
        public static let invalid = Code(rawValue: 1)
        public static let notFound = Code(rawValue: 2)
        /// Another state than the request assumes (a wrong offset, a taken name).
        public static let conflict = Code(rawValue: 3)
        /// The caller may not do this.
        public static let refused = Code(rawValue: 4)
        /// A queue or a limit is full; try again after `retryAfter`.
        public static let busy = Code(rawValue: 5)
        /// The budget is spent.
        public static let timeout = Code(rawValue: 6)
        /// No worker for this service or type.
        public static let unavailable = Code(rawValue: 7)
        /// The worker died after it may have begun.
        public static let interrupted = Code(rawValue: 8)
        public static let cancelled = Code(rawValue: 9)
        /// The user has been erased.
        public static let erased = Code(rawValue: 10)
        /// Disk full and the like: accepted nothing, lost nothing.
        public static let storage = Code(rawValue: 11)
        /// A fault of ours.
        public static let failed = Code(rawValue: 12)
        public static let names: [(value: Code, name: String)] = [
            (invalid, "invalid"), (notFound, "notFound"), (conflict, "conflict"), (refused, "refused"), (busy, "busy"), (timeout, "timeout"),
            (unavailable, "unavailable"), (interrupted, "interrupted"), (cancelled, "cancelled"), (erased, "erased"), (storage, "storage"),
            (failed, "failed"),
        ]
    }

    public var code: Code
    /// One sentence with a next step; never content.
    public var message: String
    /// Milliseconds after which trying again makes sense.
    public var retryAfter: Int64?

    public init(_ code: Code, _ message: String, retryAfter: Int64? = nil) { (self.code, self.message, self.retryAfter) = (code, message, retryAfter) }
    public var description: String { "\(code): \(message)" }
    enum CodingKeys: Int, CodingKey { case code = 1, message, retryAfter }
}
