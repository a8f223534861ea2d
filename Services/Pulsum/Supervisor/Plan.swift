import Bus
import Foundation
import Messages
import ServiceKit

/// What `pulsum up` starts, and with which environment. Decides everything before the first process runs.
struct Plan {
    struct Replica: Sendable, Equatable {
        let service: ServiceName
        /// 1, 2, 3 … where a service has several.
        let number: Int
        let count: Int
        /// Where a broker listens that is one of several.
        var address: BusEndpoint?
        /// As the merged log names it.
        var name: String { count > 1 ? "\(service).\(number)" : service.rawValue }
    }

    /// In order of starting; stopped in reverse, a stage at a time: first the way in, then the services, last the bus.
    let stages: [[Replica]]
    let environment: [String: String]

    /// Variables that children get beside the settings; nothing else of the person's environment is handed on, least of all a key kept there.
    private static let passedOn: Set<String> = [
        "HOME", "PATH", "LANG", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "LD_PRELOAD", "SSL_CERT_FILE", "SSL_CERT_DIR", "SWIFT_BACKTRACE",
        "CREDENTIALS_DIRECTORY",
    ]

    init(_ configuration: Configuration, environment: [String: String], scale: [Up.Scale], processID: Int32 = getpid()) {
        func replicas(_ service: ServiceName) -> [Replica] {
            let count = scale.last { $0.service == service }?.count ?? 1
            return (1...count).map { Replica(service: service, number: $0, count: count) }
        }
        let brokers = configuration.bus.enumerated().map { index, address in
            Replica(service: .broker, number: index + 1, count: configuration.bus.count, address: configuration.bus.count > 1 ? address : nil)
        }
        stages = [brokers, Topology.keepers.flatMap(replicas), replicas(.api)]
        let settings = Set(Setting.all.map(\.key))
        var passed = environment.filter { Self.passedOn.contains($0.key) || $0.key.hasPrefix("LC_") || settings.contains($0.key) }
        passed["PULSUM_SUPERVISED"] = "\(processID)"
        // `pulsum up` reads what they write and puts it into the format that was asked for.
        passed["PULSUM_LOG_FORMAT"] = LogFormat.text.rawValue
        // A crash prints its stack, but not the registers, which the backtracer shows with the memory they point at: it may be a journal or a key.
        if passed["SWIFT_BACKTRACE"] == nil { passed["SWIFT_BACKTRACE"] = "registers=none" }
        // Each process needs its own port.
        passed["PULSUM_HEALTH"] = "\(HostPort(host: configuration.health.host, port: 0))"
        self.environment = passed
    }

    /// A broker is told its own address only; everybody else is told all of them.
    func environment(of replica: Replica) -> [String: String] {
        guard let address = replica.address else { return environment }
        return environment.merging(["PULSUM_BUS": "\(address)"]) { $1 }
    }

    /// How many workers each service must have before the stack is ready.
    var expected: [ServiceName: Int] {
        Dictionary(stages.joined().filter { $0.service != .broker }.map { ($0.service, $0.count) }, uniquingKeysWith: { first, _ in first })
    }

    /// True when every expected worker has registered.
    func isReady(_ status: BusStatus.Reply) -> Bool {
        expected.allSatisfy { service, count in
            (status.services.first { $0.service == service }?.workers.filter { !$0.draining }.count ?? 0) >= count
        }
    }
}
