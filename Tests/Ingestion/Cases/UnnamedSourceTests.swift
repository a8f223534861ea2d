import Fixtures
import Foundation
import LocalTime
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// One truth sent by two apps that name no source, seconds apart, and by the export: one answer in every order.
@Suite(.tags(.processes)) struct UnnamedSourceTests {
    private static let day = Day(year: 2024, month: 2, day: 6)!
    private static let midnight = Int64(day.number) * 86_400 - 3600

    /// One measurement: seconds since local midnight, length in s and value.
    private struct Fact {
        var start: Int64
        var length: Int64
        var value: Double
    }

    private struct Truth {
        var steps: [Fact] = []
        var exercise: [Fact] = []
        var mindful: [Fact] = []
        var runs: [Fact] = []
        var stages: [Fact] = []
        var night = Fact(start: -3600, length: 25_200, value: 25_200)
        var weight = Fact(start: 28_805, length: 0, value: 80.2)

        init(_ random: inout SplitMix) {
            var start: Int64 = 30_000
            for _ in 0..<Int.random(in: 4...60, using: &random) {
                let length = Int64.random(in: 60...300, using: &random)
                steps.append(
                    Fact(start: start, length: length, value: Double(Int.random(in: 20...400, using: &random))))
                start += length + Int64.random(in: 1...900, using: &random)
            }
            // As a watch writes them: one a minute, not on the minute.
            for index in 0..<Int64.random(in: 10...40, using: &random) {
                exercise.append(Fact(start: 61_223 + index * 60, length: 60, value: 60))
            }
            mindful = [Fact(start: 75_003, length: 600, value: 0)]
            runs = [Fact(start: 64_800, length: 1800, value: 5150), Fact(start: 70_000, length: 900, value: 2500)]
            for index in 0..<6 as Range<Int64> {
                stages.append(Fact(start: index * 3600 + 5, length: 3500, value: [3, 4, 2, 5, 3, 3][Int(index)]))
            }
        }

        /// As another app tells it: `seconds` later or earlier, amounts rounded differently.
        func told(_ seconds: Int64) -> Truth {
            func moved(_ facts: [Fact], _ factor: Double = 1) -> [Fact] {
                facts.map { Fact(start: $0.start + seconds, length: $0.length, value: $0.value * factor) }
            }
            var other = self
            other.steps = moved(steps, 1.01)
            other.exercise = moved(exercise)
            other.mindful = moved(mindful)
            other.runs = moved(runs, 1.002)
            other.stages = moved(stages)
            other.night = Fact(start: night.start + 300, length: night.length - 600, value: night.value - 900)
            other.weight = moved([weight])[0]
            return other
        }
    }

    // MARK: Tellings

    private static func date(_ second: Int64) -> String {
        UTCDate.text(midnight + 3600 + second).replacing("T", with: " ").replacing("Z", with: " +0100")
    }

    private static func post(_ truth: Truth, isStaged: Bool) -> String {
        func metric(_ name: String, _ units: String, _ points: [String]) -> String {
            #"{"name":"\#(name)","units":"\#(units)","data":[\#(points.joined(separator: ","))]}"#
        }
        func values(_ facts: [Fact], _ value: (Fact) -> Double) -> [String] {
            facts.map { #"{"date":"\#(date($0.start))","qty":\#(value($0))}"# }
        }
        let names = [2: "Awake", 3: "Core", 4: "Deep", 5: "REM"]
        let (start, end) = (truth.night.start, truth.night.start + truth.night.length)
        let sleep =
            isStaged
            ? truth.stages.map {
                #"{"startDate":"\#(date($0.start))","endDate":"\#(date($0.start + $0.length))","value":"\#(names[Int($0.value)]!)"}"#
            }
            : [
                #"{"date":"\#(date(0))","totalSleep":\#(truth.night.value / 3600),"sleepStart":"\#(date(start))","sleepEnd":"\#(date(end))"}"#
            ]
        let metrics = [
            metric("step_count", "count", values(truth.steps, \.value)),
            metric("apple_exercise_time", "min", values(truth.exercise) { $0.value / 60 }),
            metric("mindful_minutes", "min", values(truth.mindful) { Double($0.length) / 60 }),
            metric("weight_body_mass", "kg", values([truth.weight], \.value)),
            metric("sleep_analysis", "hr", sleep),
        ]
        let runs = truth.runs.map {
            """
            {"name":"Running","start":"\(date($0.start))","end":"\(date($0.start + $0.length))","duration":\($0.length),\
            "distance":{"qty":\($0.value),"units":"m"}}
            """
        }
        return
            #"{"data":{"metrics":[\#(metrics.joined(separator: ","))],"workouts":[\#(runs.joined(separator: ","))]}}"#
    }

    private static func export(_ truth: Truth) -> String {
        let device = "device=\"&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, model:Watch, hardware:Watch6,1&gt;\""
        func records(_ type: String, _ unit: String, _ facts: [Fact], _ factor: Double = 1) -> String {
            facts.map {
                """
                <Record type="HKQuantityTypeIdentifier\(type)" sourceName="W" \(device) unit="\(unit)" \
                startDate="\(date($0.start))" endDate="\(date($0.start + $0.length))" value="\($0.value * factor)"/>
                """
            }.joined()
        }
        let runs = truth.runs.map {
            """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="\(Double($0.length) / 60)" \
            durationUnit="min" totalDistance="\($0.value)" totalDistanceUnit="m" sourceName="W" \(device) \
            startDate="\(date($0.start))" endDate="\(date($0.start + $0.length))"/>
            """
        }
        return document(
            records("StepCount", "count", truth.steps)
                + records("AppleExerciseTime", "min", truth.exercise, 1.0 / 60) + runs.joined())
    }

    // MARK: The law

    private struct Answer: Equatable {
        var metrics: DailyMetrics
        var totals: DayTotals
        var runs: [WorkoutRecorded]
        var weight: Double?
    }

    private static func answer(_ workshop: Workshop) async throws -> Answer {
        let metrics = try #require(try await workshop.metrics().first { $0.day == day })
        return try await workshop.ofAllDays { [user = workshop.user, day] transaction, _, _ in
            let rows = ActivityRows(user: user, transaction: transaction)
            var totals = try #require(try rows.totals(from: day, through: day).first)
            totals.revision = 0
            var runs = try rows.workouts(from: day, through: day).filter { !$0.deleted }
            for index in runs.indices { runs[index].revision = 0 }
            let body = try BodyRows(user: user, transaction: transaction).bodyMasses(from: day, through: day)
            return Answer(metrics: metrics, totals: totals, runs: runs, weight: body.first?.kilograms)
        }
    }

    @Test(
        "ING-6 Steps, exercise, nights, sessions, runs and weights of two apps without a source's name count once, in every order, before and after the export",
        arguments: 1...4)
    func orders(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let truth = Truth(&random)
        let isStaged = seed.isMultiple(of: 2)
        let delay = Int64.random(in: 2...9, using: &random) * (Bool.random(using: &random) ? 1 : -1)
        let first = Self.post(truth, isStaged: isStaged)
        let second = Self.post(truth.told(delay), isStaged: isStaged)
        // The same second, another length.
        var shorter = truth
        for index in shorter.runs.indices { shorter.runs[index].length -= 20 }
        shorter.mindful[0].length -= 30
        let third = Self.post(shorter, isStaged: isStaged)
        let whole = truth.steps.reduce(0) { $0 + $1.value }
        for tellings in [[first, second], [first, second, third], [first, second, Self.export(truth)]] {
            var answers: [Answer] = []
            for _ in 0..<3 {
                let workshop = try Workshop(user: UserID(high: 1, low: 1))
                try await workshop.profile()
                for text in tellings.shuffled(using: &random) + tellings.shuffled(using: &random).prefix(1) {
                    #expect(try await workshop.importing(Array(text.utf8)).phase == .done)
                }
                answers.append(try await Self.answer(workshop))
                workshop.scratch.remove()
            }
            let answer = answers[0]
            for other in answers { #expect(other == answer) }
            let steps = try #require(answer.metrics.steps?.value)
            #expect((whole...whole * 1.01 + 1).contains(steps), "\(steps) of \(whole)")
            #expect(answer.totals.exercise == Double(truth.exercise.count * 60))
            #expect(abs((answer.totals.mindful ?? 0) - 600) <= 9)
            #expect(answer.runs.count == 2 && answer.runs.allSatisfy { $0.distance != nil })
            #expect(answer.weight == 80.2)
            if !isStaged { #expect(answer.metrics.sleep?.value == 25_200) }
        }
    }

    @Test("ING-6 Alike readings of one app without a source's name count each unless all of a day have another telling")
    func ofOneApp() {
        var random = SplitMix(seed: 12)
        let order = SourceOrder([SampleSource(name: SampleSource.unnamed)])
        for _ in 0..<200 {
            // A walk, read every few seconds.
            var (samples, start): ([Sample], Int64) = ([], 0)
            for _ in 0..<Int.random(in: 1...60, using: &random) {
                samples.append(
                    Sample(
                        start: start, end: start, value: Double(Int.random(in: 5...40, using: &random)),
                        source: SampleSource.unnamedSource))
                start += Int64.random(in: 10...120, using: &random)
            }
            #expect(Array(Echoes.removed(from: samples[...], within: 0..<86_400, order)) == samples)
        }
        // Two glasses within seconds are two.
        let twice = [0, 8].map {
            Sample(start: $0, end: $0, value: 250, source: SampleSource.unnamedSource)
        }
        #expect(Array(Echoes.removed(from: twice[...], within: 0..<86_400, order)) == twice)
    }
}
