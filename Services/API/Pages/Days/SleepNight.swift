import Messages

/// When somebody slept and in which stages, from the readings of a night's sleep. Times are ms since 1970.
public struct SleepNight: Equatable, Sendable {
    /// A stage, with HealthKit's number as in `Reading.value`.
    enum Stage: Int, CaseIterable, Sendable {
        case asleep = 1, awake, core, deep, rem
        var isAsleep: Bool { self != .awake }
    }

    /// A stretch of one stage.
    struct Stretch: Equatable, Sendable {
        let stage: Stage
        let span: Range<Milliseconds>
    }

    /// The longest session, from falling asleep to the last waking.
    let main: Range<Milliseconds>
    /// Time asleep in it, ms.
    let asleep: Milliseconds
    /// The other sessions, the earliest first.
    let naps: [Range<Milliseconds>]
    /// Stages of the longest session by the source that recorded the most of them, the earliest first; empty if it tells
    /// no stages apart.
    let stretches: [Stretch]

    /// Shorter gaps do not end a session, as in ingestion (ING-13), ms.
    private static let gap: Milliseconds = 90 * 60_000

    /// Nil if the readings have no time asleep: a total of an app has no times.
    public init?(_ readings: [Reading]) {
        var bySource: [String: [Stretch]] = [:]
        for reading in readings where reading.unit == "stage" && reading.start < reading.end {
            guard let stage = Stage(rawValue: Int(reading.value)) else { continue }
            bySource[reading.source, default: []].append(Stretch(stage: stage, span: reading.start..<reading.end))
        }
        let spans = bySource.values.joined().filter(\.stage.isAsleep).map(\.span)
        let sessions = Self.merged(spans, gap: Self.gap)
        guard let main = sessions.max(by: { $0.count < $1.count }) else { return nil }
        self.main = main
        asleep = Self.merged(spans, gap: 0).filter { main.overlaps($0) }.reduce(0) { $0 + Milliseconds($1.count) }
        naps = sessions.filter { $0 != main }
        let own = bySource.mapValues { stretches in stretches.filter { main.overlaps($0.span) } }
        let best = own.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value ?? []
        let isStaged = Set(best.map(\.stage)).subtracting([.awake]).count > 1
        stretches = isStaged ? best.sorted { $0.span.lowerBound < $1.span.lowerBound } : []
    }

    /// - Parameter gap: longest time between two spans that become one, ms.
    private static func merged(_ spans: [Range<Milliseconds>], gap: Milliseconds) -> [Range<Milliseconds>] {
        spans.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, span in
            if let last = merged.last, span.lowerBound - last.upperBound <= gap {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                merged.append(span)
            }
        }
    }
}
