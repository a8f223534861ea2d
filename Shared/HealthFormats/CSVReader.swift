import LocalTime
import Messages

/// Reads samples in long form (ING-4): `kind,start,end,value,unit,source`, with quoted fields (RFC 4180) and a required
/// header. A bad row is rejected by line number; the other rows are imported.
///
/// Optional columns make Pulsum's own export round-trip: `model`, `hardware` and `aggregation` of the source, `zone`
/// and `zoneFrom` of the sample, `activity` of a workout.
package final class CSVReader: SampleReader {
    package private(set) var samplesRead: Int64 = 0
    package private(set) var unknownKinds: [String: Int64] = [:]
    package private(set) var isFinished = false
    package var offset: Int64 { rows.offset }
    package var isTable: Bool { true }
    package let exported: (instant: Int64, offset: Int32)? = nil
    package var quarantined: [RejectionReason: Int64] { left.counts }
    package var rejectedKinds: [SampleKind: Int64] { left.kinds }
    package var skipped: [SkippedPart] { left.named }

    /// Required columns, in lower case.
    package static let columns = ["kind", "start", "end", "value", "unit", "source"]
    static let optionalColumns = ["model", "hardware", "aggregation", "zone", "zonefrom", "activity"]
    /// Upper bound on the invalid zone names kept in `wrongZones`.
    private static let maximumWrongZones = 100

    private let rows: CSVRows
    private let latest: Int64
    /// Index of each of `columns` in a row; nil before the header was read.
    private var places: [Int]?
    /// Index of each of `optionalColumns` that the header has.
    private var more: [String: Int] = [:]
    private var sources: [[String]: UInt64] = [:]
    private var notes: [String: UInt64] = [:]
    private var wrongZones = Set<String>()
    private var left = SkippedParts()

    /// - Parameter now: s since 1970; samples that end more than one day later are rejected.
    package init(_ stream: any ByteStream, now: Int64) { (rows, latest) = (CSVRows(stream), now + 86_400) }

    /// Returns true if the first line of `head`, the start of a file, names all required columns.
    package static func isHeader(_ head: some Sequence<UInt8>) -> Bool {
        let names = CSVRows.names(
            String(decoding: head.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self).split(
                separator: ","
            ).map(String.init))
        return columns.allSatisfy(names.contains)
    }

    package func read(elements: Int, into batch: inout SampleBatch) throws {
        for _ in 0..<elements {
            let start = rows.line
            guard let fields = try rows.next() else {
                isFinished = true
                return
            }
            guard let places else {
                let names = CSVRows.names(fields)
                places = Self.columns.compactMap(names.firstIndex)
                guard places?.count == Self.columns.count else { throw ImportProblem.notAHealthExport }
                for name in Self.optionalColumns { more[name] = names.firstIndex(of: name) }
                continue
            }
            if fields.count == 1, fields[0].isEmpty { continue }
            guard let furthest = places.max(), furthest < fields.count else {
                samplesRead += 1
                left.add("line \(start)", .badRow)
                continue
            }
            var row = places.map { fields[$0] }
            // Texts that an export escaped, so that a spreadsheet opens it safely.
            row[5] = SpreadsheetText.restored(row[5])
            let texts = more.mapValues { $0 < fields.count ? SpreadsheetText.restored(fields[$0]) : "" }
            take(row, texts, start, &batch)
        }
    }

    private func take(_ fields: [String], _ more: [String: String], _ line: Int, _ batch: inout SampleBatch) {
        guard fields.allSatisfy(Self.isBounded), more.values.allSatisfy(Self.isBounded) else {
            samplesRead += 1
            return left.add("line \(line)", .textTooLong)
        }
        guard let kind = SampleKind(named: fields[0]) else { return ImportLimits.count(fields[0], in: &unknownKinds) }
        if !kind.isPart { samplesRead += 1 }
        left.kind = kind.isPart ? nil : kind
        defer { left.kind = nil }
        switch sample(kind, fields) {
        case .success(var sample):
            if let fault = sample.fault(kind, latest: latest) { return left.add("line \(line)", fault) }
            let offset = kind == .sleep ? Self.offset(fields[2]) : nil
            switch (source(fields[5], more, &batch), note(kind, more, offset, &batch)) {
            case (.success(let source), .success(let note)):
                (sample.source, sample.note) = (source, note)
                batch.append(sample, kind)
            case (.failure(let fault), _), (_, .failure(let fault)): left.add("line \(line)", fault.reason)
            }
        case .failure(let fault): left.add("line \(line)", fault.reason)
        }
    }

    private static func isBounded(_ field: String) -> Bool { field.utf8.count <= ImportLimits.text }

    private func source(_ name: String, _ more: [String: String], _ batch: inout SampleBatch) -> Result<UInt64, Fault> {
        let key = [name, more["model"] ?? "", more["hardware"] ?? "", more["aggregation"] ?? ""]
        if let known = sources[key] { return .success(known) }
        let source = SampleSource(name: name, model: key[1], hardware: key[2], aggregation: Int32(key[3]))
        if let reason = batch.name(source) { return .failure(Fault(reason: reason)) }
        // Bounded: different texts of an invalid aggregation give the same source.
        if sources.count < 2 * ImportLimits.sources.file { sources[key] = source.id }
        return .success(source.id)
    }

    /// Id of the workout's activity, or of the time zone if the sample itself named it. A zone taken from elsewhere
    /// (`zoneFrom`) is ignored.
    /// - Parameter offset: that the sample's end was written with, if no zone is named.
    private func note(
        _ kind: SampleKind, _ more: [String: String], _ offset: String?, _ batch: inout SampleBatch
    ) -> Result<UInt64, Fault> {
        let isOwn = more["zonefrom"].map { $0 == ZoneNote.Origin.sample.description } ?? true
        let zone = isOwn ? more["zone"].flatMap { $0.isEmpty ? nil : $0 } ?? offset : nil
        guard let text = kind.isOfWorkout ? more["activity"] : zone, !text.isEmpty else { return .success(0) }
        if !kind.isOfWorkout, wrongZones.contains(text) { return .success(0) }
        if let known = notes[text] { return .success(known) }
        guard kind.isOfWorkout || LocalZone(written: text) != nil else {
            if wrongZones.count < Self.maximumWrongZones { wrongZones.insert(text) }
            return .success(0)
        }
        let id = kind.isOfWorkout ? StableHash.of(text) : StableHash.of(zone: text)
        if let reason = batch.name(text, id) { return .failure(Fault(reason: reason)) }
        notes[text] = id
        return .success(id)
    }

    /// The offset of a local time, as `LocalZone.name`; nil for `Z`, which says nothing of where the person was.
    private static func offset(_ text: String) -> String? {
        guard text.last != "Z", text.last != "z", case .instant(_, let offset?)? = DateText(text) else { return nil }
        return LocalZone(offset: offset).name
    }

    private struct Fault: Error { var reason: RejectionReason }

    private func sample(_ kind: SampleKind, _ fields: [String]) -> Result<Sample, Fault> {
        guard case .instant(let start, _) = DateText(fields[1]),
            case .instant(let end, _) = DateText(fields[2].isEmpty ? fields[1] : fields[2])
        else {
            return .failure(Fault(reason: .badDate))
        }
        if kind == .sleep {
            // Older exports of Pulsum wrote HealthKit's stage number as `3.0`.
            guard
                let stage = SleepStage(named: fields[3])
                    ?? Double(fields[3]).flatMap({ Int(exactly: $0) }).flatMap(SleepStage.init(rawValue:))
            else {
                return .failure(Fault(reason: .badValue))
            }
            return .success(Sample(start: start, end: end, value: Double(stage.rawValue), source: 0))
        }
        if kind == .mindfulSession { return .success(Sample(start: start, end: end, value: 0, source: 0)) }
        guard let value = Double(fields[3]), value.isFinite else { return .failure(Fault(reason: .badValue)) }
        guard let factor = UnitConversion.factor(fields[4], for: kind) else {
            return .failure(Fault(reason: .wrongUnit))
        }
        return .success(Sample(start: start, end: end, value: factor == 1 ? value : value * factor, source: 0))
    }
}
