import Messages
import SystemKit

/// A ring buffer of recent spans, in memory only; overwrites the oldest.
struct SpanRing: Sendable {
    struct Entry: Sendable {
        let role: Span.Role
        let header: Header
        let own: UInt64
        let since: MonotonicInstant
        let until: MonotonicInstant
        let waited: Duration
        let failure: ServiceError.Code?

        package init(
            _ role: Span.Role, _ header: Header, own: UInt64, since: MonotonicInstant, until: MonotonicInstant,
            waited: Duration, failure: ServiceError.Code?
        ) {
            (self.role, self.header, self.own, self.since, self.until) = (role, header, own, since, until)
            (self.waited, self.failure) = (waited, failure)
        }
    }

    /// Entries; about 200 bytes each.
    static let capacity = 2_048
    /// Nanoseconds; slower requests are recorded even if they are not sampled.
    private static let slow: Int64 = 500_000_000
    /// Entries returned by a query without a trace id.
    private static let latest = 512

    private let name: WireName
    private var entries: [Entry] = []
    private var next = 0

    package init(_ name: WireName) { self.name = name }

    package static func isWorthKeeping(_ header: Header, _ failure: ServiceError.Code?, nanoseconds: Int64) -> Bool {
        header.trace.isSampled || failure != nil || nanoseconds >= slow
    }

    package mutating func append(_ entry: Entry) {
        if entries.count < Self.capacity { entries.append(entry) } else { entries[next] = entry }
        next = (next + 1) % Self.capacity
    }

    /// Spans of a trace or request; the latest ones if `id` is nil. Oldest first. Linear.
    func spans(_ id: TraceID?, _ now: MonotonicInstant) -> [Span] {
        let ordered = entries.count < Self.capacity ? entries : Array(entries[next...] + entries[..<next])
        let wanted =
            if let id {
                ordered.filter {
                    $0.header.trace.id == id || TraceID(high: $0.header.id.high, low: $0.header.id.low) == id
                }
            } else {
                Array(ordered.suffix(Self.latest))
            }
        let clock = WallClock.microseconds()
        return wanted.map { span($0, clock - ($0.since.nanoseconds(until: now) / 1_000)) }
    }

    private func span(_ entry: Entry, _ at: Microseconds) -> Span {
        let header = entry.header
        return Span(
            trace: header.trace.id, request: TraceID(high: header.id.high, low: header.id.low), role: entry.role,
            parent: header.trace.span, own: entry.own,
            service: name.service,
            peer: ([.answered, .consumed].contains(entry.role) ? header.caller : header.service).service,
            type: header.type,
            attempt: Int32(header.attempt), at: at, duration: entry.since.nanoseconds(until: entry.until) / 1_000,
            waited: entry.waited.wholeNanoseconds / 1_000,
            failure: entry.failure)
    }
}
