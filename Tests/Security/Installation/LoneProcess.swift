import Fixtures
import Foundation

/// One executable of the installation without a broker, in a scratch directory that is also its working directory;
/// SIGKILL ends it when the value is released.
final class LoneProcess {
    let scratch: Scratch
    private let process = Process()
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
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", #"ulimit -c "$(ulimit -H -c)"; exec "$@""#, "sh"] + wrapper + [executable]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PULSUM_DATA": scratch.file("data"), "PULSUM_BUS": "ipc://" + scratch.file("data") + "/run/bus"]
                .merging(SentenceModel.environment) { $1 }.merging(environment) { $1 }
        ) { $1 }
        process.currentDirectoryURL = URL(fileURLWithPath: scratch.path)
        process.standardOutput = log
        process.standardError = log
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    var processID: Int32 { process.processIdentifier }
    var log: String { String(decoding: FileManager.default.contents(atPath: logPath) ?? Data(), as: UTF8.self) }

    func started() async throws {
        _ = try await eventually("the process has started") { [self] () -> Bool? in
            guard process.isRunning else { throw TimedOut(what: "a process that runs: \(log)") }
            return log.contains("Started.") ? true : nil
        }
    }

    /// Its exit status, or the number of the signal that ended it.
    func ended(within limit: Duration = .seconds(30)) async throws -> (
        reason: Process.TerminationReason, status: Int32
    ) {
        try await eventually("the process has ended", within: limit) { [process] in process.isRunning ? nil : () }
        return (process.terminationReason, process.terminationStatus)
    }
}
