import Messages

/// The times and stages of a night's sleep, from its readings. Times are ms since 1970.
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
    /// When it began.
    public var start: Milliseconds { main.lowerBound }
    var middle: Milliseconds { main.lowerBound + (main.upperBound - main.lowerBound) / 2 }
    /// Time asleep in it, ms.
    let asleep: Milliseconds
    /// The other sessions, the earliest first.
    let naps: [Range<Milliseconds>]
    /// Stages of the longest session by the source that covers the most of it, the earliest first; empty if no source tells
    /// stages apart.
    let stretches: [Stretch]

    /// Shorter gaps do not end a session, as in ingestion (ING-13), ms.
    private static let gap: Milliseconds = 90 * 60_000
    /// Largest difference between the day's sleep and the readings that make it up, ms.
    private static let maximumDifference: Milliseconds = 5 * 60_000

    /// Nil if the readings do not make up the day's sleep: a total of an app has no times, and of several sources ingestion
    /// counts those that it prefers (ING-6).
    /// - Parameter total: the day's sleep, s.
    public init?(_ readings: [Reading], total: Double) {
        guard readings.allSatisfy({ $0.unit == "stage" }) else { return nil }
        var bySource: [String: [Stretch]] = [:]
        for reading in readings where reading.start < reading.end {
            guard let stage = Stage(rawValue: Int(reading.value)) else { continue }
            bySource[reading.source, default: []].append(Stretch(stage: stage, span: reading.start..<reading.end))
        }
        let all = [Array(bySource.values.joined())] + bySource.sorted { $0.key < $1.key }.map(\.value)
        let counted = all.filter { stretches in
            abs(Double(Self.length(Self.asleep(stretches))) - total * 1000) <= Double(Self.maximumDifference)
        }
        guard let first = counted.first else { return nil }
        let isUnion = first == all[0]
        let spans = Self.asleep(isUnion ? first : counted.first(where: Self.isStaged) ?? first)
        let sessions = Self.merged(spans, gap: Self.gap)
        guard let main = sessions.max(by: { $0.count < $1.count }) else { return nil }
        self.main = main
        asleep = Self.length(spans.filter { main.overlaps($0) })
        naps = sessions.filter { $0 != main }
        let own = (isUnion ? Array(all.dropFirst()) : counted).map { stretches in
            stretches.filter { main.overlaps($0.span) }
        }
        let best = own.filter(Self.isStaged).max { Self.length($0.map(\.span)) < Self.length($1.map(\.span)) } ?? []
        stretches = best.sorted { $0.span.lowerBound < $1.span.lowerBound }
    }

    private static func isStaged(_ stretches: [Stretch]) -> Bool {
        Set(stretches.map(\.stage)).subtracting([.awake]).count > 1
    }

    private static func asleep(_ stretches: [Stretch]) -> [Range<Milliseconds>] {
        merged(stretches.filter(\.stage.isAsleep).map(\.span), gap: 0)
    }

    /// The time that spans cover together, ms.
    private static func length(_ spans: [Range<Milliseconds>]) -> Milliseconds {
        merged(spans, gap: 0).reduce(0) { $0 + Milliseconds($1.count) }
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
