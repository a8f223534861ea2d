import Fixtures
import Foundation

/// The score's predictive value (SCO-8). The real service receives users' days one after the other; its prediction at
/// the end of each is compared with the next composite, and with persistence, an EWMA (λ = 0.2), the running mean and
/// `river` on the same data. Only data that had arrived counts.
///
/// Arguments: `--readme PATH` writes the table between the marks `<!-- worth -->` and `<!-- /worth -->` of that file.
enum WorthBenchmark {
    private static let methods =
        ["ours", "ours without sensors", "persistence", "EWMA", "running mean"] + River.settings

    static func run(arguments: [String]) async throws {
        let cohorts = try WorthCohort.all()
        var judged: [(name: String, judge: WorthJudge)] = []
        var version: String?
        for cohort in cohorts {
            let rig = try await ScoringRig(workers: 2)
            do {
                let (rows, river) = try await judge(cohort, rig)
                try await rig.stop()
                if !rows.isEmpty { judged.append((cohort.name, WorthJudge(rows))) }
                version = river ?? version
            } catch {
                _ = try? await rig.stop()
                throw error
            }
        }
        print(table(judged).joined(separator: "\n"))
        print(
            version.map {
                "river \($0): StandardScaler | LinearRegression(), SGD(0.01); “quick level” has intercept_lr=0.1 and l2=0.01"
            }
                ?? "river is not installed for Python here: its columns are empty")
        print("MMASH holds one day a person: there is no next composite to predict, so it cannot be measured")
        goals(judged)
        if let index = arguments.firstIndex(of: "--readme"), index + 1 < arguments.count {
            try write(judged, version, to: arguments[index + 1])
        }
    }

    private static func goals(_ judged: [(name: String, judge: WorthJudge)]) {
        for (name, judge) in judged {
            // A share of fewer is unreliable.
            if judge.calibrated.count >= 100 {
                Table.goal(
                    "% of answers within the calibrated band, \(name)", measured: 100 * judge.calibrated.coverage,
                    from: 75, through: 85)
            }
            guard let ours = judge.error("ours"), let average = judge.error("EWMA"),
                let interval = judge.difference("ours", "persistence")
            else { continue }
            if name == "LifeSnaps, daily answers" {
                Table.goal("times EWMA's error on LifeSnaps", measured: ours / average, atMost: 1.05)
                Table.goal("upper end of ours less persistence on LifeSnaps", measured: interval.high, atMost: 0)
                Table.goal(
                    "% of answers within the 80 % band on LifeSnaps", measured: 100 * judge.coverage, from: 75,
                    through: 85)
            } else if name.hasPrefix("Synthetic") {
                Table.goal("times EWMA's error, \(name.lowercased())", measured: ours / average, atMost: 0.85)
            }
        }
    }

    // MARK: Following people

    private static func judge(_ cohort: WorthCohort, _ rig: ScoringRig) async throws -> ([WorthRow], String?) {
        var followed = try await withThrowingTaskGroup(of: (Int, FollowedPerson).self) { group in
            var all: [Int: FollowedPerson] = [:]
            for (index, person) in cohort.people.enumerated() {
                // Limits the number of users in progress.
                if index >= 8, let (done, result) = try await group.next() { all[done] = result }
                group.addTask { (index, try await FollowedPerson(person, index, by: rig)) }
            }
            for try await (index, result) in group { all[index] = result }
            return all.sorted { $0.key < $1.key }.map(\.value)
        }
        let answers = try await River.run(followed.flatMap { $0.events.map(\.event) })
        if let answers {
            var predictions = answers.predictions.makeIterator()
            for index in followed.indices {
                for (event, row) in followed[index].events where event.predict != nil {
                    guard let prediction = predictions.next() else { throw BenchmarkError("river answered too little") }
                    guard let row else { continue }
                    for (name, value) in zip(River.settings, prediction) {
                        followed[index].rows[row].predictions[name] = value
                    }
                }
            }
        }
        return (followed.flatMap(\.rows), answers?.version)
    }

    // MARK: The table

    private static func table(_ judged: [(name: String, judge: WorthJudge)]) -> [String] {
        var lines = [
            "| data | people | predictions | \(methods.joined(separator: " | ")) | ours − persistence | ours − EWMA | ours − ours without sensors | band holds | from the 20th answer on |",
            "|---|---" + String(repeating: "|---", count: methods.count + 6) + "|",
        ]
        for (name, judge) in judged {
            let errors = methods.map { judge.error($0).map { fixed($0) } ?? "–" }
            let differences = [("ours", "persistence"), ("ours", "EWMA"), ("ours", "ours without sensors")].map {
                first, second in
                judge.difference(first, second).map { "\(signed($0.middle)) (\(signed($0.low)) … \(signed($0.high)))" }
                    ?? "–"
            }
            lines.append(
                "| \(name) | \(judge.people) | \(judge.rows.count) | \((errors + differences).joined(separator: " | ")) | \(Int((100 * judge.coverage).rounded())) % | \(calibrated(judge)) |"
            )
        }
        return lines
    }

    private static func calibrated(_ judge: WorthJudge) -> String {
        let (count, coverage) = judge.calibrated
        return count == 0 ? "–" : "\(Int((100 * coverage).rounded())) % of \(count)"
    }

    private static func fixed(_ value: Double) -> String { String(format: "%.3f", value) }
    private static func signed(_ value: Double) -> String { (value < 0 ? "−" : "+") + fixed(abs(value)) }

    private static func write(_ judged: [(name: String, judge: WorthJudge)], _ version: String?, to path: String) throws
    {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        guard let start = text.range(of: "<!-- worth -->"), let end = text.range(of: "<!-- /worth -->"),
            start.upperBound <= end.lowerBound
        else {
            throw BenchmarkError("\(path) has no place for the table")
        }
        let river =
            version.map {
                "`river` \($0) with `StandardScaler | LinearRegression()`, once with its defaults (SGD 0.01) and once with `intercept_lr=0.1, l2=0.01`"
            }
            ?? "`river` was not installed"
        let note =
            "\n\nMean absolute error of the next self-report composite (± 2); differences with 95 % intervals by bootstrap over people; negative is better. \(river)."
        let written =
            text[..<start.upperBound] + "\n" + table(judged).joined(separator: "\n") + note + "\n"
            + text[end.lowerBound...]
        try String(written).write(toFile: path, atomically: true, encoding: .utf8)
    }
}
