import Bus
import Fixtures
import Foundation
import Messages
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
    private let rig: ServiceRig
    private var bus: BusConnection { rig.bus }
    /// Peak resident megabytes of ingestion.
    var peakMegabytes: Double { rig.peakMegabytes(of: .ingestion) }

    init(_ data: String) async throws {
        self.data = data
        rig = try await ServiceRig(data, services: [.ingestion, .scoring])
    }

    func stop() { rig.stop() }

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
