import Messages
import Testing

@testable import HealthFormats

@Suite struct HealthAutoExportCompanionTests {
    private let example = CompanionExample(HealthAutoExportCompanion.self)

    private func metric(_ name: String, _ units: String, _ point: String) -> String {
        #"{"data":{"metrics":[{"name":"\#(name)","units":"\#(units)","data":[\#(point)]}]}}"#
    }

    @Test(
        "COM-2 Units follow the phone",
        arguments: [
            ("body_temperature", "degF", 98.6, "bodyTemperature", 37),
            ("body_temperature", "degC", 37.9, "bodyTemperature", 37.9),
            ("active_energy", "kJ", 418.4, "activeEnergy", 100),
            ("weight_body_mass", "lb", 157, "bodyMass", 71.214_002_09),
            ("walking_running_distance", "mi", 1, "distanceWalkingRunning", 1609.344),
            ("blood_oxygen_saturation", "%", 0.97, "oxygenSaturation", 97),
            ("blood_oxygen_saturation", "%", 97, "oxygenSaturation", 97),
            ("blood_glucose", "mmol<180.1558800000541>/L", 5.5, "bloodGlucose", 5.5),
            ("dietary_water", "fl_oz_us", 10, "dietaryWater", 295.735_295_625),
            ("walking_speed", "mi/hr", 2, "walkingSpeed", 0.894_08), ("vo2max", "ml/(kg·min)", 44, "vo2Max", 44),
        ])
    func units(name: String, units: String, value: Double, kind: String, expected: Double) throws {
        let fold = example.fold([
            metric(name, units, #"{"date":"2026-10-30 08:03:00 +0100","qty":\#(value),"source":"Watch"}"#)
        ])
        let found = try #require(CompanionExample.values(fold, kind).first)
        #expect(abs(found - expected) < 1e-9)
    }

    @Test("COM-1 Clocks of twelve hours have a narrow space before their half of the day") func twelveHours() {
        let post = example.decode(
            metric("body_temperature", "degC", "{\"date\":\"2026-10-30 7:05:00\u{202f}PM +0100\",\"qty\":37.9}"))
        #expect(post.records.first?.readings.first?.start == CompanionExample.instant("2026-10-30T18:05:00Z"))
    }

    @Test("Moods, symptoms, medicines and the cycle keep their words") func sections() throws {
        let text =
            #"{"data":{"stateOfMind":[{"id":"0000000A-0000-4000-8000-000000000000","start":"2026-10-30T20:30:00Z","end":"2026-10-30T20:30:00Z","kind":"daily_mood","labels":["calm"],"associations":["family"],"valence":0.4}],"symptoms":[{"start":"2026-10-30 15:00:00 +0100","end":"2026-10-30 18:00:00 +0100","name":"Headache","severity":"Moderate","source":"Health"}],"medications":[{"displayText":"Levothyroxine 50","start":"2026-10-30 08:15:00 +0100","scheduledDate":"2026-10-30 08:00:00 +0100","status":"Taken","dosage":1},{"displayText":"Levothyroxine 50","scheduledDate":"2026-10-31 08:00:00 +0100","status":"Notification Not Sent"}],"cycleTracking":[{"start":"2026-10-30 09:00:00 +0100","end":"2026-10-30 21:00:00 +0100","name":"Menstrual Flow","value":"Heavy","isCycleStart":true},{"start":"2026-10-30 09:00:00 +0100","name":"Moon Phase","value":"Full"}]}}"#
        let records = example.fold([text]).settled()
        func reading(_ name: String) throws -> HealthReading {
            try #require(records.flatMap(\.readings).first { $0.kind.name == name })
        }
        #expect(try reading("stateOfMind").value == 0.4)
        #expect(try reading("stateOfMind").labels == ["kind:daily", "label:calm", "association:family"])
        #expect(try reading("symptom").labels == ["headache"])
        #expect(try reading("symptom").value == 3)
        #expect(try reading("menstrualFlow").value == 4)
        #expect(try reading("menstrualFlow").labels == ["cycle start"])
        #expect(try reading("cycleRecord").labels == ["moon phase", "full"])
        let doses = records.flatMap(\.readings).filter { $0.kind.name == "medication" }
        #expect(doses.map(\.value).sorted() == [1, 4])
        #expect(doses.contains { $0.labels == ["Levothyroxine 50", "dose:1.0"] })
        #expect(records.filter { $0.readings[0].kind.isIntimate }.count == records.count)
    }

    @Test("Of an electrocardiogram the rhythm is kept, its trace is skipped whatever its size") func electrocardiogram()
    {
        let trace = (0..<30_000).map { #"{"date":\#($0),"voltage":1,"units":"mcV"}"# }.joined(separator: ",")
        let post = example.decode(
            #"{"data":{"ecg":[{"start":"2026-10-30 08:00:00 +0100","end":"2026-10-30 08:00:30 +0100","classification":"Atrial Fibrillation","averageHeartRate":88,"voltageMeasurements":[\#(trace)]}]}}"#
        )
        #expect(post.records.first?.readings.first?.value == 2)
        #expect(post.records.first?.readings.first?.labels == ["rate:88.0"])
    }

    @Test("A workout keeps its id and its details") func workout() throws {
        let post = example.decode(
            #"{"data":{"workouts":[{"id":"0000000A-0000-4000-8000-000000000000","name":"Outdoor Run","start":"2026-10-30 17:00:00 +0100","end":"2026-10-30 18:00:00 +0100","duration":3500,"activeEnergyBurned":{"qty":1464.4,"units":"kJ"},"distance":{"qty":10,"units":"km"},"elevationUp":{"qty":120,"units":"m"},"avgHeartRate":{"qty":140,"units":"bpm"},"maxHeartRate":{"qty":170,"units":"bpm"},"route":[{"latitude":1}]}]}}"#
        )
        let record = try #require(post.records.first)
        #expect(record.key == "healthkit/workout/0000000A-0000-4000-8000-000000000000")
        let values = Dictionary(uniqueKeysWithValues: record.readings.map { ($0.kind.name, $0.value.rounded()) })
        #expect(
            values == [
                "workout": 3500, "workoutEnergy": 350, "workoutDistance": 10_000, "workoutElevationUp": 120,
                "workoutHeartRate": 140, "workoutMaximumHeartRate": 170,
            ])
        #expect(record.readings[0].labels == ["Outdoor Run"])
        #expect(post.left.counts.isEmpty)
    }

    @Test("ING-3 A day's value is replaced, whatever its sources are called by then") func dayReplaced() {
        func day(_ value: Double, _ source: String) -> String {
            #"{"data":{"metrics":[{"name":"blood_oxygen_saturation","units":"%","data":[{"date":"2026-10-29 00:00:00 +0100","qty":95,"source":"A"},{"date":"2026-10-30 00:00:00 +0100","qty":\#(value),"source":"\#(source)"}]}]}}"#
        }
        let fold = example.fold([day(96, "A"), day(97, "A|B")])
        #expect(CompanionExample.values(fold, "oxygenSaturation") == [95, 97])
    }
}
