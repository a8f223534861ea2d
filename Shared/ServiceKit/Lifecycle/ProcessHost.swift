import Bus
import Logging
import Messages
import ServiceLifecycle
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One process of the installation: configuration, logs, metrics, health server, signals. `ServiceHost` adds the bus
/// and the store.
///
/// ```swift
/// await ProcessHost.run(.broker) { host in
///     let broker = BrokerShell(…)
///     host.part("broker", stop: { broker.stop() }) { try await broker.run() }
/// }
/// ```
public final class ProcessHost: Sendable {
    /// The process's name on the bus.
    public let name: ServiceName
    /// The settings read at the start.
    public let configuration: Configuration
    /// The process's logger.
    public let log: Logger
    /// The process's metrics.
    public let metrics = PrometheusRegistry()
    /// Nil if no collector is configured.
    let traces: TraceExporter?
    let parts = Mutex<[HostedTask]>([])
    let reloads = Mutex<[@Sendable () -> Void]>([])
    let lastSteps = Mutex<[@Sendable () async -> Void]>([])
    /// Nil before the process runs.
    let record = Mutex<ProcessRecord?>(nil)
    let isDraining = Mutex(false)
    private let checks = Mutex<[@Sendable () async -> String?]>([])

    init(name: ServiceName, configuration: Configuration) throws(StartFailure) {
        let log = Logs.logger(for: name)
        (self.name, self.configuration, self.log) = (name, configuration, log)
        traces =
            configuration.traceCollector.isEmpty
            ? nil
            : try TraceExporter(
                configuration.traceCollector, service: name, metrics: metrics, log: { log.notice($0) })
    }

    /// The process's tracer; it records only if a collector is configured.
    public var tracer: BusTracer { BusTracer(record: traces?.record) }

    /// Adds a vital task: if it ends or throws before draining, the process exits with status 1. Tasks stop in reverse
    /// order.
    /// - Parameters:
    ///   - stop: asks the task to end. If nil, `run` must handle ServiceLifecycle's graceful shutdown (servers do) and
    ///     is cancelled after two seconds.
    public func part(
        _ name: String, stop: (@Sendable () async -> Void)? = nil, _ run: @escaping @Sendable () async throws -> Void
    ) {
        parts.withLock { $0.append(HostedTask(name, isVital: true, ending: stop.map { .asked($0) } ?? .byItself, run)) }
    }

    /// Adds a background task: after an error it restarts with a growing pause (0.1 s to 10 s); draining cancels it.
    public func background(_ name: String, _ run: @escaping @Sendable () async throws -> Void) {
        let log = log
        let metrics = metrics
        let part = HostedTask(name, isVital: false, ending: .cancelled) {
            try await HostedTask.restarting(run) { error, pause in
                metrics.counter(
                    "pulsum_background_failures_total", "Background work that ended with an error and was begun again.",
                    ["name": name]
                ).increment()
                // Logs the error's type and code only: its text may come from anywhere and hold content.
                log.error(
                    "Background task failed; it restarts.",
                    metadata: ["name": "\(name)", "error": "\(ServiceError.logText(error))", "pause": "\(pause)"])
            }
        }
        parts.withLock { $0.append(part) }
    }

    /// Adds a callback for SIGHUP, which runs after the configuration was read again.
    public func onReload(_ body: @escaping @Sendable () -> Void) { reloads.withLock { $0.append(body) } }

    /// Adds a step that runs after a drain, when every task has ended. It has two seconds, and does not run where the
    /// process ends otherwise.
    public func afterDrain(_ body: @escaping @Sendable () async -> Void) { lastSteps.withLock { $0.append(body) } }

    /// Adds a condition of `/health/ready`: nil if it holds, else a sentence.
    public func ready(_ check: @escaping @Sendable () async -> String?) { checks.withLock { $0.append(check) } }

    /// The failed conditions of `/health/ready`.
    func unreadiness() async -> [String] {
        guard !isDraining.withLock({ $0 }) else { return ["The process ends."] }
        let checks = checks.withLock { $0 }
        var reasons: [String] = []
        for check in checks { if let reason = await check() { reasons.append(reason) } }
        return reasons
    }
}
