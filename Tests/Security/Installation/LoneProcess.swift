import Fixtures
import Foundation

/// One executable of the installation without a broker, in a scratch directory that is also its working directory;
/// SIGKILL ends it when the value is released.
final class LoneProcess {
    let scratch: Scratch
    private let process: ChildProcess
    private let logPath: String

    /// - Parameters:
    ///   - executable: its path.
    ///   - wrapper: a command that runs its arguments, such as `setpriv …`.
    init(_ executable: String, wrapper: [String] = [], environment: [String: String] = [:], scratch: Scratch) throws {
        self.scratch = scratch
        logPath = scratch.file("log")
        try Data().write(to: URL(fileURLWithPath: logPath))
        let log = try FileHandle(forWritingTo: URL(fileURLWithPath: logPath))
        // Started by a shell, so that a core is written where the system's limit permits it.
        process = try ChildProcess(
            "/bin/sh", ["-c", #"ulimit -c "$(ulimit -H -c)"; exec "$@""#, "sh"] + wrapper + [executable],
            environment: [
                "PULSUM_DATA": scratch.file("data"), "PULSUM_BUS": "ipc://" + scratch.file("data") + "/run/bus",
            ].merging(SentenceModel.environment) { $1 }.merging(environment) { $1 },
            directory: scratch.path, output: .file(log), errors: nil)
    }

    var processID: Int32 { process.processID }
    var log: String { String(decoding: FileManager.default.contents(atPath: logPath) ?? Data(), as: UTF8.self) }

    func started() async throws {
        _ = try await eventually("the process has started") { [self] () -> Bool? in
            guard process.isRunning else { throw TimedOut(what: "a process that runs: \(log)") }
            return log.contains("Started.") ? true : nil
        }
    }

    /// How it ended by itself.
    func ended(within limit: Duration = .seconds(30)) async throws -> ChildProcess.Ending {
        try await process.end(within: limit)
    }
}
