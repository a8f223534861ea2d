import Bus
import Foundation
import Messages

/// A request through broker and worker and back over ipc, beside a C program through libzmq's own proxy in the same run.
///
///     pulsum-bench bus PATH-OF-C-PROGRAM     (deploy/bench compiles Tests/Benchmarks/c/roundtrip.c)
///
/// Broker and worker are processes of their own, as in real life. Rounds of both alternate, medians are reported.
enum BusBenchmark {
    private static let rounds = 5
    private static let payloadBytes = 100
    private static let pingPongs = 5_000
    private static let concurrent = 60_000
    private static let inFlight = 64

    struct Blob: BusRequest {
        typealias Reply = Blob
        static let type = MessageType(0xF0B0)
        static let service: ServiceName? = ServiceName(rawValue: "bench-worker")
        static let budget = Duration.seconds(30)
        var bytes: [UInt8]
        enum CodingKeys: Int, CodingKey { case bytes = 1 }
    }

    /// Where client tasks and handlers run.
    enum Place: String, CaseIterable {
        /// On the socket thread, as light messaging code may.
        case socketThread = "socket thread"
        /// On the global executor, as everything else does.
        case pool
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func run(arguments: [String]) async throws {
        switch arguments.first {
        case "broker" where arguments.count == 2: try await broker(directory: arguments[1])
        case "worker" where arguments.count == 3: try await worker(directory: arguments[1], Place(rawValue: arguments[2]) ?? .pool)
        case let program? where arguments.count == 1: try await compare(program)
        default: throw Failure(description: "Say where the C program is: pulsum-bench bus PATH (deploy/bench compiles it from Tests/Benchmarks/c/roundtrip.c).")
        }
    }

    private static func compare(_ program: String) async throws {
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw Failure(description: "\(program) is not a program; deploy/bench compiles it.")
        }
        let directory = "/tmp/pulsum-bench-\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(atPath: directory + "/tokens", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for name in ["bench-client", "bench-worker"] {
            let path = "\(directory)/tokens/\(name)"
            try Data("token\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        let (front, back) = ("ipc://\(directory)/front", "ipc://\(directory)/back")
        var processes: [Process] = []
        defer { for process in processes { end(process) } }
        processes.append(try start(program, ["proxy", front, back]))
        processes.append(try start(program, ["worker", back]))
        processes.append(try start(CommandLine.arguments[0], ["bus", "broker", directory]))

        print("request and reply, \(payloadBytes) bytes, ipc, client + broker + worker in three processes; medians of \(rounds) alternating rounds")
        for place in Place.allCases {
            let worker = try start(CommandLine.arguments[0], ["bus", "worker", directory, place.rawValue])
            defer { end(worker) }
            try await measure(place, program, front, directory, theirs: Array(processes[..<2]), ours: [processes[2], worker])
        }
    }

    private static func measure(
        _ place: Place, _ program: String, _ front: String, _ directory: String, theirs proxyAndWorker: [Process], ours brokerAndWorker: [Process]
    ) async throws {
        let connection = try connect("bench-client", directory)
        let running = Task { try await connection.run() }
        // The worker may still be starting.
        _ = try await connection.request(Blob(bytes: []), budget: .seconds(20))
        var (ourSeconds, theirSeconds) = (0.0, 0.0)
        var (ourMedians, theirMedians, ourRates, theirRates): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for _ in 0..<rounds {
            theirMedians.append(try client(program, front, 1, pingPongs).0)
            ourMedians.append(try await oneInFlight(connection, place))
            theirSeconds -= processorSeconds(proxyAndWorker) + childrenSeconds()
            theirRates.append(try client(program, front, inFlight, concurrent).1)
            theirSeconds += processorSeconds(proxyAndWorker) + childrenSeconds()
            ourSeconds -= processorSeconds(brokerAndWorker) + processorSeconds(ProcessInfo.processInfo.processIdentifier)
            ourRates.append(try await manyInFlight(connection, place))
            ourSeconds += processorSeconds(brokerAndWorker) + processorSeconds(ProcessInfo.processInfo.processIdentifier)
        }
        await connection.drain()
        try await running.value
        let (ours, theirs) = (median(ourMedians) / 1_000, median(theirMedians) / 1_000)
        let (ourRate, theirRate) = (median(ourRates), median(theirRates))
        func microseconds(_ seconds: Double) -> String { String(format: "%.1f", seconds * 1e6 / Double(rounds * concurrent)) }
        print("handlers and callers on the \(place.rawValue):")
        print("  1 in flight:  median \(Int(ours)) µs, C over zmq_proxy \(Int(theirs)) µs, ratio \(rounded(ours / theirs)) (to reach: at most 1.6)")
        print(
            "  \(inFlight) in flight: \(Int(ourRate))/s, C over zmq_proxy \(Int(theirRate))/s, share \(rounded(ourRate / theirRate)) (to reach: at least 0.5)")
        print("  processor time of a round trip, all three processes: \(microseconds(ourSeconds)) µs, C \(microseconds(theirSeconds)) µs")
    }

    private static func processorSeconds(_ processes: [Process]) -> Double {
        processes.reduce(0) { $0 + processorSeconds($1.processIdentifier) }
    }

    /// utime and stime, proc_pid_stat(5).
    private static func processorSeconds(_ process: Int32) -> Double {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8), let end = text.lastIndex(of: ")") else { return 0 }
        let fields = text[end...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Of children that have ended.
    private static func childrenSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }

    private static func oneInFlight(_ connection: BusConnection, _ place: Place) async throws -> Double {
        let task = Task.detached(executorPreference: place == .socketThread ? connection.executor : nil) {
            let blob = Blob(bytes: [UInt8](repeating: 7, count: payloadBytes))
            var times: [Double] = []
            for _ in 0..<pingPongs {
                let start = ContinuousClock.now
                _ = try await connection.request(blob)
                let (seconds, attoseconds) = (ContinuousClock.now - start).components
                times.append(Double(seconds) * 1e9 + Double(attoseconds) / 1e9)
            }
            return median(times)
        }
        return try await task.value
    }

    private static func manyInFlight(_ connection: BusConnection, _ place: Place) async throws -> Double {
        let start = ContinuousClock.now
        let task = Task.detached(executorPreference: place == .socketThread ? connection.executor : nil) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<inFlight {
                    group.addTask {
                        let blob = Blob(bytes: [UInt8](repeating: 7, count: payloadBytes))
                        for _ in 0..<(concurrent / inFlight) { _ = try await connection.request(blob) }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await task.value
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Double(concurrent / inFlight * inFlight) / (Double(seconds) + Double(attoseconds) / 1e18)
    }

    private static func broker(directory: String) async throws {
        let configuration = BrokerConfiguration(
            endpoint: try BusEndpoint("ipc://\(directory)/bus"), tokens: directory + "/tokens", release: "bench", log: complain)
        try await BrokerShell(configuration).run()
    }

    private static func worker(directory: String, _ place: Place) async throws {
        let connection = try connect("bench-worker", directory, credit: 128)
        connection.handle(Blob.self, on: place == .socketThread ? .socketThread : .pool) { request, _ in request }
        try await connection.run()
    }

    private static func connect(_ name: String, _ directory: String, credit: Int32 = 32) throws -> BusConnection {
        try BusConnection(
            BusConfiguration(
                service: ServiceName(rawValue: name), release: "bench", brokers: [BusEndpoint("ipc://\(directory)/bus")], token: "token", credit: credit,
                log: complain))
    }

    @Sendable private static func complain(_ notice: BusNotice) {
        if notice.level == .error { FileHandle.standardError.write(Data((notice.message + "\n").utf8)) }
    }

    private static func start(_ program: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        try process.run()
        return process
    }

    /// SIGKILL, because a child inherits the blocked SIGTERM of the thread that started it.
    private static func end(_ process: Process) {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Median nanoseconds and round trips per second of the C client.
    private static func client(_ program: String, _ front: String, _ inFlight: Int, _ count: Int) throws -> (Double, Double) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["client", front, "\(inFlight)", "\(count)", "\(payloadBytes)"]
        process.standardOutput = output
        try process.run()
        let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        process.waitUntilExit()
        guard words.count == 2, let nanoseconds = Double(words[0]), let rate = Double(words[1]) else {
            throw Failure(description: "The C program did not report its figures.")
        }
        return (nanoseconds, rate)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    private static func rounded(_ value: Double) -> String { String(format: "%.2f", value) }
}
