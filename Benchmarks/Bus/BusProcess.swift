import BrokerCore
import Bus
import Foundation
import Messages

/// The three processes of the bus benchmark. The client uses the public interface only.
enum BusProcess {
    struct Blob: BusRequest {
        typealias Reply = Blob
        static let type = MessageType(0xF0B0)
        /// No fixed service: each place has its own worker.
        static let service: ServiceName? = nil
        static let budget = Duration.seconds(30)
        var bytes: [UInt8]
        enum CodingKeys: Int, CodingKey { case bytes = 1 }
    }

    /// The executor of client tasks and handlers.
    enum Place: String, CaseIterable {
        /// The connection's socket thread, suitable for light messaging code.
        case socketThread = "thread"
        /// The threads of handlers, the default.
        case pool

        var title: String { self == .socketThread ? "socket thread" : "pool" }
        var worker: String { "bench-\(rawValue)" }
    }

    static let names = ["bench-client"] + Place.allCases.map(\.worker)

    /// Creates a directory for sockets and a token and a key for each name.
    static func prepare(_ directory: String, names: [String]) throws {
        for path in [directory, directory + "/tokens", directory + "/keys"] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        func write(_ text: String, _ path: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        let store = KeyStore(directory: directory + "/keys")
        for name in names + ["broker"] {
            if name != "broker" { try write("token\n", "\(directory)/tokens/\(name)") }
            let pair = try CurvePair.generate()
            var file = KeyFile()
            try file.add(pair.key, on: "2026-01-01")
            try write(pair.secret + "\n", store.secretPath(ServiceName(rawValue: name)))
            try write(file.text, store.publicPath(ServiceName(rawValue: name)))
        }
    }

    /// Runs `broker DIRECTORY ADDRESS plain|curve`, `worker … PLACE` or `client … PLACE INFLIGHT COUNT BYTES`. Returns
    /// false for other arguments.
    static func run(_ arguments: [String]) async throws -> Bool {
        guard arguments.count >= 4 else { return false }
        let (directory, address) = (arguments[1], arguments[2])
        let keys = arguments[3] == "curve" ? KeyStore(directory: directory + "/keys") : nil
        let place = arguments.count > 4 ? Place(rawValue: arguments[4]) : nil
        switch (arguments[0], place) {
        case ("broker", nil): try await broker(directory, address, keys: keys)
        case ("worker", let place?):
            let connection = try connect(place.worker, directory, address, keys: keys, credit: 128)
            connection.handle(Blob.self, on: place == .socketThread ? .socketThread : .pool) { request, _ in request }
            try await connection.run()
        case ("client", let place?):
            let numbers = arguments.dropFirst(5).compactMap { Int($0) }
            guard numbers.count == 3 else { return false }
            let connection = try connect("bench-client", directory, address, keys: keys)
            try await client(connection, place, inFlight: numbers[0], count: numbers[1], bytes: numbers[2])
        default: return false
        }
        return true
    }

    static func broker(_ directory: String, _ address: String, keys: KeyStore?) async throws {
        try await BrokerShell(
            BrokerConfiguration(
                endpoint: BusEndpoint(address), tokens: directory + "/tokens", keys: keys, release: "bench",
                log: complain)
        ).run()
    }

    static func connect(_ name: String, _ directory: String, _ address: String, keys: KeyStore?, credit: Int32 = 32)
        throws -> BusConnection
    {
        try BusConnection(
            BusConfiguration(
                service: ServiceName(rawValue: name), release: "bench", brokers: [BusEndpoint(address)], token: "token",
                keys: keys, credit: credit,
                log: complain))
    }

    /// Prints median and 99th percentile of a round trip in nanoseconds, round trips per second, and processor time in
    /// nanoseconds.
    private static func client(_ connection: BusConnection, _ place: Place, inFlight: Int, count: Int, bytes: Int)
        async throws
    {
        let running = Task { try await connection.run() }
        let worker = ServiceName(rawValue: place.worker)
        // The worker may still be starting.
        _ = try await connection.request(Blob(bytes: []), to: worker, budget: .seconds(20))
        let executor: any TaskExecutor = place == .socketThread ? connection.executor : connection.pool
        let task = Task.detached(executorPreference: executor) {
            _ = try await asking(connection, worker, 200, bytes)
            let (processor, start) = (nanoseconds(CLOCK_PROCESS_CPUTIME_ID), nanoseconds(CLOCK_MONOTONIC))
            let times = try await withThrowingTaskGroup(of: [UInt64].self) { group in
                for _ in 0..<inFlight {
                    group.addTask { try await asking(connection, worker, count / inFlight, bytes) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            let seconds = Double(nanoseconds(CLOCK_MONOTONIC) - start) / 1e9
            let sorted = times.sorted()
            print(
                sorted[sorted.count / 2], sorted[sorted.count / 100 * 99], Int(Double(sorted.count) / seconds),
                nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - processor)
        }
        try await task.value
        await connection.drain()
        try await running.value
    }

    /// Sends `count` requests one after the other; returns each round trip's nanoseconds.
    private static func asking(_ connection: BusConnection, _ worker: ServiceName, _ count: Int, _ bytes: Int)
        async throws -> [UInt64]
    {
        let blob = Blob(bytes: [UInt8](repeating: 7, count: bytes))
        var times: [UInt64] = []
        times.reserveCapacity(count)
        for _ in 0..<count {
            let start = nanoseconds(CLOCK_MONOTONIC)
            _ = try await connection.request(blob, to: worker)
            times.append(nanoseconds(CLOCK_MONOTONIC) - start)
        }
        return times
    }

    static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    @Sendable private static func complain(_ notice: BusNotice) {
        if notice.level == .error { FileHandle.standardError.write(Data((notice.message + "\n").utf8)) }
    }
}
