import Messages
import Testing

@testable import HealthFormats

@Suite struct HCWebhookTests {
    private let example = CompanionExample(HCWebhookReader.self)

    private func body(_ time: String, _ rows: String) -> String {
        #"{"timestamp":"\#(time)","app_version":"1.9.15",\#(rows)}"#
    }

    @Test("ING-6 Of a day's sum the largest counts, in any order: the oldest day of the app's window is cut")
    func largestDay() {
        func steps(_ count: Int, _ end: String) -> String {
            #""steps":[{"count":\#(count),"start_time":"2026-10-29T23:00:00Z","end_time":"\#(end)"}]"#
        }
        let bodies = [
            body("2026-10-30T10:00:00Z", steps(4_000, "2026-10-30T10:00:00Z")),
            body("2026-10-31T10:00:00Z", steps(11_000, "2026-10-30T23:00:00Z")),
            body("2026-11-01T10:00:00Z", steps(6_500, "2026-10-30T23:00:00Z")),
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let fold = example.fold(order.map { bodies[$0] })
            #expect(CompanionExample.values(fold, "steps") == [11_000])
            #expect(fold.settled().first?.source.aggregation == 86_400)
        }
    }

    @Test("ING-6 A day in progress is a sum of its day as soon as another row of the body is one")
    func dayInProgress() {
        // Midnight in New York, of which the profile knows nothing.
        let post = example.decode(
            body(
                "2026-10-29T06:00:00Z",
                #""steps":[{"count":9000,"start_time":"2026-10-28T04:00:00Z","end_time":"2026-10-29T04:00:00Z"},{"count":40,"start_time":"2026-10-29T04:00:00Z","end_time":"2026-10-29T06:00:00Z"}]"#
            ))
        #expect(post.records.map(\.source.aggregation) == [86_400, 86_400])
    }

    @Test("Rows of a device are samples, and never sums") func samples() {
        let row =
            #""steps":[{"count":120,"start_time":"2026-10-29T23:00:00Z","end_time":"2026-10-29T23:10:00Z","metadata":{"data_origin":"com.fitbit.FitbitMobile","recording_method":"automatically_recorded","device":{"manufacturer":"Google","model":"Pixel Watch 3","type":1}}}]"#
        let post = example.decode(body("2026-10-30T10:00:00Z", row))
        #expect(
            post.records.first?.source
                == SampleSource(name: "com.fitbit.FitbitMobile", model: "Pixel Watch 3", hardware: "watch"))
        #expect(post.records.first?.source.kind == .watch)
    }

    @Test("Nothing of the test button's body is stored") func testButton() {
        let post = example.decode(
            #"{"steps":[{"count":8432,"start_time":"2026-10-19T06:00:00Z","end_time":"2026-10-19T07:00:00Z"}],"test":true}"#
        )
        #expect(post.isTest && post.records.isEmpty)
        var fold = CompanionFold()
        #expect(fold.take(post) == .accepted && fold.settled().isEmpty)
    }

    @Test("ING-13 A night that grows is one night: the newest telling, of one body the longest") func night() {
        func night(_ end: String, _ seconds: Int, _ stages: String = "[]") -> String {
            #""sleep":[{"session_end_time":"\#(end)","duration_seconds":\#(seconds),"stages":\#(stages)}]"#
        }
        let short = body("2026-10-30T05:30:00Z", night("2026-10-30T05:00:00Z", 21_600))
        let long = body("2026-10-30T07:30:00Z", night("2026-10-30T06:00:00Z", 25_200))
        for bodies in [[short, long], [long, short]] {
            let records = example.fold(bodies).settled()
            #expect(records.count == 1)
            #expect(records.first?.readings.map(\.end) == [CompanionExample.instant("2026-10-30T06:00:00Z")])
        }
    }

    @Test("ING-13 A stage of an unknown number keeps its time, so that the night is not whole") func unknownStage() {
        let stages =
            #"[{"stage":"5","start_time":"2026-10-30T01:00:00Z","end_time":"2026-10-30T02:00:00Z"},{"stage":"42","start_time":"2026-10-30T02:00:00Z","end_time":"2026-10-30T03:00:00Z"},{"stage":4,"start_time":"2026-10-30T03:00:00Z","end_time":"2026-10-30T04:00:00Z"},"odd"]"#
        let post = example.decode(
            body(
                "2026-10-30T07:30:00Z",
                #""sleep":[{"session_end_time":"2026-10-30T04:00:00Z","duration_seconds":10800,"stages":\#(stages)}]"#))
        #expect(post.records.first?.readings.map(\.value) == [4, 6, 3])
        #expect(post.left.counts == [.badValue: 1, .badRow: 1])
    }

    @Test("ING-7 Energy that ends after the body was made is a projection and left out") func projection() {
        let post = example.decode(
            body(
                "2026-10-30T10:00:00Z",
                #""total_calories":[{"calories":2100,"start_time":"2026-10-29T23:00:00Z","end_time":"2026-10-30T23:00:00Z"}]"#
            ))
        #expect(post.records.isEmpty && post.left.counts == [.inTheFuture: 1])
    }

    @Test("COM-2 Each array has its unit, and levels have names") func units() {
        let text = body(
            "2026-10-30T10:00:00Z",
            #""height":[{"meters":1.72,"time":"2026-10-30T08:00:00Z"}],"hydration":[{"liters":0.3,"start_time":"2026-10-30T08:00:00Z","end_time":"2026-10-30T08:01:00Z"}],"basal_metabolic_rate":[{"watts":75,"time":"2026-10-30T08:00:00Z"}],"menstruation_flow":[{"flow":3,"time":"2026-10-30T08:00:00Z"}],"ovulation_test":[{"result":1,"time":"2026-10-30T08:00:00Z"}],"oxygen_saturation":[{"time":"2026-10-30T08:00:00Z","avg":96.5,"min":95,"max":98}],"heart_rate":[{"bpm":0,"time":"2026-10-30T08:00:00Z"}]"#
        )
        let fold = example.fold([text])
        #expect(CompanionExample.values(fold, "height") == [172])
        #expect(CompanionExample.values(fold, "dietaryWater") == [300])
        #expect(abs((CompanionExample.values(fold, "basalMetabolicRate").first ?? 0) - 75 * 20.650_095) < 0.001)
        #expect(CompanionExample.values(fold, "menstrualFlow") == [4])
        #expect(CompanionExample.values(fold, "ovulationTest") == [2])
        #expect(CompanionExample.values(fold, "oxygenSaturation") == [96.5])
        // A bad tracker's zero.
        #expect(CompanionExample.values(fold, "heartRate").isEmpty)
    }

    @Test("ING-7 A menstruation lasts longer than a sample of a device may") func menstruation() {
        let post = example.decode(
            body(
                "2026-10-30T10:00:00Z",
                #""menstruation_period":[{"start_time":"2026-10-24T06:00:00Z","end_time":"2026-10-30T06:00:00Z"}],"exercise":[{"type":"56","start_time":"2026-10-24T06:00:00Z","end_time":"2026-10-30T06:00:00Z"}]"#
            ))
        #expect(post.records.map { $0.readings.map(\.kind.name) } == [["menstruation"]])
        #expect(post.left.counts == [.tooLong: 1])
    }

    @Test("Unknown arrays and members are counted by name and cost nothing else") func unknown() {
        let post = example.decode(
            body(
                "2026-10-30T10:00:00Z",
                #""mindfulness":[{"a":1},{"a":2}],"weight":[{"kilograms":71.4,"time":"2026-10-30T08:00:00Z","impedance":5}],"future":{"x":1}"#
            ))
        #expect(post.records.count == 1)
        #expect(post.unknownKinds == ["mindfulness": 2])
        #expect(post.unknownFields == ["weight.impedance": 1, "future": 1])
        #expect(post.received == ["mindfulness": 2, "weight": 1])
    }

    @Test("A phone whose clock is years ahead does not have the last word for years") func clockAhead() {
        func weight(_ time: String, _ kilograms: Int) -> String {
            body(time, #""weight":[{"kilograms":\#(kilograms),"time":"2026-10-29T08:00:00Z"}]"#)
        }
        var fold = CompanionFold()
        _ = fold.take(example.decode(weight("2036-11-01T12:00:00Z", 80)))
        _ = fold.take(example.decode(weight("2026-11-01T12:04:00Z", 70), after: 240))
        #expect(CompanionExample.values(fold, "bodyMass") == [80])
        _ = fold.take(example.decode(weight("2026-11-01T12:10:00Z", 71), after: 600))
        #expect(CompanionExample.values(fold, "bodyMass") == [71])
    }
}
