import Fixtures
import Foundation
import Messages

/// Posts of companion apps over HTTP: a small one, one of 2,000 records, a night until its day has it, and the first
/// sync of years while its person opens the application.
///
/// Arguments: `--posts N` (250) is the length of the first sync in batches of 2,000 records; 5,000 are about ten years.
enum CompanionBenchmark {
    private static let recordsOfBatch = 2_000
    /// Between two requests of the person during the first sync.
    private static let pause = Duration.milliseconds(250)

    static func run(arguments: [String]) async throws {
        let posts =
            arguments.firstIndex(of: "--posts").flatMap {
                $0 + 1 < arguments.count ? Int(arguments[$0 + 1]) : nil
            } ?? 250
        // Each on a stack of its own, so that the memory of the first sync is its own.
        try await measuring(everyday)
        try await measuring { try await firstSync($0, posts) }
    }

    private static func measuring(_ body: (Stack) async throws -> Void) async throws {
        let stack = try await Stack.start()
        do {
            try await body(stack)
            try await stack.stop()
        } catch {
            _ = try? await stack.stop()
            throw error
        }
    }

    private static func everyday(_ stack: Stack) async throws {
        let android = try await PairedPhone("hc-webhook", stack)
        let iPhone = try await PairedPhone("open-wearables", stack)
        let now = Date().timeIntervalSince1970.rounded(.down)
        let small = try await Latencies("small post") { round in
            let at = time(now - 60 * Double(600 - round))
            return try await isTaken(
                android,
                #"{"timestamp":"\#(time(now))","heart_rate":[{"bpm":\#(55 + round % 30),"time":"\#(at)"}],"weight":[{"kilograms":71,"time":"\#(at)"}]}"#
            )
        }
        var batch = RecordBatch(endingAt: now)
        let large = try await Latencies("\(recordsOfBatch) records", rounds: 100, warmUp: 5) { _ in
            try await isTaken(iPhone, batch.next(recordsOfBatch))
        }
        let sleeper = try await PairedPhone("health-auto-export", stack)
        // The last 10:00 UTC: a night that ends around midnight belongs to no morning.
        let morning = now - (now - 36_000).truncatingRemainder(dividingBy: 86_400)
        let night = try await Latencies("night until its day has it", rounds: 60, warmUp: 5) { round in
            try await posts(night: round, endingBefore: morning, by: sleeper)
        }
        Latencies.printTable("A companion's post over HTTP, ms", [small, large, night])
        Table.goal("ms for a small post (p99)", measured: small.p99, atMost: 10)
        Table.goal("ms for a post of \(recordsOfBatch) records (p99)", measured: large.p99, atMost: 250)
        Table.goal(
            "ms from a night's post to its day (p95)", measured: Table.percentile(night.times, 0.95), atMost: 1_000)
    }

    /// Posts a night that ends a minute later than the one before, and asks for its day until it has that night.
    private static func posts(night round: Int, endingBefore now: Double, by phone: PairedPhone) async throws -> Bool {
        let (start, end) = (now - 9 * 3600, now - Double(90 - round) * 60)
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "Europe/Berlin")
        format.dateFormat = "yyyy-MM-dd HH:mm:ss xx"
        func text(_ time: Double) -> String { format.string(from: Date(timeIntervalSince1970: time)) }
        let body =
            #"{"data":{"metrics":[{"name":"sleep_analysis","units":"hr","data":[{"startDate":"\#(text(start))","endDate":"\#(text(end))","value":"Core","qty":\#((end - start) / 3600),"source":"Watch"}]}]}}"#
        guard try await isTaken(phone, body) else { return false }
        let day = String(text(end).prefix(10))
        for _ in 0..<1_000 {
            let days = try await phone.browser.get("/v1/metrics?from=\(day)&through=\(day)").list
            let sleep = (days.first?["sleep"] as? [String: Any])?["value"] as? Double
            if let sleep, abs(sleep - (end - start)) < 30 { return true }
        }
        return false
    }

    /// Sends batches, the newest records first, while the person opens Today.
    private static func firstSync(_ stack: Stack, _ posts: Int) async throws {
        let phone = try await PairedPhone("open-wearables", stack)
        var batch = RecordBatch(endingAt: Date().timeIntervalSince1970.rounded(.down))
        let browser = phone.browser
        let visits = Task {
            var times: [Double] = []
            while !Task.isCancelled {
                let start = ContinuousClock.now
                guard try await browser.get("/v1/today").status == 200 else { throw BenchmarkError("Today failed") }
                times.append((ContinuousClock.now - start) / .milliseconds(1))
                try? await Task.sleep(for: pause)
            }
            return times
        }
        defer { visits.cancel() }
        let start = ContinuousClock.now
        for number in 0..<posts {
            guard try await isTaken(phone, batch.next(recordsOfBatch)) else {
                throw BenchmarkError("batch \(number) was not taken")
            }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        visits.cancel()
        let today = try await visits.value
        let memory =
            Double(stack.processIDs(of: .ingestion).compactMap { Fixtures.ProcessMemory.peak(of: $0) }.max() ?? 0) / 1e6
        var table = Table(
            "A first sync of \(posts) batches, \(posts * recordsOfBatch) records",
            ["seconds", "records a second", "Today meanwhile, p50 ms", "p99 ms", "peak memory of ingestion, MB"])
        table.row(
            Table.number(seconds), Table.number(Double(posts * recordsOfBatch) / seconds),
            Table.number(Table.median(today)), Table.number(Table.percentile(today, 0.99)), Table.number(memory))
        table.print()
        Table.goal("minutes for 5,000 batches at this pace", measured: seconds / Double(posts) * 5_000 / 60, atMost: 15)
        Table.goal("ms for Today during a first sync (p99)", measured: Table.percentile(today, 0.99), atMost: 100)
        Table.goal("MB of ingestion during a first sync", measured: memory, atMost: 120)
    }

    private static func isTaken(_ phone: PairedPhone, _ body: String) async throws -> Bool {
        (200...202).contains(try await phone.send(Array(body.utf8)).status)
    }

    fileprivate static func time(_ seconds: Double) -> String {
        Date(timeIntervalSince1970: seconds).formatted(.iso8601)
    }
}

/// Records of a watch as the Open Wearables app sends them, backwards in time: 2,760 a day.
private struct RecordBatch {
    /// Seconds since 1970 of the next minute.
    private var minute: Double
    private var pending: [String] = []
    private var number: UInt64 = 0

    init(endingAt end: Double) { minute = end - end.truncatingRemainder(dividingBy: 60) - 600 }

    /// The next records as one body.
    mutating func next(_ count: Int) -> String {
        while pending.count < count { addMinute() }
        let records = pending.prefix(count).joined(separator: ",")
        pending.removeFirst(count)
        let now = CompanionBenchmark.time(Date().timeIntervalSince1970.rounded(.down))
        return
            #"{"provider":"apple","sdkVersion":"0.15.0","syncTimestamp":"\#(now)","syncType":"historical","data":{"records":[\#(records)],"sleep":[],"workouts":[]}}"#
    }

    private mutating func addMinute() {
        add("HeartRate", minute, 0, "\(50 + number % 60)", "bpm")
        let index = Int(minute / 60)
        if index % 3 == 0 {
            add("ActiveEnergyBurned", minute, 180, "\(1 + number % 9)", "Cal")
            add("BasalEnergyBurned", minute, 180, "3.5", "Cal")
        }
        if index % 8 == 0 {
            add("StepCount", minute, 480, "\(10 + number % 300)", "count")
            add("DistanceWalkingRunning", minute, 480, "\(8 + number % 200)", "m")
        }
        minute -= 60
    }

    private mutating func add(_ type: String, _ start: Double, _ length: Double, _ value: String, _ unit: String) {
        number += 1
        let (from, to) = (CompanionBenchmark.time(start), CompanionBenchmark.time(start + length))
        let digits = String(number, radix: 16, uppercase: true)
        let id = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        pending.append(
            #"{"id":"\#(id)","type":"HKQuantityTypeIdentifier\#(type)","startDate":"\#(from)","endDate":"\#(to)","zoneOffset":null,"source":{"appId":"com.apple.health.1F2E3D","deviceId":null,"deviceName":"Apple Watch","deviceManufacturer":"Apple Inc.","deviceModel":"Watch7,4","deviceType":"watch","recordingMethod":"automatic","deviceHardwareVersion":null,"deviceSoftwareVersion":null,"operatingSystemVersion":"26.0.0"},"value":\#(value),"unit":"\#(unit)","parentId":null,"metadata":null}"#
        )
    }
}
