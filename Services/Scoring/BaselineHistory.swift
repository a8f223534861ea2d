import Messages

/// What one metric's baselines are made of (SCO-1).
///
/// Each derivation is a kind of its own with its own baseline (ING-10, ING-12): a night without a watch does not disturb the baseline of
/// the nights with one. Within a derivation another device starts a new segment; device 0 (no single device) continues the present one.
struct BaselineHistory {
    /// Calendar days before the scored one that count.
    static let window: Int32 = 30
    static let minimum = 7
    static let matureCount = 21
    static let displayLimit = 6.0
    static let smoothing = 0.2

    /// Values of one derivation since its last change of device.
    private struct Segment {
        var device: UInt64
        var days: [Int32] = []
        var values: [Double] = []
        /// The same values, ascending.
        var sorted: [Double] = []
        var ewma: Double?

        func accepts(_ other: UInt64) -> Bool { device == other || device == 0 || other == 0 }

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
        private func place(of value: Double) -> Int {
            var (low, high) = (0, sorted.count)
            while low < high {
                let middle = (low + high) / 2
                if sorted[middle] < value { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    /// How a value compares with what came before it.
    struct Comparison: Equatable {
        var baseline: Baseline
        /// Robust z, not yet capped.
        var z: Double
    }

    private let floor: Double
    private var segments: [MetricValue.Derivation: Segment] = [:]
    private var latest: MetricValue.Derivation?
    /// Values that ever entered.
    private(set) var count: Int32 = 0

    init(floor: Double) { self.floor = floor }

    /// The exponentially weighted mean of the derivation seen last, restarted with its segment; for display.
    var ewma: Double? { latest.flatMap { segments[$0]?.ewma } }

    /// Baseline of the days before `day` and the value's place in it; nil with fewer than 7 values.
    func compare(_ value: MetricValue, on day: Day) -> Comparison? {
        guard let segment = segments[value.derivation], segment.accepts(value.device),
            let baseline = baseline(of: segment, on: day)
        else { return nil }
        let z = (value.value - baseline.median) / max(1.4826 * baseline.mad, floor)
        return Comparison(baseline: baseline, z: z)
    }

    /// The baseline a value of that day would be compared with, where no value arrived.
    func baseline(on day: Day) -> Baseline? { latest.flatMap { segments[$0] }.flatMap { baseline(of: $0, on: day) } }

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
        // Changed in place: a copy of the arrays each day would cost more than the arithmetic.
        if segments[value.derivation]?.accepts(value.device) != true { segments[value.derivation] = Segment(device: value.device) }
        if segments[value.derivation]?.device == 0 { segments[value.derivation]?.device = value.device }
        segments[value.derivation]?.enter(value.value, on: day.number)
        latest = value.derivation
        count += 1
    }
}
