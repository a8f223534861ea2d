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

/// One process of the installation: configuration, logs, metrics, health server, signals. `ServiceHost` adds the bus and the store.
///
/// ```swift
/// await ProcessHost.run(.broker) { host in
///     let broker = BrokerShell(…)
///     host.part("broker", stop: { broker.stop() }) { try await broker.run() }
/// }
/// ```
public final class ProcessHost: Sendable {
    public let name: ServiceName
    public let configuration: Configuration
    public let log: Logger
    public let metrics = Metrics()
    let parts = Mutex<[Part]>([])
    let reloads = Mutex<[@Sendable () -> Void]>([])
    private let checks = Mutex<[@Sendable () async -> String?]>([])

    init(name: ServiceName, configuration: Configuration) {
        (self.name, self.configuration, log) = (name, configuration, Logs.logger(for: name))
    }

    /// Something the process lives by: when it ends by itself or throws, the process ends with status 1. Parts stop in reverse order.
    /// - Parameters:
    ///   - stop: asks it to end by itself. Without it, `run` listens to ServiceLifecycle's graceful shutdown (servers do), and is cancelled two seconds later.
    public func part(_ name: String, stop: (@Sendable () async -> Void)? = nil, _ run: @escaping @Sendable () async throws -> Void) {
        parts.withLock { $0.append(Part(name, isVital: true, ending: stop.map { .asked($0) } ?? .byItself, run)) }
    }

    /// Work that goes on beside the requests: begun again with a growing pause (0.1 s to 10 s) when it throws, cancelled when the process drains.
    public func background(_ name: String, _ run: @escaping @Sendable () async throws -> Void) {
        let log = log
        let metrics = metrics
        let part = Part(name, isVital: false, ending: .cancelled) {
            try await Part.restarting(run) { error, pause in
                metrics.count("pulsum_background_failures_total", "Background work that ended with an error and was begun again.", ["name": name])
                // The error's own text may come from anywhere; its kind says enough.
                let kind = (error as? BusError).map { "\($0.code)" } ?? "\(type(of: error))"
                log.error("Background work failed; it begins again.", metadata: ["name": "\(name)", "error": "\(kind)", "pause": "\(pause)"])
            }
        }
        parts.withLock { $0.append(part) }
    }

    /// Called at SIGHUP, after the configuration has been read again.
    public func onReload(_ body: @escaping @Sendable () -> Void) { reloads.withLock { $0.append(body) } }

    /// Adds a condition of `/health/ready`: nil where it holds, else a sentence.
    public func ready(_ check: @escaping @Sendable () async -> String?) { checks.withLock { $0.append(check) } }

    /// What keeps the process from being ready.
    func unreadiness() async -> [String] {
        let checks = checks.withLock { $0 }
        var reasons: [String] = []
        for check in checks { if let reason = await check() { reasons.append(reason) } }
        return reasons
    }
}
