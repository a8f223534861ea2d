import Messages

/// Turns the elements of an Apple Health export into samples, in one pass and constant memory. Counts the records that
/// it cannot use.
package final class HealthExportReader: SampleReader {
    /// Records of a known kind read so far, rejected ones included.
    package private(set) var samplesRead: Int64 = 0
    /// Rejected records by reason.
    package private(set) var quarantined: [RejectionReason: Int64] = [:]
    package private(set) var rejectedKinds: [SampleKind: Int64] = [:]
    /// When the export was made: s since 1970, and the phone's UTC offset at that time, s.
    package private(set) var exported: (instant: Int64, offset: Int32)?
    package private(set) var owner: FileOwner?
    /// True once the end of the file was read.
    package private(set) var isFinished = false
    /// Bytes consumed so far; for a zip, of the decompressed XML.
    package var offset: Int64 { scanner.offset }
    /// The first damaged records; others of an export have no names.
    package private(set) var skipped: [SkippedPart] = []

    private let scanner: XMLScanner
    /// Samples that end later are rejected: the job's creation time plus one day of tolerance for wrong clocks, s since
    /// 1970.
    private let latest: Int64
    private var types = TypeCounter()
    private var sources = SourceReader()
    private var notes = NoteReader()
    private var dates = (start: Timestamp.Memory(), end: Timestamp.Memory())
    /// Last unit of each kind, indexed by the kind's raw value.
    private var units = [(unit: [UInt8], factor: Double)?](repeating: nil, count: 256)
    /// The record or workout whose end tag was not read yet.
    private var pending: Pending?
    private var readings: ExportReadings
    /// Names of the sources of readings. Those of samples alone get into the person's list of sources, which would tell
    /// who writes intimate kinds.
    private var readingNames = SampleBatch()
    private var readingSources = SourceReader()
    /// Depth inside a `Correlation`, 0 outside. Its records are skipped, since they also appear at the top level.
    private var correlationDepth = 0

    private struct Pending {
        var kind: SampleKind
        var sample: Sample
        var beats = BeatTimes()
        var totals: WorkoutTotals?
    }

    /// - Parameters:
    ///   - now: s since 1970.
    ///   - capacity: size of the scanner's buffer, bytes.
    package init(_ stream: any ByteStream, now: Int64, capacity: Int = 1 << 20) {
        scanner = XMLScanner(stream, capacity: capacity)
        latest = now + 86_400
        readings = ExportReadings(latest: latest)
    }

    package func takeReadings() -> [CompanionRecord] { readings.take() }

    /// Records of unused kinds, and elements that are not read, by name.
    package var unknownKinds: [String: Int64] { types.unknown }

    /// Reads at most `elements` elements into the batch; sets `isFinished` at the end of the file.
    /// - Throws: `ImportProblem` with the byte offset, or the stream's error; the batch then holds the samples before
    ///   it.
    package func read(elements: Int, into batch: inout SampleBatch) throws {
        for _ in 0..<elements {
            switch try scanner.next() {
            case .end:
                isFinished = true
                return
            case .close:
                if correlationDepth > 0, scanner.depth < correlationDepth { correlationDepth = 0 }
                guard scanner.depth == 1 else { continue }
                readings.close()
                if let done = pending {
                    append(done, &batch)
                    pending = nil
                }
            case .open: try open(&batch)
            }
        }
    }

    private func open(_ batch: inout SampleBatch) throws {
        if correlationDepth > 0 { return }
        let name = scanner.name
        if scanner.isDamaged, scanner.equals(name, "Record") || scanner.equals(name, "Workout") {
            damaged()
        } else if scanner.equals(name, "Record") {
            switch types.kind(scanner) {
            case .sample(let kind): try record(kind, &batch)
            case .reading(let kind, let words): try reading(kind, words)
            case nil where types.isTooLong:
                samplesRead += 1
                setAside(nil, .textTooLong)
            case nil: break
            }
        } else if scanner.equals(name, "MetadataEntry") {
            if pending != nil { try metadata(&batch) } else { try readingMetadata() }
        } else if scanner.equals(name, "InstantaneousBeatsPerMinute") {
            if pending?.kind == .heartRateVariability, let time = scanner.value("time") {
                pending?.beats.add(scanner.bytes(time))
            }
        } else if scanner.equals(name, "WorkoutStatistics") {
            if pending?.kind == .workout { try pending?.totals?.add(scanner) }
        } else if scanner.equals(name, "Workout") {
            samplesRead += 1
            try workout(&batch)
        } else if scanner.equals(name, "Correlation") {
            if !scanner.isEmpty { correlationDepth = scanner.depth }
        } else if scanner.equals(name, "ExportDate"), let value = scanner.value("value") {
            var memory = Timestamp.Memory()
            exported = Timestamp.parse(scanner.bytes(value), &memory)
        } else if scanner.equals(name, "Me") {
            if owner == nil, pending == nil, !scanner.isDamaged { owner = readOwner() }
        } else if scanner.depth == (scanner.isEmpty ? 1 : 2), !scanner.equals(name, "ActivitySummary") {
            // Summaries of activity repeat what records say. The others, such as clinical records, are not read.
            types.count(element: String(decoding: scanner.bytes(name), as: UTF8.self))
        }
    }

    /// Reads the element with HealthKit's characteristics. A value that is not set, unknown or impossible is absent: it
    /// never ends an import.
    private func readOwner() -> FileOwner {
        var owner = FileOwner()
        if let sex = scanner.value("HKCharacteristicTypeIdentifierBiologicalSex") {
            // The equations for the resting metabolic rate know no other.
            if scanner.equals(sex, "HKBiologicalSexFemale") {
                owner.sex = .female
            } else if scanner.equals(sex, "HKBiologicalSexMale") {
                owner.sex = .male
            }
        }
        let days = BodyLimits.birthdays(until: Day(number: Int32(clamping: latest / 86_400)))
        if let date = scanner.value("HKCharacteristicTypeIdentifierDateOfBirth"), date.count == 10,
            let day = Day(String(decoding: scanner.bytes(date), as: UTF8.self)), days.contains(day)
        {
            owner.birthday = day
        }
        return owner
    }

    // MARK: Records

    private func record(_ kind: SampleKind, _ batch: inout SampleBatch) throws {
        samplesRead += 1
        let fields = RecordFields(scanner)
        guard var sample = interval(fields, kind) else { return }
        switch kind {
        case .sleep:
            guard let stage = try fields.value.map(scanner.text).flatMap(SleepStage.init(healthKit:)) else {
                return setAside(kind, .badValue)
            }
            sample.value = Double(stage.rawValue)
        case .mindfulSession: sample.value = 0
        default:
            guard let value = fields.value.map(scanner.bytes).flatMap(DecimalText.parse) else {
                return setAside(kind, .badValue)
            }
            guard let factor = try factor(fields.unit, kind) else {
                return setAside(kind, (fields.unit?.count ?? 0) > ImportLimits.text ? .textTooLong : .wrongUnit)
            }
            sample.value = factor == 1 ? value : value * factor
        }
        try finish(&sample, kind, fields, nil, &batch)
    }

    /// Reads a record of a kind that is not stored as samples. Nothing counts intimate ones.
    private func reading(_ kind: HealthKind, _ words: String?) throws {
        func refuse(_ reason: RejectionReason) { if !kind.isIntimate { setAside(nil, reason) } }
        if !kind.isIntimate { samplesRead += 1 }
        let fields = RecordFields(scanner)
        guard let startSpan = fields.start, let endSpan = fields.end,
            let start = Timestamp.parse(scanner.bytes(startSpan), &dates.start)?.instant,
            let end = Timestamp.parse(scanner.bytes(endSpan), &dates.end)?.instant
        else { return refuse(.badDate) }
        for text in [fields.value, fields.unit] where (text?.count ?? 0) > ImportLimits.text {
            return refuse(.textTooLong)
        }
        let source: SampleSource
        switch try readingSources.id(scanner, name: fields.sourceName, device: fields.device, &readingNames) {
        case .success(let id): source = readingNames.sources[id] ?? SampleSource(name: "")
        case .failure(let refused): return refuse(refused.reason)
        }
        let values = ExportReadings.Fields(
            value: try fields.value.map(scanner.text), unit: try fields.unit.map(scanner.text),
            number: fields.value.map(scanner.bytes).flatMap(DecimalText.parse).map { $0 + 0.0 }, start: start, end: end,
            source: source)
        if let fault = readings.add(kind, words: words, values, isOpen: !scanner.isEmpty) { refuse(fault) }
    }

    private func readingMetadata() throws {
        guard let key = scanner.value("key"), scanner.equals(key, "HKSexualActivityProtectionUsed"),
            let value = scanner.value("value"), value.count <= ImportLimits.text
        else { return }
        readings.metadata(try scanner.text(key), try scanner.text(value))
    }

    private func workout(_ batch: inout SampleBatch) throws {
        let fields = RecordFields(scanner)
        guard var sample = interval(fields, .workout) else { return }
        sample.value = Double(sample.end - sample.start)
        // A duration without a unit is ignored; the times are used.
        if let unit = scanner.value("durationUnit"),
            let duration = scanner.value("duration").map(scanner.bytes).flatMap(DecimalText.parse)
        {
            guard let factor = try factor(unit, .workout) else { return setAside(.workout, .wrongUnit) }
            sample.value = duration * factor
        }
        if let activity = scanner.value("workoutActivityType") {
            switch try notes.id(scanner, activity, &batch) {
            case .success(let note): sample.note = note
            case .failure(let refused): return setAside(.workout, refused.reason)
            }
        }
        try finish(&sample, .workout, fields, try WorkoutTotals(workout: scanner), &batch)
    }

    private func finish(
        _ sample: inout Sample, _ kind: SampleKind, _ fields: RecordFields, _ totals: WorkoutTotals?,
        _ batch: inout SampleBatch
    ) throws {
        guard kind.plausible.contains(sample.value) else { return setAside(kind, .outOfRange) }
        switch try sources.id(scanner, name: fields.sourceName, device: fields.device, &batch) {
        case .success(let source): sample.source = source
        case .failure(let refused): return setAside(kind, refused.reason)
        }
        if scanner.isEmpty, totals == nil { return batch.append(sample, kind) }
        let record = Pending(kind: kind, sample: sample, totals: totals)
        if scanner.isEmpty { append(record, &batch) } else { pending = record }
    }

    /// Appends the sample and those derived from its parts.
    private func append(_ record: Pending, _ batch: inout SampleBatch) {
        batch.append(record.sample, record.kind)
        var part = record.sample
        if let value = BeatVariability.rmssd(record.beats.intervals),
            SampleKind.beatVariability.plausible.contains(value)
        {
            part.value = value
            batch.append(part, .beatVariability)
        }
        for total in record.totals?.samples ?? [] {
            part.value = total.value
            batch.append(part, total.kind)
        }
    }

    /// A sample with its times; nil, and counted as rejected, if they are invalid.
    private func interval(_ fields: RecordFields, _ kind: SampleKind) -> Sample? {
        guard let startSpan = fields.start, let endSpan = fields.end,
            let start = Timestamp.parse(scanner.bytes(startSpan), &dates.start)?.instant,
            let end = Timestamp.parse(scanner.bytes(endSpan), &dates.end)?.instant
        else {
            setAside(kind, .badDate)
            return nil
        }
        if end < start {
            setAside(kind, .endBeforeStart)
        } else if kind.isTooEarly(start) {
            setAside(kind, .tooOld)
        } else if end > latest {
            setAside(kind, .inTheFuture)
        } else if end - start > Sample.maximumSeconds {
            setAside(kind, .tooLong)
        } else {
            return Sample(start: start, end: end, value: 0, source: 0)
        }
        return nil
    }

    /// Rejects a record whose attributes cannot be distinguished.
    private func damaged() {
        let type = scanner.value("type").map { String(decoding: scanner.bytes($0), as: UTF8.self) } ?? ""
        if ExportReadings.Kind(type: type)?.isIntimate == true || !IntimateNames.groups(of: type).isEmpty { return }
        samplesRead += 1
        setAside(SampleKind(healthKit: type), .badRow)
        guard skipped.count < ImportStatus.maximumSkipped else { return }
        skipped.append(SkippedPart(place: "byte \(scanner.elementOffset)", reason: RejectionReason.badRow.rawValue))
    }

    /// Counts a rejected record.
    private func setAside(_ kind: SampleKind?, _ reason: RejectionReason) {
        quarantined[reason, default: 0] += 1
        if let kind { rejectedKinds[kind, default: 0] += 1 }
    }

    /// Factor from this unit to the canonical one. Cached, since most files use one unit per kind.
    private func factor(_ unit: XMLScanner.Span?, _ kind: SampleKind) throws -> Double? {
        guard let unit else { return nil }
        let bytes = scanner.bytes(unit)
        if let known = units[Int(kind.rawValue)], bytes.isSame(known.unit) { return known.factor }
        guard bytes.count <= ImportLimits.text else { return nil }
        guard let factor = UnitConversion.factor(try scanner.text(unit), for: kind) else { return nil }
        units[Int(kind.rawValue)] = (Array(bytes), factor)
        return factor
    }

    private func metadata(_ batch: inout SampleBatch) throws {
        guard let key = scanner.value("key"), scanner.equals(key, "HKTimeZone"), let value = scanner.value("value"),
            let kind = pending?.kind, kind != .workout
        else { return }
        switch try notes.id(scanner, value, &batch) {
        case .success(let note): pending?.sample.note = note
        case .failure(let refused):
            pending = nil
            setAside(kind, refused.reason)
        }
    }
}

/// The attributes of a record that are used, found in one pass.
private struct RecordFields {
    var unit, value, sourceName, device, start, end: XMLScanner.Span?

    init(_ scanner: XMLScanner) {
        for index in 0..<scanner.attributeCount {
            let attribute = scanner.attributes[index]
            switch attribute.name.count {
            case 4: if scanner.equals(attribute.name, "unit") { unit = attribute.value }
            case 5: if scanner.equals(attribute.name, "value") { value = attribute.value }
            case 6: if scanner.equals(attribute.name, "device") { device = attribute.value }
            case 7: if scanner.equals(attribute.name, "endDate") { end = attribute.value }
            case 9: if scanner.equals(attribute.name, "startDate") { start = attribute.value }
            case 10: if scanner.equals(attribute.name, "sourceName") { sourceName = attribute.value }
            default: break
            }
        }
    }
}

/// Maps a record's `type` to its kind and counts unknown types and elements. Records are grouped by type, so the last
/// one is cached.
private struct TypeCounter {
    private var last: [UInt8] = []
    private var lastKind: ExportReadings.Kind?
    private var lastCount: Int64 = 0
    private var counts: [String: Int64] = [:]
    /// True if the record's type exceeded `ImportLimits.text`.
    package private(set) var isTooLong = false

    var unknown: [String: Int64] {
        var all = counts
        if lastKind == nil, lastCount > 0 { ImportLimits.count(lastName, by: lastCount, in: &all) }
        return all
    }

    private var lastName: String { last.isEmpty ? "(none)" : String(decoding: last, as: UTF8.self) }

    /// Counts an element that is not read.
    mutating func count(element name: String) { ImportLimits.count(name, in: &counts) }

    mutating func kind(_ scanner: XMLScanner) -> ExportReadings.Kind? {
        let bytes = scanner.value("type").map(scanner.bytes) ?? UnsafeBufferPointer(start: nil, count: 0)
        if !bytes.isSame(last) || last.isEmpty {
            isTooLong = bytes.count > ImportLimits.text
            if isTooLong { return nil }
            if lastKind == nil, lastCount > 0 { ImportLimits.count(lastName, by: lastCount, in: &counts) }
            last = Array(bytes)
            lastKind = ExportReadings.Kind(type: String(decoding: bytes, as: UTF8.self))
            lastCount = 0
        }
        isTooLong = false
        if lastKind == nil { lastCount += 1 }
        return lastKind
    }
}
