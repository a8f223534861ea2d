import Arrivals
import HealthFormats
import LocalTime
import Messages
import Storage

/// Applies the result of an anchored query (ING-3) in one transaction: samples with their ids, deletions and the new
/// anchor.
struct AnchoredBatch {
    let request: IngestSamples
    let kind: SampleKind
    let now: Milliseconds
    /// Limits on stored anchors. An anchor may have 4 KiB, and one reply carries all of a person's anchors. 512 allows
    /// a signed-in person thirty devices with every kind, 64 allows one token three.
    private static let maximumAnchors = (person: 512, token: 64)

    /// - Throws: `ServiceError` `invalid`, naming the field.
    init(_ request: IngestSamples, now: Milliseconds) throws {
        guard let kind = SampleKind(named: request.kind) else {
            throw ServiceError(
                .invalid,
                "kind is one of \(SampleKind.allCases.map(\.exported.name).joined(separator: ", ")), or HealthKit's identifier."
            )
        }
        guard !request.device.isEmpty, request.device.utf8.count <= 256 else {
            throw ServiceError(.invalid, "device has 1 to 256 bytes.")
        }
        guard !request.newAnchor.isEmpty, request.newAnchor.utf8.count <= 4096 else {
            throw ServiceError(.invalid, "newAnchor has 1 to 4,096 bytes.")
        }
        guard request.samples.count + request.deleted.count <= IngestSamples.maximumChanges else {
            throw ServiceError(
                .invalid,
                "A batch has at most \(IngestSamples.maximumChanges) samples and deletions; send it in parts, each with its own anchor."
            )
        }
        (self.request, self.kind, self.now) = (request, kind, now)
    }

    func apply(_ transaction: Transaction) throws -> IngestSamples.Reply {
        let user = request.user
        try transaction.check(user)
        let anchors = AnchorRows(user: user, transaction: transaction)
        let stored = try anchors.anchor(request.device, kind, request.sender)
        // A retry of the batch that produced the stored anchor is accepted: its ids are known, so it changes nothing.
        let isRepeat = stored.map { $0.from == request.anchor && $0.anchor == request.newAnchor } ?? false
        guard isRepeat || stored?.anchor ?? "" == request.anchor else {
            return IngestSamples.Reply(accepted: false, anchor: stored?.anchor ?? "")
        }
        let most = request.sender == nil ? Self.maximumAnchors.person : Self.maximumAnchors.token
        guard try isRepeat || stored != nil || anchors.count(of: request.sender) < most else {
            throw ServiceError(
                .invalid,
                "Anchors are kept for at most \(most) pairs of device and kind; use a device name that GET /v1/ingest/anchors lists."
            )
        }
        let (catalog, rows, origins) = (
            CatalogRows(user: user, transaction: transaction), SampleRows(user: user, transaction: transaction),
            OriginRows(user: user, transaction: transaction)
        )
        var left = SkippedParts()
        var batch = request.samples.isEmpty ? SampleBatch() : try catalog.emptyBatch()
        var days: [Int32: [(id: EntityID, sample: Sample)]] = [:]
        for (index, given) in request.samples.enumerated() {
            switch sample(given, &batch) {
            case .success(let sample): days[sample.chunkDay, default: []].append((given.id, sample))
            case .failure(let fault): left.add("samples[\(index)]", fault.reason)
            }
        }
        let names = batch.takeNames()
        for (id, source) in names.sources { try catalog.describe(id, CatalogEntry(source: source)) }
        for (id, note) in names.notes { try catalog.describe(id, CatalogEntry(note: note)) }
        let history = try RuleRows(user: user, transaction: transaction).rules().history ?? HistoryStart()
        let rules = MergeRules(identity: try catalog.catalog().identity, arrived: now)
        var added: Int64 = 0
        var delivered = ArrivedSamples.nothing
        for (day, arrived) in days {
            var ofDay = try origins.origins(kind, day) ?? Origins()
            var new: [(id: EntityID, sample: Sample)] = []
            var known = ofDay.ids
            for (id, sample) in arrived where known.insert(id).inserted {
                // Also bounds the ids: otherwise a hostile device could send one sample under unlimited ids.
                guard ofDay.entries.count < kind.maximumPerDay else {
                    left.add("samples of \(Day(number: day))", .tooManySamples)
                    continue
                }
                ofDay.add(id, sample, from: request.sender)
                new.append((id, sample))
            }
            delivered.add(
                ArrivedSamples(
                    samples: arrived.count, new: new.count,
                    newest: (arrived.map(\.sample.end).max() ?? 0) * 1000))
            guard !new.isEmpty else { continue }
            // Stored before the merge, which drops deleted samples: a new id restores a deleted sample.
            try origins.set(ofDay, kind, day)
            try origins.index(new.map(\.id), kind, day)
            let samples = ArraySlice(Set(new.map(\.sample)).sorted())
            let merged = try rows.merge(NewChunk(kind: kind, day: day, samples: samples, rules: rules))
            added += Int64(merged.added)
            for _ in 0..<merged.excess { left.add("samples of \(Day(number: day))", .tooManySamples) }
            if history.isLone(kind, day) { left.add("samples of \(Day(number: day))", .loneDay) }
        }
        let removed = try origins.bury(Set(request.deleted), by: request.sender, kind, rules.identity)
        try anchors.set(
            StoredAnchor(
                device: request.device, kind: kind.exported.name, anchor: request.newAnchor, at: now,
                from: request.anchor,
                sender: request.sender?.device ?? 0), over: stored, kind)
        if let sender = request.sender {
            let kinds = delivered.samples > 0 ? [kind.exported.name: delivered] : [:]
            try HabitRows(user: user, transaction: transaction).record(
                ArrivalDelivery(received: now, kinds: kinds), by: sender.device)
        }
        return IngestSamples.Reply(
            accepted: true, anchor: request.newAnchor, added: added, removed: removed, skipped: left.named)
    }

    private struct Fault: Error { var reason: RejectionReason }

    private func sample(_ given: AnchoredSample, _ batch: inout SampleBatch) -> Result<Sample, Fault> {
        guard given.unit.utf8.count <= ImportLimits.text else { return .failure(Fault(reason: .textTooLong)) }
        var sample = Sample(start: given.start, end: given.end, value: given.value, source: 0)
        switch kind {
        case .sleep: break
        case .mindfulSession: sample.value = 0
        default:
            guard let factor = UnitConversion.factor(given.unit, for: kind) else {
                return .failure(Fault(reason: .wrongUnit))
            }
            if factor != 1 { sample.value *= factor }
        }
        guard sample.start.magnitude < 1 << 40, sample.end.magnitude < 1 << 40 else {
            return .failure(Fault(reason: .badDate))
        }
        if kind == .sleep, SleepStage(rawValue: Int(exactly: sample.value) ?? -1) == nil {
            return .failure(Fault(reason: .badValue))
        }
        if let fault = sample.fault(kind, latest: now / 1000 + 86_400) { return .failure(Fault(reason: fault)) }
        let source = SampleSource(name: given.source, model: given.model, hardware: given.hardware)
        if let reason = batch.name(source) { return .failure(Fault(reason: reason)) }
        sample.source = source.id
        guard given.zone.utf8.count <= ImportLimits.text else { return .failure(Fault(reason: .textTooLong)) }
        if kind.isOfWorkout {
            // The note of a workout is its activity.
            guard let activity = given.activity, !activity.isEmpty else { return .success(sample) }
            guard activity.utf8.count <= ImportLimits.text else { return .failure(Fault(reason: .textTooLong)) }
            sample.note = StableHash.of(activity)
            if let reason = batch.name(activity, sample.note) { return .failure(Fault(reason: reason)) }
        } else if !given.zone.isEmpty, LocalZone(name: given.zone) != nil {
            sample.note = StableHash.of(given.zone)
            if let reason = batch.name(given.zone, sample.note) { return .failure(Fault(reason: reason)) }
        }
        return .success(sample)
    }
}
