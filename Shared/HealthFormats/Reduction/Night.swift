import LocalTime
import Messages

/// The sleep that belongs to one day: all sessions that end between 18:00 of the day before and 18:00 of the day, and a
/// main sleep that ends later but lies in the day (ING-13).
struct Night: Equatable, Sendable {
    /// Each session from falling asleep to the last waking, wakeful gaps included; s since 1970.
    var sessions: [Range<Int64>] = []
    /// Time in core, deep, REM or unspecified sleep.
    var asleep = Intervals()
    /// The source that measured the most of it; 0 without sleep.
    package var device: UInt64 = 0
    /// Whether a stage next to its sessions has a name that is not known.
    private(set) var isPartial = false
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
        let placed = Self.sessions(all).map { session in
            let ending = stages.filter { $0.note != 0 && $0.end <= session.upperBound && $0.end > session.lowerBound }
                .max { ($0.end, $0.note) < ($1.end, $1.note) }
            return Placed(session, named: ending.flatMap { zones[$0.note] }, calendar)
        }
        for session in placed where session.day(among: placed) == Int64(day.number) {
            sessions.append(session.range)
            zone = session.zone
        }
        guard !sessions.isEmpty else { return }
        let window = Intervals(sessions)
        asleep = all.subtracting(all.subtracting(window))
        let unknown = stages.filter { SleepStage(rawValue: Int($0.value)) == .unknown }
        isPartial = sessions.contains { session in
            unknown.contains {
                $0.start < session.upperBound + Self.gap && $0.end > session.lowerBound - Self.gap
            }
        }
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

/// A session and the day that it belongs to.
private struct Placed {
    /// From falling asleep to the last waking, s since 1970.
    let range: Range<Int64>
    let zone: Night.Zone
    /// Days since 1970 of its last waking and of its middle, both counted from 18:00.
    private let (end, middle): (Int64, Int64)
    /// Local time of waking, s since 18:00 before it.
    private let waking: Int64

    /// Time from 18:00 to midnight, s.
    private static let evening: Int64 = 6 * 3600
    /// Middle of a usual night, local time, s.
    private static let usualMiddle: Int64 = 12_600
    /// Shortest sleep that counts as a main one although nothing else of the person is known, s.
    private static let surelyMain: Int64 = 6 * 3600
    /// Shortest main sleep of people who lately slept by day, s.
    private static let minimumMainSleep: Int64 = 3 * 3600
    /// From this waking time on a main sleep is one by day, s of the local day counted from 18:00 of the evening before.
    private static let lateWaking: Int64 = 20 * 3600
    private static let day: Int64 = 86_400

    /// - Parameter named: the zone that a sample of the session names.
    init(_ range: Range<Int64>, named: LocalZone?, _ calendar: LocalCalendar) {
        self.range = range
        let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
        let own = calendar.zone(second: range.upperBound)
        // An offset without a name may be that of a phone that travelled since. The clock decides by which the sleep is
        // nearer to a usual night; with equal offsets the calendar's name says more.
        let counted = named.flatMap { named in
            named.isFixed && Self.distance(own, middle) <= Self.distance(named, middle) ? nil : named
        }
        let chosen = counted ?? own
        zone = Night.Zone(name: chosen.name, isOfSample: counted != nil)
        // The end is exclusive, so a session that ends exactly at 18:00 still belongs to this day.
        let last = range.upperBound - 1
        func number(_ instant: Int64) -> Int64 {
            (instant + chosen.offset(at: instant) + Self.evening).floorDivided(by: Self.day)
        }
        (end, self.middle) = (number(last), number(middle))
        waking = last + chosen.offset(at: last) + Self.evening - end * Self.day
    }

    /// Time between an instant and the middle of a usual night by the clock of a zone, s.
    private static func distance(_ zone: LocalZone, _ instant: Int64) -> Int64 {
        let local = instant + zone.offset(at: instant) - usualMiddle
        let time = local - local.floorDivided(by: day) * day
        return min(time, day - time)
    }

    private var length: Int64 { range.upperBound - range.lowerBound }

    /// The day of waking: sleep after 18:00 belongs to the next day, but not a main sleep of shift workers most of which
    /// lies before, unless the day has another main sleep. One that is late itself belongs to the day before.
    /// - Parameter sessions: all of the days before, and of the day.
    func day(among sessions: [Placed]) -> Int64 {
        let others = sessions.filter { $0.length >= Self.minimumMainSleep && $0.range != range }
        let sleepsByDay = others.contains {
            $0.range.upperBound <= range.lowerBound && ($0.waking >= Self.lateWaking || $0.middle < $0.end)
        }
        guard middle < end, length >= (sleepsByDay ? Self.minimumMainSleep : Self.surelyMain),
            !others.contains(where: { $0.end == middle && ($0.middle == $0.end || $0.length < Self.surelyMain) })
        else { return end }
        return middle
    }
}
