import Foundation
import Messages
import Synchronization

@testable import BrokerCore
@testable import Bus

/// A scratch bus: directory, tokens, brokers and connections, all in this process, all removed at the end.
final class BusWorld: Sendable {
    let directory: String
    let notices = Mutex<[String]>([])
    private let ports = Mutex<UInt16>(0)

    init() throws {
        directory = "/tmp/pb-\(UInt32.random(in: 0 ... .max))"
        for path in [directory, directory + "/tokens"] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    func endpoint(_ name: String = "bus") throws -> BusEndpoint { try BusEndpoint("ipc://\(directory)/\(name)") }

    /// Three consecutive free loopback ports, chosen once per world.
    func tcp() throws -> BusEndpoint {
        try ports.withLock { port in
            while port == 0 {
                let candidate = UInt16.random(in: 20_000...32_000)
                if (candidate..<candidate + 3).allSatisfy(Self.isFree) { port = candidate }
            }
            return try BusEndpoint("tcp://127.0.0.1:\(port)")
        }
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Waits for a notice that contains `text`.
    func heard(_ text: String, within limit: Duration = .seconds(20)) async -> Bool {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if notices.withLock({ $0.contains { $0.contains(text) } }) { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    func token(_ service: ServiceName, grants: String = "") throws -> String {
        let path = "\(directory)/tokens/\(service)"
        let token = "token-of-\(service)"
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data("\(token)\n\(grants)".utf8), attributes: [.posixPermissions: 0o600])
        else {
            throw ServiceError(.storage, "cannot write \(path)")
        }
        return token
    }

    func note(_ notice: BusNotice) { notices.withLock { $0.append(notice.message) } }

    /// Long timeouts, so that a loaded machine fails no test that does not test timing.
    static var patient: BusTiming {
        var timing = BusTiming()
        (timing.silence, timing.grace) = (.seconds(20), .seconds(20))
        return timing
    }

    func broker(_ name: String = "bus", timing: BusTiming = BusWorld.patient, limits: BrokerLimits = BrokerLimits())
        throws -> BrokerShell
    {
        try BrokerShell(
            BrokerConfiguration(
                endpoint: endpoint(name), tokens: directory + "/tokens", release: "test", timing: timing,
                limits: limits, log: { [self] in note($0) }))
    }

    func connection(
        _ service: ServiceName, brokers: [String] = ["bus"], token: String? = nil, credit: Int32 = 32,
        timing: BusTiming = BusWorld.patient,
        exhausted: (@Sendable () -> Void)? = nil
    ) throws -> BusConnection {
        try BusConnection(
            BusConfiguration(
                service: service, release: "test", brokers: brokers.map { try endpoint($0) },
                token: token ?? self.token(service), credit: credit,
                timing: timing, log: { [self] in note($0) }, exhausted: exhausted))
    }
}

/// Runs the parts while `body` runs, then stops them.
func running<T: Sendable>(
    _ brokers: [BrokerShell], _ connections: [BusConnection], _ body: @escaping @Sendable () async throws -> T
) async throws -> T {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for broker in brokers { group.addTask { try await broker.run() } }
        for connection in connections { group.addTask { try await connection.run() } }
        do {
            let result = try await body()
            for connection in connections { await connection.drain() }
            for broker in brokers { broker.stop() }
            try await group.waitForAll()
            return result
        } catch {
            group.cancelAll()
            throw error
        }
    }
}

extension ServiceName {
    static let worker = ServiceName(rawValue: "worker")
    static let caller = ServiceName(rawValue: "caller")
}

/// A request to a test worker that is not part of Pulsum.
struct Echo: BusRequest, Equatable {
    static let type = MessageType(0xF001)
    static let service: ServiceName? = .worker
    var text: String
    init(_ text: String) { self.text = text }
    enum CodingKeys: Int, CodingKey { case text = 1 }

    struct Reply: Message, Equatable {
        var text: String
        enum CodingKeys: Int, CodingKey { case text = 1 }
    }
}
