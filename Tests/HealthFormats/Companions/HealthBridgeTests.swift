import Messages
import Testing

@testable import HealthFormats

@Suite struct HealthBridgeTests {
    private let example = CompanionExample(HealthBridgeReader.self)
    private let source = "apple_health.phone.0f0f"

    private func batch(
        _ time: String, samples: String = "", nights: String = "", deleted: String = "", cursors: String = "",
        schema: String = "health_bridge.batch.v1"
    ) -> String {
        #"{"schema_id":"\#(schema)","schema_version":"1.0.0","generated_at":"\#(time)","export_window":{},"sources":[{"source_key":"\#(source)","name":"Apple Health"}],"health_types":[],"samples":[\#(samples)],"workouts":[],"sleep_sessions":[\#(nights)],"deleted_records":[\#(deleted)],"sync":{"sync_window":{},"cursors":[\#(cursors)]}}"#
    }

    private func night(_ id: String, _ from: String, _ to: String) -> String {
        #"{"client_record_id":"\#(id)","source_key":"\#(source)","start_time":"\#(from)","end_time":"\#(to)","stage_intervals":[{"stage":"core","start_time":"\#(from)","end_time":"\#(to)"}]}"#
    }

    private func reset(_ epoch: Int) -> String {
        #"{"source_key":"\#(source)","cursor_kind":"anchored_sleep_baseline_reset","cursor_value":"v2:\#(epoch)"}"#
    }

    private let weight =
        #"{"client_record_id":"hk-quantity-weight-0000000a-0000-4000-8000-000000000000","source_key":"apple_health.phone","type_code":"weight","start_time":"2026-10-30T08:00:00Z","end_time":"2026-10-30T08:00:00Z","value":71.4,"unit":"kg","metadata":{"healthkit_source_name":"Withings"}}"#
    private let tombstone =
        #"{"record_family":"sample","source_key":"apple_health.phone","client_record_id":"hk-quantity-weight-0000000a-0000-4000-8000-000000000000","deleted_at":"2026-10-30T09:00:00Z"}"#

    @Test("ING-2 What was deleted never comes back, also if the deletion came first") func buried() {
        let (sample, deletion) = (
            batch("2026-10-30T08:30:00Z", samples: weight), batch("2026-10-30T09:30:00Z", deleted: tombstone)
        )
        #expect(CompanionExample.values(example.fold([sample]), "bodyMass") == [71.4])
        for bodies in [[sample, deletion], [deletion, sample], [sample, deletion, sample]] {
            #expect(example.fold(bodies).settled().isEmpty)
        }
    }

    @Test("ING-2 A deletion reaches the same sample of another companion") func acrossCompanions() {
        var fold = CompanionFold()
        let other = CompanionExample(OpenWearablesReader.self).decode(
            #"{"provider":"apple","syncTimestamp":"2026-10-30T10:00:00Z","data":{"records":[{"id":"0000000A-0000-4000-8000-000000000000","type":"HKQuantityTypeIdentifierBodyMass","startDate":"2026-10-30T08:00:00Z","endDate":"2026-10-30T08:00:00Z","source":{"appId":"a"},"value":71.4,"unit":"kg"}]}}"#
        )
        _ = fold.take(other)
        #expect(fold.settled().count == 1)
        _ = fold.take(example.decode(batch("2026-10-30T09:30:00Z", deleted: tombstone)))
        #expect(fold.settled().isEmpty)
    }

    @Test("ING-2 A higher epoch of sleep replaces all nights, the same changes nothing more, a lower one is refused")
    func epochs() {
        let old = batch(
            "2026-10-30T08:00:00Z", nights: night("hk-sleep-1", "2026-10-29T22:00:00Z", "2026-10-30T05:00:00Z"),
            cursors: reset(1))
        let new = batch(
            "2026-10-31T08:00:00Z", nights: night("hk-sleep-2", "2026-10-29T22:10:00Z", "2026-10-30T05:00:00Z"),
            cursors: reset(2))
        let later = batch(
            "2026-11-01T08:00:00Z", nights: night("hk-sleep-3", "2026-10-31T22:00:00Z", "2026-11-01T05:00:00Z"))
        var fold = example.fold([old, new, later])
        let keys = ["health-bridge/hk-sleep-2", "health-bridge/hk-sleep-3"]
        #expect(fold.settled().map(\.key) == keys)
        #expect(fold.take(example.decode(new)) == .accepted)
        #expect(fold.take(example.decode(old)) == .refusedEpoch(minimum: 2))
        // An empty baseline deletes nothing.
        #expect(fold.take(example.decode(batch("2026-11-02T08:00:00Z", cursors: reset(3)))) == .accepted)
        #expect(fold.settled().map(\.key) == keys)
    }

    @Test("ING-6 A day's total is a sum over all devices, with the offset of its zone; the same id is replaced")
    func dayTotals() {
        func total(_ value: Int) -> String {
            #"{"client_record_id":"hk-daily-activity-steps-20261028","source_key":"apple_health.phone","type_code":"steps","start_time":"2026-10-28T04:00:00Z","end_time":"2026-10-29T04:00:00Z","value":\#(value),"unit":"count","metadata":{"sample_kind":"daily_aggregate","calendar_day":"2026-10-28","time_zone_identifier":"America/New_York"}}"#
        }
        let fold = example.fold([
            batch("2026-10-29T08:00:00Z", samples: total(7_000)), batch("2026-10-28T08:00:00Z", samples: total(3_000)),
        ])
        #expect(CompanionExample.values(fold, "steps") == [7_000])
        #expect(fold.settled().first?.source == SampleSource(name: "Apple Health", aggregation: 86_400))
        #expect(fold.settled().first?.offset == Int32(-14_400))
    }

    @Test("Nothing of another schema is guessed; a connection test stores nothing") func otherBatches() {
        let other = example.decode(batch("2026-10-30T08:00:00Z", samples: weight, schema: "health_bridge.batch.v2"))
        #expect(other.problem?.code == "unknownSchema" && other.records.isEmpty)
        let test = example.decode(
            batch("2026-10-30T08:00:00Z", cursors: #"{"source_key":"x","cursor_kind":"connection_test"}"#))
        #expect(test.isTest && test.problem == nil)
        #expect(test.received["sync.cursors"] == 1)
    }

    @Test("COM-2 Units of the app's list are known") func units() {
        func sample(_ code: String, _ value: Double, _ unit: String) -> String {
            #"{"client_record_id":"hk-x-\#(code)","source_key":"s","type_code":"\#(code)","start_time":"2026-10-30T08:00:00Z","end_time":"2026-10-30T08:00:00Z","value":\#(value),"unit":"\#(unit)"}"#
        }
        let values: [(String, Double, String)] = [
            ("respiratory_rate", 14, "brpm"), ("body_temperature", 37, "°C"), ("exercise_time", 30, "minutes"),
            ("vo2_max", 44, "mL/kg/min"), ("physical_effort", 4, "kcal/kg/hr"), ("body_mass_index", 24, "kg/m²"),
            ("forced_vital_capacity", 4, "liters"), ("running_power", 250, "watts"), ("height", 172, "cm"),
            ("environmental_audio_exposure", 60, "dBASPL"), ("workout_effort_score", 5, "apple_effort_score"),
            ("insulin_delivery", 2, "IU"), ("peak_expiratory_flow_rate", 500, "L/min"), ("blood_glucose", 95, "mg/dL"),
            ("electrodermal_activity", 1e-6, "S"), ("hydration", 250, "mL"), ("walking_step_length", 70, "cm"),
        ]
        let post = example.decode(
            batch("2026-10-30T10:00:00Z", samples: values.map(sample).joined(separator: ",")))
        #expect(post.left.counts.isEmpty, "\(post.left.named)")
        #expect(post.records.count == values.count)
    }
}
