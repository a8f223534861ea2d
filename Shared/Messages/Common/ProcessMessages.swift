import Wire

/// Requests the state of a process: its release, the models that it uses, and the processes that ended by themselves.
/// The reply holds no personal data. Answered by every service.
public struct ProcessQuery: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0011)
    public static let service: ServiceName? = nil
    public init() {}

    /// The state of the process that answers.
    public struct Reply: Message, Equatable {
        /// Its release.
        public var release: String
        /// When it started, in ms since 1970.
        public var startedAt: Milliseconds
        /// The models that it uses.
        public var models: [ModelStatus]
        /// Processes of its data directory that ended by themselves, the latest first; at most
        /// `ProcessEnd.maximumKept`.
        public var ends: [ProcessEnd]
        public init(release: String, startedAt: Milliseconds, models: [ModelStatus], ends: [ProcessEnd]) {
            (self.release, self.startedAt, self.models, self.ends) = (release, startedAt, models, ends)
        }
        enum CodingKeys: Int, CodingKey { case release = 1, startedAt, models, ends }
    }
}

/// Deletes the list of processes that ended by themselves. Answered by every service.
public struct ClearProcessEnds: BusRequest, EmptyMessage {
    public typealias Reply = Empty
    public static let type = MessageType(0x0012)
    public static let service: ServiceName? = nil
    public init() {}
}

/// A process that ended without being asked to: it crashed, was killed, or the machine lost power.
public struct ProcessEnd: Message, Hashable {
    /// Most of them that are kept.
    public static let maximumKept = 50
    /// The service, or `broker`.
    public var service: String
    /// Its release.
    public var release: String
    /// When it had started, in ms since 1970.
    public var startedAt: Milliseconds
    /// When the next process found it, in ms since 1970; it ended before.
    public var foundAt: Milliseconds
    /// `signal 9`, `status 1`; empty if no parent process observed the end.
    public var cause: String
    public init(service: String, release: String, startedAt: Milliseconds, foundAt: Milliseconds, cause: String) {
        (self.service, self.release, self.startedAt) = (service, release, startedAt)
        (self.foundAt, self.cause) = (foundAt, cause)
    }
    enum CodingKeys: Int, CodingKey { case service = 1, release, startedAt, foundAt, cause }
}

/// A model that a service uses, and whether it can.
public struct ModelStatus: Message, Hashable {
    /// The model's task.
    public struct Kind: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Compares sentences by meaning, on this machine.
        public static let sentence = Kind(rawValue: 1)
        /// Writes and judges text, at a private address.
        public static let language = Kind(rawValue: 2)
        /// Turns speech into text, on this machine or at a private address.
        public static let transcription = Kind(rawValue: 3)
        /// Writes text elsewhere, with consent.
        public static let cloud = Kind(rawValue: 4)
        public static let names: [(value: Kind, name: String)] = [
            (sentence, "sentence"), (language, "language"), (transcription, "transcription"), (cloud, "cloud"),
        ]
    }

    /// Whether it can be used.
    public struct State: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// No model is configured or, for the cloud, consent is missing.
        public static let notConfigured = State(rawValue: 1)
        /// A service that uses it does not answer yet.
        public static let loading = State(rawValue: 2)
        /// It can be used.
        public static let ready = State(rawValue: 3)
        /// It failed the last time; it is tried again.
        public static let failing = State(rawValue: 4)
        /// The configuration does not allow its use.
        public static let unsupported = State(rawValue: 5)
        public static let names: [(value: State, name: String)] = [
            (notConfigured, "notConfigured"), (loading, "loading"), (ready, "ready"), (failing, "failing"),
            (unsupported, "unsupported"),
        ]
    }

    /// The model's task.
    public var kind: Kind
    /// Whether it can be used.
    public var state: State
    /// Its name as configured; nil if none is known. Never an address.
    public var name: String?
    public init(kind: Kind, state: State, name: String? = nil) {
        (self.kind, self.state, self.name) = (kind, state, Self.shown(name))
    }
    enum CodingKeys: Int, CodingKey { case kind = 1, state, name }

    /// A configured name without the folder of a file, at most 80 characters; nil for an empty one and for one that is
    /// an address.
    private static func shown(_ name: String?) -> String? {
        guard let name, !name.contains("://"), !name.contains("@") else { return nil }
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        // Models of a registry are named “family/model”; a path has more parts or begins at the root.
        let isPath =
            name.hasPrefix("/") || name.hasPrefix(".") || name.contains("\\") || name.filter { $0 == "/" }.count > 1
        let text = isPath ? last : name
        return text.isEmpty ? nil : String(text.prefix(80))
    }
}
