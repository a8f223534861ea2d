import Foundation

/// A request through broker and worker and back over ipc, beside a C program through libzmq's own proxy in the same run.
///
///     pulsum-bench bus PATH-OF-C-PROGRAM     (deploy/bench compiles Tests/Benchmarks/c/roundtrip.c)
///
/// Client, broker and worker are processes of their own, as in real life. Rounds of both alternate; reported are medians, and medians of the ratios
/// of neighbouring rounds, which say more than times on a machine that does other things as well. There, do not raise the priority with `nice`: Swift's
/// threads fall back to 0 and only the C program would have it; `chrt -r 1` reaches both.
enum BusBenchmark {
    private static let rounds = 5

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// One way to load the bus.
    private struct Load {
        var bytes: Int
        var inFlight: Int
        var count: Int
    }

    private static let loads = [100, 1_024].flatMap { bytes in
        [(1, 4_000), (4, 8_000), (64, 40_000)].map { Load(bytes: bytes, inFlight: $0.0, count: $0.1) }
    }

    static func run(arguments: [String]) async throws {
        if try await BusProcess.run(arguments) { return }
        guard arguments.count == 1, FileManager.default.isExecutableFile(atPath: arguments[0]) else {
            throw Failure(description: "Say where the C program is: pulsum-bench bus PATH (deploy/bench compiles it from Tests/Benchmarks/c/roundtrip.c).")
        }
        let directory = "/tmp/pulsum-bench-\(ProcessInfo.processInfo.processIdentifier)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try BusProcess.prepare(directory)
        try compare(arguments[0], directory)
    }

    private static func compare(_ program: String, _ directory: String) throws {
        let (front, back) = ("ipc://\(directory)/front", "ipc://\(directory)/back")
        var processes: [Process] = []
        defer { processes.forEach(end) }
        processes.append(try start(program, ["proxy", front, back]))
        processes.append(try start(program, ["worker", back]))
        let ours = CommandLine.arguments[0]
        let broker = try start(ours, ["bus", "broker", directory])
        processes.append(broker)
        for place in BusProcess.Place.allCases {
            let worker = try start(ours, ["bus", "worker", directory, place.rawValue])
            defer { end(worker) }
            var table = Table(
                "request and reply over ipc, client + broker + worker as three processes, handlers and callers on the \(place.title); C = two frames through zmq_proxy",
                ["bytes, in flight", "p50 µs", "C", "ratio", "p99 µs", "C", "ratio", "per second", "C", "share", "processor µs", "C"])
            for load in loads {
                var pairs: [(ours: Figures, theirs: Figures)] = []
                for _ in 0..<rounds {
                    let theirs = try measure(
                        program, ["client", front, "\(load.inFlight)", "\(load.count)", "\(load.bytes)"], load.count, beside: Array(processes[..<2]))
                    let ours = try measure(
                        ours, ["bus", "client", directory, place.rawValue, "\(load.inFlight)", "\(load.count)", "\(load.bytes)"], load.count,
                        beside: [broker, worker])
                    pairs.append((ours, theirs))
                }
                func cells(_ figure: (Figures) -> Double) -> (String, String, String) {
                    (
                        Table.number(Table.median(pairs.map { figure($0.ours) })), Table.number(Table.median(pairs.map { figure($0.theirs) })),
                        Table.number(Table.median(pairs.map { figure($0.ours) / figure($0.theirs) }))
                    )
                }
                let (median, tail, rate, processor) = (cells(\.median), cells(\.tail), cells(\.rate), cells(\.processor))
                table.row(
                    "\(load.bytes), \(load.inFlight)", median.0, median.1, median.2, tail.0, tail.1, tail.2, rate.0, rate.1, rate.2, processor.0, processor.1)
            }
            table.print()
        }
        print("  to reach: ratio at most 1.6 with one in flight, share at least 0.5 and p99 at most 2.5 × C's with 64")
    }

    /// What one run of a client measured. Microseconds; processor time is that of a round trip in all three processes.
    private struct Figures {
        var median: Double
        var tail: Double
        var rate: Double
        var processor: Double
    }

    private static func measure(_ program: String, _ arguments: [String], _ count: Int, beside others: [Process]) throws -> Figures {
        let before = others.reduce(0) { $0 + processorSeconds($1) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        process.waitUntilExit()
        let numbers = words.compactMap { Double($0) }
        guard numbers.count == 4 else { throw Failure(description: "\(program) \(arguments.joined(separator: " ")) did not report its figures.") }
        let seconds = others.reduce(0) { $0 + processorSeconds($1) } - before + numbers[3] / 1e9
        return Figures(median: numbers[0] / 1_000, tail: numbers[1] / 1_000, rate: numbers[2], processor: seconds * 1e6 / Double(count))
    }

    /// Of all threads, with the scheduler's precision (proc(5), schedstat).
    private static func processorSeconds(_ process: Process) -> Double {
        let tasks = "/proc/\(process.processIdentifier)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.reduce(0) { sum, thread in
            let text = (try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8)) ?? ""
            return sum + (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
        }
    }

    private static func start(_ program: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        try process.run()
        return process
    }

    /// SIGKILL, because a child inherits the blocked SIGTERM of the thread that started it.
    private static func end(_ process: Process) {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
