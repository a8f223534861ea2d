import Bus
import Foundation
import Messages
import ServiceKit
import Storage

/// The processes that `pulsum up` starts and their environments, determined before the first process runs.
struct LaunchPlan {
    /// A process of a service.
    struct Replica: Sendable, Equatable {
        let service: ServiceName
        /// Counted from 1.
        let number: Int
        let count: Int
        /// The broker's own address if there are several brokers.
        var address: BusEndpoint?
        /// The name in the merged log.
        var name: String { count > 1 ? "\(service).\(number)" : service.rawValue }
    }

    /// In start order: brokers, services, API. Stopped in reverse, one stage at a time, so that requests stop arriving
    /// first.
    let stages: [[Replica]]
    /// The processes that run on this machine.
    let selection: ServiceSelection
    let environment: [String: String]

    /// Variables passed to children besides the settings. No others are passed, because the environment may hold
    /// secrets.
    private static let inheritedVariables: Set<String> = [
        "HOME", "PATH", "LANG", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "LD_PRELOAD", "SSL_CERT_FILE", "SSL_CERT_DIR",
        "SWIFT_BACKTRACE",
        "CREDENTIALS_DIRECTORY",
    ]

    init(
        _ configuration: Configuration, environment: [String: String], scale: [ServiceScale],
        only selection: ServiceSelection = .all, processID: Int32 = getpid()
    ) {
        func replicas(_ service: ServiceName) -> [Replica] {
            let count = scale.last { $0.service == service }?.count ?? 1
            return (1...count).map { Replica(service: service, number: $0, count: count) }
        }
        let brokers = configuration.bus.enumerated().map { index, address in
            Replica(
                service: .broker, number: index + 1, count: configuration.bus.count,
                address: configuration.bus.count > 1 ? address : nil)
        }
        stages = [brokers, Topology.keepers.flatMap(replicas), replicas(.api)].map { stage in
            stage.filter { selection.processes.contains($0.service) }
        }.filter { !$0.isEmpty }
        self.selection = selection
        let settings = Set(Setting.all.map(\.key))
        var passed = environment.filter {
            Self.inheritedVariables.contains($0.key) || $0.key.hasPrefix("LC_") || settings.contains($0.key)
        }
        #if DEBUG
            passed[ScryptCost.variable] = environment[ScryptCost.variable]
        #endif
        passed["PULSUM_SUPERVISED"] = "\(processID)"
        // `pulsum up` parses the children's logs and renders them in the configured format.
        passed["PULSUM_LOG_FORMAT"] = LogFormat.text.rawValue
        // A crash prints its stack without registers: the backtracer shows the memory they point to, which may hold a
        // journal or a key.
        if passed["SWIFT_BACKTRACE"] == nil { passed["SWIFT_BACKTRACE"] = "registers=none" }
        // Port 0: each process needs a separate port.
        passed["PULSUM_HEALTH"] = "\(HostPort(host: configuration.health.host, port: 0))"
        self.environment = passed
    }

    /// One of several brokers gets only its own address; all other processes get all addresses.
    func environment(of replica: Replica) -> [String: String] {
        guard let address = replica.address else { return environment }
        return environment.merging(["PULSUM_BUS": "\(address)"]) { $1 }
    }

    /// Number of workers per service that must register before the stack is ready.
    var expected: [ServiceName: Int] {
        Dictionary(
            stages.joined().filter { $0.service != .broker }.map { ($0.service, $0.count) },
            uniquingKeysWith: { first, _ in first })
    }

    /// True if every expected worker has registered.
    func isReady(_ status: BusStatus.Reply) -> Bool {
        expected.allSatisfy { service, count in
            (status.services.first { $0.service == service }?.workers.filter { !$0.draining }.count ?? 0) >= count
        }
    }
}
