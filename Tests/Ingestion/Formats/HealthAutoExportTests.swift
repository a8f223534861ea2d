import Fixtures
import Foundation
import LocalTime
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

@Suite(.tags(.processes)) struct HealthAutoExportTests {
    private func read(_ text: String, zone: String = "Europe/Berlin") throws -> (
        reader: HealthAutoExportReader, batch: SampleBatch
    ) {
        var batch = SampleBatch()
        let reader = try HealthAutoExportReader(
            MemoryBytes(Array(text.utf8)), now: 1_800_000_000,
            calendar: LocalCalendar([ZonePeriod(since: 0, zone: zone)]))
        while !reader.isFinished { try reader.read(elements: 2, into: &batch) }
        return (reader, batch)
    }

    private func metric(_ name: String, _ units: String, _ points: String) -> String {
        #"{"data":{"metrics":[{"data":[\#(points)],"units":"\#(units)","name":"\#(name)"}]}}"#
    }

    @Test("ING-2 Every published payload is read, the invalid one refused", .needs(.sharedData))
    func published() throws {
        let folder = try #require(SharedData.url("health_auto_export_json_payloads"))
        var counts: [String: [Int]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where name.hasSuffix("json") {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            guard name != "payload_05_invalid.json" else {
                let problem = #expect(throws: ImportProblem.self) { try read(text) }
                #expect(problem?.code == "truncated")
                continue
            }
            let (reader, batch) = try read(text)
            #expect(reader.skipped == [], "\(name)")
            counts[name] = [
                batch.samples[.activeEnergy]?.count ?? 0,
                (batch.samples[.sleep]?.count ?? 0) + (batch.samples[.sleepTotal]?.count ?? 0),
                batch.samples[.workout]?.count ?? 0,
            ]
        }
        #expect(
            counts == [
                "payload_01.json": [2, 0, 0], "payload_02.json": [0, 0, 1], "payload_03.json": [0, 1, 0],
                "payload_04.json": [0, 1, 0],
                "payload_06.json": [0, 0, 0], "payload_07.json": [2, 0, 0], "payload_08.json": [0, 0, 1],
                "payload_09.json": [0, 1, 0],
            ])
    }

    @Test("ING-2 Heart rates give their mean, numbers may be texts, a name may come last")
    func heartRate() throws {
        let (reader, batch) = try read(
            metric(
                "heart_rate", "count/min",
                #"{"date":"2024-02-06 14:30:00 +0100","Min":58,"Avg":61.5,"Max":70,"source":"Watch"},{"date":1707226260,"Avg":"62","source":null},"#
                    + #"{"date":"2024-02-06 2:32:00\u202fPM +0100","qty":63}"#))
        #expect(batch.samples[.heartRate]?.map(\.value) == [61.5, 62, 63])
        #expect(batch.samples[.heartRate]?.map { $0.start - 1_707_226_200 } == [0, 60, 120])
        #expect(reader.skipped == [])
        #expect(Set(batch.sources.values.map(\.name)) == ["Watch", "Health Auto Export"])
    }

    @Test("ING-2 A bad field costs that field and is named; the rest of the batch is kept")
    func badFields() throws {
        let (reader, batch) = try read(
            """
            {"data":{"metrics":[
              {"name":"step_count","units":"count","data":[{"date":"whenever","qty":5},{"date":"2024-02-06 14:30:00 +0100","qty":null},7,
                {"date":"2024-02-06 14:31:00 +0100","qty":12}]},
              {"name":"weight_body_mass","units":"stones","data":[{"date":"2024-02-06 14:30:00 +0100","qty":11}]},
              {"name":"heart_rate","data":[{"date":"2024-02-06 14:30:00 +0100","Avg":60}]},
              {"name":"heart_rate","units":"bpm","data":{"date":1}},
              {"name":"vo2max","units":"x","data":[{"qty":1},{"qty":2}]},
              null, 5],
             "workouts":[{"start":"?","end":"?"}],"stateOfMind":[{"kind":"daily"}],"symptoms":[],"ecg":null}}
            """)
        #expect(batch.count == 1)
        #expect(
            reader.skipped.map { "\($0.place) \($0.reason)" } == [
                "metrics[0].data[0].date badDate", "metrics[0].data[1].qty badValue", "metrics[0].data[2] badRow",
                "metrics[1].data[0].units wrongUnit",
                "metrics[2].data[0].units wrongUnit", "metrics[3].data badRow", "metrics[6] badRow",
                "workouts[0].start badDate",
            ])
        #expect(reader.unknownKinds == ["vo2max": 2, "stateOfMind": 1])
    }

    @Test(
        "ING-2 A night's totals are that long and end when it ended; asleep is what no stage covers, or all of it where it says so; 0 h is unknown"
    )
    func nights() throws {
        func night(_ fields: String) throws -> (
            asleep: Double?, start: Int64?, end: Int64?, left: Int, unused: [String: UnusedReason]
        ) {
            let (reader, batch) = try read(metric("sleep_analysis", "hr", "{\(fields)}"))
            let sample = batch.samples[.sleepTotal]?.first
            return (sample?.value, sample?.start, sample?.end, reader.skipped.count, reader.unusedReasons)
        }
        let times = #""sleepStart":"2024-02-05 23:00:00 +0100","sleepEnd":"2024-02-06 07:00:00 +0100""#
        let (evening, end) = (utc("2024-02-05 17:00:00"), utc("2024-02-06 06:00:00"))
        #expect(try night(#""asleep":0,"core":4,"deep":1,"rem":"2",\#(times)"#) == (25_200, evening, end, 0, [:]))
        #expect(try night(#""asleep":7,"core":4,"deep":1,"rem":2,\#(times)"#) == (25_200, evening, end, 0, [:]))
        #expect(try night(#""asleep":7.5,"inBed":8,\#(times)"#) == (27_000, evening, end, 0, [:]))
        #expect(try night(#""totalSleep":6,"asleep":0,\#(times)"#) == (21_600, evening, end, 0, [:]))
        #expect(
            try night(#""asleep":7.5,"sleepStart":"2024-02-05 23:00:00 +0100""#) == (
                27_000, evening, utc("2024-02-06 05:30:00"), 0, [:]
            ))
        #expect(try night(#""asleep":9,\#(times)"#) == (nil, nil, nil, 1, [:]))
        #expect(try night(#""asleep":7,"sleepStart":"2024-02-05","sleepEnd":"2024-02-06""#) == (nil, nil, nil, 1, [:]))
        #expect(try night(#""core":null,\#(times)"#) == (nil, nil, nil, 1, [:]))
        // Without times: the night of that day in the writer's time zone.
        #expect(
            try night(#""date":"2024-02-06 00:00:00 +0100","asleep":6.5,"inBed":7"#) == (
                23_400, evening, evening, 0, [:]
            ))
        #expect(
            try night(#""date":"2024-02-06 00:00:00 +0100","asleep":5,"core":3,"deep":1,"rem":0.5,"inBed":7"#) == (
                18_000, evening, evening, 0, [:]
            ))
        #expect(
            try night(#""date":"2024-02-06","asleep":0,"inBed":7,"core":0"#) == (
                nil, nil, nil, 0, ["sleep_analysis": .noTimeAsleep]
            ))
    }

    @Test(
        "ING-2 Sleep stages by their names in the phone's language",
        arguments: ["Core", "Kern", "コア", "AsleepCore", "Kernschlaf", "Básico"])
    func stages(name: String) throws {
        let (_, batch) = try read(
            metric(
                "sleep_analysis", "hr",
                #"{"startDate":"2024-02-06 01:00:00 +0100","endDate":"2024-02-06 02:00:00 +0100","value":"\#(name)","qty":1}"#
            ))
        #expect(batch.samples[.sleep]?.map(\.value) == [3])
    }

    @Test(
        "ING-2 A single value at midnight is a day's mean only where another date or another metric shows that the post is daily"
    )
    func midnight() throws {
        func daily(_ metrics: [(name: String, dates: [String])], _ kind: SampleKind = .heartRateVariability) throws
            -> [Bool]
        {
            let parts = metrics.map { name, dates in
                let points = dates.map { #"{"date":"\#($0) +0100","qty":60,"source":"Watch"}"# }.joined(separator: ",")
                return
                    #"{"name":"\#(name)","units":"\#(name.hasSuffix("rate") ? "count/min" : "ms")","data":[\#(points)]}"#
            }
            let (_, batch) = try read(#"{"data":{"metrics":[\#(parts.joined(separator: ","))]}}"#)
            return try (batch.samples[kind] ?? []).map { sample in
                try #require(batch.sources[sample.source]).aggregation == 86_400
            }
        }
        let (hrv, rate, midnight) = ("heart_rate_variability", "heart_rate", "2024-02-06 00:00:00")
        #expect(try daily([(hrv, [midnight])]) == [false])
        #expect(try daily([(hrv, [midnight, midnight])]) == [false])
        #expect(try daily([(rate, [midnight])], .heartRate) == [false])
        #expect(try daily([(hrv, [midnight]), (rate, ["2024-02-06 00:00:00", "2024-02-06 00:01:00"])]) == [false])
        #expect(try daily([(hrv, [midnight]), (hrv, [midnight])]) == [false])
        #expect(try daily([(hrv, [midnight, "2024-02-07 00:00:00"])]) == [true, true])
        #expect(try daily([(hrv, [midnight]), (hrv, ["2024-02-07 00:00:00"])]) == [true, true])
        #expect(try daily([(hrv, [midnight]), ("vo2_max", [midnight])]) == [true])
        #expect(try daily([(hrv, [midnight]), (rate, [midnight])], .heartRate) == [])
    }

    @Test("ING-6 A daily sum never adds to the steps it is the sum of: it fills what exceeds them")
    func sums() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        let exported = document(
            """
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" startDate="2024-02-06 10:00:00 +0100" \
            endDate="2024-02-06 12:00:00 +0100" value="3000"/>
            """)
        _ = try await workshop.importing(exported)
        // A day's sum of piped sources in any order: the watch's own samples cover two of its 24 hours.
        for source in ["Watch", "Watch"] {
            let payload = metric(
                "step_count", "count", #"{"date":"2024-02-06 00:00:00 +0100","qty":9600,"source":"\#(source)"}"#)
            let status = try await workshop.importing(payload)
            #expect(status.phase == .done && status.quarantined.isEmpty)
        }
        let days = try await workshop.metrics()
        let expected: [Double?] = [9_600]
        #expect(days.map(\.steps?.value) == expected)
        workshop.scratch.remove()
    }

    @Test("ING-2 Overlapping windows: the last write of a kind, start and source holds")
    func lastWrite() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        func send(_ values: [(String, Int)]) async throws -> ImportStatus {
            let points = values.map { #"{"date":"2024-02-06 \#($0.0):00 +0100","qty":\#($0.1),"source":"A|B"}"# }
                .joined(separator: ",")
            return try await workshop.importing(metric("step_count", "count", points))
        }
        #expect(try await send([("10:01", 50), ("10:02", 60)]).samplesNew == 2)
        let again = try await send([("10:02", 70), ("10:03", 80)])
        #expect(again.samplesNew == 2 && again.daysChanged == 1)
        #expect(try await workshop.metrics().compactMap(\.steps?.value) == [200])
        let same = try await send([("10:02", 70), ("10:03", 80)])
        #expect((same.samplesNew, same.daysChanged) == (0, 0))
        workshop.scratch.remove()
    }

    @Test("ING-7 Mutated payloads neither crash nor hang, and a broken one keeps nothing")
    func hostile() throws {
        let good = Array(
            metric(
                "step_count", "count",
                #"{"date":"2024-02-06 14:30:00 +0100","qty":5,"source":"a\u00e9\n","x":[1,{"y":null}]},{"date":1707226260,"qty":"6"}"#
            )
            .utf8)
        var random = SplitMix(seed: 12)
        for _ in 0..<20_000 {
            let bytes = random.mutated(good, marks: "{}[]\",:\\u0")
            var batch = SampleBatch()
            do {
                let reader = try HealthAutoExportReader(
                    MemoryBytes(bytes), now: 1_800_000_000, calendar: LocalCalendar([]))
                while !reader.isFinished { try reader.read(elements: 10, into: &batch) }
            } catch { #expect(error is ImportProblem && batch.count == 0) }
            #expect(batch.count <= 2)
        }
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: ImportProblem.self) { try read(#"{"x":\#(deep)"#) }
    }
}
