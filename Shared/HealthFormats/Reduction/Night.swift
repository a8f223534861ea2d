import LocalTime
import Messages

/// The sleep that belongs to one day: all sessions that end between 18:00 of the day before and 18:00 of the day
/// (ING-13).
struct Night: Equatable, Sendable {
    /// Each session from falling asleep to the last waking, wakeful gaps included; s since 1970.
    var sessions: [Range<Int64>] = []
    /// Time in core, deep, REM or unspecified sleep.
    var asleep = Intervals()
    /// The source that measured the most of it; 0 without sleep.
    package var device: UInt64 = 0
    /// Number of samples that it was computed from.
    package var samples = 0
    /// The time zone in which its last session ended.
    package var zone: Zone?

    /// A time zone and where it is known from.
    struct Zone: Equatable, Sendable {
        /// Name, such as `Europe/Berlin`.
        package var name: String
        /// True if a sample of the night named the zone, false if the calendar did.
        var isOfSample: Bool
    }

    /// Shorter gaps do not end a session, s.
    package static let gap: Int64 = 90 * 60
    /// Time from 18:00 to midnight, s.
    private static let evening: Int64 = 6 * 3600

    /// - Parameters:
    ///   - samples: sleep samples around the day, sorted.
    ///   - zones: by note id.
    package init(
        _ day: Day, _ samples: some Sequence<Sample>, order: SourceOrder, calendar: LocalCalendar,
        zones: [UInt64: LocalZone]
    ) {
        var bySource: [UInt64: [Sample]] = [:]
        for sample in samples where SleepStage(rawValue: Int(sample.value)) != .inBed && sample.start < sample.end {
            bySource[sample.source, default: []].append(sample)
        }
        guard !bySource.isEmpty else { return }
        // As with steps, a source counts only for the time that no source of higher priority covers, even as awake.
        var (described, all) = (Intervals(), Intervals())
        var parts: [(source: UInt64, asleep: Intervals)] = []
        for source in bySource.keys.sorted(by: { (order.rank($0), $0) < (order.rank($1), $1) }) {
            let own = bySource[source] ?? []
            let asleep = Intervals(
                own.filter { SleepStage(rawValue: Int($0.value))?.isAsleep == true }.map { $0.start..<$0.end }
            ).subtracting(described)
            described = described.union(Intervals(own.map { $0.start..<$0.end }))
            parts.append((source, asleep))
            all = all.union(asleep)
        }
        let stages = bySource.values.joined()
        for session in Self.sessions(all) {
            let ending = stages.filter { $0.note != 0 && $0.end <= session.upperBound && $0.end > session.lowerBound }
                .max { ($0.end, $0.note) < ($1.end, $1.note) }
            let own = ending.flatMap { zones[$0.note] }
            let zone = own ?? calendar.zone(second: session.upperBound)
            // The end is exclusive, so a session that ends exactly at 18:00 still belongs to this day.
            let local = session.upperBound - 1 + zone.offset(at: session.upperBound - 1)
            if (local + Self.evening).floorDivided(by: 86_400) == Int64(day.number) {
                sessions.append(session)
                self.zone = Zone(name: zone.name, isOfSample: own != nil)
            }
        }
        guard !sessions.isEmpty else { return }
        let window = Intervals(sessions)
        asleep = all.subtracting(all.subtracting(window))
        let shares = parts.map { part in (part.source, window.list.reduce(0) { $0 + part.asleep.overlap($1) }) }
        device = shares.max { ($0.1, $1.0) < ($1.1, $0.0) }?.0 ?? 0
        self.samples = stages.reduce(0) { $0 + (window.touches($1) ? 1 : 0) }
    }

    private static func sessions(_ asleep: Intervals) -> [Range<Int64>] {
        var result: [Range<Int64>] = []
        for interval in asleep.list {
            if let last = result.last, interval.lowerBound - last.upperBound < gap {
                result[result.count - 1] = last.lowerBound..<interval.upperBound
            } else {
                result.append(interval)
            }
        }
        return result
    }
}
