import Fixtures
import Foundation

/// A request through broker and worker and back over ipc, tcp and tcp with CURVE, next to a C program through libzmq's
/// own proxy, a Majordomo broker in Python and nats-server with its C client, all in the same run.
///
///     pulsum-bench bus [--only ipc|tcp|curve]
///
/// Client, broker and worker are separate processes, as in production. Rounds of all contestants alternate. Reports
/// medians, and medians of the ratios of neighbouring rounds, which are more reliable than times on a busy machine. Do
/// not raise the priority with `nice`: Swift's threads fall back to 0 and only the C program would have it; `chrt -r 1`
/// reaches both.
enum BusBenchmark {
    private static let rounds = 3
    private static let loads = [100, 1_024].flatMap { bytes in
        [(1, 4_000), (4, 8_000), (64, 40_000)].map { (bytes: bytes, inFlight: $0.0, count: $0.1) }
    }

    static func run(arguments: [String]) async throws {
        if try await BusProcess.run(arguments) { return }
        let roads: [BusContestant.Road]
        switch (arguments.first, arguments.dropFirst().first.flatMap { BusContestant.Road(rawValue: $0) }) {
        case (nil, _): roads = BusContestant.Road.allCases
        case ("--only", let road?): roads = [road]
        default: throw BenchmarkError("say: pulsum-bench bus [--only ipc|tcp|curve]")
        }
        for road in roads {
            let scratch = try Scratch()
            defer { scratch.remove() }
            try BusProcess.prepare(scratch.path, names: BusProcess.names)
            try compare(road, scratch.path)
        }
    }

    private static func compare(_ road: BusContestant.Road, _ directory: String) throws {
        let (contestants, missing) = try BusContestant.start(road, directory)
        var table = Table(
            "request and reply over \(road.title), client + broker + worker as processes; medians of \(rounds) rounds, × beside \(BusContestant.reference)",
            ["bytes, in flight", "", "p50 µs", "×", "p99 µs", "×", "per second", "×", "processor µs"])
        var goals: [(what: String, measured: Double, least: Double?, most: Double?)] = []
        for load in loads {
            var measured = [[RoundTrips]](repeating: [], count: contestants.count)
            for _ in 0..<rounds {
                for (index, contestant) in contestants.enumerated() {
                    measured[index].append(
                        try RoundTrips.measure(
                            contestant, inFlight: load.inFlight, count: load.count, bytes: load.bytes))
                }
            }
            let reference = contestants.firstIndex { $0.name == BusContestant.reference }
            func ratio(_ index: Int, to other: Int?, _ figure: (RoundTrips) -> Double) -> Double? {
                other.map { other in Table.median(zip(measured[index], measured[other]).map { figure($0) / figure($1) })
                }
            }
            for (index, contestant) in contestants.enumerated() {
                func cell(_ figure: (RoundTrips) -> Double) -> String {
                    Table.number(Table.median(measured[index].map(figure)))
                }
                func beside(_ figure: (RoundTrips) -> Double) -> String {
                    ratio(index, to: reference, figure).map(Table.number) ?? ""
                }
                table.row(
                    index == 0 ? "\(load.bytes), \(load.inFlight)" : "", contestant.name, cell(\.median),
                    beside(\.median), cell(\.tail), beside(\.tail),
                    cell(\.rate), beside(\.rate), cell(\.processor))
            }
            // The goals apply to messaging code on the socket thread.
            let what = "\(road.title), \(load.bytes) bytes, \(load.inFlight) in flight"
            if load.inFlight == 64, let share = ratio(0, to: reference, \.rate),
                let tail = ratio(0, to: reference, \.tail)
            {
                goals.append(
                    (
                        "× the C program's rate, \(what)", share, road == .curve ? 0.8 : load.bytes == 100 ? 0.6 : 0.8,
                        nil
                    ))
                goals.append(("× the C program's p99, \(what)", tail, nil, 2.5))
            }
            if load.inFlight == 64, let nats = contestants.firstIndex(where: { $0.name.hasPrefix("nats") }),
                let times = ratio(0, to: nats, \.rate)
            {
                goals.append(("× the rate of nats-server, \(what)", times, 5, nil))
            }
            if load.inFlight == 1, let median = ratio(0, to: reference, \.median) {
                goals.append(("× the C program's median, \(what)", median, nil, 1.3))
            }
        }
        table.print()
        for goal in goals {
            if let least = goal.least { Table.goal(goal.what, measured: goal.measured, atLeast: least) }
            if let most = goal.most { Table.goal(goal.what, measured: goal.measured, atMost: most) }
        }
        for sentence in missing { print("  " + sentence) }
    }
}
