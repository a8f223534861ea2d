import Foundation
import SystemKit

/// A child process of the stack: spawned, its output forwarded by line, its exit awaited.
///
/// A plain thread reads the pipe until it closes and then collects the exit status. `Process` of
/// swift-corelibs-foundation is not used: its handlers race with closing descriptors, and a supervisor must not crash.
final class Child: Sendable {
    /// A child's exit.
    struct Ended: Sendable {
        let alive: Duration
        /// Exit status; nil if a signal ended the process.
        let status: Int32?
        let signal: Int32
    }

    let processID: pid_t
    private let end: Task<Ended, Never>

    /// The descriptor from which a child reads its secret.
    static let secretDescriptor: Int32 = 3

    /// The folder of this program, which holds those of the services too.
    /// - Throws: `CLIError` without /proc.
    static func programs() throws(CLIError) -> String {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            throw CLIError("The folder of this program cannot be found: /proc is not mounted.")
        }
        return (own as NSString).deletingLastPathComponent
    }

    /// Spawns the process.
    /// - Parameters:
    ///   - secret: content of the pipe at `secretDescriptor`, at most 4 KiB. It is never passed in arguments or the
    /// environment, which other processes may see.
    ///   - line: called on a separate thread for each line of output.
    /// - Throws: `CLIError` if the process cannot be spawned.
    init(
        executable: String, arguments: [String] = [], environment: [String: String], secret: [UInt8]? = nil,
        line: @escaping @Sendable (String) -> Void
    ) throws(CLIError) {
        let secretEnd = try secret.map { bytes throws(CLIError) in try Self.filledPipe(bytes, executable) }
        defer { if let secretEnd { close(secretEnd) } }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CLIError("\(executable) cannot be started (\(Platform.message(errno))).") }
        let (reading, writing) = (ends[0], ends[1])
        // No other child may inherit this pipe. The fleet spawns one child at a time.
        for file in [reading, writing] { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        let (processID, problem) = Self.spawn(
            [executable] + arguments, environment, output: writing, secret: secretEnd)
        close(writing)
        guard problem == 0 else {
            close(reading)
            throw CLIError(
                "\(executable) cannot be started (\(Platform.message(problem))); build or install Pulsum again.")
        }
        self.processID = processID
        let start = ContinuousClock.now
        let (stream, continuation) = AsyncStream.makeStream(of: Ended.self)
        let thread = Thread {
            Self.pass(reading, line)
            close(reading)
            var status: Int32 = 0
            while waitpid(processID, &status, 0) < 0, errno == EINTR {}
            // wait(2): the low seven bits are the signal, the next byte is the exit status.
            let signal = status & 0x7F
            continuation.yield(
                Ended(
                    alive: ContinuousClock.now - start, status: signal == 0 ? status >> 8 & 0xFF : nil, signal: signal))
            continuation.finish()
        }
        thread.name = "child \(processID)"
        thread.start()
        end = Task {
            for await ended in stream { return ended }
            return Ended(alive: .zero, status: nil, signal: 0)
        }
    }

    func signal(_ number: Int32) { kill(processID, number) }
    func ended() async -> Ended { await end.value }

    /// Waits for the exit, and sends SIGKILL after `grace`.
    func finish(after grace: Duration) async {
        await withTaskGroup { group in
            group.addTask { _ = await self.ended() }
            group.addTask {
                guard (try? await Task.sleep(for: grace)) != nil else { return }
                self.signal(SIGKILL)
                _ = await self.ended()
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// The reading end of a pipe that holds exactly these bytes.
    private static func filledPipe(_ bytes: [UInt8], _ executable: String) throws(CLIError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CLIError("\(executable) cannot be started (\(Platform.message(errno))).") }
        for file in ends { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        // A write of up to PIPE_BUF bytes to an empty pipe does not block.
        let count = write(ends[1], bytes, bytes.count)
        close(ends[1])
        guard count == bytes.count else {
            close(ends[0])
            throw CLIError("\(executable) cannot be started: its master key cannot be handed over.")
        }
        return ends[0]
    }

    /// Spawns the process in its own process group, so that Ctrl-C reaches only the supervisor, with default signal
    /// handling.
    private static func spawn(
        _ words: [String], _ environment: [String: String], output: Int32, secret: Int32?
    ) -> (pid_t, Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        if let secret { posix_spawn_file_actions_adddup2(&actions, secret, secretDescriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var processID = pid_t()
        let problem = posix_spawn(&processID, words[0], &actions, &attributes, &arguments, &variables)
        return (processID, problem)
    }

    /// Forwards lines until the process closes its end of the pipe.
    private static func pass(_ file: Int32, _ line: (String) -> Void) {
        var splitter = LineSplitter()
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for text in splitter.append(buffer[..<count]) { line(text) }
        }
        for text in splitter.flush() { line(text) }
    }
}
