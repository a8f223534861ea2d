import LocalTime
import Messages

/// What the Health Auto Export app sends to a REST endpoint (ING-2): every optional key may be missing, a bad field costs that field. Read twice: first for what the
/// metrics are called and how finely they are summed up, then for the samples.
///
/// Its values have no identity: the key is (kind, start, source), the last write wins. Sums of a minute, an hour or a day spread over that time under a source of
/// their own, so that they never add to what they are sums of.
final class HealthAutoExportReader: SampleReader {
    private(set) var samplesRead: Int64 = 0
    private(set) var unknownKinds: [String: Int64] = [:]
    private(set) var isFinished = false
    let exported: (instant: Int64, offset: Int32)? = nil
    var quarantined: [Quarantine: Int64] { left.counts }
    var skipped: [SkippedPart] { left.named }
    var offset: Int64 { walk.offset }

    private struct Metric {
        var name = ""
        var units: String?
        var isTooLong = false
    }

    private static let pointKeys: Set<String> = [
        "date", "Avg", "avg", "qty", "source", "startDate", "endDate", "value", "sleepSource", "inBedSource", "inBedStart", "inBedEnd", "core", "deep", "rem",
        "totalSleep", "asleep", "sleepStart", "sleepEnd",
    ]
    private static let workoutKeys: Set<String> = [
        "start", "end", "duration", "name", "source", "activeEnergyBurned", "distance", "avgHeartRate", "heartRate",
    ]

    private static let kinds: [String: SampleKind] = [
        "heart_rate_variability": .heartRateVariability, "heart_rate": .heartRate, "resting_heart_rate": .restingHeartRate,
        "respiratory_rate": .respiratoryRate, "step_count": .steps, "active_energy": .activeEnergy, "basal_energy_burned": .basalEnergy,
        "weight_body_mass": .bodyMass, "body_mass": .bodyMass, "height": .height, "dietary_energy": .dietaryEnergy, "protein": .dietaryProtein,
        "dietary_protein": .dietaryProtein, "dietary_water": .dietaryWater, "apple_exercise_time": .exerciseTime, "mindful_minutes": .mindfulSession,
        "sleep_analysis": .sleep,
    ]

    private let walk: HealthAutoExportWalk
    private let latest: Int64
    private let calendar: LocalCalendar
    private var metrics: [Int: Metric] = [:]
    /// What sums stand for, s; 0 for samples as they were taken.
    private var grain: Int32 = 0
    private var left = SkippedParts()

    /// - Parameters:
    ///   - now: s since 1970.
    ///   - calendar: for dates without a time.
    /// - Throws: `ImportProblem` where the document is no JSON: nothing of it is kept then.
    init(_ source: any RandomAccess, now: Int64, calendar: LocalCalendar) throws {
        walk = HealthAutoExportWalk(ByteSlice(source), points: Self.pointKeys, workouts: Self.workoutKeys)
        (latest, self.calendar) = (now + 86_400, calendar)
        var grain: Int64 = 86_400
        var seen = false
        let first = HealthAutoExportWalk(ByteSlice(source), points: ["date"], workouts: [])
        var starts: [Int: Int64] = [:]
        while let part = try first.next() {
            switch part {
            case .name(let metric, let text) where metric < ImportLimits.metrics: metrics[metric, default: Metric()].name = text
            case .units(let metric, let text) where metric < ImportLimits.metrics: metrics[metric, default: Metric()].units = text
            case .long(let metric) where metric < ImportLimits.metrics: metrics[metric, default: Metric()].isTooLong = true
            case .point(let metric, _, let point) where metric < ImportLimits.metrics:
                guard let (instant, offset) = Self.date(point["date"], calendar) else { continue }
                let local = instant + Int64(offset)
                starts[metric] = Swift.min(starts[metric] ?? 86_400, [86_400, 3600, 60].first { local.floorDivided(by: $0) * $0 == local } ?? 0)
            case .name, .units, .long, .point, .workout, .other, .odd: continue
            }
        }
        for (metric, finest) in starts where Self.kinds[metrics[metric]?.name ?? ""]?.isCumulative == true {
            (grain, seen) = (min(grain, finest), true)
        }
        self.grain = seen ? Int32(grain) : 0
    }

    func read(elements: Int, into batch: inout SampleBatch) throws {
        for _ in 0..<elements {
            guard let part = try walk.next() else {
                isFinished = true
                return
            }
            switch part {
            case .name, .units, .long: continue
            case .odd(let path): left.add(path, .badRow)
            case .other(let section): count(section)
            case .point(let index, let place, let point):
                let path = "metrics[\(index)].data[\(place)]"
                if index < ImportLimits.metrics {
                    take(point, metrics[index] ?? Metric(), path, &batch)
                } else {
                    samplesRead += 1
                    left.add(path, .tooManyMetrics)
                }
            case .workout(let index, let workout): take(workout: workout, "workouts[\(index)]", &batch)
            }
        }
    }

    private func count(_ name: String) { ImportLimits.count(name, in: &unknownKinds) }

    // MARK: Points

    private func take(_ point: JSONValue, _ metric: Metric, _ path: String, _ batch: inout SampleBatch) {
        guard !metric.isTooLong else {
            samplesRead += 1
            return left.add(path, .textTooLong)
        }
        guard let kind = Self.kinds[metric.name] else { return count(metric.name.isEmpty ? "(none)" : metric.name) }
        samplesRead += 1
        guard case .object = point else { return left.add(path, .badRow) }
        guard !walk.hasLongText else { return left.add(path, .textTooLong) }
        if kind == .sleep {
            sleep(point, path, &batch)
        } else {
            quantity(point, kind, metric.units, path, &batch)
        }
    }

    private func quantity(_ point: JSONValue, _ kind: SampleKind, _ units: String?, _ path: String, _ batch: inout SampleBatch) {
        guard let start = Self.date(point["date"], calendar)?.instant else { return left.add("\(path).date", .badDate) }
        // Heart rates come as least, mean and greatest.
        guard let value = (point["Avg"] ?? point["avg"] ?? point["qty"])?.number else { return left.add("\(path).qty", .badValue) }
        if kind == .mindfulSession {
            guard let factor = UnitConversion.factor(units ?? "", for: .exerciseTime) else { return left.add("\(path).units", .wrongUnit) }
            let length = min(max(value * factor, 0), Double(Sample.longest))
            return put(Sample(start: start, end: start + Int64(length), value: 0, source: 0), kind, source(point), path, &batch)
        }
        guard let factor = UnitConversion.factor(units ?? "", for: kind) else { return left.add("\(path).units", .wrongUnit) }
        let length = kind.isCumulative ? grain : 0
        let sample = Sample(start: start, end: start + Int64(length), value: factor == 1 ? value : value * factor, source: 0)
        put(sample, kind, source(point, aggregation: length > 0 ? length : nil), path, &batch)
    }

    private func put(_ sample: Sample, _ kind: SampleKind, _ source: SampleSource, _ path: String, _ batch: inout SampleBatch) {
        // A day that is still being summed ends in the future; only its start must not.
        if let fault = sample.fault(kind, latest: kind.isCumulative ? latest + 86_400 : latest) { return left.add(path, fault) }
        if let reason = name(source, &batch) { return left.add(path, reason) }
        var sample = sample
        sample.source = source.id
        batch.put(sample, kind)
    }

    /// Most points have the source of the one before.
    private var lastSource: SampleSource?

    private func name(_ source: SampleSource, _ batch: inout SampleBatch) -> Quarantine? {
        guard source != lastSource else { return nil }
        if let reason = batch.name(source) { return reason }
        lastSource = source
        return nil
    }

    /// `iPhone|Apple Watch`: one source, in whatever order its parts come.
    private func source(_ point: JSONValue, _ keys: [String] = ["source"], aggregation: Int32? = nil) -> SampleSource {
        let text = keys.lazy.compactMap { point[$0]?.string }.first ?? ""
        let names = Set(text.split(separator: "|").map { $0.drop { $0 == " " } }.map { String($0.reversed().drop { $0 == " " }.reversed()) }).sorted()
        return SampleSource(name: names.isEmpty ? "Health Auto Export" : names.joined(separator: "|"), aggregation: aggregation)
    }

    // MARK: Sleep

    private func sleep(_ point: JSONValue, _ path: String, _ batch: inout SampleBatch) {
        if point["startDate"] != nil || point["endDate"] != nil {
            guard let start = Self.instant(point["startDate"]) else { return left.add("\(path).startDate", .badDate) }
            guard let end = Self.instant(point["endDate"]) else { return left.add("\(path).endDate", .badDate) }
            guard let stage = point["value"]?.string.flatMap(SleepStage.init(named:)) else { return left.add("\(path).value", .badValue) }
            return put(Sample(start: start, end: end, value: Double(stage.rawValue), source: 0), .sleep, source(point), path, &batch)
        }
        night(point, path, &batch)
    }

    /// A night's totals in hours. Where in the night a stage lay is not said: sleep is laid at its end, as what matters is how long it was and when it ended.
    private func night(_ point: JSONValue, _ path: String, _ batch: inout SampleBatch) {
        let source = source(point, ["source", "sleepSource"], aggregation: 86_400)
        if let start = Self.instant(point["inBedStart"]), let end = Self.instant(point["inBedEnd"]) {
            let bed = self.source(point, ["inBedSource", "source"], aggregation: 86_400)
            put(Sample(start: start, end: end, value: Double(SleepStage.inBed.rawValue), source: 0), .sleep, bed, "\(path).inBed", &batch)
        }
        let stages = ["core", "deep", "rem"].compactMap { point[$0]?.number }
        // `asleep` is sleep of no known stage beside the stages, and all of it where there are none.
        let total = stages.isEmpty ? (point["totalSleep"] ?? point["asleep"])?.number : (point["asleep"]?.number ?? 0) + stages.reduce(0, +)
        guard let hours = total, hours >= 0, hours <= 96 else { return left.add("\(path).asleep", .badValue) }
        let length = Int64((hours * 3600).rounded())
        guard length > 0 else { return }
        let (start, end) = (Self.instant(point["sleepStart"]), Self.instant(point["sleepEnd"]))
        guard let end = end ?? start.map({ $0 + length }) else { return left.add("\(path).sleepEnd", .badDate) }
        let from = start ?? end - length
        guard from <= end else { return left.add(path, .endBeforeStart) }
        // Hours are rounded; a minute more than there was time is no contradiction.
        guard end - from >= length - 60 else { return left.add("\(path).asleep", .badValue) }
        let asleep = max(from, end - length)
        if asleep > from {
            put(Sample(start: from, end: asleep, value: Double(SleepStage.awake.rawValue), source: 0), .sleep, source, path, &batch)
        }
        put(Sample(start: asleep, end: end, value: Double(SleepStage.asleepUnspecified.rawValue), source: 0), .sleep, source, path, &batch)
    }

    // MARK: Workouts

    /// Its heart rates, steps and energies also come as metrics: only the workout itself is taken.
    private func take(workout: JSONValue, _ path: String, _ batch: inout SampleBatch) {
        samplesRead += 1
        guard !walk.hasLongText else { return left.add(path, .textTooLong) }
        guard let start = Self.instant(workout["start"]) else { return left.add("\(path).start", .badDate) }
        guard let end = Self.instant(workout["end"]) else { return left.add("\(path).end", .badDate) }
        var sample = Sample(start: start, end: end, value: workout["duration"]?.number ?? Double(end - start), source: 0)
        if let name = workout["name"]?.string {
            sample.note = StableHash.of(name)
            if let reason = batch.name(name, sample.note) { return left.add(path, reason) }
        }
        let source = source(workout)
        put(sample, .workout, source, path, &batch)
        let totals: [(SampleKind, JSONValue?)] = [
            (.workoutEnergy, workout["activeEnergyBurned"]), (.workoutDistance, workout["distance"]),
            (.workoutHeartRate, workout["avgHeartRate"] ?? workout["heartRate"]?["avg"]),
        ]
        for case (let kind, let total?) in totals {
            guard let value = total["qty"]?.number, let factor = UnitConversion.factor(total["units"]?.string ?? "", for: kind) else { continue }
            sample.value = value * factor
            if kind.plausible.contains(sample.value) { put(sample, kind, source, path, &batch) }
        }
    }

    // MARK: Dates

    /// The instant, and the offset of the clock that wrote it (0 where it says none); a date without a time is its first instant.
    private static func date(_ value: JSONValue?, _ calendar: LocalCalendar) -> (instant: Int64, offset: Int32)? {
        switch value {
        case .number(let number)?: DateText.epoch(number).map { ($0, 0) }
        case .string(let text)?:
            switch DateText(text) {
            case .instant(let instant, let offset)?: (instant, offset ?? 0)
            case .day(let day)?: (calendar.start(of: day), Int32(clamping: Int64(day.number) * 86_400 - calendar.start(of: day)))
            case nil: nil
            }
        default: nil
        }
    }

    /// The same for what needs a time.
    private static func instant(_ value: JSONValue?) -> Int64? {
        switch value {
        case .number(let number)?: return DateText.epoch(number)
        case .string(let text)?:
            guard case .instant(let instant, _)? = DateText(text) else { return nil }
            return instant
        default: return nil
        }
    }
}
