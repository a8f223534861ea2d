import Foundation
import Synchronization

/// A process that this one starts and never leaves behind: a cancelled wait ends it, and so does the release of this
/// value.
///
/// Foundation ends the whole test process where the status of a child that still runs is read. This type reads it once,
/// at the child's end.
public final class ChildProcess: Sendable {
    /// How a process ended.
    public enum Ending: Sendable, Equatable, CustomStringConvertible {
        /// With this exit status.
        case exit(Int32)
        /// By this signal.
        case signal(Int32)

        /// Exit status; of a process that a signal ended, the signal's number.
        public var status: Int32 {
            switch self {
            case .exit(let status): status
            case .signal(let number): number
            }
        }

        public var description: String {
            switch self {
            case .exit(let status): "exit status \(status)"
            case .signal(let number): "signal \(number)"
            }
        }
    }

    /// One of a child's streams.
    public enum Stream: Sendable {
        /// /dev/null.
        case nothing
        /// The stream of this process.
        case inherited
        /// A pipe to or from this process.
        case pipe
        /// An open file.
        case file(FileHandle)
    }

    /// Time that a child has between SIGTERM and SIGKILL where nothing else is said.
    public static let grace = Duration.seconds(5)

    private let process: Process
    private let input: Pipe?
    private let outputText: Arrival<Data>?
    private let errorText: Arrival<Data>?
    private let ending: Arrival<Ending>
    /// Receives the lines of standard output, if it is a pipe with `lines`.
    public let lines: AsyncStream<String>

    /// Starts a process.
    /// - Parameters:
    ///   - environment: additions to the environment of this process.
    ///   - directory: its working directory; nil for that of this process.
    ///   - input: standard input. A pipe is open until `closeInput` or `send`.
    ///   - output: standard output. A pipe is read immediately, so that it never blocks the child.
    ///   - errors: standard error; nil for the same as `output`.
    public init(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = [:], directory: String? = nil,
        input: Stream = .nothing, output: Stream = .nothing, errors: Stream? = .nothing
    ) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
        let (lines, line) = AsyncStream<String>.makeStream()
        self.lines = lines
        let (inputPipe, inputEnd) = Self.end(of: input)
        let (outputPipe, outputEnd) = Self.end(of: output)
        let (errorPipe, errorEnd) = errors.map(Self.end(of:)) ?? (nil, outputEnd)
        self.input = inputPipe
        if let inputEnd { process.standardInput = inputEnd }
        if let outputEnd { process.standardOutput = outputEnd }
        if let errorEnd { process.standardError = errorEnd }
        let ending = Arrival<Ending>()
        self.ending = ending
        // Set before the start: the end of a process that has already exited would not be reported.
        process.terminationHandler = { process in
            let status = process.terminationStatus
            ending.arrive(process.terminationReason == .exit ? .exit(status) : .signal(status))
        }
        outputText = outputPipe.map { _ in Arrival() }
        errorText = errorPipe.map { _ in Arrival() }
        try process.run()
        if let outputPipe, let outputText { Self.read(outputPipe, into: outputText, line) } else { line.finish() }
        if let errorPipe, let errorText { Self.read(errorPipe, into: errorText, nil) }
    }

    deinit { if ending.now == nil { signalAll(SIGKILL) } }

    private static func end(of stream: Stream) -> (pipe: Pipe?, end: Any?) {
        switch stream {
        case .nothing: return (nil, FileHandle.nullDevice)
        case .inherited: return (nil, nil)
        case .file(let handle): return (nil, handle)
        case .pipe:
            let pipe = Pipe()
            return (pipe, pipe)
        }
    }

    /// Reads on a thread, because Foundation's `readabilityHandler` occasionally crashes where a handle ends while it is
    /// observed.
    private static func read(
        _ pipe: Pipe, into text: Arrival<Data>, _ lines: AsyncStream<String>.Continuation?
    ) {
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread {
            var (all, line) = (Data(), Data())
            while true {
                let part = handle.availableData
                if part.isEmpty { break }
                all += part
                guard let lines else { continue }
                line += part
                while let end = line.firstIndex(of: 10) {
                    lines.yield(String(decoding: line[..<end], as: UTF8.self))
                    line = Data(line[(end + 1)...])
                }
            }
            lines?.finish()
            text.arrive(all)
        }
    }

    /// Its process id.
    public var processID: Int32 { process.processIdentifier }

    /// Whether it has not ended.
    public var isRunning: Bool { ending.now == nil }

    /// How it ended; nil while it runs.
    public var ended: Ending? { ending.now }

    /// Sends it a signal; does nothing after its end.
    public func signal(_ number: Int32) { if isRunning { kill(processID, number) } }

    /// Foundation starts each child in a process group of its own: what the child started is reached too.
    private func signalAll(_ number: Int32) {
        kill(getpgid(processID) == processID ? -processID : processID, number)
    }

    /// Waits until it ends by itself. If the wait is cancelled, the child is ended first.
    /// - Throws: `CancellationError` after a cancelled wait.
    public func end() async throws -> Ending {
        if let ending = await ending.value { return ending }
        await stop(within: Self.grace)
        throw CancellationError()
    }

    /// Waits until it ends by itself, for at most `limit`.
    /// - Throws: `TimedOut` after the limit; the child runs on.
    public func end(within limit: Duration) async throws -> Ending {
        try await eventually("process \(processID) ends", within: limit) { ended }
    }

    /// Sends SIGTERM, and SIGKILL after `limit`. Returns when it has ended, also where the task is cancelled.
    @discardableResult
    public func stop(within limit: Duration = grace) async -> Ending {
        if isRunning { signalAll(SIGTERM) }
        let late = Task {
            try await Task.sleep(for: limit)
            if isRunning { signalAll(SIGKILL) }
        }
        defer { late.cancel() }
        return await afterEnd()
    }

    /// Sends SIGKILL and waits for the end, also where the task is cancelled.
    @discardableResult
    public func killed() async -> Ending {
        if isRunning { signalAll(SIGKILL) }
        return await afterEnd()
    }

    /// A task of its own: cancelling the current one does not end the wait.
    private func afterEnd() async -> Ending {
        await Task {
            while true { if let ending = await ending.value { return ending } }
        }.value
    }

    // MARK: Streams

    /// Writes to standard input, on a thread, and closes it. A child that has ended reads nothing, which is no fault.
    public func send(_ bytes: Data) {
        guard let handle = input?.fileHandleForWriting else { return }
        Thread.detachNewThread {
            Self.write(bytes, to: handle.fileDescriptor)
            try? handle.close()
        }
    }

    /// Writes to standard input, which stays open.
    /// - Returns: whether the child's end of the pipe was open.
    @discardableResult
    public func write(_ text: String) -> Bool {
        guard let handle = input?.fileHandleForWriting else { return false }
        return Self.write(Data(text.utf8), to: handle.fileDescriptor)
    }

    /// Closes standard input.
    public func closeInput() { try? input?.fileHandleForWriting.close() }

    /// Everything that a piped standard output held, after its end; empty without a pipe.
    /// - Throws: `CancellationError` where the wait was cancelled.
    public func output() async throws -> String { try await Self.text(outputText) }

    /// Everything that a piped standard error held, after its end; empty without a pipe.
    /// - Throws: `CancellationError` where the wait was cancelled.
    public func errors() async throws -> String { try await Self.text(errorText) }

    private static func text(_ stream: Arrival<Data>?) async throws -> String {
        guard let stream else { return "" }
        guard let data = await stream.value else { throw CancellationError() }
        return String(decoding: data, as: UTF8.self)
    }

    /// Writes all bytes with SIGPIPE blocked, which would end this process where the child does not read any more.
    @discardableResult
    private static func write(_ bytes: Data, to file: Int32) -> Bool {
        var (pipe, before) = (sigset_t(), sigset_t())
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
            if count >= 0 {
                sent += count
            } else if errno == EPIPE {
                // Takes the signal that the failed call left pending for this thread.
                var none = timespec()
                sigtimedwait(&pipe, nil, &none)
                return false
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}

/// A value that arrives once and is awaited by several tasks.
private final class Arrival<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var last = 0
        var waiting: [Int: CheckedContinuation<Value?, Never>] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    var now: Value? { state.withLock { $0.value } }

    func arrive(_ value: Value) {
        let waiting = state.withLock { state in
            if state.value == nil { state.value = value }
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    /// Waits for the value; nil where the current task is cancelled before it arrives.
    var value: Value? {
        get async {
            let number = state.withLock { state in
                state.last += 1
                return state.last
            }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isOver = state.withLock { state in
                        if state.value != nil || state.cancelled.remove(number) != nil { return true }
                        state.waiting[number] = continuation
                        return false
                    }
                    if isOver { continuation.resume(returning: now) }
                }
            } onCancel: {
                let continuation = state.withLock { state in
                    let continuation = state.waiting.removeValue(forKey: number)
                    if continuation == nil { state.cancelled.insert(number) }
                    return continuation
                }
                continuation?.resume(returning: nil)
            }
        }
    }
}
