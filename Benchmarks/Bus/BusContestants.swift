import Foundation

/// A messaging system under test. Its servers and workers run while the value exists.
struct BusContestant {
    enum Road: String, CaseIterable {
        case ipc, tcp
        /// tcp with CURVE.
        case curve

        var title: String { self == .curve ? "tcp with CURVE" : rawValue }
    }

    let name: String
    /// Requests in a round, relative to the fastest contestant, so that all rounds take about as long.
    let share: Double
    /// The client program and its arguments before `INFLIGHT COUNT BYTES`.
    let client: [String]
    var environment: [String: String] = [:]
    /// Broker and worker, whose processor time is added to the client's.
    let servers: [Child]

    static let reference = "C, zmq_proxy"

    /// Starts the contestants that support this transport, ours and the reference first, and returns a sentence for
    /// each that is missing.
    /// - Parameter directory: prepared directory for sockets, tokens and keys.
    static func start(_ road: Road, _ directory: String) throws -> (present: [BusContestant], missing: [String]) {
        var missing: [String] = []
        var present = try pulsum(road, directory)
        if let program = Executables.compiled("roundtrip") {
            present.append(try proxy(program, road, directory))
        } else {
            missing.append("The C program is not compared with: deploy/bench compiles it.")
        }
        if road != .curve {
            if let python = try majordomo(road, directory) {
                present.append(python)
            } else {
                missing.append("Majordomo is not compared with: Python has no zmq.")
            }
        }
        if road == .tcp {
            if let server = Executables.server("nats-server"), let program = Executables.compiled("nats_roundtrip") {
                present.append(try nats(server, program))
            } else {
                missing.append(
                    "NATS is not compared with: nats-server or its C client is missing (deploy/bench fetches them where apt-get works)."
                )
            }
        }
        return (present, missing)
    }

    /// - Parameter environment: of a process, by its name: broker, client or the worker's place.
    static func pulsum(_ road: Road, _ directory: String, environment: (String) -> [String: String] = { _ in [:] })
        throws -> [BusContestant]
    {
        let own = Executables.own.path
        let place = [
            directory, road == .ipc ? "ipc://\(directory)/bus" : "tcp://127.0.0.1:\(try Ports.free(3))",
            road == .curve ? "curve" : "plain",
        ]
        let broker = try Child(own, ["bus", "broker"] + place, environment: environment("broker"))
        return try BusProcess.Place.allCases.map { on in
            let worker = try Child(
                own, ["bus", "worker"] + place + [on.rawValue], environment: environment(on.rawValue))
            return BusContestant(
                name: "Pulsum, \(on.title)", share: 1, client: [own, "bus", "client"] + place + [on.rawValue],
                environment: environment("client"),
                servers: [broker, worker])
        }
    }

    static func proxy(
        _ program: String, _ road: Road, _ directory: String, environment: (String) -> [String: String] = { _ in [:] }
    ) throws -> BusContestant {
        let port = try Ports.free(2)
        let front = road == .ipc ? "ipc://\(directory)/front" : "tcp://127.0.0.1:\(port)"
        let back = road == .ipc ? "ipc://\(directory)/back" : "tcp://127.0.0.1:\(port + 1)"
        let curve = road == .curve ? ["ROUNDTRIP_CURVE": "1"] : [:]
        func all(_ name: String) -> [String: String] { curve.merging(environment(name)) { $1 } }
        let proxy = try Child(program, ["proxy", front, back], environment: all("broker"))
        let worker = try Child(program, ["worker", back], environment: all("worker"))
        return BusContestant(
            name: reference, share: 1, client: [program, "client", front], environment: all("client"),
            servers: [proxy, worker])
    }

    /// Returns nil if Python or its zmq module is missing.
    private static func majordomo(_ road: Road, _ directory: String) throws -> BusContestant? {
        let python = Executables.environment["PULSUM_BENCH_PYTHON"] ?? "python3"
        guard try Child(python, ["-c", "import zmq"]).ended() == 0 else { return nil }
        let address = road == .ipc ? "ipc://\(directory)/majordomo" : "tcp://127.0.0.1:\(try Ports.free(1))"
        let script = Executables.script("majordomo.py")
        let servers = [
            try Child(python, [script, "broker", address]), try Child(python, [script, "worker", address]),
        ]
        return BusContestant(
            name: "Majordomo, pyzmq", share: 0.1, client: [python, script, "client", address], servers: servers)
    }

    private static func nats(_ server: String, _ program: String) throws -> BusContestant {
        let port = try Ports.free(1)
        let servers = [
            try Child(
                server, ["--addr", "127.0.0.1", "--port", "\(port)", "--log", "/dev/null"],
                environment: Executables.serverEnvironment)
        ]
        try Ports.wait(for: port, of: servers[0])
        let url = "nats://127.0.0.1:\(port)"
        let worker = try Child(program, ["worker", url])
        return BusContestant(
            name: "nats-server, C client", share: 0.3, client: [program, "client", url], servers: servers + [worker])
    }
}

/// One run of a client. Times in microseconds; processor time is per round trip, summed over all processes.
struct RoundTrips {
    var median: Double
    var tail: Double
    var rate: Double
    var processor: Double

    static func measure(_ who: BusContestant, inFlight: Int, count: Int, bytes: Int) throws -> RoundTrips {
        let count = max(inFlight * 10, Int(Double(count) * who.share) / inFlight * inFlight)
        let before = who.servers.reduce(0) { $0 + $1.processorSeconds }
        let client = try Child(
            who.client[0], who.client[1...] + ["\(inFlight)", "\(count)", "\(bytes)"], environment: who.environment,
            reads: true)
        let numbers = try client.figures(4)
        let seconds = who.servers.reduce(0) { $0 + $1.processorSeconds } - before + numbers[3] / 1e9
        return RoundTrips(
            median: numbers[0] / 1_000, tail: numbers[1] / 1_000, rate: numbers[2],
            processor: seconds * 1e6 / Double(count))
    }
}

/// Loopback ports.
enum Ports {
    /// Returns the first of `count` neighbouring free ports.
    static func free(_ count: Int) throws -> Int {
        for _ in 0..<100 {
            let first = Int.random(in: 20_000..<32_000)
            if (first..<first + count).allSatisfy({ port in connects(to: port) == false }) { return first }
        }
        throw BenchmarkError("no port of the loopback is free")
    }

    static func wait(for port: Int, of server: Child) throws {
        for _ in 0..<100 {
            if connects(to: port) { return }
            guard server.isRunning else { break }
            usleep(50_000)
        }
        throw BenchmarkError("a server did not start")
    }

    private static func connects(to port: Int) -> Bool {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard file >= 0 else { return false }
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafeBytes(of: address) { bytes in
            guard let base = bytes.baseAddress else { return false }
            return connect(file, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
        }
    }
}
