import Wire

/// A service's name: ASCII, at most 16 bytes. Workers register under it, requests are addressed to it.
public struct ServiceName: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The message broker.
    public static let broker = ServiceName(rawValue: "broker")
    /// Imports health data and reduces it to daily metrics.
    public static let ingestion = ServiceName(rawValue: "ingestion")
    /// Stores and analyses journal entries.
    public static let sentiment = ServiceName(rawValue: "sentiment")
    /// Judges texts for crises.
    public static let safety = ServiceName(rawValue: "safety")
    /// Computes the daily score.
    public static let scoring = ServiceName(rawValue: "scoring")
    /// Suggests micro-moments and answers chat messages.
    public static let coaching = ServiceName(rawValue: "coaching")
    /// Calls the cloud model, with consent.
    public static let gateway = ServiceName(rawValue: "gateway")
    /// Accounts, the HTTP API and the web app.
    public static let api = ServiceName(rawValue: "api")
    /// The owner's command line.
    public static let cli = ServiceName(rawValue: "cli")
}

/// The number of a message type in the frame header. The high byte is the service that answers or emits it, the low
/// byte counts up; never reused.
public struct MessageType: RawRepresentable, Hashable, Sendable, Comparable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    public init(_ rawValue: UInt16) { self.rawValue = rawValue }
    public static func < (left: MessageType, right: MessageType) -> Bool { left.rawValue < right.rawValue }
}

/// A payload. `CodingKeys` are integers (protobuf field numbers); their names are the JSON keys.
public protocol Message: Codable, Sendable {}

/// A query or command, and the service that answers it.
public protocol BusRequest: Message {
    /// The successful answer.
    associatedtype Reply: Message
    /// A message that a handler may send before its reply: progress that may be dropped.
    associatedtype Partial: Message = Empty
    /// The type's number.
    static var type: MessageType { get }
    /// The service that answers; nil for types that every service answers (`ping`, `eraseUser`, …), for which the
    /// caller names the service.
    static var service: ServiceName? { get }
    /// True if a second execution is harmless, so that the broker may re-dispatch the request after its worker was
    /// lost.
    static var isRepeatable: Bool { get }
    /// Default timeout of the caller.
    static var budget: Duration { get }
    /// The subject of a `UserRequest`; nil for every other request.
    var person: UserID? { get }
    /// This request as a device token and every other reader makes it who is neither the person in a session nor the
    /// owner of the machine: its reply has a withheld day as a day without enough data. By default the request itself,
    /// whose reply does not depend on a verdict.
    func outward() -> Self
}

extension BusRequest {
    public var person: UserID? { nil }
    /// By default the reply does not depend on a verdict.
    public func outward() -> Self { self }
    /// By default a second execution is harmless.
    public static var isRepeatable: Bool { true }
    /// By default 5 s.
    public static var budget: Duration { .seconds(5) }
}

/// A request whose reply depends on whether its reader may learn of a crisis.
public protocol OutwardRequest: UserRequest {
    /// True for a reader who must not.
    var isOutward: Bool? { get set }
}

extension OutwardRequest {
    /// The same request, by a reader who must not.
    public func outward() -> Self {
        var request = self
        request.isOutward = true
        return request
    }
}

/// A committed change. Carries the entity's whole state and a revision, so that a replay emits current state.
public protocol BusEvent: Message {
    /// The type's number.
    static var type: MessageType { get }
    /// The person concerned.
    var user: UserID { get }
}

/// A message without fields.
public protocol EmptyMessage: Message {
    /// The only value.
    init()
}

extension EmptyMessage {
    public init(from decoder: any Decoder) throws { self.init() }
    public func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: NoFields.self) }
}

private enum NoFields: Int, CodingKey { case unused = 1 }

/// The reply without content.
public struct Empty: EmptyMessage, Equatable {
    public init() {}
}

/// The error type of the bus, which also reaches people: a code for programs, a sentence without content, and a cause
/// for the log of the process where it happened.
public struct ServiceError: Error, Message, Equatable, CustomStringConvertible {
    /// The kind of error, on which callers decide.
    public struct Code: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// The request is malformed or wrong; a retry fails again.
        public static let invalid = Code(rawValue: 1)
        /// The entity does not exist.
        public static let notFound = Code(rawValue: 2)
        /// The state is not the one that the request assumes (a wrong offset, a taken name).
        public static let conflict = Code(rawValue: 3)
        /// The caller is not authorised.
        public static let refused = Code(rawValue: 4)
        /// A queue or a limit is full; retry after `retryAfter`.
        public static let busy = Code(rawValue: 5)
        /// The budget was spent.
        public static let timeout = Code(rawValue: 6)
        /// No worker handles this service or type.
        public static let unavailable = Code(rawValue: 7)
        /// The worker was lost after it may have executed the request.
        public static let interrupted = Code(rawValue: 8)
        /// The caller cancelled the request, or its process shut down.
        public static let cancelled = Code(rawValue: 9)
        /// The user was erased.
        public static let erased = Code(rawValue: 10)
        /// The disk is full or failing; nothing was accepted or lost.
        public static let storage = Code(rawValue: 11)
        /// An internal error.
        public static let failed = Code(rawValue: 12)
        public static let names: [(value: Code, name: String)] = [
            (invalid, "invalid"), (notFound, "notFound"), (conflict, "conflict"), (refused, "refused"), (busy, "busy"),
            (timeout, "timeout"),
            (unavailable, "unavailable"), (interrupted, "interrupted"), (cancelled, "cancelled"), (erased, "erased"),
            (storage, "storage"),
            (failed, "failed"),
        ]
        /// True if the error follows from the request or from the state of its caller; false for a fault of the service,
        /// which operators see.
        public var isRefusal: Bool {
            [Code.invalid, .notFound, .conflict, .refused, .cancelled, .erased].contains(self)
        }
    }

    /// The kind of error.
    public var code: Code
    /// One sentence with a next step; never content.
    public var message: String
    /// The error that this one replaced. It stays in this process: it is neither encoded nor compared. Its text may
    /// hold content, so logs print `causeText`.
    public var cause: (any Error)?
    /// Milliseconds after which a retry makes sense.
    public var retryAfter: Int64?
    /// Every field of the request that has to change; empty if the error is not about fields.
    public var fields: [FieldError]

    /// An error with this code and sentence.
    public init(
        _ code: Code, _ message: String, retryAfter: Int64? = nil, cause: (any Error)? = nil,
        fields: [FieldError] = []
    ) {
        (self.code, self.message, self.cause, self.retryAfter) = (code, message, cause, retryAfter)
        self.fields = fields
    }
    /// Compares the encoded fields: code, sentence, `retryAfter` and `fields`.
    public static func == (left: ServiceError, right: ServiceError) -> Bool {
        left.code == right.code && left.message == right.message && left.retryAfter == right.retryAfter
            && left.fields == right.fields
    }
    public var description: String { "\(code): \(message)" }
    enum CodingKeys: Int, CodingKey { case code = 1, message, retryAfter, fields }

    /// Type and code of the cause for a log line; nil without a cause.
    public var causeText: String? { cause.map(Self.logText) }

    /// The text for an error in a log line: the code of a `ServiceError` and its cause, or the type of any other error
    /// and its code if it has one. Never the error's own text, which may hold content.
    public static func logText(_ error: any Error) -> String {
        if let error = error as? ServiceError {
            return error.causeText.map { "\(error.code), caused by \($0)" } ?? "\(error.code)"
        }
        return (error as? any CodedError).map { "\(type(of: error)) (\($0.codeText))" } ?? "\(type(of: error))"
    }
}

/// An error with a code that logs may name, such as `errno` or SQLite's result code.
public protocol CodedError: Error {
    /// The code and the system's name for it; never content, paths or names.
    var codeText: String { get }
}
