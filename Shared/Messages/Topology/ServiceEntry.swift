/// One service: its purpose, its requests and events, and the resources that it needs.
///
/// `Topology.entries` is the only list of services. Permissions, capabilities, erasure, export, backup, the
/// supervisor's launch plan and the tests read it; the compose file, the Dockerfile and the Prometheus configuration
/// are generated from it (`deploy/generate`).
public struct ServiceEntry: Sendable {
    /// One request type: its number, name, answerer (nil: every service) and callers.
    public struct Request: Sendable {
        /// Number in the frame header.
        public let type: MessageType
        /// Name of the Swift type, for people.
        public let name: String
        /// The service that answers; nil where every service does.
        public let service: ServiceName?
        /// True if the broker may send it to another worker after the first one died.
        public let isRepeatable: Bool
        /// The services that may send it.
        public let callers: Set<ServiceName>
        /// True for a `UserRequest`, which carries a capability.
        public let isAboutPerson: Bool
        /// The Swift types of the request, its reply and its partial replies.
        public let messages: [any Message.Type]

        init<R: BusRequest>(_: R.Type, from callers: Set<ServiceName>) {
            (type, name, service, isRepeatable) = (R.type, "\(R.self)", R.service, R.isRepeatable)
            (self.callers, isAboutPerson) = (callers, R.self is any UserRequest.Type)
            messages = [R.self, R.Reply.self, R.Partial.self]
        }
    }

    /// One event type: who emits it and who consumes it. An event without consumers skips the outbox.
    public struct Event: Sendable {
        /// Number in the stream and on the mirror.
        public let type: MessageType
        /// Name of the Swift type, for people.
        public let name: String
        /// The service that emits it.
        public let producer: ServiceName
        /// The services that apply it; empty if none does.
        public let consumers: [ServiceName]
        /// The Swift type of the event; nil for an event of the mirror only, which carries no content.
        public let message: (any BusEvent.Type)?
    }

    /// Resources of the service's container.
    public struct Container: Sendable {
        /// Memory limit, MiB.
        public let memory: Int
        /// Why the limit suffices; a sentence of the compose file.
        public let reason: String
        /// True if it loads the sentence model; an operator may start it without one.
        public let loadsModel: Bool

        public init(memory: Int, reason: String, loadsModel: Bool = false) {
            (self.memory, self.reason, self.loadsModel) = (memory, reason, loadsModel)
        }
    }

    /// Its name on the bus, such as `scoring`. The target is then `Scoring`, and the product `pulsum-scoring`.
    public let name: ServiceName
    /// Its task, as a sentence for the documents.
    public let purpose: String
    /// Nil if its part of the compose file is written by hand, because it joins networks other than the bus.
    public let container: Container?
    /// The requests it answers, each with its callers other than the command line.
    public let requests: [Request]
    /// The events it emits, each with its consumers.
    public let events: [Event]

    public init(
        _ name: ServiceName, purpose: String, container: Container?, requests: [Request],
        events: [Event] = []
    ) {
        (self.name, self.purpose, self.container) = (name, purpose, container)
        (self.requests, self.events) = (requests, events)
    }
}
