import Messages
import Testing

@testable import HealthFormats

@Suite struct OpenWearablesTests {
    private let example = CompanionExample(OpenWearablesReader.self)

    private func body(_ provider: String, _ time: String, _ array: String, _ rows: [String]) -> String {
        // Members in an order that nobody promised: what describes the body comes last.
        #"{"data":{"\#(array)":[\#(rows.joined(separator: ","))]},"syncTimestamp":"\#(time)","sdkVersion":"0.13.0","provider":"\#(provider)"}"#
    }

    private func record(
        _ id: String, _ type: String, _ value: Double, _ unit: String, zone: String = "null",
        start: String = "2026-10-30T08:00:00Z", end: String = "2026-10-30T08:00:00Z", app: String = #""com.example""#
    ) -> String {
        #"{"id":"\#(id)","type":"\#(type)","startDate":"\#(start)","endDate":"\#(end)","zoneOffset":\#(zone),"source":{"appId":\#(app),"deviceName":"Mia’s Watch","deviceModel":"Watch7,4","deviceType":"watch"},"value":\#(value),"unit":"\#(unit)","parentId":null,"metadata":null}"#
    }

    private let uuid = ["A", "B", "C"].map { "0000000\($0)-0000-4000-8000-000000000000" }

    @Test("COM-2 Shares that HealthKit sends as fractions are per cent, those of Android are already") func fractions()
    {
        let apple = example.fold([
            body(
                "apple", "2026-10-30T10:00:00Z", "records",
                [
                    record(uuid[0], "HKQuantityTypeIdentifierBodyFatPercentage", 0.261, "%"),
                    record(uuid[1], "HKQuantityTypeIdentifierOxygenSaturation", 97, "%"),
                ])
        ])
        #expect(CompanionExample.values(apple, "bodyFat") == [26.1])
        #expect(CompanionExample.values(apple, "oxygenSaturation") == [97])
        let google = example.fold([
            body("google", "2026-10-30T10:00:00Z", "records", [record("x", "BODY_FAT", 26.1, "%")])
        ])
        #expect(CompanionExample.values(google, "bodyFat") == [26.1])
    }

    @Test("ING-3 A corrected reading of HealthKit comes under a new id: the later telling stays, in any order")
    func corrected() {
        let type = "HKQuantityTypeIdentifierBodyMass"
        let bodies = [
            body("apple", "2026-10-30T10:00:00Z", "records", [record(uuid[0], type, 81.4, "kg")]),
            body("apple", "2026-10-30T15:00:00Z", "records", [record(uuid[1], type, 71.4, "kg")]),
        ]
        #expect(CompanionExample.values(example.fold(bodies), "bodyMass") == [71.4])
        #expect(CompanionExample.values(example.fold(bodies.reversed()), "bodyMass") == [71.4])
    }

    @Test("ING-3 Hours of Samsung have a new id at each reading: kind, times and source name them") func hours() {
        func hour(_ id: String, _ count: Double, _ time: String) -> String {
            body(
                "samsung", time, "records",
                [
                    record(
                        id, "STEP_COUNT", count, "count", start: "2026-10-30T08:00:00Z", end: "2026-10-30T09:00:00Z",
                        app: "null")
                ])
        }
        let fold = example.fold([hour("aa", 400, "2026-10-30T09:40:00Z"), hour("bb", 520, "2026-10-30T13:00:00Z")])
        #expect(CompanionExample.values(fold, "steps") == [520])
        #expect(fold.settled().first?.source.aggregation == 3600)
    }

    private func stage(_ number: Int, _ name: String, _ from: String, _ to: String) -> String {
        #"{"id":"n1-s\#(number)","parentId":"n1","stage":"\#(name)","startDate":"2026-10-30T\#(from):00Z","endDate":"2026-10-30T\#(to):00Z","zoneOffset":"+01:00","source":{"appId":"com.fitbit"},"values":null,"metadata":null}"#
    }

    @Test("ING-13 A night that Android writes again replaces the night before, also with fewer stages") func rewritten()
    {
        let first = body(
            "google", "2026-10-30T06:00:00Z", "sleep",
            [
                stage(0, "light", "00:00", "02:00"), stage(1, "deep", "02:00", "03:00"),
                stage(2, "rem", "03:00", "05:00"),
            ]
        )
        let again = body(
            "google", "2026-10-30T09:00:00Z", "sleep",
            [stage(0, "light", "00:00", "03:00"), stage(1, "rem", "03:00", "04:30")])
        for bodies in [[first, again], [again, first], [first, again, first]] {
            #expect(CompanionExample.values(example.fold(bodies), "sleep") == [3, 5])
        }
    }

    @Test("ING-13 Stages of one night that two bodies of one sync bring are one night") func continued() {
        let bodies = [
            body("google", "2026-10-30T06:00:05Z", "sleep", [stage(2, "rem", "03:00", "05:00")]),
            body(
                "google", "2026-10-30T06:00:10Z", "sleep",
                [stage(1, "deep", "02:00", "03:00"), stage(0, "in_bed", "00:00", "02:00")]),
        ]
        let fold = example.fold(bodies)
        // Health Connect's in_bed is “awake in bed”.
        #expect(CompanionExample.values(fold, "sleep") == [2, 4, 5])
        #expect(fold.settled().allSatisfy { $0.offset == 3600 })
    }

    @Test("A workout's values have their own units; Samsung's duration is in milliseconds") func workout() throws {
        let row =
            #"{"id":"w-s0","parentId":"w","type":"RUNNING_TREADMILL","startDate":"2026-10-30T08:00:00Z","endDate":"2026-10-30T09:00:00Z","zoneOffset":"+01:00","source":{},"values":[{"type":"duration","value":3300000,"unit":"ms"},{"type":"calories","value":350,"unit":"kcal"},{"type":"steppedOnLego","value":1,"unit":"x"},{"type":"distance","value":"far","unit":"m"}]}"#
        let post = example.decode(body("samsung", "2026-10-30T10:00:00Z", "workouts", [row]))
        let readings = try #require(post.records.first).readings
        #expect(readings.map(\.kind.name) == ["workout", "workoutEnergy"])
        #expect(readings.map(\.value) == [3300, 350])
        #expect(readings[0].labels == ["running"])
        #expect(post.unknownFields == ["data.workouts.values.steppedOnLego": 1])
        #expect(post.left.counts == [.badValue: 1])
    }

    @Test("ING-7 Years that a device made up are left out; unknown types are counted") func absurd() {
        let rows = [
            record("x", "HEART_RATE", 61, "bpm", start: "2033-01-01T00:00:00Z", end: "2033-01-01T00:00:00Z"),
            record("y", "HEART_RATE", 61, "bpm"), record("z", "BLOOD_SPARKLE", 1, "count"),
            record("u", "WEIGHT", 71, "stone"),
        ]
        let post = example.decode(body("google", "2026-10-30T10:00:00Z", "records", rows))
        #expect(post.records.count == 1)
        #expect(post.left.counts == [.inTheFuture: 1, .wrongUnit: 1])
        #expect(post.unknownKinds == ["BLOOD_SPARKLE": 1])
    }

    @Test("HealthKit's numbers of categories have names") func categories() {
        let rows = [
            record(uuid[0], "HKCategoryTypeIdentifierMenstrualFlow", 4, "count"),
            record(uuid[1], "HKCategoryTypeIdentifierOvulationTestResult", 2, "count"),
            record(uuid[2], "HKCategoryTypeIdentifierMindfulSession", 0, "count", end: "2026-10-30T08:10:00Z"),
        ]
        let fold = example.fold([body("apple", "2026-10-30T10:00:00Z", "records", rows)])
        #expect(CompanionExample.values(fold, "menstrualFlow") == [4])
        #expect(CompanionExample.values(fold, "ovulationTest") == [2])
        #expect(CompanionExample.values(fold, "mindfulSession") == [0])
    }
}
