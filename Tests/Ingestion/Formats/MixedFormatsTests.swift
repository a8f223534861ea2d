import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing
import Wire

@testable import HealthFormats
@testable import Ingestion

/// Imports in any order, with overlap or repetition and in any format, end in the same bytes.
@Suite(.tags(.processes)) struct MixedFormatsTests {
    private enum Format: CaseIterable { case export, csv, healthAutoExport, anchored }

    private struct Piece {
        var format: Format
        var kind: SampleKind
        var sample: Sample
        var source: SampleSource
        var zone: String?
        var id: EntityID
    }

    private static let first = 19_750
    private static let sources = [
        SampleSource(name: "Watch", model: "Watch", hardware: "Watch6,2"),
        SampleSource(name: "Phone", model: "iPhone", hardware: "iPhone13,2"),
    ]

    /// A user's fortnight, with each sample delivered by one or more import paths.
    private func pieces(_ random: inout SplitMix) -> [Piece] {
        var pieces: [Piece] = []
        var count: UInt64 = 0
        func add(
            _ kind: SampleKind, _ start: Int64, _ length: Int64, _ value: Double, source: Int = 0, zone: String? = nil
        ) {
            count += 1
            // Health Auto Export has no times for sums, so it delivers no steps here.
            let formats = Format.allCases.filter { kind != .steps || $0 != .healthAutoExport }.shuffled(using: &random)
            let sample = Sample(start: start, end: start + length, value: value, source: 0)
            for format in formats.prefix(Int.random(in: 1...3, using: &random)) {
                pieces.append(
                    Piece(
                        format: format, kind: kind, sample: sample, source: Self.sources[source], zone: zone,
                        id: EntityID(high: 7, low: count)))
            }
        }
        for day in 0..<14 {
            let midnight = Int64(Self.first + day) * 86_400
            for part in 0..<6 {
                let zone = Bool.random(using: &random) ? "Europe/Berlin" : nil
                add(.sleep, midnight + 3600 * Int64(part), 3600, Double([1, 3, 4, 5, 2, 3][part]), zone: zone)
            }
            for index in 0..<30 {
                add(
                    .heartRate, midnight + Int64(index) * 2400 + Int64.random(in: 0..<2000, using: &random), 0,
                    Double(Int.random(in: 48...95, using: &random)))
            }
            for index in 0..<3 {
                add(
                    .heartRateVariability, midnight + 4000 + Int64(index) * 5000, 0,
                    40 + 10 * Double.random(in: 0...1, using: &random))
            }
            for index in 0..<4 {
                add(
                    .steps, midnight + 30_000 + Int64(index) * 6000, 600,
                    Double(Int.random(in: 50...900, using: &random)))
                add(
                    .steps, midnight + 30_100 + Int64(index) * 6000, 900,
                    Double(Int.random(in: 50...900, using: &random)), source: 1)
            }
            add(.respiratoryRate, midnight + 9000, 0, 14.5)
            if Bool.random(using: &random) {
                add(.restingHeartRate, midnight + 43_200, 0, Double(Int.random(in: 50...60, using: &random)))
            }
        }
        return pieces
    }

    // MARK: Writing

    private func date(_ instant: Int64) -> String {
        UTCDate.text(instant).replacing("T", with: " ").replacing("Z", with: " +0000")
    }

    private func export(_ pieces: [Piece]) -> String {
        document(
            pieces.map { piece in
                let type = [
                    SampleKind.sleep: "HKCategoryTypeIdentifierSleepAnalysis",
                    .heartRate: "HKQuantityTypeIdentifierHeartRate",
                    .heartRateVariability: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN",
                    .steps: "HKQuantityTypeIdentifierStepCount",
                    .respiratoryRate: "HKQuantityTypeIdentifierRespiratoryRate",
                    .restingHeartRate: "HKQuantityTypeIdentifierRestingHeartRate",
                ][piece.kind]
                let device =
                    "&lt;&lt;HKDevice: 0x\(piece.id.low)&gt;, name:X, model:\(piece.source.model), hardware:\(piece.source.hardware)&gt;"
                let unit = piece.kind == .sleep ? "" : "unit=\"\(piece.kind.exported.unit)\" "
                let value = piece.kind == .sleep ? "\(Int(piece.sample.value))" : "\(piece.sample.value)"
                let head =
                    "<Record type=\"\(type ?? "")\" sourceName=\"\(piece.source.name)\" device=\"\(device)\" \(unit)startDate=\"\(date(piece.sample.start))\" endDate=\"\(date(piece.sample.end))\" value=\"\(value)\""
                return head
                    + (piece.zone.map { "><MetadataEntry key=\"HKTimeZone\" value=\"\($0)\"/></Record>" } ?? "/>")
            }.joined(separator: "\n"))
    }

    private func csv(_ pieces: [Piece]) -> String {
        "kind,start,end,value,unit,source\n"
            + pieces.map { piece in
                let sample = piece.sample
                let value = piece.kind == .sleep ? "\(Int(sample.value))" : "\(sample.value)"
                return
                    "\(piece.kind.exported.name),\(UTCDate.text(sample.start)),\(UTCDate.text(sample.end)),\(value),\(piece.kind.exported.unit),\(piece.source.name)\n"
            }.joined()
    }

    private func healthAutoExport(_ pieces: [Piece]) throws -> String {
        let names: [SampleKind: String] = [
            .sleep: "sleep_analysis", .heartRate: "heart_rate", .heartRateVariability: "heart_rate_variability",
            .respiratoryRate: "respiratory_rate",
            .restingHeartRate: "resting_heart_rate",
        ]
        let stages = [1: "Asleep", 2: "Awake", 3: "Core", 4: "Deep", 5: "REM"]
        let metrics = Dictionary(grouping: pieces, by: \.kind).map { kind, pieces in
            [
                "name": names[kind] ?? "", "units": kind == .sleep ? "hr" : kind.exported.unit,
                "data": pieces.map { piece -> [String: Any] in
                    let sample = piece.sample
                    switch kind {
                    case .sleep:
                        return [
                            "startDate": date(sample.start), "endDate": date(sample.end),
                            "value": stages[Int(sample.value)] ?? "", "source": piece.source.name,
                        ]
                    case .heartRate:
                        return [
                            "date": date(sample.start), "Min": sample.value, "Avg": sample.value, "Max": sample.value,
                            "source": piece.source.name,
                        ]
                    default: return ["date": date(sample.start), "qty": sample.value, "source": piece.source.name]
                    }
                },
            ] as [String: Any]
        }
        return String(
            decoding: try JSONSerialization.data(withJSONObject: ["data": ["metrics": metrics]]), as: UTF8.self)
    }

    private func anchored(_ pieces: [Piece], _ workshop: Workshop, _ random: inout SplitMix) async throws {
        for (kind, pieces) in Dictionary(grouping: pieces, by: \.kind).sorted(by: { $0.key.rawValue < $1.key.rawValue })
        {
            let stored =
                try await workshop.service.anchors(AnchorsQuery(user: workshop.user)).anchors.first {
                    $0.kind == kind.exported.name
                }?.anchor ?? ""
            let samples = pieces.map { piece in
                AnchoredSample(
                    id: piece.id, start: piece.sample.start, end: piece.sample.end, value: piece.sample.value,
                    unit: kind == .sleep ? "" : kind.exported.unit, source: piece.source.name,
                    model: piece.source.model, hardware: piece.source.hardware,
                    zone: piece.zone ?? "")
            }
            let request = IngestSamples(
                user: workshop.user, device: "phone", kind: kind.exported.name, anchor: stored,
                newAnchor: "\(random.next())", samples: samples, deleted: [])
            #expect(try await workshop.service.ingest(request).skipped == [])
        }
        try await workshop.worker.drain()
    }

    private func send(_ pieces: [Piece], _ workshop: Workshop, _ random: inout SplitMix) async throws {
        guard let format = pieces.first?.format else { return }
        switch format {
        case .export: #expect(try await workshop.importing(export(pieces)).quarantined == [:])
        case .csv: #expect(try await workshop.importing(csv(pieces)).quarantined == [:])
        case .healthAutoExport: #expect(try await workshop.importing(healthAutoExport(pieces)).quarantined == [:])
        case .anchored: try await anchored(pieces, workshop, &random)
        }
    }

    private func bytes(_ workshop: Workshop) async throws -> [[UInt8]] {
        try await workshop.metrics().map { try WireEncoder().encode($0) }
    }

    @Test(
        "ING-5 Shuffled, split and repeated inputs of four formats end in byte-identical daily metrics and samples",
        arguments: 1...6)
    func anyOrder(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let pieces = pieces(&random)
        let plain = try Workshop()
        for format in Format.allCases { try await send(pieces.filter { $0.format == format }, plain, &random) }
        let (expected, chunks) = (try await bytes(plain), try await plain.chunks())
        #expect(expected.count >= 14)
        let workshop = try Workshop()
        var files: [[Piece]] = []
        for format in Format.allCases {
            let own = pieces.filter { $0.format == format }.shuffled(using: &random)
            let cuts = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                Int.random(in: 0...own.count, using: &random)
            }.sorted()
            for (from, to) in zip([0] + cuts, cuts + [own.count]) { files.append(Array(own[from..<to])) }
            // One import repeated, in another order and overlapping.
            files.append(Array(own.shuffled(using: &random).prefix(own.count / 3)))
        }
        for file in files.shuffled(using: &random) { try await send(file, workshop, &random) }
        #expect(try await bytes(workshop) == expected)
        #expect(try await workshop.chunks() == chunks)
        for workshop in [plain, workshop] { workshop.scratch.remove() }
    }

    @Test(
        "ING-4 OWN-2 What one account exports as CSV gives another one the same samples and the same days, byte for byte"
    )
    func roundTrip() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        _ = try await workshop.importing(
            ExportGenerator(seed: 4, days: 12, endingOn: Day(number: 19_900), recordsPerDay: 20).xml())
        var random = SplitMix(seed: 9)
        for format in Format.allCases {
            try await send(pieces(&random).filter { $0.format == format }, workshop, &random)
        }
        let csv = try await workshop.exportedSamples()
        let fresh = try Workshop()
        try await fresh.profile()
        let status = try await fresh.importing(csv)
        #expect((status.phase, status.quarantined, status.unknownKinds) == (.done, [:], [:]))
        #expect(try await fresh.chunks() == (try await workshop.chunks()))
        #expect(try await bytes(fresh) == (try await bytes(workshop)))
        for workshop in [workshop, fresh] { workshop.scratch.remove() }
    }
}
