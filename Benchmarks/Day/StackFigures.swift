import Fixtures
import Foundation
import Messages

/// What each process of a stack has used so far, from its metrics and from /proc.
struct StackFigures: Sendable {
    struct Use: Sendable {
        /// Seconds of processor time.
        var seconds = 0.0
        /// Commits of its database, each with one fsync.
        var commits = 0.0
        /// Writes that shared these commits.
        var writes = 0.0
        /// Transactions that ran again after a conflict or a lost connection.
        var retries = 0.0
        /// Bytes that the kernel wrote to disk for it.
        var written = 0.0
        /// Requests that it answered over the bus.
        var answered = 0.0
        /// Resident memory, bytes.
        var resident = 0.0

        static func - (later: Use, earlier: Use) -> Use {
            Use(
                seconds: later.seconds - earlier.seconds, commits: later.commits - earlier.commits,
                writes: later.writes - earlier.writes, retries: later.retries - earlier.retries,
                written: later.written - earlier.written, answered: later.answered - earlier.answered,
                resident: later.resident)
        }
    }

    /// By name of the process.
    var uses: [String: Use] = [:]
    /// Seconds of processor time of the benchmark itself.
    var own = 0.0
    /// Seconds of processor time that the machine spent on anything, all cores together.
    var machine = 0.0

    static func read(_ stack: Stack) async throws -> StackFigures {
        var figures = StackFigures()
        for service in Topology.entries.map(\.name) + [.broker] {
            var use = Use()
            let text = try await Browser(try stack.healthAddress(of: service)).get("/metrics").text
            use.seconds = sum("process_cpu_seconds_total", text)
            use.commits = sum("pulsum_store_transactions_total", text)
            use.writes = sum("pulsum_store_writes_total", text)
            use.retries = sum("pulsum_store_retries_total", text)
            use.answered = sum("pulsum_bus_handled_total", text)
            use.resident = sum("process_resident_memory_bytes", text)
            for process in stack.processIDs(of: service) { use.written += written(by: process) }
            figures.uses["\(service)"] = use
        }
        figures.uses["supervisor"] = Use(seconds: Child.processorSeconds(of: stack.processID))
        var usage = rusage()
        if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
            func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
            figures.own = seconds(usage.ru_utime) + seconds(usage.ru_stime)
        }
        figures.machine = busy()
        return figures
    }

    static func - (later: StackFigures, earlier: StackFigures) -> StackFigures {
        StackFigures(
            uses: later.uses.reduce(into: [:]) { $0[$1.key] = $1.value - (earlier.uses[$1.key] ?? Use()) },
            own: later.own - earlier.own, machine: later.machine - earlier.machine)
    }

    /// Of all processes of the stack.
    var total: Use {
        uses.values.reduce(into: Use()) { sum, use in
            sum.seconds += use.seconds
            sum.commits += use.commits
            sum.writes += use.writes
            sum.retries += use.retries
            sum.written += use.written
            sum.answered += use.answered
            sum.resident += use.resident
        }
    }

    /// Sum of a metric's samples.
    private static func sum(_ name: String, _ text: String) -> Double {
        text.split(separator: "\n").reduce(0) { sum, line in
            guard line.hasPrefix(name + " ") || line.hasPrefix(name + "{") else { return sum }
            return sum + (line.split(separator: " ").last.flatMap { Double($0) } ?? 0)
        }
    }

    /// proc(5): `write_bytes` of /proc/PID/io.
    private static func written(by process: Int32) -> Double {
        let text = (try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("write_bytes:") }
        return line?.split(separator: " ").last.flatMap { Double($0) } ?? 0
    }

    /// Seconds that all cores were not idle since the start of the machine: user, nice, system, irq, softirq and steal
    /// of /proc/stat.
    private static func busy() -> Double {
        let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
        let ticks = text.prefix { $0 != "\n" }.split(separator: " ").dropFirst().map { Double($0) ?? 0 }
        guard ticks.count >= 8 else { return 0 }
        return (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6] + ticks[7]) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
