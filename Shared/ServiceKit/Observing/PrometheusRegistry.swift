import CoreMetrics
import Logging
import Synchronization

/// The metrics of a process in Prometheus text format (exposition format 0.0.4), served on its health port: the backend
/// of swift-metrics.
///
/// Names begin with `pulsum_`, counters end in `_total`, durations are in seconds. Labels never carry content or a
/// user. Code that counts holds a `Counter`, `Gauge` or `Timer`; what another part counts anyway (the bus's socket
/// loop) is a source and rendered at the scrape.
public final class PrometheusRegistry: MetricsFactory, Sendable {
    /// Label names and values in the order they are printed.
    public typealias Labels = KeyValuePairs<String, String>

    private struct Series {
        let labels: [Family.Label]
        let value: any PrometheusValue
    }

    private struct State {
        var kinds: [String: Family.Kind] = [:]
        var helps: [String: String] = [:]
        /// Where they differ from `Histogram.seconds`.
        var bounds: [String: [Double]] = [:]
        var series: [String: [Series]] = [:]
        var sources: [@Sendable () async -> [Family]] = []
        /// Names that were used as two types.
        var clashes: Set<String> = []
    }

    /// Label names that instruments of libraries keep. Others may hold content, such as a path.
    private static let libraryLabels: Set<String> = ["code", "kind", "method", "outcome", "protocol", "status"]

    private let state = Mutex(State())
    private let warn: @Sendable (String) -> Void

    /// An empty registry.
    /// - Parameter warn: called once for each name that is used as two types.
    public init(
        warn: @escaping @Sendable (String) -> Void = { Logger(label: "pulsum.metrics").warning("\($0)") }
    ) {
        self.warn = warn
    }

    /// A counter that is served from now on, with 0 if nothing was counted.
    public func counter(_ name: String, _ help: String, _ labels: Labels = [:]) -> Counter {
        describe(name, help)
        return Counter(label: name, dimensions: labels.map { ($0.key, $0.value) }, factory: self)
    }

    /// A gauge that is served from now on.
    public func gauge(_ name: String, _ help: String, _ labels: Labels = [:]) -> Gauge {
        describe(name, help)
        return Gauge(label: name, dimensions: labels.map { ($0.key, $0.value) }, factory: self)
    }

    /// A histogram of durations, served from now on.
    /// - Parameter bounds: upper bounds of the buckets in seconds, ascending.
    public func timer(
        _ name: String, _ help: String, _ labels: Labels = [:], bounds: [Double] = Histogram.seconds
    ) -> CoreMetrics.Timer {
        describe(name, help)
        state.withLock { $0.bounds[Self.legal(name)] = bounds }
        return Timer(label: name, dimensions: labels.map { ($0.key, $0.value) }, factory: self)
    }

    /// Adds a source that is queried at each scrape.
    public func collect(_ source: @escaping @Sendable () async -> [Family]) {
        state.withLock { $0.sources.append(source) }
    }

    /// All metrics, sorted by name.
    public func text() async -> String {
        let (own, sources) = state.withLock { state in
            let families = state.series.map { name, series in
                var family = Family(name, state.helps[name] ?? "", state.kinds[name] ?? .gauge)
                for one in series { family.update(one.labels) { one.value.read(into: &$0) } }
                return family
            }
            return (families, state.sources)
        }
        var families = own
        for source in sources { families += await source() }
        return families.sorted { $0.name < $1.name }.map(\.text).joined()
    }

    private func describe(_ name: String, _ help: String) { state.withLock { $0.helps[Self.legal(name)] = help } }

    /// The value of these labels, made at the first call: equal instruments count into one series.
    private func value<Value: PrometheusValue>(
        _ label: String, _ dimensions: [(String, String)], _ kind: Family.Kind, _ make: ([Double]) -> Value
    ) -> Value {
        let name = Self.legal(label)
        let named = dimensions.map { Family.Label(Self.legal($0.0), $0.1) }
        let (value, isFirstClash): (Value, Bool) = state.withLock { state in
            let labels = state.helps[name] != nil ? named : named.filter { Self.libraryLabels.contains($0.name) }
            if let known = state.series[name]?.first(where: { $0.labels == labels })?.value as? Value {
                return (known, false)
            }
            let value = make(state.bounds[name] ?? Histogram.seconds)
            // The text format has one type per name; a second use as another type is counted but not served.
            guard state.kinds[name] ?? kind == kind else { return (value, state.clashes.insert(name).inserted) }
            state.kinds[name] = kind
            state.series[name, default: []].append(Series(labels: labels, value: value))
            return (value, false)
        }
        if isFirstClash { warn("The metric \(name) is used as two types; its \(kind.rawValue) is not served.") }
        return value
    }

    /// Replaces characters that metrics and labels of the text format cannot have; swift-metrics allows any. Labels
    /// cannot have the colon either, which metrics reserve for rules.
    private static func legal(_ name: String) -> String {
        let legal = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" })
        return legal.first?.isNumber == true ? "_" + legal : legal
    }

    // MARK: MetricsFactory

    /// A counter without help text, for libraries that count by themselves.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        value(label, dimensions, .counter) { _ in CountedValue() }
    }

    /// A gauge, or a histogram if values are aggregated, without help text.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        aggregate
            ? value(label, dimensions, .histogram) { RecordedValues($0) } as any RecorderHandler
            : value(label, dimensions, .gauge) { _ in LastValue() }
    }

    /// A histogram of seconds without help text.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        value(label, dimensions, .histogram) { RecordedValues($0) }
    }

    /// Does nothing: a series lives as long as the process, because Prometheus takes one that disappears for a restart.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing, like `destroyCounter`.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing, like `destroyCounter`.
    public func destroyTimer(_ handler: any TimerHandler) {}
}

/// The state of one series.
private protocol PrometheusValue: AnyObject, Sendable {
    func read(into sample: inout Family.Sample)
}

private final class CountedValue: CounterHandler, PrometheusValue {
    private let count = Atomic<Int64>(0)

    /// Negative amounts count as 0.
    func increment(by amount: Int64) { count.wrappingAdd(max(0, amount), ordering: .relaxed) }
    /// A Prometheus counter never goes down while its process lives.
    func reset() {}
    func read(into sample: inout Family.Sample) { sample.value = Double(count.load(ordering: .relaxed)) }
}

private final class LastValue: RecorderHandler, PrometheusValue {
    private let bits = Atomic<UInt64>(0)

    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
    func read(into sample: inout Family.Sample) { sample.value = Double(bitPattern: bits.load(ordering: .relaxed)) }
}

private final class RecordedValues: RecorderHandler, TimerHandler, PrometheusValue {
    private let histogram: Mutex<Histogram>

    init(_ bounds: [Double]) { histogram = Mutex(Histogram(bounds: bounds)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { histogram.withLock { $0.record(value) } }
    func read(into sample: inout Family.Sample) { sample.histogram = histogram.withLock { $0 } }
}
