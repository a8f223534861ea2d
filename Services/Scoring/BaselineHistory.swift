import Messages
import SystemKit

/// What one metric's baselines are made of (SCO-1).
///
/// Each derivation is a kind of its own with its own baseline (ING-10, ING-12): a night without a watch does not disturb the baseline of
/// the nights with one. Within a derivation each device has its segment: another device starts a new one, and a device that takes turns with another (watch and
/// phone count steps) goes on with its own. Device 0 (no single device) continues the one before.
struct BaselineHistory: Message, Equatable {
    /// Calendar days before the scored one that count.
    static let window: Int32 = 30
    static let minimum = 7
    static let matureCount = 21
    static let displayLimit = 6.0
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
        /// The values, ascending.
        var sorted: [Double] = []
        enum CodingKeys: Int, CodingKey { case key = 1, days, values, ewma, sorted }

        init(_ key: Key) { self.key = key }

        mutating func enter(_ value: Double, on day: Int32) {
            days.append(day)
            values.append(value)
            sorted.insert(value, at: place(of: value))
            ewma = ewma.map { $0 + BaselineHistory.smoothing * (value - $0) } ?? value
            // What no later day's window reaches.
            while let first = days.first, first <= day - BaselineHistory.window {
                days.removeFirst()
                sorted.remove(at: place(of: values.removeFirst()))
            }
        }

        /// Values of the window before a day, ascending.
        func window(before day: Int32) -> [Double] {
            guard let first = days.first, first < day - BaselineHistory.window else { return sorted }
            let start = days.firstIndex { $0 >= day - BaselineHistory.window } ?? days.endIndex
            return values[start...].sorted()
        }

        /// Index of the first sorted value that is not smaller.
        private func place(of value: Double) -> Int { sorted.partitioningIndex { !($0 < value) } }
    }

    /// How a value compares with what came before it.
    struct Comparison: Equatable {
        var baseline: Baseline
        /// Robust z, not yet capped.
        var z: Double
    }

    /// A few: those that a window still reaches, and the latest.
    private var segments: [Segment] = []
    /// The last of each derivation, with the device that was seen last.
    private var devices: [Key] = []
    private var latest: Key?
    /// Values that ever entered.
    private(set) var count: Int32 = 0
    enum CodingKeys: Int, CodingKey { case segments = 1, devices, latest, count }

    init() {}

    /// The exponentially weighted mean of the segment seen last; for display.
    var ewma: Double? { latest.flatMap { segment($0)?.ewma } }

    private func segment(_ key: Key) -> Segment? { segments.first { $0.key == key } }
    private func device(_ derivation: MetricValue.Derivation) -> UInt64? { devices.first { $0.derivation == derivation }?.device }

    /// Baseline of the days before `day` and the value's place in it; nil with fewer than 7 values.
    /// - Parameter floor: the least spread that z is divided by (`SensorMetric.floor`).
    func compare(_ value: MetricValue, on day: Day, floor: Double) -> Comparison? {
        guard let segment = segment(of: value), let baseline = baseline(of: segment, on: day) else { return nil }
        let z = (value.value - baseline.median) / max(1.4826 * baseline.mad, floor)
        return Comparison(baseline: baseline, z: z)
    }

    /// The baseline a value of that day would be compared with, where no value arrived.
    func baseline(on day: Day) -> Baseline? { latest.flatMap(segment).flatMap { baseline(of: $0, on: day) } }

    private func segment(of value: MetricValue) -> Segment? {
        let last = device(value.derivation) ?? value.device
        let device = value.device == 0 ? last : value.device
        return segment(Key(derivation: value.derivation, device: device))
            ?? (last == 0 ? segment(Key(derivation: value.derivation, device: 0)) : nil)
    }

    private func baseline(of segment: Segment, on day: Day) -> Baseline? {
        let values = segment.window(before: day.number)
        guard values.count >= Self.minimum else { return nil }
        let median = Robust.median(ascending: values)
        let mad = Robust.medianAbsoluteDeviation(ascending: values, from: median)
        return Baseline(median: median, mad: mad, count: Int32(values.count), mature: values.count >= Self.matureCount)
    }

    /// Enters the value of a day that has been scored; days come in ascending order. Imputed and low-confidence values never enter.
    mutating func enter(_ value: MetricValue, on day: Day) {
        guard !value.imputed, !value.lowConfidence else { return }
        let last = device(value.derivation)
        let key = Key(derivation: value.derivation, device: value.device == 0 ? last ?? 0 : value.device)
        // The first device that has a name goes on with what had none.
        let unnamed = Key(derivation: value.derivation, device: 0)
        if last == 0, key.device != 0, segment(unnamed) != nil {
            segments.removeAll { $0.key == key }
            for index in segments.indices where segments[index].key == unnamed { segments[index].key = key }
        }
        // No later window reaches them.
        segments.removeAll { $0.key != key && ($0.days.last ?? .min) <= day.number - Self.window }
        let place = segments.firstIndex { $0.key == key } ?? segments.endIndex
        if place == segments.endIndex { segments.append(Segment(key)) }
        // Changed in place: a copy of the arrays each day would cost more than the arithmetic.
        segments[place].enter(value.value, on: day.number)
        devices.removeAll { $0.derivation == key.derivation }
        devices.append(key)
        latest = key
        count += 1
    }
}
