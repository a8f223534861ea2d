import Bus
import CoreMetrics
import Dispatch
import Foundation
import Logging
import Messages
import ServiceLifecycle
import Storage
import SystemKit
import Tracing
import UnixSignals

extension ProcessHost {
    /// Time limit for draining after SIGTERM.
    static let grace = Duration.seconds(10)
    /// When a process that was asked to end exits even if a task hangs: after the drain and the last steps. What kills
    /// processes waits longer: `pulsum up`, containers, pods and units.
    public static let forcedExit = grace + HostedTask.stopTimeout + .seconds(1)

    /// Runs a process from start to end and returns after a drain. A failed start, or a vital task that ends, exits the
    /// process with a non-zero status and one logged sentence.
    /// - Parameter arguments: those of the program; others stop the start.
    public static func run(
        _ name: ServiceName, arguments: [String] = [], _ build: @Sendable (ProcessHost) async throws -> Void
    ) async {
        await exitingOnFailure(name) {
            signal(SIGPIPE, SIG_IGN)
            raiseDescriptorLimit()
            try await live(name, arguments, build)
        }
    }

    /// Runs `body` without core dumps; an error exits the process with a non-zero status and one logged sentence.
    static func exitingOnFailure(_ name: ServiceName, _ body: () async throws -> Void) async {
        CoreDumps.off()
        PrivateFile.limitNewFiles()
        do {
            try await body()
        } catch {
            Logs.logger(for: name).critical("\(sentence(for: error))")
            exit(status(for: error))
        }
    }

    /// A database that is not in use or has to be accepted stays so until an operator acts, like a bad configuration.
    /// A missing file is tried again: a volume may come late, and the other services go on.
    private static func status(for error: any Error) -> Int32 {
        if let error = error as? StorageError, [.moved, .restored].contains(error.code) {
            return StartFailure.badConfiguration
        }
        return (error as? StartFailure)?.status ?? 1
    }

    /// Raises the descriptor limit to its maximum: libzmq aborts a process with an ipc address that has no descriptor
    /// for the next connection.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(.init(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func live(
        _ name: ServiceName, _ arguments: [String], _ build: @Sendable (ProcessHost) async throws -> Void
    ) async throws {
        guard CommandLine.arguments.dropFirst() == arguments[...] else {
            throw StartFailure(
                "This program takes no arguments; “pulsum config” prints its settings, PULSUM_*.",
                status: StartFailure.badUsage)
        }
        let configuration = try Configuration.load()
        Logs.level = configuration.logLevel
        Logs.format = configuration.logFormat
        let host = try ProcessHost(name: name, configuration: configuration)
        MetricsSystem.bootstrap(host.metrics)
        // Without an exporter the library's own tracer, which does nothing, costs less than one of ours that records
        // nothing.
        if host.traces != nil { InstrumentationSystem.bootstrap(host.tracer) }
        if !configuration.unknown.isEmpty {
            host.log.warning(
                "Unknown configuration keys have no effect; see “pulsum config”.",
                metadata: ["keys": "\(configuration.unknown.joined(separator: " "))"])
        }
        try Files.makeDirectory(configuration.data)
        try Files.makeDirectory(configuration.run)
        try host.makeTokens()
        host.metrics.collect { ProcessFigures.families(release: Release.name, service: name) }
        try await build(host)
        // The record is of the program as a service.
        if arguments.isEmpty { host.beginRecord() }
        try await host.runParts()
        await host.runLastSteps()
        host.record.withLock { $0?.end() }
    }

    /// Diagnostics never keep a process from starting.
    private func beginRecord() {
        do {
            let record = try ProcessRecord(name, in: configuration.data)
            self.record.withLock { $0 = record }
        } catch {
            log.warning("The start was not noted for the diagnostics.", metadata: ["error": "\(error)"])
        }
    }

    private func runParts() async throws {
        let supervisor = Supervisor(environment: ProcessInfo.processInfo.environment)
        let server = HealthServer(host: self)
        var parts = [server.part, reloading]
        if let supervisor { parts.append(supervisor.part(log: log)) }
        // Stopped after the service's own tasks, whose last spans it sends.
        if let traces { parts.append(traces.part) }
        parts += self.parts.withLock { $0 }
        parts.append(deadline)
        if supervisor != nil { signal(SIGINT, SIG_IGN) }
        var group = ServiceGroupConfiguration(
            services: parts.map { part in
                .init(
                    service: part, successTerminationBehavior: part.isVital ? .cancelGroup : .ignore,
                    failureTerminationBehavior: .cancelGroup,
                    serviceName: part.name)
            },
            gracefulShutdownSignals: supervisor == nil ? [.sigterm, .sigint] : [.sigterm],
            logger: Logger(label: name.rawValue) { _ in SwiftLogNoOpLogHandler() })
        group.maximumGracefulShutdownDuration = Self.grace
        log.info("Started.", metadata: ["release": "\(Release.name)", "pid": "\(Platform.processID)"])
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as ServiceGroupError {
            throw StartFailure("A vital task of \(name) ended (\(error)); the process exits to be restarted.")
        }
        log.info("Stopped.")
    }

    /// Does not wait longer than `HostedTask.stopTimeout` for steps that hang, such as on a database that is away.
    private func runLastSteps() async {
        let steps = lastSteps.withLock { $0 }
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        let work = Task {
            for step in steps { await step() }
            end.finish()
        }
        let timer = Task {
            try await Task.sleep(for: HostedTask.stopTimeout)
            end.finish()
        }
        for await _ in ended {}
        work.cancel()
        timer.cancel()
    }

    /// Says that the process is not ready when the drain begins, and exits it at `forcedExit`.
    private var deadline: HostedTask {
        HostedTask("deadline", isVital: false, ending: .asked({})) { [self] in
            try? await gracefulShutdown()
            isDraining.withLock { $0 = true }
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Int(Self.forcedExit.components.seconds))) {
                [log] in
                log.error(
                    "Draining took too long; the process ends. Unacknowledged work is repeated after the next start.")
                _exit(1)
            }
        }
    }

    /// Applies the log level of the configuration file at SIGHUP.
    private var reloading: HostedTask {
        HostedTask("reload", isVital: false, ending: .cancelled) { [self] in
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                do {
                    let configuration = try Configuration.load()
                    Logs.level = configuration.logLevel
                    for reload in reloads.withLock({ $0 }) { reload() }
                    log.notice("Configuration read again.", metadata: ["level": "\(configuration.logLevel)"])
                } catch {
                    log.error("The configuration was not read again: \(error)")
                }
            }
        }
    }

    /// Creates tokens in the default directory at the first start, by whichever process starts first. A configured
    /// directory is left to its owner.
    private func makeTokens() throws(StartFailure) {
        guard configuration.tokens == configuration.data + "/tokens",
            configuration.bus.contains(where: { !$0.isExposed })
        else { return }
        try Tokens(directory: configuration.tokens).create()
    }

    /// A bus connection under this process's name.
    /// - Parameter capabilities: source of the capabilities for its requests.
    /// - Throws: `StartFailure` or `ServiceError` if it cannot be configured.
    public func makeBus(capabilities: (any CapabilitySource)? = nil) throws -> BusConnection {
        let log = log
        var peer = try configuration.peer(name)
        peer.capabilities = capabilities
        peer.log = { log.notice($0) }
        peer.spans = traces?.record
        return try BusConnection(peer)
    }

    private static func sentence(for error: any Error) -> String {
        switch error {
        case let error as ServiceError: error.message
        default: "\(error)"
        }
    }
}

extension Configuration {
    /// Reads the configuration of this process.
    /// - Throws: `StartFailure` that names every invalid key.
    public static func load(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(StartFailure)
        -> Configuration
    {
        try Configuration(environment: environment, home: Platform.home, exists: Files.exists) { path in
            guard let text = try Files.read(path) else { throw StartFailure("The file \(path) is missing.") }
            return text
        }
    }
}
