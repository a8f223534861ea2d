import Bus
import Foundation
import Messages

/// The three processes of the bus's benchmark. The client is a user of the public interface like any other.
enum BusProcess {
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
        /// As light messaging code may.
        case socketThread = "thread"
        /// As everything else does.
        case pool

        var title: String { self == .socketThread ? "socket thread" : "pool" }
    }

    static func prepare(_ directory: String) throws {
        for path in [directory, directory + "/tokens"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        for name in ["bench-client", "bench-worker"] {
            let path = "\(directory)/tokens/\(name)"
            try Data("token\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
    }

    /// False where the arguments do not name one of the three.
    static func run(_ arguments: [String]) async throws -> Bool {
        guard arguments.count >= 2 else { return false }
        let directory = arguments[1]
        let place = arguments.count > 2 ? Place(rawValue: arguments[2]) : nil
        switch (arguments[0], place) {
        case ("broker", nil): try await broker(directory)
        case ("worker", let place?): try await worker(directory, place)
        case ("client", let place?):
            let numbers = arguments.dropFirst(3).compactMap { Int($0) }
            guard numbers.count == 3 else { return false }
            try await client(directory, place, inFlight: numbers[0], count: numbers[1], bytes: numbers[2])
        default: return false
        }
        return true
    }

    private static func broker(_ directory: String) async throws {
        let configuration = BrokerConfiguration(
            endpoint: try BusEndpoint("ipc://\(directory)/bus"), tokens: directory + "/tokens", release: "bench", log: complain)
        try await BrokerShell(configuration).run()
    }

    private static func worker(_ directory: String, _ place: Place) async throws {
        let connection = try connect("bench-worker", directory, credit: 128)
        connection.handle(Blob.self, on: place == .socketThread ? .socketThread : .pool) { request, _ in request }
        try await connection.run()
    }

    /// Prints the median and the 99th percentile of a round trip in nanoseconds, round trips per second, and nanoseconds of processor time.
    private static func client(_ directory: String, _ place: Place, inFlight: Int, count: Int, bytes: Int) async throws {
        let connection = try connect("bench-client", directory)
        let running = Task { try await connection.run() }
        // The worker may still be starting.
        _ = try await connection.request(Blob(bytes: []), budget: .seconds(20))
        let task = Task.detached(executorPreference: place == .socketThread ? connection.executor : nil) {
            _ = try await asking(connection, 200, bytes)
            let (processor, start) = (nanoseconds(CLOCK_PROCESS_CPUTIME_ID), nanoseconds(CLOCK_MONOTONIC))
            let times = try await withThrowingTaskGroup(of: [UInt64].self) { group in
                for _ in 0..<inFlight { group.addTask { try await asking(connection, count / inFlight, bytes) } }
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

    /// Asks one request after the other; returns how long each took, in nanoseconds.
    private static func asking(_ connection: BusConnection, _ count: Int, _ bytes: Int) async throws -> [UInt64] {
        let blob = Blob(bytes: [UInt8](repeating: 7, count: bytes))
        var times: [UInt64] = []
        times.reserveCapacity(count)
        for _ in 0..<count {
            let start = nanoseconds(CLOCK_MONOTONIC)
            _ = try await connection.request(blob)
            times.append(nanoseconds(CLOCK_MONOTONIC) - start)
        }
        return times
    }

    private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
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
}
