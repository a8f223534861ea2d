import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit

/// A broker and some services as processes of their own, without an API, and a connection as the command line has it.
final class ServiceRig {
    let bus: BusConnection
    private var processes: [ServiceName: Process] = [:]
    private var connections: [Task<Void, any Error>] = []
    private let data: String

    /// Starts them over one data folder and waits until they answer.
    /// - Parameter environment: added to that of every process.
    init(_ data: String, services: [ServiceName], environment: [String: String] = [:]) async throws {
        self.data = data
        func start(_ name: ServiceName) throws -> Process {
            let process = Process()
            process.executableURL = Executable.folder.appendingPathComponent("pulsum-\(name)")
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }.merging([
                "PULSUM_DATA": data
            ]) { $1 }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            return process
        }
        processes[.broker] = try start(.broker)
        _ = try await eventually("the broker's tokens") { try? Self.token(.cli, data) }
        for service in services { processes[service] = try start(service) }
        var peer = try Self.peer(.cli, data)
        // No API issues capabilities here.
        peer.capabilities = try CapabilityIssuer(CapabilityKeys(directories: [data + "/tokens"]), services: services)
        let bus = try BusConnection(peer)
        self.bus = bus
        connections = [Task { try await bus.run() }]
        for service in services {
            _ = try await eventually("\(service) answers") { try? await bus.request(Ping(), to: service) }
        }
    }

    private static func token(_ name: ServiceName, _ data: String) throws -> String {
        try String(contentsOfFile: "\(data)/tokens/\(name)", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func peer(_ name: ServiceName, _ data: String) throws -> BusConfiguration {
        BusConfiguration(
            service: name, release: "benchmark", brokers: [try BusEndpoint("ipc://\(data)/run/bus")],
            token: try token(name, data))
    }

    /// Connects under the name of a service that this rig does not run.
    func join(as service: ServiceName) throws -> BusConnection {
        let bus = try BusConnection(Self.peer(service, data))
        connections.append(Task { try await bus.run() })
        return bus
    }

    func stop() {
        for connection in connections { connection.cancel() }
        for process in processes.values { process.terminate() }
    }

    /// Proportional set size of a service in MB of 10⁶ bytes; nil where it cannot be read.
    func proportionalMegabytes(of service: ServiceName) throws -> Double? {
        try processes[service].flatMap { try ProcessMemory.proportionalMegabytes(of: $0.processIdentifier) }
    }

    /// Peak resident memory of a service (`VmHWM`) in MB of 10⁶ bytes; 0 if it does not run.
    func peakMegabytes(of service: ServiceName) -> Double {
        // Reads to the end: Foundation's whole-file reading may stop early in /proc.
        guard let process = processes[service],
            let file = FileHandle(forReadingAtPath: "/proc/\(process.processIdentifier)/status"),
            let data = try? file.readToEnd(),
            let line = String(decoding: data, as: UTF8.self).split(separator: "\n")
                .first(where: { $0.hasPrefix("VmHWM") }),
            let kibibytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) })
        else { return 0 }
        return kibibytes * 1024 / 1e6
    }
}
