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
    public mutating func add(_ labels: PrometheusRegistry.Labels, _ value: Double) {
        update(labels.map { Label($0.key, $0.value) }) { $0.value = value }
    }

    /// Sets the value of a metric without labels.
    public mutating func add(_ value: Double) { add([:], value) }

    /// Sets a histogram for these labels.
    public mutating func add(_ labels: PrometheusRegistry.Labels, _ histogram: Histogram) {
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
            "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
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
        let pairs = labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
        return "{\(pairs.joined(separator: ","))}"
    }

    /// By scalars: a quote forms one character with a combining mark after it.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
            case "\"" where quotes: result.append(contentsOf: "\\\"".unicodeScalars)
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
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
