import Bus
import CoreMetrics
import Messages
import Synchronization
import SystemKit

/// Sends finished spans to the collector at `PULSUM_OTLP_URL` (OTLP/HTTP, JSON), in batches.
///
/// Requests never wait for it: a span is appended to a bounded queue, or dropped and counted if the queue is full. A
/// batch that the collector does not take is dropped too.
final class TraceExporter: Sendable {
    static let setting = "PULSUM_OTLP_URL"
    /// Most spans that wait; about 400 bytes each.
    static let capacity = 8_192
    /// Most spans of one request, well below the 4 MiB that collectors take by default.
    static let batch = 512
    /// Between two batches that are not full.
    static let pause = Duration.seconds(1)
    /// For one request to the collector.
    static let timeout = Duration.seconds(3)
    /// For all requests to the collector when the process stops.
    static let lastTimeout = Duration.seconds(1)

    private let url: PrivateURL
    private let service: ServiceName
    /// Tells this process from other replicas and from earlier starts.
    private let instance = "\(EntityID.random())"
    private let log: @Sendable (BusNotice) -> Void
    private let queue = Mutex<[FinishedSpan]>([])
    /// Whether the collector took the last batch.
    private let isTaking = Mutex(true)
    private let sent: Counter
    private let dropped: Counter
    private let failures: Counter

    /// - Parameter log: written to once when batches begin to fail, and once when they are taken again.
    /// - Throws: `StartFailure` if the URL is not plain http in the private network.
    init(
        _ url: String, service: ServiceName, metrics: PrometheusRegistry,
        log: @escaping @Sendable (BusNotice) -> Void = { _ in }
    ) throws(StartFailure) {
        do throws(PrivateURL.Refused) {
            // Without TLS: a collector on this machine can forward traces over it.
            self.url = try PrivateURL(url, setting: Self.setting, subject: "what Pulsum does", schemes: ["http"])
        } catch {
            throw StartFailure(error.description, status: StartFailure.badConfiguration)
        }
        (self.service, self.log) = (service, log)
        let help = "Spans for the trace collector, by what became of them."
        sent = metrics.counter("pulsum_otlp_spans_total", help, ["outcome": "sent"])
        dropped = metrics.counter("pulsum_otlp_spans_total", help, ["outcome": "dropped"])
        failures = metrics.counter(
            "pulsum_otlp_failures_total", "Batches of spans that the trace collector did not take.")
    }

    /// Takes a span; never blocks and never fails.
    func record(_ span: FinishedSpan) {
        let isTaken = queue.withLock { queue in
            guard queue.count < Self.capacity else { return false }
            queue.append(span)
            return true
        }
        if !isTaken { dropped.increment() }
    }

    /// Runs until the process stops, then sends what waits, within `lastTimeout`.
    var part: HostedTask {
        let (stop, stopping) = AsyncStream.makeStream(of: Void.self)
        return HostedTask("traces", isVital: false, ending: .asked { stopping.finish() }) { [self] in
            await withTaskGroup { group in
                group.addTask { [self] in
                    while !Task.isCancelled {
                        try? await Task.sleep(for: Self.pause)
                        repeat {} while await sendBatch(within: Self.timeout) && waiting >= Self.batch
                    }
                }
                group.addTask { for await _ in stop {} }
                await group.next()
                group.cancelAll()
            }
            let end = ContinuousClock.now + Self.lastTimeout
            while end > .now, await sendBatch(within: end - .now) {}
        }
    }

    private var waiting: Int { queue.withLock { $0.count } }

    /// - Returns: false if nothing waits or the batch was not taken.
    func sendBatch(within limit: Duration) async -> Bool {
        let spans = queue.withLock { queue in
            let spans = Array(queue.prefix(Self.batch))
            queue.removeFirst(spans.count)
            return spans
        }
        guard !spans.isEmpty else { return false }
        let body = OTLPTraces(spans, service: service.rawValue, instance: instance).body
        let outcome = await CollectorConnection.post(body, to: url, path: "/v1/traces", within: limit)
        guard case .answered(200..<300) = outcome else {
            failures.increment()
            dropped.increment(by: spans.count)
            note(isTaken: false)
            return false
        }
        sent.increment(by: spans.count)
        note(isTaken: true)
        return true
    }

    /// Logs each change between taken and refused batches, not each batch.
    private func note(isTaken: Bool) {
        let isChange = isTaking.withLock { isTaking in
            defer { isTaking = isTaken }
            return isTaking != isTaken
        }
        guard isChange else { return }
        log(
            isTaken
                ? BusNotice(.info, "The trace collector takes spans again.")
                : BusNotice(
                    .warning, "The trace collector does not take spans; they are dropped. Look at \(Self.setting)."))
    }
}
