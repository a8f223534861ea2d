import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit
import Storage

/// A separate broker, ingestion and scoring, and uploads as the command line makes them.
final class ImportRig {
    struct Outcome {
        var user: UserID
        var status: ImportStatus
        /// Seconds from the first byte sent: until the upload ends, until the first score, until the metrics of the
        /// whole history are on disk.
        var sent: Double
        var firstScore: Double?
        var seconds: Double
    }

    private let data: String
    private var processes: [Process] = []
    private let ingestion: Process
    private let bus: BusConnection
    private let connection: Task<Void, any Error>

    init(_ data: String) async throws {
        self.data = data
        func start(_ name: String) throws -> Process {
            let process = Process()
            process.executableURL = Executable.folder.appendingPathComponent(name)
            process.environment = ProcessInfo.processInfo.environment.merging(["PULSUM_DATA": data]) { $1 }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            return process
        }
        processes.append(try start("pulsum-broker"))
        let token = try await eventually("the broker's tokens") {
            try? String(contentsOfFile: data + "/tokens/cli", encoding: .utf8)
        }
        ingestion = try start("pulsum-ingestion")
        processes += [ingestion, try start("pulsum-scoring")]
        var peer = BusConfiguration(
            service: .cli, release: "benchmark", brokers: [try BusEndpoint("ipc://\(data)/run/bus")],
            token: token.trimmingCharacters(in: .whitespacesAndNewlines))
        // No API issues capabilities here.
        peer.capabilities = try CapabilityIssuer(
            CapabilityKeys(directories: [data + "/tokens"]), services: [.ingestion, .scoring])
        let bus = try BusConnection(peer)
        self.bus = bus
        connection = Task { try await bus.run() }
        for service in [ServiceName.ingestion, .scoring] {
            _ = try await eventually("\(service) answers") { try? await bus.request(Ping(), to: service) }
        }
    }

    func stop() {
        connection.cancel()
        for process in processes { process.terminate() }
    }

    /// - Parameter today: if given, polls the score of this day until there is one.
    func run(_ path: String, user: UserID = .random(), today: Day? = nil) async throws -> Outcome {
        let (clock, bus) = (ContinuousClock(), bus)
        let start = clock.now
        let job = try await send(path, user)
        let sent = (clock.now - start) / .seconds(1)
        let score = Task { () -> Double? in
            guard let today else { return nil }
            return try await eventually("the first score", within: .seconds(600)) {
                try await bus.request(ScoreQuery(user: user, day: nil, today: today)).score.map { _ in
                    (clock.now - start) / .seconds(1)
                }
            }
        }
        let status = try await eventually("the import ends", within: .seconds(1200)) {
            let status = try await bus.request(ImportQuery(user: user, job: job))
            return status.phase == .done || status.phase == .failed ? status : nil
        }
        let seconds = (clock.now - start) / .seconds(1)
        if let problem = status.problem { throw BenchmarkError("the import failed: \(problem.message)") }
        return Outcome(user: user, status: status, sent: sent, firstScore: try await score.value, seconds: seconds)
    }

    private func send(_ path: String, _ user: UserID) async throws -> EntityID {
        guard let file = FileHandle(forReadingAtPath: path) else { throw CocoaError(.fileReadNoSuchFile) }
        defer { try? file.close() }
        let job = EntityID.random()
        var offset = try await bus.request(
            BeginUpload(user: user, job: job, fileName: "export", size: Int64(try ImportBenchmark.size(of: path)))
        ).offset
        while let bytes = try file.read(upToCount: UploadChunk.maximumBytes), !bytes.isEmpty {
            offset = try await bus.request(
                UploadChunk(user: user, job: job, offset: offset, bytes: [UInt8](bytes)), budget: .seconds(30)
            ).offset
        }
        _ = try await bus.request(StartImport(user: user, job: job))
        return job
    }

    /// Bytes of all heart-rate samples: sealed, and their share of the database file's sample pages.
    func heartRateBytes() throws -> (sealed: Int, file: Int) {
        let file = try DatabaseFile(data + "/db/ingestion.sqlite")
        func number(_ sql: String) throws -> Int { try file.rows(sql).first.flatMap { try $0[0] as Int? } ?? 0 }
        // SampleKind.heartRate.
        let sealed = try number("SELECT SUM(LENGTH(sealed)) FROM samples WHERE kind = 2")
        let all = try number("SELECT SUM(LENGTH(sealed)) FROM samples")
        let pages = try number(
            "SELECT SUM(pgsize) FROM dbstat WHERE name IN ('samples', 'sqlite_autoindex_samples_1')")
        return (sealed, all > 0 ? Int(Double(pages) * Double(sealed) / Double(all)) : 0)
    }

    /// Peak resident megabytes of ingestion (`VmHWM`).
    var peakMegabytes: Double {
        let status = (try? String(contentsOfFile: "/proc/\(ingestion.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
        return (line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Double($0) } ?? 0) / 1024
    }
}

/// Runs `healthkit-to-sqlite` (PyPI) at the path `HEALTHKIT_TO_SQLITE`, which `deploy/bench` sets.
enum HealthKitToSQLite {
    /// Returns seconds, or nil if the program is not installed.
    static func seconds(_ zip: String, into database: String) async throws -> Double? {
        guard let program = ProcessInfo.processInfo.environment["HEALTHKIT_TO_SQLITE"] else { return nil }
        let start = ContinuousClock.now
        let result = try await Executable.run(program, [zip, database])
        guard result.status == 0 else {
            throw BenchmarkError("healthkit-to-sqlite failed: \(result.errors.suffix(300))")
        }
        return (ContinuousClock.now - start) / .seconds(1)
    }
}
