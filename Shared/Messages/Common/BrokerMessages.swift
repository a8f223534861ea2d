import Wire

/// What the broker sees right now: services, workers, queues.
public struct BusStatus: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0101)
    public static let service: ServiceName? = .broker
    public init() {}

    public struct Reply: Message {
        public var services: [ServiceStatus]
        /// Milliseconds since the broker started.
        public var uptime: Int64
        public var release: String
        /// Frames without a valid header or from a peer that may not send them.
        public var refusedFrames: Int64
        public init(services: [ServiceStatus], uptime: Int64, release: String, refusedFrames: Int64) {
            (self.services, self.uptime, self.release, self.refusedFrames) = (services, uptime, release, refusedFrames)
        }
        enum CodingKeys: Int, CodingKey { case services = 1, uptime, release, refusedFrames }
    }
}

public struct ServiceStatus: Message, Equatable {
    public var service: ServiceName
    public var workers: [WorkerStatus]
    /// Requests waiting for credit.
    public var queued: Int64
    public var answered: Int64
    public var failed: Int64
    /// Requests handed to a second worker because the first one died.
    public var retried: Int64
    /// Workers that went away without a farewell.
    public var died: Int64
    /// Requests by the time from their arrival at the broker to their answer, in buckets that end at 64 µs, 128 µs and so on to 67 s; the last is everything above.
    public var latency: [Int64]
    /// The sum of these times.
    public var latencySeconds: Double
    public init(
        service: ServiceName, workers: [WorkerStatus], queued: Int64, answered: Int64, failed: Int64, retried: Int64 = 0, died: Int64 = 0,
        latency: [Int64] = [],
        latencySeconds: Double = 0
    ) {
        (self.service, self.workers, self.queued, self.answered, self.failed) = (service, workers, queued, answered, failed)
        (self.retried, self.died, self.latency, self.latencySeconds) = (retried, died, latency, latencySeconds)
    }
    enum CodingKeys: Int, CodingKey { case service = 1, workers, queued, answered, failed, retried, died, latency, latencySeconds }
}

public struct WorkerStatus: Message, Equatable {
    public var release: String
    public var processID: Int64
    public var credit: Int32
    public var inFlight: Int32
    public var draining: Bool
    public var answered: Int64
    /// Event types it said it hears; empty where it did not say.
    public var hears: [UInt16]
    public init(release: String, processID: Int64, credit: Int32, inFlight: Int32, draining: Bool, answered: Int64, hears: [UInt16] = []) {
        (self.release, self.processID, self.credit, self.inFlight) = (release, processID, credit, inFlight)
        (self.draining, self.answered, self.hears) = (draining, answered, hears)
    }
    enum CodingKeys: Int, CodingKey { case release = 1, processID, credit, inFlight, draining, answered, hears }
}
