import Fixtures
import PlansCore

/// How well the adaptive expenditure of plans finds the known expenditure of made-up people (PLN-2), beside the formula
/// alone, the naive balance of 28 days and an exponentially smoothed weight.
///
/// Arguments: `--people N` (3,000); `--choosing` measures the 1,000 people on whom the parameters were chosen instead.
enum PlansBenchmark {
    /// Days after which the methods are compared.
    static let horizons = [14, 28, 56]
    /// Seeds of the people that are reported; those for choosing parameters begin at the other.
    private static let (reported, choosing): (UInt64, UInt64) = (200_001, 9_000_001)

    static func run(arguments: [String]) throws {
        let isChoosing = arguments.contains("--choosing")
        let people =
            arguments.firstIndex(of: "--people").flatMap { $0 + 1 < arguments.count ? Int(arguments[$0 + 1]) : nil }
            ?? (isChoosing ? 1000 : 3000)
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
