import Fixtures
import Foundation
import Messages

/// Latency over HTTP of everyday operations as history grows: a check-in with its score, a phone's post of two values,
/// and the user's breakdown while thousands of entries of one day arrive.
///
/// Arguments: `--years N` (30) skips longer histories, `--entries N` (3,000).
enum EverydayBenchmark {
    private struct Measured {
        var checkIn: [Double] = []
        var score: [Double] = []
        var post: [Double] = []
        var breakdown: [Double] = []
        var busy: [Double] = []
        var after: [Double] = []
    }

    private static let rounds = 40
    /// A watch's daily records: a heart rate every five minutes and as many others.
    private static let recordsPerDay = 600

    static func run(arguments: [String]) async throws {
        func argument(_ name: String) -> Int? {
            arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? Int(arguments[$0 + 1]) : nil }
        }
        let histories = [("three months", 91), ("two years", 730), ("ten years", 3_650), ("thirty years", 10_950)]
            .filter {
                $0.1 <= max(91, 365 * (argument("--years") ?? 30))
            }
        let entries = argument("--entries") ?? 3_000
        var table = Table(
            "Everyday over HTTP, p50 in ms",
            [
                "history", "check-in", "and its score", "post of two values", "breakdown",
                "breakdown under \(entries) entries", "and after",
            ])
        var all: [Measured] = []
        for (name, days) in histories {
            let measured = try await measure(days, entries)
            all.append(measured)
            table.row(
                name, cell(measured.checkIn), cell(measured.score), cell(measured.post), cell(measured.breakdown),
                cell(measured.busy), cell(measured.after))
        }
        table.print()
        guard let first = all.first, let last = all.last, let name = histories.last?.0 else { return }
        func p50(_ values: [Double]) -> Double { Table.median(values) }
        let (checkIn, post) = (zip(last.checkIn, last.score).map(+), last.post)
        Table.goal("ms for a check-in and its score with \(name)", measured: p50(checkIn), atMost: 8)
        Table.goal(
            "times those with three months", measured: p50(checkIn) / p50(zip(first.checkIn, first.score).map(+)),
            atMost: 1.2)
        Table.goal("ms for a phone's post of two values with \(name)", measured: p50(post), atMost: 10)
        Table.goal("times those with three months", measured: p50(post) / p50(first.post), atMost: 1.2)
        Table.goal(
            "times a breakdown, after \(entries) entries of its day", measured: p50(last.after) / p50(last.breakdown),
            atMost: 1.2)
    }

    private static func cell(_ values: [Double]) -> String { Table.number(Table.median(values)) }

    private static func measure(_ days: Int, _ entries: Int) async throws -> Measured {
        let rig = try await ScoringRig(workers: 1)
        do {
            let stack = rig.stack
            let browser = Browser(stack.url)
            let account = try await stack.setUp(browser)
            guard let user = (account.json["user"] as? String).flatMap({ UserID($0) }) else {
                throw BenchmarkError("no account was made")
            }
            let today = Day(number: Int32(Date().timeIntervalSince1970 / 86_400))
            // Check-ins are sent in day order and before the import: a check-in of a past day recomputes every later
            // day.
            for back in stride(from: days, to: 0, by: -2) {
                let day = today.advanced(by: -back)
                _ = try await stack.bus.request(
                    SubmitCheckIn(
                        user: user, day: day, at: (Milliseconds(day.number) * 86_400 + 43_200) * 1000,
                        stress: Int32(2 + back % 4), energy: Int32(3 + back % 3),
                        sleepQuality: 5))
            }
            let path = stack.scratch.file("export.zip")
            try ExportGenerator(
                days: days, endingOn: today.advanced(by: -1), recordsPerDay: recordsPerDay, isCompact: true
            ).writeZip(to: path)
            guard try await stack.importFile(path, for: user, within: .seconds(900)).phase == .done else {
                throw BenchmarkError("the import failed")
            }
            try await stack.settle(within: .seconds(300))
            var measured = Measured()
            for round in 0..<rounds {
                measured.checkIn.append(
                    try await time {
                        try await browser.post(
                            "/v1/check-ins", ["stress": 1 + round % 7, "energy": 4, "sleepQuality": 5])
                    })
                measured.score.append(try await time { try await browser.get("/v1/score") })
                try await stack.settle()
                measured.post.append(
                    try await time { try await browser.post("/v1/ingest/health-auto-export", bytes: post(round)) })
                try await stack.settle()
                measured.breakdown.append(try await time { try await browser.get("/v1/score/breakdown") })
            }
            let (busy, after) = try await busyDay(rig, browser, user, today, entries)
            (measured.busy, measured.after) = (busy, after)
            try await rig.stop()
            return measured
        } catch {
            _ = try? await rig.stop()
            throw error
        }
    }

    /// Times of the breakdown while entries of its day arrive one after the other, and after the last.
    private static func busyDay(_ rig: ScoringRig, _ browser: Browser, _ user: UserID, _ day: Day, _ entries: Int)
        async throws -> ([Double], [Double])
    {
        let arriving = Task {
            for number in 1...entries {
                try await rig.deliver(
                    sentiment: Double(number % 21) / 10 - 1, on: day, of: user, number: UInt64(number))
            }
        }
        var during: [Double] = []
        while during.count < rounds { during.append(try await time { try await browser.get("/v1/score/breakdown") }) }
        try await arriving.value
        try await rig.stack.settle()
        var after: [Double] = []
        for _ in 0..<rounds { after.append(try await time { try await browser.get("/v1/score/breakdown") }) }
        return (during, after)
    }

    private static func time(_ body: () async throws -> Browser.Answer) async throws -> Double {
        let start = ContinuousClock.now
        let answer = try await body()
        let time = (ContinuousClock.now - start) / .milliseconds(1)
        guard (200...202).contains(answer.status) else {
            throw BenchmarkError("the answer was \(answer.status): \(answer.text)")
        }
        return time
    }

    /// The app's regular post: a heart rate and some steps.
    private static func post(_ round: Int) -> Data {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "UTC")
        format.dateFormat = "yyyy-MM-dd HH:mm:ss '+0000'"
        let at = format.string(from: Date(timeIntervalSinceNow: Double(round - 2 * rounds) * 60))
        return Data(
            """
            {"data": {"metrics": [
                {"name": "heart_rate", "units": "bpm", "data": [{"date": "\(at)", "Min": 60, "Avg": \(61 + round % 20), "Max": 90, "source": "Watch"}]},
                {"name": "step_count", "units": "count", "data": [{"date": "\(at)", "qty": \(20 + round), "source": "Phone"}]}]}}
            """.utf8)
    }
}
