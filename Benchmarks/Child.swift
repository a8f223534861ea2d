import Foundation
import Synchronization

/// A process started by a benchmark. It is ended by its id, and by an alarm if its parent is gone.
final class Child {
    private static let word = "bounded"
    /// Seconds until the alarm: longer than any benchmark process needs.
    private static let seconds: UInt32 = 900

    private let process = Process()
    private let output = Pipe()
    private let isRead: Bool

    /// - Parameter reads: captures standard output for `figures`; otherwise output goes to standard error.
    init(_ program: String, _ arguments: [String], environment: [String: String] = [:], reads: Bool = false) throws {
        process.executableURL = Executables.own
        process.arguments = [Self.word, program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        isRead = reads
        process.standardOutput = reads ? output : FileHandle.standardError
        try process.run()
        Self.running.withLock { _ = $0.insert(process.processIdentifier) }
    }

    deinit {
        end()
        Self.running.withLock { _ = $0.remove(process.processIdentifier) }
    }

    private static let running = Mutex<Set<Int32>>([])
    private static let adopted = Mutex<Set<Int32>>([])

    /// Makes SIGTERM to this process, as timeout(1) sends, end its children too.
    static func endTogether() -> DispatchSourceSignal {
        signal(SIGTERM, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
        source.setEventHandler {
            for child in running.withLock({ $0 }) { kill(child, SIGKILL) }
            // A supervisor ends its own children.
            for process in adopted.withLock({ $0 }) { kill(process, SIGTERM) }
            exit(143)
        }
        source.resume()
        return source
    }

    /// Makes SIGTERM to this process end a process too that was started otherwise, until `release`.
    static func adopt(_ process: Int32) { adopted.withLock { _ = $0.insert(process) } }
    static func release(_ process: Int32) { adopted.withLock { _ = $0.remove(process) } }

    var id: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }

    /// Waits for the process to end and returns the numbers it printed.
    /// - Throws: `BenchmarkError` if the output is not `count` numbers.
    func figures(_ count: Int) throws -> [Double] {
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == count else {
            throw BenchmarkError(
                "\((process.arguments ?? []).dropFirst().joined(separator: " ")) did not report its figures: \(text.suffix(200))"
            )
        }
        return numbers
    }

    /// Waits for the process to end and returns its exit status.
    func ended() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    func end(with signal: Int32 = SIGKILL) {
        guard process.isRunning else { return }
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
    }

    var processorSeconds: Double { Self.processorSeconds(of: id) }

    /// Processor seconds of all threads of a process, at the scheduler's resolution (proc(5), schedstat).
    static func processorSeconds(of process: Int32) -> Double {
        let tasks = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.reduce(0) { sum, thread in
            let text = (try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8)) ?? ""
            return sum + (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
        }
    }

    /// In a child process: unblocks signals, which the starting thread may have blocked, sets an alarm, which survives
    /// exec (execve(2)), and executes the program. Returns in any other process.
    static func become(_ arguments: [String]) {
        guard arguments.count > 2, arguments[1] == word else { return }
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
        signal(SIGTERM, SIG_DFL)
        alarm(seconds)
        var words = arguments[2...].map { strdup($0) } + [nil]
        execvp(arguments[2], &words)
        FileHandle.standardError.write(
            Data("\(arguments[2]) cannot be run: \(String(cString: strerror(errno)))\n".utf8))
        exit(127)
    }
}
