/// One service: what it is for, what it answers and emits, and what running it needs.
///
/// `Topology.entries` is the only list of services. Permissions, capabilities, erasure, export, backup, the
/// supervisor's launch plan and the tests read it; the compose file, the Dockerfile and the Prometheus configuration
/// are generated from it (`deploy/generate`).
public struct ServiceEntry: Sendable {
    /// Resources of the service's container.
    public struct Container: Sendable {
        /// Memory limit, MiB.
        public let memory: Int
        /// Why the limit suffices; a sentence of the compose file.
        public let reason: String
        /// It loads the sentence model; an operator may start it without one.
        public let loadsModel: Bool

        public init(memory: Int, reason: String, loadsModel: Bool = false) {
            (self.memory, self.reason, self.loadsModel) = (memory, reason, loadsModel)
        }
    }

    /// Its name on the bus. The target is named alike with a capital, the product `pulsum-` and the name.
    public let name: ServiceName
    /// What it does; a sentence of the documents.
    public let purpose: String
    /// Nil if its part of the compose file is written by hand, because it is on more networks than the bus.
    public let container: Container?
    /// The requests it answers, with who else than the command line may send them.
    public let requests: [Topology.Request]
    /// The events it emits, with who consumes them.
    public let events: [Topology.Event]

    public init(
        _ name: ServiceName, purpose: String, container: Container?, requests: [Topology.Request],
        events: [Topology.Event] = []
    ) {
        (self.name, self.purpose, self.container) = (name, purpose, container)
        (self.requests, self.events) = (requests, events)
    }
}
