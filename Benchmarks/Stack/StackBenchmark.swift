import Fixtures
import Foundation

/// The whole stack as an owner starts it: seconds from `pulsum up` to ready on an empty data directory and on an
/// existing one, and the memory of all its processes when idle.
enum StackBenchmark {
    private static let starts = 3
    /// Idle time after which allocations of the start have been returned.
    private static let idle = Duration.seconds(5)

    static func run(arguments: [String]) async throws {
        // Each measured start creates keys, tokens and databases; the last data directory is also started a second
        // time.
        var firstStarts: [Double] = []
        var again = 0.0
        var memory: [(name: String, megabytes: Double)] = []
        for number in 1...starts {
            let scratch = try Scratch()
            defer { scratch.remove() }
            firstStarts.append(
                try await started(scratch) { _ in
                    // Only the time is measured here.
                })
            guard number == starts else { continue }
            again = try await started(scratch) { stack in
                try await Task.sleep(for: idle)
                memory = try proportionalSetSizes(from: stack.processID)
            }
        }

        var table = Table("Stack: pulsum up to ready, and idle memory", ["", "seconds", "MB"])
        table.row("first start, median of \(starts)", Table.number(Table.median(firstStarts)), "")
        table.row("start with data there", Table.number(again), "")
        for process in memory { table.row(process.name, "", Table.number(process.megabytes)) }
        let total = memory.reduce(0) { $0 + $1.megabytes }
        if !memory.isEmpty {
            table.row("all \(memory.count) processes, proportional set size", "", Table.number(total))
        }
        table.print()
        Table.goal("s from pulsum up to ready", measured: Table.median(firstStarts), atMost: 3)
        if !memory.isEmpty { Table.goal("MB proportional set size when idle", measured: total, atMost: 400) }
    }

    /// Starts the stack, waits until it reports ready and serves the page, runs `body` and stops it. Returns seconds.
    private static func started(_ scratch: Scratch, _ body: (Stack) async throws -> Void) async throws -> Double {
        let start = ContinuousClock.now
        let stack: Stack
        do {
            stack = try await Stack.start(scratch: scratch)
        } catch {
            // The error reads the log now, because the scratch directory is deleted.
            throw BenchmarkError("\(error)")
        }
        do {
            let page = Browser(stack.url)
            _ = try await eventually("the page at \(stack.url)") { () -> Bool? in
                try await page.get("/").status == 200 ? true : nil
            }
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            try await body(stack)
            try await stack.stop(remove: false)
            return seconds
        } catch {
            _ = try? await stack.stop(remove: false)
            throw error
        }
    }

    /// A process and all its descendants; empty where another account than root asks.
    private static func proportionalSetSizes(from root: Int32) throws -> [(name: String, megabytes: Double)] {
        let ids = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
        let parents = Dictionary(uniqueKeysWithValues: ids.compactMap { id in parent(of: id).map { (id, $0) } })
        func descends(_ id: Int32) -> Bool {
            var current = id
            while current > 1 {
                if current == root { return true }
                current = parents[current] ?? 0
            }
            return false
        }
        return try ids.filter(descends).sorted().compactMap { id in
            let name = (try? String(contentsOfFile: "/proc/\(id)/comm", encoding: .utf8)) ?? "\(id)"
            return try ProcessMemory.proportionalMegabytes(of: id).map {
                (name.trimmingCharacters(in: .whitespacesAndNewlines), $0)
            }
        }
    }

    private static func parent(of id: Int32) -> Int32? {
        guard let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8) else { return nil }
        return status.split(separator: "\n").first { $0.hasPrefix("PPid:") }?.split(separator: "\t").last.flatMap {
            Int32($0)
        }
    }
}
