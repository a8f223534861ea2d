import Foundation

/// The tables of one slice of the peak hour.
struct DayReport {
    private let client: DayClient
    private let plan: DayPlan
    private let people: Int
    private let used: StackFigures
    private let seconds: Double

    /// Least numbers of which a 99th and a 95th percentile are not the worst value.
    private static let minimumPages = 100
    private static let minimumScores = 20

    /// - Parameters:
    ///   - used: what the processes used from the beginning to the end.
    ///   - seconds: from the beginning to the last response.
    init(_ client: DayClient, _ plan: DayPlan, people: Int, _ used: StackFigures, seconds: Double) {
        (self.client, self.plan, self.people, self.used, self.seconds) = (client, plan, people, used, seconds)
    }

    private func times(_ kind: DayKind) -> [Double] {
        client.outcomes.filter { $0.kind == kind && $0.failure == nil }.map(\.milliseconds)
    }

    func printLatencies(_ planned: Double) {
        let outcomes = client.outcomes
        var table = Table(
            "The peak hour of \(people) people at its real pace, \(Table.number(planned)) s, ms from the planned instant",
            ["request", "count", "failures", "p50", "p95", "p99", "worst"])
        func row(_ name: String, _ times: [Double], failures: Int) {
            table.row(
                name, "\(times.count)", "\(failures)", Table.number(Table.percentile(times, 0.5)),
                Table.number(Table.percentile(times, 0.95)), Table.number(Table.percentile(times, 0.99)),
                Table.number(times.max() ?? 0))
        }
        for kind in DayKind.allCases {
            row(kind.rawValue, times(kind), failures: outcomes.count { $0.kind == kind && $0.failure != nil })
        }
        let scores = client.scores
        row("journal to score", scores.milliseconds, failures: scores.missing)
        row("the generator's own delay", outcomes.map(\.late), failures: 0)
        table.print()
        let reasons = Dictionary(grouping: outcomes.compactMap(\.failure)) { $0 }.mapValues(\.count)
        if !reasons.isEmpty { print("  failures: \(reasons.sorted { $0.key < $1.key })") }
        if client.deferred > 0 { print("  sign-ins told to come again in a moment: \(client.deferred)") }
    }

    func printUse() {
        let (total, days) = (used.total, plan.personDays)
        var table = Table(
            "Where the time goes: \(Table.number(days)) person-days in \(Table.number(seconds)) s",
            [
                "process", "cores", "ms per person-day", "requests per person-day", "commits per person-day",
                "writes per commit", "% ran again", "kB written per person-day", "MB resident",
            ])
        func row(_ name: String, _ use: StackFigures.Use) {
            table.row(
                name, Table.number(use.seconds / seconds), Table.number(use.seconds * 1000 / days),
                Table.number(use.answered / days), Table.number(use.commits / days),
                Table.number(use.commits > 0 ? use.writes / use.commits : 0), Table.number(Self.share(use)),
                Table.number(use.written / days / 1000), Table.number(use.resident / 1e6))
        }
        for (name, use) in used.uses.sorted(by: { $0.value.seconds > $1.value.seconds }) { row(name, use) }
        row("all processes", total)
        table.row("the load generator", Table.number(used.own / seconds))
        table.row(
            "everything else on this machine", Table.number(max(0, used.machine - total.seconds - used.own) / seconds))
        let traffic = client.traffic
        table.row("kB per person-day to the API", Table.number(Double(traffic.sent) / days / 1000))
        table.row("kB per person-day from the API", Table.number(Double(traffic.received) / days / 1000))
        table.row("people per core in the peak hour", Table.number(Double(people) * seconds / total.seconds))
        table.print()
    }

    /// - Throws: `BenchmarkError` if the slice had too few requests to judge by.
    func printGoals() throws {
        let failures = client.outcomes.count { $0.failure != nil }
        Table.goal("failures, \(people) people", measured: Double(failures), atMost: 0)
        let (pages, scores) = (times(.page), client.scores.milliseconds)
        guard pages.count >= Self.minimumPages, scores.count >= Self.minimumScores else {
            throw BenchmarkError(
                "\(pages.count) pages and \(scores.count) scores are too few to judge by: take more people or more seconds"
            )
        }
        Table.goal("ms p99 of a page, \(people) people", measured: Table.percentile(pages, 0.99), atMost: 50)
        Table.goal(
            "ms p95 from journal to score, \(people) people", measured: Table.percentile(scores, 0.95), atMost: 500)
        Table.goal("% of transactions that ran again, \(people) people", measured: Self.share(used.total), atMost: 1)
    }

    /// Percentage of transactions that ran again.
    private static func share(_ use: StackFigures.Use) -> Double {
        use.commits > 0 ? 100 * use.retries / use.commits : 0
    }
}
