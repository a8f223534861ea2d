import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit

/// A generated Apple Health export through a real broker and a real ingestion process, from the file to durable daily metrics: megabytes of XML per second and the
/// process's peak memory.
///
/// Arguments: `--megabytes N` (1000), `--zip` (sends the archive instead of the XML), `--file PATH` (an export to use, made there where it is missing).
enum ImportBenchmark {
    static func run(arguments: [String]) async throws {
        func value(_ name: String) -> String? {
            arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
        }
        let scratch = try Scratch()
        defer { scratch.remove() }
        let isZip = arguments.contains("--zip")
        let megabytes = value("--megabytes").flatMap(Int.init) ?? 1000
        let path = value("--file") ?? scratch.file(isZip ? "export.zip" : "export.xml")
        let xmlBytes = try make(path, isZip: isZip, megabytes: megabytes)

        let data = scratch.file("data")
        let broker = try start("pulsum-broker", data)
        defer { broker.terminate() }
        let token = try await eventually("the broker's tokens") { try? String(contentsOfFile: data + "/tokens/cli", encoding: .utf8) }
        let ingestion = try start("pulsum-ingestion", data)
        defer { ingestion.terminate() }
        let bus = try BusConnection(
            BusConfiguration(
                service: .cli, release: "benchmark", brokers: [try BusEndpoint("ipc://\(data)/run/bus")],
                token: token.trimmingCharacters(in: .whitespacesAndNewlines)))
        let connection = Task { try await bus.run() }
        defer { connection.cancel() }
        _ = try await eventually("ingestion answers") { try? await bus.request(Ping(), to: .ingestion) }

        let (user, clock) = (UserID.random(), ContinuousClock())
        let begun = clock.now
        let first = try await send(path, user, bus)
        let sent = clock.now
        let status = try await ended(first, user, bus)
        let done = clock.now
        let again = try await ended(try await send(path, user, bus), user, bus)
        let repeated = clock.now
        func rate(_ duration: Duration) -> String { String(format: "%.1f s, %.0f MB/s", seconds(duration), Double(xmlBytes) / 1e6 / seconds(duration)) }
        print(
            "import of \(xmlBytes / 1_000_000) MB of XML\(isZip ? " in a zip" : ""): \(status.samplesRead) samples, \(status.daysChanged) days, phase \(status.phase)"
        )
        print("  upload, sealed and synced    \(rate(sent - begun))")
        print("  import to durable metrics    \(rate(done - sent))")
        print("  file to durable metrics      \(rate(done - begun))")
        print("  the same file again          \(rate(repeated - done)), \(again.samplesNew) new samples, \(again.daysChanged) days changed")
        print("  peak memory of ingestion     \(peak(ingestion.processIdentifier) / 1024) MB")
        Table.goal("MB of XML a second, file to durable metrics", measured: Double(xmlBytes) / 1e6 / seconds(done - begun), atLeast: 60)
        Table.goal("MB peak memory of ingestion", measured: Double(peak(ingestion.processIdentifier)) / 1024, atMost: 200)
    }

    /// - Returns: bytes of XML.
    private static func make(_ path: String, isZip: Bool, megabytes: Int) throws -> Int {
        // About 470 bytes a record, 500 records a day: ten years and more make a gigabyte.
        let generator = ExportGenerator(seed: 7, days: max(1, megabytes * 1_000_000 / 275_000), endingOn: Day(number: 20_300), recordsPerDay: 550)
        if !FileManager.default.fileExists(atPath: path) {
            if isZip { try generator.writeZip(to: path) } else { try generator.writeXML(to: path) }
        }
        guard isZip else { return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0 }
        var bytes = 0
        try generator.write { bytes += $0.count }
        return bytes
    }

    private static func start(_ name: String, _ data: String) throws -> Process {
        let process = Process()
        process.executableURL = Executable.folder.appendingPathComponent(name)
        process.environment = ProcessInfo.processInfo.environment.merging(["PULSUM_DATA": data]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private static func send(_ path: String, _ user: UserID, _ bus: BusConnection) async throws -> EntityID {
        guard let file = FileHandle(forReadingAtPath: path) else { throw CocoaError(.fileReadNoSuchFile) }
        defer { try? file.close() }
        let size = Int64(try file.seekToEnd())
        try file.seek(toOffset: 0)
        let job = EntityID.random()
        var offset = try await bus.request(BeginUpload(user: user, job: job, fileName: "export", size: size)).offset
        while let bytes = try file.read(upToCount: UploadChunk.maximumBytes), !bytes.isEmpty {
            offset = try await bus.request(UploadChunk(user: user, job: job, offset: offset, bytes: [UInt8](bytes)), budget: .seconds(30)).offset
        }
        _ = try await bus.request(StartImport(user: user, job: job))
        return job
    }

    private static func ended(_ job: EntityID, _ user: UserID, _ bus: BusConnection) async throws -> ImportStatus {
        try await eventually("the import ends", within: .seconds(1200)) {
            let status = try await bus.request(ImportQuery(user: user, job: job))
            return status.phase == .done || status.phase == .failed ? status : nil
        }
    }

    /// `VmHWM`, kB.
    private static func peak(_ process: Int32) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
        return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    }
}
