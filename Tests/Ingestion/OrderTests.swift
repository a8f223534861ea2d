import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// For any import paths in any order: deleted samples stay deleted, duplicates count once, and of restated values the
/// last one counts.
@Suite(.timeLimit(.minutes(5)), .tags(.processes)) struct OrderTests {
    /// One measurement and its form on each import path.
    private struct Fact {
        var id: EntityID
        var kind: SampleKind
        var sample: Sample
        var zone: String?
        /// True if the anchored query of the device delivers the source's name only.
        var isPlain: Bool
    }

    private static let source = SampleSource(name: "Watch", model: "Watch", hardware: "Watch6,2")
    private static let first = 19_750

    private func facts(_ random: inout SplitMix) -> [Fact] {
        var facts: [Fact] = []
        func add(_ kind: SampleKind, _ start: Int64, _ length: Int64, _ value: Double) {
            facts.append(
                Fact(
                    id: EntityID(high: 5, low: UInt64(facts.count + 1)), kind: kind,
                    sample: Sample(start: start, end: start + length, value: value, source: 0),
                    zone: Bool.random(using: &random) ? "Europe/Berlin" : nil, isPlain: Bool.random(using: &random)))
        }
        for day in 0..<5 {
            let midnight = Int64(Self.first + day) * 86_400
            for part in 0..<5 { add(.sleep, midnight + 3600 * Int64(part), 3600, Double([3, 4, 2, 5, 3][part])) }
            for index in 0..<25 {
                add(.heartRate, midnight + 301 + Int64(index) * 700, 0, Double(Int.random(in: 48...95, using: &random)))
            }
            // More digits than an export writes.
            for index in 0..<3 {
                add(
                    .heartRateVariability, midnight + 4001 + Int64(index) * 5000, 60,
                    Double.random(in: 30...80, using: &random))
            }
            for index in 0..<4 {
                add(
                    .steps, midnight + 30_017 + Int64(index) * 6000, 600,
                    Double(Int.random(in: 50...900, using: &random)))
            }
            add(.restingHeartRate, midnight + 43_217, 60, Double(Int.random(in: 50...60, using: &random)))
            add(.respiratoryRate, midnight + 9011, 0, Double.random(in: 12...16, using: &random))
        }
        return facts
    }

    // MARK: Routes

    private func date(_ instant: Int64) -> String {
        UTCDate.text(instant).replacing("T", with: " ").replacing("Z", with: " +0000")
    }

    /// A date in a zone `offset` seconds ahead of UTC.
    private func date(_ instant: Int64, _ offset: Int64) -> String {
        let hours = abs(offset) / 3600
        return date(instant + offset).replacing(
            "+0000", with: "\(offset < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours)00")
    }

    private func export(_ facts: [Fact], made: String = "2024-06-01 10:00:00") -> String {
        let types: [SampleKind: String] = [
            .sleep: "HKCategoryTypeIdentifierSleepAnalysis", .heartRate: "HKQuantityTypeIdentifierHeartRate",
            .heartRateVariability: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN",
            .steps: "HKQuantityTypeIdentifierStepCount",
            .respiratoryRate: "HKQuantityTypeIdentifierRespiratoryRate",
            .restingHeartRate: "HKQuantityTypeIdentifierRestingHeartRate",
        ]
        let records = facts.map { fact in
            let device =
                "&lt;&lt;HKDevice: 0x\(fact.id.low)&gt;, name:X, model:\(Self.source.model), hardware:\(Self.source.hardware)&gt;"
            let unit = fact.kind == .sleep ? "" : "unit=\"\(fact.kind.exported.unit)\" "
            // Six digits, as Health writes.
            let value = fact.kind == .sleep ? "\(Int(fact.sample.value))" : String(format: "%.6g", fact.sample.value)
            let head =
                "<Record type=\"\(types[fact.kind] ?? "")\" sourceName=\"Watch\" device=\"\(device)\" \(unit)startDate=\"\(date(fact.sample.start))\" endDate=\"\(date(fact.sample.end))\" value=\"\(value)\""
            let beats =
                fact.kind != .heartRateVariability
                ? "" : "<HeartRateVariabilityMetadataList>\(beats)</HeartRateVariabilityMetadataList>"
            let zone = fact.zone.map { "<MetadataEntry key=\"HKTimeZone\" value=\"\($0)\"/>" } ?? ""
            return head + ">\(beats)\(zone)</Record>"
        }
        return "<HealthData>\n<ExportDate value=\"\(made) +0000\"/>\(records.joined(separator: "\n"))</HealthData>"
    }

    private var beats: String {
        (0..<40).map {
            "<InstantaneousBeatsPerMinute bpm=\"60\" time=\"4:05:\(10 + $0),\($0 % 2 == 0 ? "00" : "04")\"/>"
        }.joined()
    }

    private func csv(_ facts: [Fact]) -> String {
        "kind,start,end,value,unit,source\n"
            + facts.map { fact in
                let value = fact.kind == .sleep ? "\(Int(fact.sample.value))" : "\(fact.sample.value)"
                return
                    "\(fact.kind.exported.name),\(UTCDate.text(fact.sample.start)),\(UTCDate.text(fact.sample.end)),\(value),\(fact.kind.exported.unit),Watch\n"
            }.joined()
    }

    private func healthAutoExport(_ facts: [Fact]) -> String {
        let names: [SampleKind: String] = [
            .sleep: "sleep_analysis", .heartRate: "heart_rate", .heartRateVariability: "heart_rate_variability",
            .respiratoryRate: "respiratory_rate",
            .restingHeartRate: "resting_heart_rate", .steps: "step_count",
        ]
        let stages = [1: "Asleep", 2: "Awake", 3: "Core", 4: "Deep", 5: "REM"]
        let metrics = Dictionary(grouping: facts, by: \.kind).sorted { $0.key.rawValue < $1.key.rawValue }.map {
            kind, facts in
            let points = facts.map { fact in
                let (start, end) = (date(fact.sample.start), date(fact.sample.end))
                return kind == .sleep
                    ? #"{"startDate":"\#(start)","endDate":"\#(end)","value":"\#(stages[Int(fact.sample.value)] ?? "")","source":"Watch"}"#
                    : #"{"date":"\#(start)","qty":\#(fact.sample.value),"source":"Watch"}"#
            }
            return
                #"{"name":"\#(names[kind] ?? "")","units":"\#(kind.exported.unit)","data":[\#(points.joined(separator: ","))]}"#
        }
        return #"{"data":{"metrics":[\#(metrics.joined(separator: ","))]}}"#
    }

    /// One batch per kind, continuing from the earlier ones.
    private func anchored(_ facts: [Fact], gone: [Fact] = [], _ workshop: Workshop) async throws {
        let (facts, gone) = (Dictionary(grouping: facts, by: \.kind), Dictionary(grouping: gone, by: \.kind))
        for kind in Set(facts.keys).union(gone.keys).sorted(by: { $0.rawValue < $1.rawValue }) {
            let stored =
                try await workshop.service.anchors(AnchorsQuery(user: workshop.user)).anchors.first {
                    $0.kind == kind.exported.name
                }?.anchor ?? ""
            let samples = (facts[kind] ?? []).map { fact in
                AnchoredSample(
                    id: fact.id, start: fact.sample.start, end: fact.sample.end, value: fact.sample.value,
                    unit: kind == .sleep ? "" : kind.exported.unit,
                    source: "Watch", model: fact.isPlain ? "" : Self.source.model, zone: fact.zone ?? "")
            }
            let reply = try await workshop.service.ingest(
                IngestSamples(
                    user: workshop.user, device: "phone", kind: kind.exported.name, anchor: stored,
                    newAnchor: stored + "+", samples: samples,
                    deleted: (gone[kind] ?? []).map(\.id)))
            #expect(reply.accepted)
            #expect(reply.skipped == [])
        }
        try await workshop.worker.drain()
    }

    private enum Step { case export, csv, healthAutoExport, anchors, deletions }

    private func take(_ step: Step, _ facts: [Fact], gone: [Fact], _ workshop: Workshop) async throws {
        switch step {
        case .export: #expect(try await workshop.importing(export(facts)).quarantined == [:])
        case .csv: #expect(try await workshop.importing(csv(facts)).quarantined == [:])
        case .healthAutoExport: #expect(try await workshop.importing(healthAutoExport(facts)).quarantined == [:])
        case .anchors: try await anchored(facts, workshop)
        case .deletions: try await anchored([], gone: gone, workshop)
        }
    }

    private func count(_ workshop: Workshop) async throws -> [SampleKind: Int] {
        let user = workshop.user
        return try await workshop.store.read { transaction in
            Dictionary(
                try SampleRows(user: user, transaction: transaction).chunks(after: (0, 0), limit: 10_000).map {
                    ($0.kind, $0.samples.count)
                },
                uniquingKeysWith: +)
        }
    }

    @Test(
        "ING-3 ING-5 Samples deleted by an anchored query stay deleted and the others count once, in every order of all routes",
        arguments: 1...12)
    func deletions(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let facts = facts(&random)
        let gone = facts.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        let ids = Set(gone.map(\.id))
        let left = facts.filter { !ids.contains($0.id) }
        // Deletions follow the samples they delete; all other steps are in any order, some repeated.
        var steps: [Step] = [.export, .csv, .healthAutoExport, .export, .csv, .healthAutoExport].shuffled(
            using: &random)
        let added = Int.random(in: 0...steps.count, using: &random)
        steps.insert(.anchors, at: added)
        steps.insert(.deletions, at: Int.random(in: added + 1...steps.count, using: &random))
        let workshop = try Workshop()
        try await workshop.profile()
        for step in steps { try await take(step, facts, gone: gone, workshop) }
        var expected = Dictionary(grouping: left, by: \.kind).mapValues(\.count)
        expected[.beatVariability] = expected[.heartRateVariability]
        #expect(try await count(workshop) == expected, "\(steps)")
        // The days equal those of a store that never had the deleted samples.
        let fresh = try Workshop()
        try await fresh.profile()
        for step in [Step.export, .csv, .healthAutoExport, .anchors] { try await take(step, left, gone: [], fresh) }
        #expect(try await workshop.metrics() == (try await fresh.metrics()), "\(steps)")
        for workshop in [workshop, fresh] { workshop.scratch.remove() }
    }

    @Test("ING-3 ING-5 What a later export lacked stays gone, in every order of the other routes", arguments: 1...6)
    func difference(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let facts = facts(&random)
        let left = facts.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        let workshop = try Workshop()
        try await workshop.profile()
        for step in [Step.export, .csv, .healthAutoExport].shuffled(using: &random) {
            try await take(step, facts, gone: [], workshop)
        }
        let job = try await workshop.upload(Array(export(left, made: "2024-06-02 10:00:00").utf8))
        _ = try await workshop.service.start(StartImport(user: workshop.user, job: job, replace: true))
        try await workshop.worker.drain()
        for step in [Step.export, .csv, .healthAutoExport].shuffled(using: &random) {
            try await take(step, facts, gone: [], workshop)
        }
        var expected = Dictionary(grouping: left, by: \.kind).mapValues(\.count)
        expected[.beatVariability] = expected[.heartRateVariability]
        #expect(try await count(workshop) == expected)
        workshop.scratch.remove()
    }

    @Test(
        "ING-2 Nights, sums and means count as the app told them last, whatever clock wrote them and whatever files of older tellings come in between",
        arguments: 1...6)
    func restated(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let workshop = try Workshop()
        try await workshop.profile(zone: "UTC")
        var last: [Int: (hours: Double, steps: Int, hrv: Double)] = [:]
        var files: [[UInt8]] = []
        for _ in 0..<20 {
            let day = Int.random(in: 0..<4, using: &random)
            let value = (
                hours: Double(Int.random(in: 12...30, using: &random)) / 4,
                steps: Int.random(in: 0...9000, using: &random),
                hrv: Double(Int.random(in: 30...70, using: &random))
            )
            let midnight = Int64(Self.first + day) * 86_400
            let end = midnight + Int64.random(in: 18_000...30_000, using: &random)
            let hasTimes = Bool.random(using: &random)
            // The writer's time zone, as on a journey or after a change to summer time; a night with times ends on its
            // day in that zone too.
            let offset = Int64.random(in: -10...(hasTimes ? 9 : 13), using: &random) * 3600
            let times =
                hasTimes ? #","sleepStart":"\#(date(end - 36_000, offset))","sleepEnd":"\#(date(end, offset))""# : ""
            func metric(_ name: String, _ units: String, _ point: String) -> String {
                #"{"name":"\#(name)","units":"\#(units)","data":[{"date":"\#(date(midnight - offset, offset))","source":"Watch",\#(point)}]}"#
            }
            let metrics = [
                metric("sleep_analysis", "hr", #""asleep":\#(value.hours)\#(times)"#),
                metric("step_count", "count", #""qty":\#(value.steps)"#),
                metric("heart_rate_variability", "ms", #""qty":\#(value.hrv)"#),
            ]
            let status = try await workshop.importing(#"{"data":{"metrics":[\#(metrics.joined(separator: ","))]}}"#)
            #expect(status.phase == .done)
            #expect(status.quarantined == [:])
            last[day] = value
            if Bool.random(using: &random) { files.append(try await workshop.exportedSamples()) }
            if let file = files.randomElement(using: &random), Bool.random(using: &random) {
                _ = try await workshop.importing(file)
            }
        }
        let days = Dictionary(
            uniqueKeysWithValues: try await workshop.metrics().map { (Int($0.day.number) - Self.first, $0) })
        #expect(Set(days.filter { $0.value.steps != nil }.keys) == Set(last.keys))
        for (day, value) in last {
            #expect(
                days[day]?.sleep?.value == value.hours * 3600 && days[day]?.steps?.value == Double(value.steps)
                    && days[day]?.hrv?.value == value.hrv)
        }
        workshop.scratch.remove()
    }

    @Test("ING-5 Values are the same to six digits, as an export writes them; neighbours are not")
    func digits() {
        let identity = SampleIdentity([])
        func key(_ value: Double) -> SampleIdentity.Key {
            identity.key(Sample(start: 0, end: 0, value: value, source: 1), .heartRateVariability)
        }
        var random = SplitMix(seed: 3)
        for _ in 0..<20_000 {
            let value =
                Double.random(in: 0...1, using: &random) * [0.01, 1, 100, 1e6][Int.random(in: 0..<4, using: &random)]
            let written = Double(String(format: "%.6g", value)) ?? -1
            #expect(key(value) == key(written), "\(value)")
            #expect(key(value) != key(written * 1.00002))
        }
        #expect(key(0) == key(-0.0))
        #expect(key(999_999.7) == key(1_000_000))
        #expect(key(1e300) != key(2e300))
    }
}
