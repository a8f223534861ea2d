import Fixtures
import Foundation
import LocalTime
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// One truth sent several times: at several grains, under several names, in several orders, again and again.
@Suite(.tags(.processes)) struct TellingsTests {
    private static let names = ["A Watch", "Apple Watch", "iPhone", "iPhone|Apple Watch", "Zepp", "Health Auto Export"]
    private static let minutesOfDay = 1440

    /// Steps of each minute of a day: walks with pauses, none at night.
    private static func truth(_ random: inout SplitMix) -> [Double] {
        var minutes = [Double](repeating: 0, count: minutesOfDay)
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let start = Int.random(in: 360..<1380, using: &random)
            for minute in start..<min(start + Int.random(in: 1...60, using: &random), minutesOfDay) {
                minutes[minute] = Double(Int.random(in: 0...120, using: &random))
            }
        }
        return minutes
    }

    /// The truth in buckets of `length` minutes, without those that `isTold` leaves out.
    private static func telling(
        _ truth: [Double], length: Int, _ source: SampleSource, isTold: (Int) -> Bool = { _ in true }
    ) -> [Sample] {
        stride(from: 0, to: truth.count, by: length).enumerated().compactMap { index, start in
            let value = truth[start..<min(start + length, truth.count)].reduce(0, +)
            guard isTold(index), value > 0 else { return nil }
            return Sample(
                start: Int64(start * 60), end: Int64((start + length) * 60), value: value, source: source.id)
        }
    }

    @Test("ING-6 1,000 mixtures of whole tellings give the truth; of tellings with gaps no more than the truth")
    func mixtures() {
        var random = SplitMix(seed: 36)
        for round in 0..<1000 {
            let truth = Self.truth(&random)
            let whole = truth.reduce(0, +)
            let isWhole = round.isMultiple(of: 2)
            var (samples, sources, largest): ([Sample], [SampleSource], Double) = ([], [], 0)
            for (length, grain) in [(5, nil), (1, 60), (60, 3600), (1440, 86_400)] as [(Int, Int32?)]
            where Int.random(in: 0..<4, using: &random) > 0 || sources.isEmpty {
                let source = SampleSource(name: Self.names.randomElement(using: &random) ?? "", aggregation: grain)
                let told = (0..<Self.minutesOfDay).map { _ in isWhole || Int.random(in: 0..<4, using: &random) > 0 }
                let own = Self.telling(truth, length: length, source) { told[$0] }
                largest = max(largest, own.reduce(0) { $0 + $1.value })
                // A resend is sent again, value by value.
                samples += own + (Bool.random(using: &random) ? own : [])
                sources.append(source)
            }
            let order = SourceOrder(
                sources.shuffled(using: &random),
                userOrder: Bool.random(using: &random) ? [Self.names.randomElement(using: &random) ?? ""] : [])
            let shares = Cumulative.shares(samples.sorted(), within: 0..<86_400, order: order)
            let total = shares.reduce(0) { $0 + $1.value }
            #expect(shares.allSatisfy { $0.value >= 0 })
            if isWhole { #expect(abs(total - whole) < 1e-6, "round \(round): \(total) of \(whole)") }
            #expect(total <= whole + 1e-6, "round \(round): \(total) of \(whole)")
            #expect(total >= largest - 1e-6, "round \(round): \(total), one told \(largest)")
        }
    }

    // MARK: Through the doors

    private static let day = Day(year: 2024, month: 2, day: 6)!

    private static func clock(_ minute: Int) -> String {
        String(format: "%02d:%02d:00", minute / 60, minute % 60)
    }

    private static func post(_ truth: [Double], length: Int, source: String) -> String {
        let points = stride(from: 0, to: truth.count, by: length).compactMap { start -> String? in
            let value = truth[start..<start + length].reduce(0, +)
            return value > 0
                ? #"{"date":"2024-02-06 \#(clock(start)) +0100","qty":\#(value),"source":"\#(source)"}"# : nil
        }
        return
            #"{"data":{"metrics":[{"name":"step_count","units":"count","data":[\#(points.joined(separator: ","))]}]}}"#
    }

    private static func export(_ truth: [Double]) -> String {
        document(
            stride(from: 0, to: truth.count, by: 5).compactMap { start -> String? in
                let value = truth[start..<start + 5].reduce(0, +)
                guard value > 0 else { return nil }
                let end = start + 5 == 1440 ? "2024-02-07 00:00:00" : "2024-02-06 \(clock(start + 5))"
                return """
                    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="W" device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple \
                    Watch, model:Watch, hardware:Watch6,1&gt;" unit="count" startDate="2024-02-06 \(clock(start)) +0100" \
                    endDate="\(end) +0100" value="\(value)"/>
                    """
            }.joined())
    }

    private static func table(_ truth: [Double], length: Int) -> String {
        "Date,Step Count (count)\n"
            + stride(from: 0, to: truth.count, by: length).compactMap { start -> String? in
                let value = truth[start..<start + length].reduce(0, +)
                return value > 0 ? "2024-02-06 \(clock(start)),\(value)\n" : nil
            }.joined()
    }

    @Test("ING-6 The same day by export, post and table, in four orders: the truth after each step")
    func doors() async throws {
        var random = SplitMix(seed: 8)
        for _ in 0..<4 {
            let truth = Self.truth(&random)
            let whole = truth.reduce(0, +)
            let tellings = [
                Self.export(truth), Self.post(truth, length: 1440, source: "iPhone|W"),
                Self.post(truth, length: 60, source: "A"), Self.post(truth, length: 1, source: "W"),
                Self.table(truth, length: 1440), Self.table(truth, length: 60),
            ].shuffled(using: &random)
            let workshop = try Workshop()
            try await workshop.profile()
            for (number, text) in (tellings + tellings.prefix(2)).enumerated() {
                let status = try await workshop.importing(Array(text.utf8))
                #expect(status.phase == .done)
                let steps = try await workshop.metrics().first { $0.day == Self.day }?.steps?.value
                #expect(steps == whole, "after \(number + 1): \(steps ?? -1) of \(whole)")
            }
            workshop.scratch.remove()
        }
    }

    private static let header =
        "kind,start,end,value,unit,source,model,hardware,aggregation,zone,zoneFrom,activity\n"

    @Test("ING-6 Exercise and mindful time told by sessions and as the day's sum count once")
    func exercise() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        let sums = #"""
            {"data":{"metrics":[
            {"name":"apple_exercise_time","units":"min","data":[{"date":"2024-02-06 00:00:00 +0100","qty":30,"source":"iPhone"},
            {"date":"2024-02-05 00:00:00 +0100","qty":1,"source":"iPhone"}]},
            {"name":"mindful_minutes","units":"min","data":[{"date":"2024-02-06 00:00:00 +0100","qty":10,"source":"iPhone"},
            {"date":"2024-02-05 00:00:00 +0100","qty":1,"source":"iPhone"}]}]}}
            """#
        let samples =
            Self.header + "exerciseTime,2024-02-06T09:00:00Z,2024-02-06T09:30:00Z,1800,s,Watch,,,,,,\n"
            + "mindfulSession,2024-02-06T12:00:00Z,2024-02-06T12:10:00Z,0,,Watch,,,,,,\n"
        for text in [sums, samples, sums] {
            _ = try await workshop.importing(Array(text.utf8))
            let totals = try await workshop.ofAllDays { [user = workshop.user] transaction, first, last in
                try ActivityRows(user: user, transaction: transaction).totals(from: first, through: last)
            }.first { $0.day == Self.day }
            #expect(totals?.exercise == 1800)
            #expect(totals?.mindful == 600)
        }
        workshop.scratch.remove()
    }

    // MARK: Sleep and workouts

    private static func sleep(_ ends: [String]) -> String {
        let points = ends.map {
            #"{"startDate":"2024-02-05 23:00:00 +0100","endDate":"2024-02-06 \#($0) +0100","qty":1,"value":"Asleep","source":"Band"}"#
        }
        return
            #"{"data":{"metrics":[{"name":"sleep_analysis","units":"hr","data":[\#(points.joined(separator: ","))]}]}}"#
    }

    @Test("ING-13 A night told again while it grows is its longest record, in one post or several, in every order")
    func growing() async throws {
        let ends = ["06:05:00", "05:43:00", "03:40:00", "00:05:00"]
        var random = SplitMix(seed: 4)
        for round in 0..<6 {
            let order = ends.shuffled(using: &random)
            let workshop = try Workshop()
            try await workshop.profile()
            if round.isMultiple(of: 2) {
                _ = try await workshop.post(Self.sleep(order))
            } else {
                for end in order + [order[0]] { _ = try await workshop.post(Self.sleep([end])) }
            }
            try await workshop.worker.drain()
            let night = try await workshop.metrics().first { $0.day == Self.day }?.sleep?.value
            #expect(night == 25_500, "\(order)")
            workshop.scratch.remove()
        }
    }

    private static func run(_ start: String, _ end: String, _ duration: Int) -> String {
        #"{"name":"Run","start":"2024-02-06 \#(start) +0100","end":"2024-02-06 \#(end) +0100","duration":\#(duration)}"#
    }

    @Test("GOL-6 One run by two apps without a source's name is one workout in every order, also after the export")
    func runs() async throws {
        let (first, second) = (Self.run("18:00:00", "18:30:00", 1800), Self.run("18:00:07", "18:29:50", 1783))
        let later = Self.run("19:00:00", "19:10:00", 600)
        let export = document(
            """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="W" \
            startDate="2024-02-06 18:00:00 +0100" endDate="2024-02-06 18:30:00 +0100"/>
            """)
        var answers: [[Int64]] = []
        for order in [[first, second], [second, first], [first, second, second], [second, first, later]] {
            let workshop = try Workshop()
            try await workshop.profile()
            func starts() async throws -> [Int64] {
                try await workshop.ofAllDays { [user = workshop.user] transaction, first, last in
                    try ActivityRows(user: user, transaction: transaction).workouts(from: first, through: last)
                }.filter { !$0.deleted }.map { $0.start / 1000 }
            }
            for workout in order {
                _ = try await workshop.post(#"{"data":{"workouts":[\#(workout)]}}"#)
                try await workshop.worker.drain()
            }
            let before = try await starts()
            #expect(before.count == (order.contains(later) ? 2 : 1), "\(before)")
            answers.append(Array(before.prefix(1)))
            _ = try await workshop.importing(Array(export.utf8))
            #expect(try await starts().count == before.count)
            workshop.scratch.remove()
        }
        #expect(Set(answers).count == 1)
    }
}
