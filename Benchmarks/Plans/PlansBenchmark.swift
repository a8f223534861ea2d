import Fixtures
import PlansCore

/// How well the adaptive expenditure of plans finds the known expenditure of made-up people (PLN-2), next to the
/// formula alone, the naive balance of 28 days and an exponentially smoothed weight; and the service as a process.
///
/// Arguments: `--only learning|service|week` measures one part; `--people N` (3,000) and `--choosing`, which measures the
/// 1,000 people on whom the parameters were chosen instead, are for the first part, `--week N` (10,000) and `--days N`
/// (28) for the last.
enum PlansBenchmark {
    /// Days after which the methods are compared.
    static let horizons = [14, 28, 56]
    /// Seeds of the people that are reported; those for choosing parameters begin at the other.
    private static let (reported, choosing): (UInt64, UInt64) = (200_001, 9_000_001)

    static func run(arguments: [String]) async throws {
        func value(_ option: String) -> String? {
            arguments.firstIndex(of: option).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
        }
        func number(_ option: String) -> Int? { value(option).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
        let isChoosing = arguments.contains("--choosing")
        let parts = ["learning", "service", "week"]
        let only = value("--only") ?? (isChoosing ? "learning" : nil)
        guard only.map(parts.contains) != false else {
            throw BenchmarkError("--only is \(parts.joined(separator: ", ")) or absent")
        }
        func isChosen(_ part: String) -> Bool { only == nil || only == part }
        if isChosen("learning") { learning(people: number("--people"), isChoosing: isChoosing) }
        if isChosen("service") { try await PlansServiceBenchmark.latencies() }
        if isChosen("week") {
            try await PlansServiceBenchmark.week(people: number("--week") ?? 10_000, days: number("--days") ?? 28)
        }
    }

    private static func learning(people: Int?, isChoosing: Bool) {
        let people = people ?? (isChoosing ? 1000 : 3000)
        let first = isChoosing ? choosing : reported
        let judge = PlansJudge(seeds: first..<first + UInt64(people))
        judge.printTables()
        guard !isChoosing else { return }
        let ours = judge.errors(.ours, 28)
        for other in ExpenditureMethod.allCases where other != .ours {
            Table.goal(
                "times the error of \(other.rawValue), after 28 days",
                measured: PlansJudge.absolute(ours) / PlansJudge.absolute(judge.errors(other, 28)), atMost: 0.99)
        }
        Table.goal("kcal, mean error after 14 days", measured: judge.bias(.ours, 14), from: -30, through: 30)
        for horizon in horizons {
            Table.goal(
                "% of true values within the 80 % interval, after \(horizon) days",
                measured: 100 * judge.coverage(horizon), from: 78, through: 82)
        }
        Table.goal("µs a day of one person", measured: judge.microsecondsPerDay, atMost: 20)
    }
}
