import Fixtures
import Foundation
import LocalTime
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// An app's totals for a day or a night (ING-2), as JSON and as its CSV.
@Suite(.tags(.processes)) struct DailyValueTests {
    private func metric(_ name: String, _ units: String, _ points: [String]) -> String {
        #"{"data":[\#(points.joined(separator: ","))],"units":"\#(units)","name":"\#(name)"}"#
    }

    private func post(_ metrics: [String]) -> String { #"{"data":{"metrics":[\#(metrics.joined(separator: ","))]}}"# }

    private func night(_ date: String, _ hours: Double, _ from: String? = nil, _ to: String? = nil) -> String {
        let times = (from.map { #","sleepStart":"\#($0)""# } ?? "") + (to.map { #","sleepEnd":"\#($0)""# } ?? "")
        return post([
            metric(
                "sleep_analysis", "hr",
                [#"{"date":"\#(date) 00:00:00 +0100","asleep":\#(hours),"inBed":9\#(times),"source":"Watch"}"#])
        ])
    }

    private func sleep(_ workshop: Workshop) async throws -> [String: Double] {
        Dictionary(
            uniqueKeysWithValues: try await workshop.metrics().compactMap { day in
                day.sleep.map { (day.day.description, $0.value) }
            })
    }

    @Test("ING-2 A later telling of the same night replaces the earlier, whatever its times, with times or without")
    func restatedNight() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        _ = try await workshop.importing(
            night("2024-02-06", 7.8, "2024-02-05 22:30:00 +0100", "2024-02-06 07:00:00 +0100"))
        #expect(try await sleep(workshop) == ["2024-02-06": 28_080])
        _ = try await workshop.importing(
            night("2024-02-06", 6.5, "2024-02-06 00:40:00 +0100", "2024-02-06 07:30:00 +0100"))
        #expect(try await sleep(workshop) == ["2024-02-06": 23_400])
        _ = try await workshop.importing(
            night("2024-02-06", 6, "2024-02-05 22:00:00 +0100", "2024-02-06 05:30:00 +0100"))
        _ = try await workshop.importing(night("2024-02-07", 7))
        #expect(try await sleep(workshop) == ["2024-02-06": 21_600, "2024-02-07": 25_200])
        let status = try await workshop.importing(night("2024-02-07", 7))
        #expect((status.samplesNew, status.daysChanged) == (0, 0))
        _ = try await workshop.importing(night("2024-02-06", 6.25))
        #expect(try await sleep(workshop) == ["2024-02-06": 22_500, "2024-02-07": 25_200])
        #expect(try await workshop.metrics().compactMap(\.sleep?.derivation) == [.daily, .daily])
        workshop.scratch.remove()
    }

    @Test("ING-2 A night that an earlier release kept as stages gives way to its later telling")
    func olderNight() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        let source = SampleSource(name: "Watch", aggregation: 86_400)
        let (start, end) = (utc("2024-02-05 22:00:00"), utc("2024-02-06 06:00:00"))
        let user = workshop.user
        try await workshop.store.write { transaction in
            try CatalogRows(user: user, transaction: transaction).describe(source.id, CatalogEntry(source: source))
            try SampleRows(user: user, transaction: transaction).store(
                [Sample(start: start, end: end, value: 1, source: source.id)], .sleep, Int32(start / 86_400))
        }
        try await workshop.worker.drain()
        #expect(try await sleep(workshop) == ["2024-02-06": 28_800])
        _ = try await workshop.importing(
            night("2024-02-06", 6.5, "2024-02-05 23:30:00 +0100", "2024-02-06 07:30:00 +0100"))
        #expect(try await sleep(workshop) == ["2024-02-06": 23_400])
        workshop.scratch.remove()
    }

    @Test(
        "ING-10 ING-15 A day's means are a derivation of their own, doubtful while the day is not over, and give way to samples of the night"
    )
    func means() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        func means(_ hrv: Double, _ rate: Double) -> String {
            let date = "2024-02-06 00:00:00 +0100"
            return post([
                metric("heart_rate_variability", "ms", [#"{"date":"\#(date)","qty":\#(hrv),"source":"Watch"}"#]),
                metric("respiratory_rate", "count/min", [#"{"date":"\#(date)","qty":\#(rate),"source":"Watch"}"#]),
                metric(
                    "heart_rate", "count/min", [#"{"date":"\#(date)","Min":50,"Avg":66,"Max":120,"source":"Watch"}"#]),
            ])
        }
        let status = try await workshop.importing(means(44, 14.5))
        #expect(status.taken == ["heartRateVariability": 1, "respiratoryRate": 1])
        #expect((status.unknownKinds, status.unusedReasons) == (["heart_rate": 1], ["heart_rate": "meanOfDay"]))
        _ = try await workshop.importing(means(46, 15))
        let day = try #require(try await workshop.metrics().first)
        #expect(day.hrv.map { ($0.value, $0.derivation, $0.lowConfidence) } ?? (0, .total, true) == (46, .daily, false))
        #expect(day.respiratoryRate.map { ($0.value, $0.derivation) } ?? (0, .total) == (15, .daily))
        #expect(day.nocturnalHeartRate == nil && day.restingHeartRate == nil)
        // A night that also has samples.
        _ = try await workshop.importing(
            document(
                #"<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W" startDate="2024-02-06 00:00:00 +0100" endDate="2024-02-06 06:00:00 +0100" value="HKCategoryValueSleepAnalysisAsleepCore"/>"#
                    + #"<Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="W" unit="ms" startDate="2024-02-06 02:00:00 +0100" endDate="2024-02-06 02:01:00 +0100" value="61"/>"#
            ))
        let measured = try #require(try await workshop.metrics().first)
        #expect(measured.hrv.map { ($0.value, $0.derivation) } ?? (0, .total) == (61, .asleep))
        #expect(measured.respiratoryRate?.derivation == .daily)
        workshop.scratch.remove()
    }

    @Test(
        "ING-2 Naps of one file add up with the night of their day; a later file replaces the sleeps of the day; both survive Pulsum's own CSV"
    )
    func naps() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        func point(_ hours: Double, _ from: String, _ to: String) -> String {
            #"{"date":"2024-02-06 00:00:00 +0100","totalSleep":\#(hours),"sleepStart":"\#(from) +0100","sleepEnd":"\#(to) +0100","source":"Watch"}"#
        }
        func sleeps(_ points: String...) -> String { post([metric("sleep_analysis", "hr", points)]) }
        let (night, nap) = (
            point(7, "2024-02-05 23:00:00", "2024-02-06 07:00:00"),
            point(1, "2024-02-06 14:00:00", "2024-02-06 15:00:00")
        )
        let late = point(0.5, "2024-02-06 17:00:00", "2024-02-06 17:30:00")
        #expect(try await workshop.importing(sleeps(night, nap, late)).taken == ["sleepTotal": 3])
        #expect(try await sleep(workshop) == ["2024-02-06": 8.5 * 3600])
        // Of totals that overlap, the last one counts, within one file too.
        _ = try await workshop.importing(sleeps(point(6, "2024-02-05 22:30:00", "2024-02-06 06:30:00"), nap, night))
        #expect(try await sleep(workshop) == ["2024-02-06": 8 * 3600])
        #expect(try await workshop.importing(sleeps(nap, night)).daysChanged == 0)

        let csv = try await workshop.exportedSamples()
        let fresh = try Workshop()
        try await fresh.profile()
        _ = try await fresh.importing(csv)
        #expect(try await fresh.chunks() == (try await workshop.chunks()))
        #expect(try await sleep(fresh) == ["2024-02-06": 8 * 3600])

        _ = try await workshop.importing(sleeps(point(6.5, "2024-02-06 00:10:00", "2024-02-06 07:30:00")))
        #expect(try await sleep(workshop) == ["2024-02-06": 6.5 * 3600])
        // More sleep than a day holds is an error of the file.
        let hostile = (0..<60).map { minute in
            let clock = "2024-02-06 12:\(minute < 10 ? "0" : "")\(minute)"
            return point(0.01, "\(clock):00", "\(clock):40")
        }
        let status = try await workshop.importing(post([metric("sleep_analysis", "hr", hostile)]))
        #expect(status.quarantined == ["outOfRange": Int64(60 - SampleBatch.maximumSleeps)])
        for workshop in [workshop, fresh] { workshop.scratch.remove() }
    }

    @Test(
        "ING-2 A day that is written with another offset later is the same day: its values replace the earlier ones",
        arguments: ["-0500", "+0900", "+1300"])
    func offsets(offset: String) async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        func day(_ offset: String, _ steps: Int, _ hrv: Int, _ hours: Double) -> String {
            let date = "2024-02-06 00:00:00 \(offset)"
            return post([
                metric("step_count", "count", [#"{"date":"\#(date)","qty":\#(steps),"source":"Watch"}"#]),
                metric("heart_rate_variability", "ms", [#"{"date":"\#(date)","qty":\#(hrv),"source":"Watch"}"#]),
                metric("sleep_analysis", "hr", [#"{"date":"\#(date)","totalSleep":\#(hours),"source":"Watch"}"#]),
            ])
        }
        for (index, offset) in ["+0100", offset, "+0200", offset, "+0100"].enumerated() {
            _ = try await workshop.importing(day(offset, 5000 + index, 40 + index, 6 + Double(index) / 4))
            let days = try await workshop.metrics()
            #expect(days.map(\.day.description) == ["2024-02-06"], "\(offset)")
            #expect(
                days.map(\.steps?.value) == [Double(5000 + index)] && days.map(\.hrv?.value) == [Double(40 + index)])
            #expect(days.map(\.sleep?.value) == [(6 + Double(index) / 4) * 3600])
            #expect(try await workshop.chunks().map(\.count) == [1, 1, 1])
        }
        // Both in one file: the last one counts.
        let both = ["+0100", offset].map {
            #"{"date":"2024-02-06 00:00:00 \#($0)","qty":\#($0 == offset ? 800 : 700),"source":"Watch"}"#
        }
        _ = try await workshop.importing(post([metric("step_count", "count", both)]))
        #expect(try await workshop.metrics().map(\.steps?.value) == [800])
        workshop.scratch.remove()
    }

    @Test(
        "SEC-11 Columns of a table beyond the limit are set aside by name, and a wide header costs nothing in rows without its cells"
    )
    func wideTable() async throws {
        let names = (0..<ImportLimits.metrics - 1).map { "Zinc \($0) (mg)" }
        let workshop = try Workshop()
        try await workshop.profile()
        let header = (["Date", "Step Count (count)"] + names + ["Heart Rate Variability (ms)"]).joined(separator: ",")
        let cells = String(repeating: ",", count: names.count)
        let status = try await workshop.importing(
            "\(header)\n2024-02-06 00:00:00,1234\(cells),44\n2024-02-07 00:00:00,5000\n")
        #expect(status.phase == .done && status.taken == ["steps": 2] && status.quarantined == ["tooManyMetrics": 1])
        #expect(status.skipped == [SkippedPart(place: "line 2 column \(names.count + 3)", reason: "tooManyMetrics")])
        #expect(try await workshop.metrics().prefix(2).map(\.steps?.value) == [1234, 5000])
        workshop.scratch.remove()

        let rows = (0..<5000).map { "\n2024-02-06 \($0 / 60 % 24):\($0 % 60),\($0)" }.joined()
        func time(_ columns: Int) throws -> Duration {
            let header = "Date,Step Count (count)" + (0..<columns).map { ",z\($0)" }.joined()
            let bytes = MemoryBytes(Array((header + rows).utf8))
            return try ContinuousClock().measure {
                var batch = SampleBatch()
                let reader = try HealthAutoExportTableReader(bytes, now: 1_800_000_000, calendar: LocalCalendar([]))
                while !reader.isFinished { try reader.read(elements: 10_000, into: &batch) }
                #expect(reader.samplesRead == 5000)
            }
        }
        let (narrow, wide) = (try time(1), try time(9_000))
        #expect(wide < narrow * 3 + .seconds(1), "\(narrow) and \(wide)")
    }

    @Test("ING-10 The mean of a day is doubtful only where less than 20 h of it had passed when it was told")
    func unfinished() throws {
        let text = post(
            ["heart_rate_variability", "vo2_max"].map {
                metric($0, "ms", [#"{"date":"2024-02-06 00:00:00 +0100","qty":44}"#])
            })
        func read(at now: Int64) throws -> Sample? {
            var batch = SampleBatch()
            let reader = try HealthAutoExportReader(
                MemoryBytes(Array(text.utf8)), now: now, calendar: LocalCalendar([]))
            while !reader.isFinished { try reader.read(elements: 10, into: &batch) }
            return batch.samples[.heartRateVariability]?.first
        }
        let midnight = utc("2024-02-05 23:00:00")
        #expect(try read(at: midnight - 3600).map { $0.end - $0.start } == 0)
        #expect(try read(at: midnight + 40_000).map { $0.end - $0.start } == 40_000)
        #expect(try read(at: midnight + 79_200).map { $0.end - $0.start } == 79_200)
        #expect(try read(at: midnight + 90_000).map { $0.end - $0.start } == 86_400)
        let source = SampleSource(name: "A", aggregation: 86_400)
        func reduced(_ end: Int64) -> MetricValue? {
            let reducer = DayReducer(
                order: SourceOrder([source]), calendar: LocalCalendar([ZonePeriod(since: 0, zone: "Europe/Berlin")]),
                zones: [:], dailySources: [source.id])
            let sample = Sample(start: midnight, end: end, value: 44, source: source.id)
            return Day("2024-02-06").flatMap { reducer.reduce($0, [.heartRateVariability: [sample]]).hrv }
        }
        #expect(reduced(midnight)?.lowConfidence == true && reduced(midnight + 86_400)?.lowConfidence == false)
        #expect(reduced(midnight + 71_999)?.lowConfidence == true && reduced(midnight + 72_000)?.lowConfidence == false)
    }

    @Test(
        "ING-2 The app's CSV imports as its JSON does: columns with units, dates as spreadsheets write them, the rest by name",
        arguments: [0, 1, 2])
    func table(style: Int) async throws {
        let dates = [
            ["2024-02-06 00:00:00", "2024-02-07 00:00:00", "2024-02-08 00:00:00"],
            ["2/6/2024 0:00", "2/7/2024 0:00", "2/8/2024 0:00"],
            ["6.2.2024", "7.2.2024", "8.2.2024"],
        ][style]
        let rows = ["44.5,50,120,66.1,8.1,7,0.5,1234,160.5,,15,", "46,,,,7.5,0,0,5000,,1,,", ",,,,,,,,,,, "]
        let csv =
            "Date,Heart Rate Variability (ms),Heart Rate [Min] (count/min),Heart Rate [Max] (count/min),Heart Rate [Avg] (count/min),Sleep Analysis [In Bed] (hr),"
            + "Sleep Analysis [Asleep] (hr),Sleep Analysis [Core] (hr),Step Count (count),Weight & Body Mass (lb),VO2 Max (ml/(kg·min)),Respiratory Rate (count/min),Zinc (mg) \r\n"
            + zip(dates, rows).map { "\($0),\($1)\r\n" }.joined()
        let workshop = try Workshop()
        try await workshop.profile()
        let status = try await workshop.importing(csv)
        #expect((status.phase, status.problem, status.skipped) == (.done, nil, []))
        #expect(
            status.taken == [
                "heartRateVariability": 2, "sleepTotal": 1, "steps": 2, "bodyMass": 1, "respiratoryRate": 1,
            ])
        #expect(status.unknownKinds == ["heart_rate": 1, "sleep_analysis": 1, "vo2_max": 1])
        #expect(status.unusedReasons == ["heart_rate": "meanOfDay", "sleep_analysis": "noTimeAsleep"])
        let days = try await workshop.metrics()
        #expect(days.prefix(2).map(\.day.description) == ["2024-02-06", "2024-02-07"])
        #expect(days.prefix(2).map(\.hrv?.value) == [44.5, 46] && days.prefix(2).map(\.steps?.value) == [1234, 5000])
        #expect(days[0].sleep?.value == 27_000 && days[1].sleep == nil && days[0].respiratoryRate?.value == 15)
        let again = try await workshop.importing(csv)
        #expect((again.samplesNew, again.daysChanged) == (0, 0))
        workshop.scratch.remove()
    }

    @Test(
        "ING-7 Dates of a table: the order that all of them fit, or that follow each other; what cannot be told is left out"
    )
    func dates() {
        func order(_ texts: String...) -> TableDate.Order? {
            var search = TableDate.OrderSearch()
            for date in texts.compactMap(TableDate.init) { search.see(date) }
            return search.order
        }
        #expect(order("6/1/2021 0:00", "6/13/2021 0:00") == .monthFirst)
        #expect(order("13/6/2021", "1/6/2021") == .dayFirst)
        #expect(order("1/6/2021", "2/6/2021", "3/6/2021") == .dayFirst)
        #expect(order("6/1/2021", "6/2/2021", "6/3/2021") == .monthFirst)
        #expect(order("6/1/2021") == nil && order("6/6/2021") == .monthFirst)
        #expect(
            TableDate("6/1/21 11:30 PM")?.time == 84_600 && TableDate("1/1/2021 24:00") == nil
                && TableDate("13/13/2021") == nil && TableDate("") == nil)
        #expect(TableDate("2021-06-01 00:00:00 +0200")?.day(.dayFirst)?.description == "2021-06-01")
    }

    @Test(
        "ING-2 Half a year of a real person's daily values: every day with a value has its metric, as JSON and as CSV",
        .needs(.sharedData))
    func real() async throws {
        let folder = try #require(SharedData.url("health_auto_export_daily"))
        var counts: [[String: Int]] = []
        for name in ["derived-HealthAutoExport-first-half.json", "HealthAutoExport-daily-first-half.csv"] {
            let workshop = try Workshop()
            try await workshop.profile(zone: "UTC")
            let status = try await workshop.importing([UInt8](Data(contentsOf: folder.appendingPathComponent(name))))
            #expect(status.phase == .done, "\(name)")
            let days = try await workshop.metrics()
            func count(_ value: (DailyMetrics) -> MetricValue?) -> Int {
                days.count { day in value(day).map { !$0.imputed } ?? false }
            }
            counts.append([
                "hrv": count(\.hrv), "rate": count(\.respiratoryRate), "sleep": count(\.sleep), "steps": count(\.steps),
                "pulse": count(\.restingHeartRate),
            ])
            print(
                "daily values: \(name): \(counts[counts.count - 1]), taken \(status.taken), unused \(status.unusedReasons), aside \(status.quarantined)"
            )
            workshop.scratch.remove()
        }
        // Counts as in the notice of its data set: 171 of 295 nights include sleep.
        #expect(
            counts == Array(repeating: ["hrv": 306, "rate": 163, "sleep": 171, "steps": 372, "pulse": 304], count: 2))
    }
}
