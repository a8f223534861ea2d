import Wire

/// Requests the broker's state: services, workers, queues.
public struct BusStatus: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0101)
    public static let service: ServiceName? = .broker
    public init() {}

    /// The broker's state.
    public struct Reply: Message {
        /// All known services, sorted by name.
        public var services: [ServiceStatus]
        /// Milliseconds since the broker started.
        public var uptime: Int64
        /// The broker's release.
        public var release: String
        /// Frames without a valid header, or from a peer that may not send them.
        public var refusedFrames: Int64
        public init(services: [ServiceStatus], uptime: Int64, release: String, refusedFrames: Int64) {
            (self.services, self.uptime, self.release, self.refusedFrames) = (services, uptime, release, refusedFrames)
        }
        enum CodingKeys: Int, CodingKey { case services = 1, uptime, release, refusedFrames }
    }
}

/// State of one service at the broker.
public struct ServiceStatus: Message, Equatable {
    /// The service's name.
    public var service: ServiceName
    /// Its registered workers.
    public var workers: [WorkerStatus]
    /// Requests that wait for credit.
    public var queued: Int64
    /// Requests that ended with a reply.
    public var answered: Int64
    /// Requests that ended with a fault: of a worker, of the way to it, or because none answered in time.
    public var failed: Int64
    /// Requests that a worker refused because of the request or the state of its caller
    /// (`ServiceError.Code.isRefusal`).
    public var refused: Int64
    /// Requests re-dispatched to a second worker after the first one was lost.
    public var retried: Int64
    /// Workers lost without draining.
    public var died: Int64
    /// Histogram of the time from a request's arrival to its reply: power-of-two buckets with upper bounds from 64 µs
    /// to 67 s; the last bucket counts all longer times.
    public var latency: [Int64]
    /// Sum of these times in seconds.
    public var latencySeconds: Double
    public init(
        service: ServiceName, workers: [WorkerStatus], queued: Int64, answered: Int64, failed: Int64,
        refused: Int64 = 0, retried: Int64 = 0, died: Int64 = 0,
        latency: [Int64] = [],
        latencySeconds: Double = 0
    ) {
        (self.service, self.workers, self.queued, self.answered, self.failed) = (
            service, workers, queued, answered, failed
        )
        (self.refused, self.retried, self.died) = (refused, retried, died)
        (self.latency, self.latencySeconds) = (latency, latencySeconds)
    }
    enum CodingKeys: Int, CodingKey {
        case service = 1, workers, queued, answered, failed, retried, died, latency, latencySeconds, refused
    }
}

/// State of one worker.
public struct WorkerStatus: Message, Equatable {
    /// The worker's release.
    public var release: String
    /// The worker's process id.
    public var processID: Int64
    /// Requests that it accepts concurrently.
    public var credit: Int32
    /// Requests dispatched to it and not answered yet.
    public var inFlight: Int32
    /// True if it accepts no new requests.
    public var draining: Bool
    /// Requests that it has answered.
    public var answered: Int64
    /// Event types that it declared to consume; empty if it declared none.
    public var consumes: [UInt16]
    public init(
        release: String, processID: Int64, credit: Int32, inFlight: Int32, draining: Bool, answered: Int64,
        consumes: [UInt16] = []
    ) {
        (self.release, self.processID, self.credit, self.inFlight) = (release, processID, credit, inFlight)
        (self.draining, self.answered, self.consumes) = (draining, answered, consumes)
    }
    enum CodingKeys: Int, CodingKey { case release = 1, processID, credit, inFlight, draining, answered, consumes }
}
