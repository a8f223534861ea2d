import ArgumentParser
import Bus
import Foundation
import Messages

/// `pulsum bus top`: live statistics of the bus.
struct BusTopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top", abstract: "Rates, latencies, queues, retries and deaths by service, live; until Ctrl-C.",
        discussion: "Into a file or a pipe it prints one table after the other instead of redrawing.")
    @Option(help: "Seconds between updates.") var interval = 1.0
    @Option(help: "Exits after this many tables.") var count: Int?
    @OptionGroup var common: Common

    func validate() throws {
        guard (0.1...3600).contains(interval) else {
            throw ValidationError("--interval is a number of seconds from 0.1 to 3600.")
        }
        if let count, count < 1 { throw ValidationError("--count is 1 or more.") }
    }

    func run() async throws {
        try await common.connected { session in
            let redraws = isatty(STDOUT_FILENO) == 1
            var before = (status: try await session.bus.request(BusStatus()), at: ContinuousClock.now)
            for shown in 0..<(count ?? .max) {
                try await Task.sleep(for: .seconds(interval))
                let now = (status: try await session.bus.request(BusStatus()), at: ContinuousClock.now)
                let text = Self.text(since: before.status, now.status, seconds: (now.at - before.at).seconds)
                Terminal.say(redraws || shown == 0 ? text : "\n" + text, prefix: redraws ? "\u{1B}[H\u{1B}[2J" : "")
                before = now
            }
        }
    }

    /// - Parameter seconds: between the two statuses. After a restart of the broker, the figures cover the time since
    ///   its start.
    static func text(since before: BusStatus.Reply, _ now: BusStatus.Reply, seconds: Double) -> String {
        let restarted = now.uptime < before.uptime
        var table = TextTable(
            ["service", "workers", "in flight", "queued", "a second", "failed", "p50 ms", "p99 ms", "retried", "died"],
            right: [1, 2, 3, 4, 5, 6, 7, 8, 9])
        for name in Topology.services {
            let service = now.services.first { $0.service == name }
            let old = restarted ? nil : before.services.first { $0.service == name }
            let seconds = restarted ? max(0.001, Double(now.uptime) / 1000) : seconds
            func since(_ value: (ServiceStatus) -> Int64) -> Int64 { (service.map(value) ?? 0) - (old.map(value) ?? 0) }
            let latency = (service?.latency ?? []).enumerated().map { index, count in
                count - (old.flatMap { $0.latency.indices.contains(index) ? $0.latency[index] : nil } ?? 0)
            }
            let workers = service?.workers ?? []
            table.add(
                "\(name)", "\(workers.count)", "\(workers.reduce(0) { $0 + Int64($1.inFlight) })",
                "\(service?.queued ?? 0)",
                Amount.number(Double(since { $0.answered + $0.refused + $0.failed }) / seconds, 1),
                "\(since { $0.failed })", quantile(0.5, latency),
                quantile(0.99, latency),
                "\(service?.retried ?? 0)", "\(service?.died ?? 0)")
        }
        return table.text + "\n\nBroker \(now.release), up for \(Amount.time(Double(now.uptime) / 1000))"
            + (now.refusedFrames > 0 ? ", refused \(Amount.count(now.refusedFrames)) frames." : ".")
    }

    /// The quantile's latency in milliseconds, interpolated within a histogram bucket; a dash without requests.
    static func quantile(_ share: Double, _ counts: [Int64]) -> String {
        let total = counts.reduce(0, +)
        guard total > 0 else { return "–" }
        let rank = share * Double(total)
        var below = 0.0
        for (index, count) in counts.enumerated() where count > 0 {
            if below + Double(count) >= rank {
                guard index < LatencyHistogram.bounds.count else { break }
                let (low, high) = (index == 0 ? 0 : LatencyHistogram.bounds[index - 1], LatencyHistogram.bounds[index])
                return Amount.number((low + (high - low) * (rank - below) / Double(count)) * 1000, 2)
            }
            below += Double(count)
        }
        return "> \(Amount.number((LatencyHistogram.bounds.last ?? 0) * 1000, 0))"
    }
}
