import Messages

/// Counters since the start of the process, for `/metrics`.
public struct BusStatistics: Sendable {
    /// Requests sent by this process, by type.
    public var requested: [MessageType: Outcomes] = [:]
    /// Requests handled by this process, by type.
    public var handled: [MessageType: Outcomes] = [:]
    /// Requests sent again because a broker was lost.
    public var retries: Int64 = 0
    /// Events published on the mirror.
    public var published: Int64 = 0
    /// Frames without a valid header.
    public var refusedFrames: Int64 = 0
    /// Failed connections to a broker, by likely cause.
    public var handshakeFailures: [HandshakeFailure: Int64] = [:]
    /// Requests of this process that currently wait for a reply.
    public var pending = 0
    /// Running handlers, including those past their budget.
    public var running = 0
    /// Handlers past their budget that have not stopped.
    public var hung = 0
    /// Brokers that this process is registered with.
    public var connectedBrokers = 0

    /// Count, failures and latency of one request type.
    public struct Outcomes: Sendable {
        /// Finished requests, failed ones included.
        public var count: Int64 = 0
        /// Failed requests by error code.
        public var failures: [ServiceError.Code: Int64] = [:]
        /// Time from request to reply or error.
        public var latency = LatencyHistogram()
    }
}

/// Histogram of durations with power-of-two buckets from 64 µs to about 67 s.
public struct LatencyHistogram: Sendable {
    /// Upper bounds in seconds; the last bucket of `counts` holds all longer durations.
    public static let bounds: [Double] = (0...20).map { 0.000_064 * Double(1 << $0) }
    /// Durations per bucket, not cumulative; one element longer than `bounds`.
    public private(set) var counts = [Int64](repeating: 0, count: bounds.count + 1)
    /// Sum of all durations in seconds.
    public private(set) var sum = 0.0
    package init() {}

    /// Number of recorded durations. Linear in the buckets.
    public var count: Int64 { counts.reduce(0, +) }

    package mutating func record(nanoseconds: Int64) {
        let microseconds = max(0, nanoseconds / 1_000)
        sum += Double(microseconds) / 1_000_000
        let unit = (microseconds + 63) / 64
        let bucket = unit <= 1 ? 0 : Int64.bitWidth - (unit - 1).leadingZeroBitCount
        counts[min(bucket, counts.count - 1)] += 1
    }
}
