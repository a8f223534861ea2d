import Fixtures
import Foundation
import Messages

/// The whole stack as an owner starts it, on an empty data directory and on an existing one: seconds from `pulsum up`
/// to ready, processor time of all its processes until then, memory when idle, and how long a killed coach is away.
///
/// Argument: `--starts N` (5) of each kind.
enum StackBenchmark {
    /// Idle time after which allocations of the start have been returned.
    private static let idle = Duration.seconds(5)

    /// One start.
    private struct Start {
        /// Seconds until `pulsum up` says that it is ready.
        var ready = 0.0
        /// Seconds until the first page is there.
        var page = 0.0
        /// Seconds until each process says that it started, by service.
        var started: [String: Double] = [:]
        /// Processor time until ready, by program.
        var processor: [String: Double] = [:]

        var processorSeconds: Double { processor.values.reduce(0, +) }
    }

    static func run(arguments: [String]) async throws {
        let place = arguments.firstIndex(of: "--starts")
        let count = max(1, place.flatMap { $0 + 1 < arguments.count ? Int(arguments[$0 + 1]) : nil } ?? 5)
        var fresh: [Start] = []
        var again: [Start] = []
        var away: [Double] = []
        var memory: [(name: String, megabytes: Double)] = []
        for number in 1...count {
            let scratch = try Scratch()
            defer { scratch.remove() }
            // Creates keys, tokens and databases.
            fresh.append(
                try await started(scratch) { _ in
                    // Only its time counts.
                })
            again.append(
                try await started(scratch) { stack in
                    if number == count {
                        try await Task.sleep(for: idle)
                        memory = try proportionalSetSizes(from: stack.processID)
                    }
                    away.append(try await secondsWithoutCoach(stack))
                })
        }
        print(fresh, again, memory)
        func median(_ starts: [Start], _ value: (Start) -> Double) -> Double { Table.median(starts.map(value)) }
        Table.goal("s from pulsum up to ready, data there", measured: median(again, \.ready), atMost: 1.5)
        Table.goal("s from pulsum up to ready, first start", measured: median(fresh, \.ready), atMost: 2)
        Table.goal("s processor time until ready", measured: median(again, \.processorSeconds), atMost: 2.5)
        Table.goal("s until a killed coach answers", measured: Table.median(away), atMost: 1)
        if !memory.isEmpty {
            Table.goal(
                "MB proportional set size when idle", measured: memory.reduce(0) { $0 + $1.megabytes }, atMost: 280)
        }
    }

    private static func print(_ fresh: [Start], _ again: [Start], _ memory: [(name: String, megabytes: Double)]) {
        func cell(_ values: [Double]) -> String { values.isEmpty ? "" : Table.number(Table.median(values)) }
        var table = Table(
            "Stack: pulsum up to ready, medians of \(fresh.count), and idle memory",
            ["", "first start s", "processor s", "data there s", "processor s", "MB"])
        for name in memory.isEmpty ? (again.last?.processor.keys.sorted() ?? []) : memory.map(\.name) {
            let service = name == "pulsum" ? "up" : String(name.dropFirst("pulsum-".count))
            table.row(
                service,
                cell(fresh.compactMap { $0.started[service] }), cell(fresh.compactMap { $0.processor[name] }),
                cell(again.compactMap { $0.started[service] }), cell(again.compactMap { $0.processor[name] }),
                cell(memory.filter { $0.name == name }.map(\.megabytes)))
        }
        table.row(
            "all, ready", cell(fresh.map(\.ready)), cell(fresh.map(\.processorSeconds)), cell(again.map(\.ready)),
            cell(again.map(\.processorSeconds)),
            memory.isEmpty ? "" : Table.number(memory.reduce(0) { $0 + $1.megabytes }))
        table.row("first page", cell(fresh.map(\.page)), "", cell(again.map(\.page)), "")
        table.print()
    }

    /// Starts the stack, waits until it reports ready and serves the page, runs `body` and stops it.
    private static func started(_ scratch: Scratch, _ body: (Stack) async throws -> Void) async throws -> Start {
        let (begin, wall) = (ContinuousClock.now, Date())
        let stack: Stack
        do {
            stack = try await Stack.start(environment: ["PULSUM_LOG_FORMAT": "json"], scratch: scratch)
        } catch {
            // The error reads the log now, because the scratch directory is deleted.
            throw BenchmarkError("\(error)")
        }
        do {
            var start = Start()
            start.ready = (ContinuousClock.now - begin) / .seconds(1)
            let members = try ProcessTree(of: stack.processID).members
            start.processor = Dictionary(members.map { ($0.name, $0.processorSeconds) }, uniquingKeysWith: +)
            let page = Browser(stack.url)
            _ = try await eventually("the page at \(stack.url)") { () -> Bool? in
                try await page.get("/").status == 200 ? true : nil
            }
            start.page = (ContinuousClock.now - begin) / .seconds(1)
            start.started = startTimes(in: stack.logText, since: wall)
            try await body(stack)
            try await stack.stop(remove: false)
            return start
        } catch {
            _ = try? await stack.stop(remove: false)
            throw error
        }
    }

    /// A line of the log in JSON.
    private struct Line: Decodable {
        let time: String
        let service: String
        let message: String
    }

    /// Seconds from an instant to the last line with which each service says that it started.
    private static func startTimes(in log: String, since begin: Date) -> [String: Double] {
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let lines = log.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        let times = lines.filter { $0.message == "Started." }.compactMap { line in
            (try? format.parse(line.time)).map { (line.service, $0.timeIntervalSince(begin)) }
        }
        return Dictionary(times) { _, last in last }
    }

    /// Kills the coach and asks for cards until they come.
    private static func secondsWithoutCoach(_ stack: Stack) async throws -> Double {
        let user = try await stack.makeAccount("Ada \(EntityID.random())")
        func answers() async -> Bool {
            let at = Milliseconds(Date().timeIntervalSince1970 * 1000)
            return (try? await stack.bus.request(CardsQuery(user: user, at: at), budget: .milliseconds(200))) != nil
        }
        _ = try await eventually("the coach answers") { () -> Bool? in await answers() ? true : nil }
        let begin = ContinuousClock.now
        for process in stack.processIDs(of: .coaching) { kill(process, SIGKILL) }
        while await !answers() {
            guard ContinuousClock.now - begin < .seconds(30) else { throw BenchmarkError("the coach stays away") }
        }
        return (ContinuousClock.now - begin) / .seconds(1)
    }

    /// A process and all its descendants; empty where another account than root asks.
    private static func proportionalSetSizes(from root: Int32) throws -> [(name: String, megabytes: Double)] {
        try ProcessTree(of: root).members.compactMap { member in
            try ProcessMemory.proportionalMegabytes(of: member.id).map { (member.name, $0) }
        }
    }
}
