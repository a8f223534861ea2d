import Fixtures
import Foundation
import TestTraits
import Testing

/// `ChildProcess` and `Executable.run`: a child's status and output, and its end when the wait is cancelled.
@Suite(.timeLimit(.minutes(2)), .tags(.processes)) struct ChildProcessTests {
    /// A zombie has ended.
    private static func isRunning(_ process: Int32) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return false }
        return !text[end...].hasPrefix(") Z")
    }

    private static func number(in file: String) async throws -> Int32 {
        try await eventually("a process writes \(file)") {
            (try? String(contentsOfFile: file, encoding: .utf8)).flatMap {
                Int32($0.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
    }

    @Test("A cancelled run ends its process and what that started, and only then returns")
    func cancelled() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let (parent, child) = (scratch.file("parent"), scratch.file("child"))
        let run = Task {
            try await Executable.run("/bin/sh", ["-c", "sleep 60 & echo $! >\(child); echo $$ >\(parent); wait"])
        }
        let processes = [try await Self.number(in: parent), try await Self.number(in: child)]
        #expect(processes.allSatisfy(Self.isRunning))
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(!Self.isRunning(processes[0]))
        try await eventually("its child has ended") { Self.isRunning(processes[1]) ? nil : () }
    }

    @Test("A run that a time limit cancels before its process has ended does not end the tests")
    func cancelledAtOnce() async throws {
        for _ in 1...20 {
            let run = Task { try await Executable.run("/bin/sleep", ["60"]) }
            run.cancel()
            await #expect(throws: CancellationError.self) { try await run.value }
        }
    }

    @Test("A process that ignores SIGTERM is killed after the limit")
    func stubborn() async throws {
        let child = try ChildProcess(
            "/bin/sh", ["-c", "trap '' TERM; echo ready; while :; do sleep 1; done"], output: .pipe)
        for await line in child.lines where line == "ready" { break }
        #expect(await child.stop(within: .milliseconds(200)) == .signal(SIGKILL))
        #expect(child.ended == .signal(SIGKILL) && !child.isRunning)
        // Again, after the end.
        #expect(await child.stop() == .signal(SIGKILL))
    }

    @Test("A run returns the status and the whole output, however much the child writes")
    func output() async throws {
        let result = try await Executable.run(
            "/bin/sh", ["-c", "cat; head -c 300000 /dev/zero >&2; exit 3"], input: "words")
        #expect(result.status == 3 && result.output == "words" && result.errors.utf8.count == 300_000)
    }

    @Test("Input for a process that has ended is dropped, without SIGPIPE")
    func endedReader() async throws {
        let child = try ChildProcess("/bin/true", input: .pipe)
        #expect(try await child.end() == .exit(0))
        #expect(!child.write("nobody reads this"))
        let result = try await Executable.run("/bin/true", [], input: String(repeating: "x", count: 1 << 20))
        #expect(result.status == 0)
    }

    @Test("A process ends with the value that holds it")
    func released() async throws {
        var child: ChildProcess? = try ChildProcess("/bin/sleep", ["60"])
        let process = try #require(child?.processID)
        #expect(Self.isRunning(process))
        child = nil
        try await eventually("it has ended") { Self.isRunning(process) ? nil : () }
    }

    @Test("Words reach the process of an exit test, and no other process")
    func handover() async throws {
        let handover = try Handover("one two", to: "handover-tests")
        defer { handover.end() }
        await #expect(processExitsWith: .success) {
            guard try Handover.words("handover-tests") == ["one", "two"] else { exit(1) }
        }
        #expect(throws: (any Error).self) { try Handover.words("handover-tests") }
    }
}
