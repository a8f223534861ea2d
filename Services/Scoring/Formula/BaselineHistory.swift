import Messages
import Statistics
import SystemKit

/// The values behind one metric's baselines (SCO-1).
///
/// Each derivation has its own baseline (ING-10, ING-12), so that nights measured without a watch do not shift the
/// baseline of nights measured with one. Within a derivation each device has a segment. A new device starts a new
/// segment; a device that alternates with another (watch and phone both count steps) continues its own. Device 0 (no
/// single device) continues the segment of the previous value.
struct BaselineHistory: Message, Equatable {
    /// Length of the window in calendar days before the scored day.
    static let window: Int32 = 30
    /// Fewest values in the window for a baseline.
    static let minimum = 7
    /// Values in the window from which a baseline counts as mature.
    static let matureCount = 21
    /// Displayed z-scores are clipped to ± this.
    static let displayLimit = 6.0
    /// Weight of a new value in the exponentially weighted mean.
    static let smoothing = 0.2

    private struct Key: Message, Hashable {
        var derivation: MetricValue.Derivation
        var device: UInt64
        enum CodingKeys: Int, CodingKey { case derivation = 1, device }
    }

    /// Values of one derivation and device.
    private struct Segment: Message, Equatable {
        var key: Key
        var days: [Int32] = []
        var values: [Double] = []
        var ewma: Double?
        /// The window's values, ascending.
        var sorted: [Double] = []
        enum CodingKeys: Int, CodingKey { case key = 1, days, values, ewma, sorted }

        init(_ key: Key) { self.key = key }

        mutating func enter(_ value: Double, on day: Int32) {
            days.append(day)
            values.append(value)
            sorted.insert(value, at: place(of: value))
            ewma = ewma.map { $0 + BaselineHistory.smoothing * (value - $0) } ?? value
            // Drops values that no later day's window reaches.
            while let first = days.first, first <= day - BaselineHistory.window {
                days.removeFirst()
                sorted.remove(at: place(of: values.removeFirst()))
            }
        }

        /// Values in the window before a day, ascending.
        func window(before day: Int32) -> [Double] {
            guard let first = days.first, first < day - BaselineHistory.window else { return sorted }
            let start = days.firstIndex { $0 >= day - BaselineHistory.window } ?? days.endIndex
            return values[start...].sorted()
        }

        /// Index of the first sorted value that is not smaller.
        private func place(of value: Double) -> Int { sorted.partitioningIndex { !($0 < value) } }
    }

    /// A value compared with its baseline.
    struct Comparison: Equatable {
        var baseline: Baseline
        /// Robust z, not yet clipped.
        var z: Double
    }

    /// Segments that a window still reaches, plus the latest one.
    private var segments: [Segment] = []
    /// The latest key of each derivation: its device is the one seen last.
    private var devices: [Key] = []
    /// Key of the value that entered last.
    private var latest: Key?
    /// Number of values that have ever entered.
    private(set) var count: Int32 = 0
    enum CodingKeys: Int, CodingKey { case segments = 1, devices, latest, count }

    init() {}

    /// Exponentially weighted mean of the segment seen last; for display only.
    var ewma: Double? { latest.flatMap { segment($0)?.ewma } }

    private func segment(_ key: Key) -> Segment? { segments.first { $0.key == key } }
    private func device(_ derivation: MetricValue.Derivation) -> UInt64? {
        devices.first { $0.derivation == derivation }?.device
    }

    /// Compares a value with the baseline of the days before `day`; nil with fewer than 7 values.
    /// - Parameter floor: lower bound of the spread that divides z (`SensorMetric.floor`), in the metric's unit.
    func compare(_ value: MetricValue, on day: Day, floor: Double) -> Comparison? {
        guard let segment = segment(of: value), let baseline = baseline(of: segment, on: day) else { return nil }
        let z = (value.value - baseline.median) / max(Statistics.normal * baseline.mad, floor)
        return Comparison(baseline: baseline, z: z)
    }

    /// The baseline for a day without a value, taken from the segment seen last.
    func baseline(on day: Day) -> Baseline? { latest.flatMap(segment).flatMap { baseline(of: $0, on: day) } }

    private func segment(of value: MetricValue) -> Segment? {
        let last = device(value.derivation) ?? value.device
        let device = value.device == 0 ? last : value.device
        return segment(Key(derivation: value.derivation, device: device))
            ?? (last == 0 ? segment(Key(derivation: value.derivation, device: 0)) : nil)
    }

    private func baseline(of segment: Segment, on day: Day) -> Baseline? {
        let values = segment.window(before: day.number)
        guard values.count >= Self.minimum, let median = Statistics.median(ascending: values) else { return nil }
        let mad = Statistics.medianAbsoluteDeviation(ascending: values, from: median)
        return Baseline(median: median, mad: mad, count: Int32(values.count), mature: values.count >= Self.matureCount)
    }

    /// Enters the value of a scored day. Days must come in ascending order. Imputed and low-confidence values are
    /// ignored.
    mutating func enter(_ value: MetricValue, on day: Day) {
        guard !value.imputed, !value.lowConfidence else { return }
        let last = device(value.derivation)
        let key = Key(derivation: value.derivation, device: value.device == 0 ? last ?? 0 : value.device)
        // The first named device continues the segment that had no device.
        let unnamed = Key(derivation: value.derivation, device: 0)
        if last == 0, key.device != 0, segment(unnamed) != nil {
            segments.removeAll { $0.key == key }
            for index in segments.indices where segments[index].key == unnamed { segments[index].key = key }
        }
        // Drops other segments that no later window reaches.
        segments.removeAll { $0.key != key && ($0.days.last ?? .min) <= day.number - Self.window }
        let place = segments.firstIndex { $0.key == key } ?? segments.endIndex
        if place == segments.endIndex { segments.append(Segment(key)) }
        // Mutates in place: copying the arrays each day would cost more than the arithmetic.
        segments[place].enter(value.value, on: day.number)
        devices.removeAll { $0.derivation == key.derivation }
        devices.append(key)
        latest = key
        count += 1
    }
}
