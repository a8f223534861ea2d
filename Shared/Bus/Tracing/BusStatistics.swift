import Messages

/// Counts since the process started, for `/metrics`.
public struct BusStatistics: Sendable {
    /// Requests this process made, by type.
    public var requested: [MessageType: Outcomes] = [:]
    /// Requests this process answered, by type.
    public var handled: [MessageType: Outcomes] = [:]
    /// Requests sent a second time, because a broker went away.
    public var retries: Int64 = 0
    public var published: Int64 = 0
    /// Frames without a valid header.
    public var refusedFrames: Int64 = 0
    /// Connections to a broker that did not come about, by likely cause.
    public var handshakeFailures: [HandshakeFailure: Int64] = [:]
    /// Requests of this process that wait for their answer now.
    public var pending = 0
    /// Handlers that run now, those past their budget included.
    public var running = 0
    /// Handlers past their budget that have not stopped.
    public var quarantined = 0
    /// Brokers that answer now.
    public var connectedBrokers = 0

    public struct Outcomes: Sendable {
        public var count: Int64 = 0
        /// By error code; a reply is not in it.
        public var failures: [BusError.Code: Int64] = [:]
        public var latency = LatencyHistogram()
    }
}

/// Durations in buckets of powers of two from 64 µs to about 67 s.
public struct LatencyHistogram: Sendable {
    /// Upper bounds in seconds; the last bucket of `counts` is everything above.
    public static let bounds: [Double] = (0...20).map { 0.000_064 * Double(1 << $0) }
    /// Not cumulative; one longer than `bounds`.
    public private(set) var counts = [Int64](repeating: 0, count: bounds.count + 1)
    /// Seconds.
    public private(set) var sum = 0.0
    package init() {}

    public var count: Int64 { counts.reduce(0, +) }

    package mutating func record(nanoseconds: Int64) {
        let microseconds = max(0, nanoseconds / 1_000)
        sum += Double(microseconds) / 1_000_000
        let unit = (microseconds + 63) / 64
        let bucket = unit <= 1 ? 0 : Int64.bitWidth - (unit - 1).leadingZeroBitCount
        counts[min(bucket, counts.count - 1)] += 1
    }
}
