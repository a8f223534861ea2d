/// Times in which nothing has to arrive: the person said so, or Pulsum was off.
public struct ArrivalPauses: Sendable, Equatable {
    /// In order of their ends.
    private let ranges: [Range<Int64>]
    /// A pause shorter than this, ms, makes nothing late: senders try again.
    private static let minimumLength: Int64 = 15 * 60_000

    /// - Parameters: ms since 1970.
    ///   - quiet: journeys, and times without the device.
    ///   - serverOff: times in which nothing could be received.
    public init(quiet: [Range<Int64>] = [], serverOff: [Range<Int64>] = []) {
        ranges = (quiet + serverOff).filter { !$0.isEmpty }.sorted { $0.upperBound < $1.upperBound }
    }

    /// Pauses given as starts and ends; those that end before they begin are left out.
    public static func ranges(_ given: [(from: Int64, to: Int64)]) -> [Range<Int64>] {
        given.compactMap { $0.from < $0.to ? $0.from..<$0.to : nil }
    }

    /// Whether an instant is within a pause.
    func holds(_ time: Int64) -> Bool { ranges.contains { $0.contains(time) } }

    /// Whether a time from `start` to `end` has a part of a pause.
    func overlap(_ start: Int64, _ end: Int64) -> Bool {
        ranges.contains { $0.lowerBound < end && $0.upperBound > start && $0.count >= Self.minimumLength }
    }

    /// The parts of pauses that are long enough to miss an arrival, within a time.
    func all(from start: Int64, to end: Int64) -> [Range<Int64>] {
        ranges.filter { $0.count >= Self.minimumLength }.map { $0.clamped(to: start..<max(start, end)) }.filter {
            !$0.isEmpty
        }
    }

    /// The end of the last pause that was over at `time` and long enough to miss an arrival.
    /// - Parameter interval: usual time between arrivals, ms.
    func lastEnd(before time: Int64, interval: Int64) -> Int64? {
        let minimum = max(Self.minimumLength, interval > 2 * 86_400_000 ? interval / 8 : 0)
        return ranges.last { $0.upperBound <= time && $0.upperBound - $0.lowerBound >= minimum }?.upperBound
    }
}
