import Fixtures
import Foundation

/// Allocations per request and reply in client, broker and worker, counted in the process (`c/mallocs.c`). Reports the
/// difference of two runs, which cancels start-up. The C program is measured with it.
enum AllocationBenchmark {
    private static let (few, many) = (4_000, 24_000)
    /// Limits on the socket thread at 64 in flight: the measured count and about one more.
    private static let limits = [("client", 10.0), ("broker", 3.5), ("worker", 18.0)]

    static func run(arguments: [String]) async throws {
        guard let library = Executables.compiled("mallocs.so") else {
            throw BenchmarkError("mallocs.so is missing: deploy/bench compiles it.")
        }
        let scratch = try Scratch()
        defer { scratch.remove() }
        let directory = scratch.path
        try BusProcess.prepare(directory, names: BusProcess.names)
        func counter(_ who: String) -> [String: String] {
            ["LD_PRELOAD": library, "MALLOCS": "\(directory)/mallocs-\(who)"]
        }
        var contestants = zip(
            try BusContestant.pulsum(.ipc, directory) { counter($0) }, BusProcess.Place.allCases
        ).map { ($0, ["client", "broker", $1.rawValue]) }
        if let program = Executables.compiled("roundtrip") {
            contestants.append(
                (
                    try BusContestant.proxy(program, .ipc, directory) { counter("c-" + $0) },
                    ["c-client", "c-broker", "c-worker"]
                ))
        }
        var table = Table(
            "memory asked for per request and reply over ipc, times",
            ["bytes, in flight", "", "client", "broker", "worker"])
        var kept: [(what: String, measured: Double, most: Double)] = []
        for (bytes, inFlight) in [(100, 1), (100, 64), (1_024, 64)] {
            for (index, (contestant, counters)) in contestants.enumerated() {
                func counts(_ count: Int) throws -> [Double] {
                    // Each client process starts a new file; the other processes continue theirs.
                    try? FileManager.default.removeItem(atPath: "\(directory)/mallocs-\(counters[0])")
                    let before = counters.map { read(directory, $0) }
                    _ = try RoundTrips.measure(contestant, inFlight: inFlight, count: count, bytes: bytes)
                    return zip(counters, before).map { read(directory, $0) - $1 }
                }
                let (low, high) = (try counts(few), try counts(many))
                let each = zip(low, high).map { max(0, $1 - $0) / Double(many - few) }
                if index == 0, inFlight == 64 {
                    for (limit, measured) in zip(limits, each) {
                        kept.append(("\(limit.0), \(bytes) bytes", measured, limit.1))
                    }
                }
                table.row(
                    index == 0 ? "\(bytes), \(inFlight)" : "", contestant.name, Table.number(each[0]),
                    Table.number(each[1]), Table.number(each[2]))
            }
        }
        table.print()
        for one in kept {
            Table.goal("times memory is asked for per request, " + one.what, measured: one.measured, atMost: one.most)
        }
    }

    private static func read(_ directory: String, _ who: String) -> Double {
        guard let bytes = FileManager.default.contents(atPath: "\(directory)/mallocs-\(who)"), bytes.count == 8 else {
            return 0
        }
        return Double(bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
    }
}
