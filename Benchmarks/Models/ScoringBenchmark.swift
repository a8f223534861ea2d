import Fixtures
import Foundation
import Messages

/// Scoring speed of the real service, from a delivery on the bus to committed scores.
///
/// Arguments: `--users N` (10,000).
enum ScoringBenchmark {
    private static let years = 3_650
    private static let lastDay = Day(number: 20_400)

    static func run(arguments: [String]) async throws {
        let users =
            arguments.firstIndex(of: "--users").flatMap { $0 + 1 < arguments.count ? Int(arguments[$0 + 1]) : nil }
            ?? 10_000
        let rebuilds = try await rebuild()
        var table = Table("Scoring: from delivery to committed scores", ["", "ms", "users/s"])
        table.row(
            "a late sample on the first of ten years of one user: all rebuilt, median of \(rebuilds.late.count)",
            Table.number(Table.median(rebuilds.late)), "")
        table.row("  of which processor time of scoring", Table.number(Table.median(rebuilds.processor)), "")
        table.row("ten years of one user arrive at once and are scored", Table.number(rebuilds.arrival), "")
        var rates: [Double] = []
        for workers in 1...3 {
            let rate = try await oneDay(users, workers: workers)
            rates.append(rate)
            table.row("one day of \(users) users, \(workers) worker\(workers == 1 ? "" : "s")", "", Table.number(rate))
        }
        table.print()
        Table.goal("ms to rebuild ten years of one user's scores", measured: Table.median(rebuilds.late), atMost: 100)
        for workers in 2...3 {
            print("  worker \(workers) adds \(Table.number(rates[workers - 1] / rates[workers - 2])) times")
        }
    }

    /// Milliseconds from a late sample on the first of ten years until all later days are recomputed, compared, and
    /// committed if changed; and from the arrival of a user's ten years until they are scored.
    private static func rebuild() async throws -> (late: [Double], processor: [Double], arrival: Double) {
        let rig = try await ScoringRig(workers: 1)
        do {
            let user = UserID.random()
            var random = SplitMix(seed: 41)
            let person = RecordedPerson(
                synthetic: years, endingOn: lastDay, effect: 0.9, noise: 0.3, random: &random)
            // A check-in a week.
            for day in person.days.enumerated().filter({ $0.offset % 7 == 0 }).map(\.element) {
                if let checkIn = day.checkIn { _ = try await rig.bus.request(checkIn.request(user, day.metrics.day)) }
            }
            var start = ContinuousClock.now
            try await rig.deliver([(user, person.days.map(\.metrics))], first: 1)
            let arrival = (ContinuousClock.now - start) / .milliseconds(1)
            var (times, processor): ([Double], [Double]) = ([], [])
            let process = try scoringProcess(rig)
            let touched = person.days[10].metrics.day
            var revision = try await rig.bus.request(ScoreQuery(user: user, day: touched, today: lastDay)).revision
            for round in 1...7 {
                var first = person.days[0].metrics
                first.hrv?.value += Double(round)
                let before = Child.processorSeconds(of: process)
                start = ContinuousClock.now
                try await rig.deliver([(user, [first])], first: UInt64(years + round))
                times.append((ContinuousClock.now - start) / .milliseconds(1))
                processor.append((Child.processorSeconds(of: process) - before) * 1000)
                let now = try await rig.bus.request(ScoreQuery(user: user, day: touched, today: lastDay)).revision
                guard now > revision else { throw BenchmarkError("the late sample moved nothing") }
                revision = now
            }
            try await rig.stop()
            return (times, processor, arrival)
        } catch {
            _ = try? await rig.stop()
            throw error
        }
    }

    private static func scoringProcess(_ rig: ScoringRig) throws -> Int32 {
        guard let process = rig.stack.processIDs(of: .scoring).first else {
            throw BenchmarkError("scoring does not run")
        }
        return process
    }

    /// Users per second whose second day arrives and is scored; the first day has created their rows and keys.
    private static func oneDay(_ count: Int, workers: Int) async throws -> Double {
        let rig = try await ScoringRig(workers: workers)
        do {
            var random = SplitMix(seed: 43)
            let person = RecordedPerson(
                synthetic: 2, endingOn: lastDay, effect: 0.9, noise: 0.3, random: &random)
            let users = (0..<count).map { _ in UserID.random() }
            let batches = stride(from: 0, to: count, by: 64).map { Array(users[$0..<min(count, $0 + 64)]) }
            func deliver(_ day: Int) async throws {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (index, batch) in batches.enumerated() {
                        // In-flight limit of four per worker: the relay's own.
                        if index >= 4 * workers { try await group.next() }
                        group.addTask {
                            try await rig.deliver(
                                batch.map { ($0, [person.days[day].metrics]) }, first: UInt64(day) + 1)
                        }
                    }
                    try await group.waitForAll()
                }
            }
            try await deliver(0)
            let start = ContinuousClock.now
            try await deliver(1)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            try await rig.stop()
            return Double(count) / seconds
        } catch {
            _ = try? await rig.stop()
            throw error
        }
    }
}
