import Synchronization

/// The metrics of a process in Prometheus text format (exposition format 0.0.4), served on its health port.
///
/// Names begin with `pulsum_`, counters end in `_total`, durations are in seconds. Labels never carry content or a
/// user.
public final class Metrics: Sendable {
    /// Label names and values in the order they are printed.
    public typealias Labels = KeyValuePairs<String, String>

    private struct State {
        var families: [String: Family] = [:]
        var sources: [@Sendable () async -> [Family]] = []
    }

    private let state = Mutex(State())

    /// An empty set of metrics.
    public init() {}

    /// Adds to a counter; negative amounts count as 0.
    public func count(_ name: String, _ help: String, _ labels: Labels = [:], by amount: Double = 1) {
        update(name, help, .counter, labels) { $0.value += max(0, amount) }
    }

    /// Sets a gauge.
    public func set(_ name: String, _ help: String, _ labels: Labels = [:], to value: Double) {
        update(name, help, .gauge, labels) { $0.value = value }
    }

    /// Adds one observation to a histogram with the buckets of `Histogram.seconds`.
    public func observe(_ name: String, _ help: String, _ labels: Labels = [:], for duration: Duration) {
        update(name, help, .histogram, labels) { $0.histogram.record(duration.seconds) }
    }

    /// Adds a source that is queried at each scrape.
    public func collect(_ source: @escaping @Sendable () async -> [Family]) {
        state.withLock { $0.sources.append(source) }
    }

    /// All metrics, sorted by name.
    public func text() async -> String {
        let (own, sources) = state.withLock { ($0.families, $0.sources) }
        var families = Array(own.values)
        for source in sources { families += await source() }
        return families.sorted { $0.name < $1.name }.map(\.text).joined()
    }

    private func update(
        _ name: String, _ help: String, _ kind: Family.Kind, _ labels: Labels, _ change: (inout Family.Sample) -> Void
    ) {
        let key = labels.map { Family.Label($0.key, $0.value) }
        state.withLock { state in
            state.families[name, default: Family(name, help, kind)].update(key, change)
        }
    }
}

/// All samples of one metric.
public struct Family: Sendable {
    /// The metric's type in the exposition format.
    public enum Kind: String, Sendable { case counter, gauge, histogram }

    struct Label: Sendable, Hashable {
        let name: String
        let value: String
        init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    struct Sample: Sendable {
        let labels: [Label]
        var value = 0.0
        var histogram = Histogram()
    }

    /// The metric's name.
    public let name: String
    let help: String
    let kind: Kind
    private var samples: [Sample] = []
    private var index: [[Label]: Int] = [:]

    /// A metric without samples.
    public init(_ name: String, _ help: String, _ kind: Kind) { (self.name, self.help, self.kind) = (name, help, kind) }

    /// Sets a counter's or gauge's value for these labels.
    public mutating func add(_ labels: Metrics.Labels, _ value: Double) {
        update(labels.map { Label($0.key, $0.value) }) { $0.value = value }
    }

    /// Sets the value of a metric without labels.
    public mutating func add(_ value: Double) { add([:], value) }

    /// Sets a histogram for these labels.
    public mutating func add(_ labels: Metrics.Labels, _ histogram: Histogram) {
        update(labels.map { Label($0.key, $0.value) }) { $0.histogram = histogram }
    }

    mutating func update(_ labels: [Label], _ change: (inout Sample) -> Void) {
        if let known = index[labels] {
            change(&samples[known])
        } else {
            var sample = Sample(labels: labels)
            change(&sample)
            index[labels] = samples.count
            samples.append(sample)
        }
    }

    /// `# HELP`, `# TYPE` and one line per sample.
    var text: String {
        var text =
            "# HELP \(name) \(help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            switch kind {
            case .counter, .gauge:
                text += "\(name)\(Self.text(sample.labels)) \(Self.text(sample.value))\n"
            case .histogram:
                var below: Int64 = 0
                for (bound, count) in zip(sample.histogram.bounds + [.infinity], sample.histogram.counts) {
                    below += count
                    text += "\(name)_bucket\(Self.text(sample.labels + [Label("le", Self.text(bound))])) \(below)\n"
                }
                text += "\(name)_sum\(Self.text(sample.labels)) \(Self.text(sample.histogram.sum))\n"
                text += "\(name)_count\(Self.text(sample.labels)) \(below)\n"
            }
        }
        return text
    }

    private static func text(_ labels: [Label]) -> String {
        guard !labels.isEmpty else { return "" }
        let pairs = labels.map { label in
            let value = label.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
                "\n", with: "\\n")
            return "\(label.name)=\"\(value)\""
        }
        return "{\(pairs.joined(separator: ","))}"
    }

    private static func text(_ value: Double) -> String {
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        if value.isNaN { return "NaN" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
    }
}

/// Counts of observations in fixed buckets.
public struct Histogram: Sendable {
    /// Upper bounds in seconds: 0.5 ms to 30 s, about three per decade.
    public static let seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

    let bounds: [Double]
    /// Observations per bucket, not cumulative; one element longer than `bounds`.
    private(set) var counts: [Int64]
    private(set) var sum: Double

    /// An empty histogram.
    /// - Parameter bounds: upper bounds, ascending.
    public init(bounds: [Double] = Histogram.seconds) {
        (self.bounds, counts, sum) = (bounds, [Int64](repeating: 0, count: bounds.count + 1), 0)
    }

    /// A histogram of existing counts.
    /// - Parameter counts: not cumulative, one element longer than `bounds`.
    public init(bounds: [Double], counts: [Int64], sum: Double) {
        (self.bounds, self.counts, self.sum) = (bounds, counts, sum)
    }

    mutating func record(_ value: Double) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }
}

extension Duration {
    /// The duration in seconds.
    public var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
