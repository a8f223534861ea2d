import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit

/// A broker and some services as processes of their own, without an API, and a connection as the command line has it.
final class ServiceRig {
    let bus: BusConnection
    private var processes: [ServiceName: Process] = [:]
    private let connection: Task<Void, any Error>

    /// Starts them over one data folder and waits until they answer.
    init(_ data: String, services: [ServiceName]) async throws {
        func start(_ name: ServiceName) throws -> Process {
            let process = Process()
            process.executableURL = Executable.folder.appendingPathComponent("pulsum-\(name)")
            process.environment = ProcessInfo.processInfo.environment.merging(["PULSUM_DATA": data]) { $1 }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            return process
        }
        processes[.broker] = try start(.broker)
        let token = try await eventually("the broker's tokens") {
            try? String(contentsOfFile: data + "/tokens/cli", encoding: .utf8)
        }
        for service in services { processes[service] = try start(service) }
        var peer = BusConfiguration(
            service: .cli, release: "benchmark", brokers: [try BusEndpoint("ipc://\(data)/run/bus")],
            token: token.trimmingCharacters(in: .whitespacesAndNewlines))
        // No API issues capabilities here.
        peer.capabilities = try CapabilityIssuer(CapabilityKeys(directories: [data + "/tokens"]), services: services)
        let bus = try BusConnection(peer)
        self.bus = bus
        connection = Task { try await bus.run() }
        for service in services {
            _ = try await eventually("\(service) answers") { try? await bus.request(Ping(), to: service) }
        }
    }

    func stop() {
        connection.cancel()
        for process in processes.values { process.terminate() }
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
