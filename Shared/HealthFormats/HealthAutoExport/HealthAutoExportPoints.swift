import LocalTime
import Messages

/// Turns the points of Health Auto Export's metrics, from its JSON or its CSV, into samples (ING-2).
///
/// Values have no identity: the key is (kind, start, source), and the last write wins. Sums of a minute, an hour or a
/// day are spread over that time under a source of their own, so that they never add to the samples they summarise.
/// Daily means and nights start at a fixed time of their day, so that a later version replaces an earlier one.
package struct HealthAutoExportPoints {
    /// A metric's header.
    struct Metric {
        /// The app's name, such as `heart_rate_variability`.
        package var name = ""
        /// Unit of its values, if the file gives one.
        var units: String?
        /// True if its name or unit exceeds `ImportLimits.text`.
        var isTooLong = false
        /// The time that its values cover, day by day.
        package var grains = MetricGrains()
        /// True if its values at the first instant of a day cover the day. A single point at midnight is not enough: it
        /// may be a measurement taken then.
        package var isDaily = false
    }

    /// The members of a point that are read.
    package static let keys: Set<String> = [
        "date", "Avg", "avg", "qty", "source", "startDate", "endDate", "value", "sleepSource", "core", "deep", "rem",
        "inBed", "totalSleep", "asleep",
        "sleepStart",
        "sleepEnd",
    ]
    private static let kinds: [String: SampleKind] = [
        "heart_rate_variability": .heartRateVariability, "heart_rate": .heartRate,
        "resting_heart_rate": .restingHeartRate,
        "respiratory_rate": .respiratoryRate, "step_count": .steps, "active_energy": .activeEnergy,
        "basal_energy_burned": .basalEnergy,
        "weight_body_mass": .bodyMass, "body_mass": .bodyMass, "height": .height, "dietary_energy": .dietaryEnergy,
        "protein": .dietaryProtein,
        "dietary_protein": .dietaryProtein, "dietary_water": .dietaryWater, "apple_exercise_time": .exerciseTime,
        "mindful_minutes": .mindfulSession,
        "sleep_analysis": .sleep,
    ]
    /// Length of a day, s.
    package static let day = SampleSource.day
    /// Time from 18:00 to midnight, s: a night belongs to the day it ends on, which starts at 18:00 of the evening
    /// before (ING-13).
    private static let evening: Int64 = 6 * 3600

    /// The person's calendar, for dates without an offset.
    package let calendar: LocalCalendar
    /// When the file was sent, s since 1970; a day that ends later is incomplete.
    package let now: Int64
    /// The finest grain of a day's sums, by local day, where a metric has several: it counts for sums that are alone on
    /// the day.
    private var fineGrains: [Int32: Int32] = [:]
    /// Records of a known kind so far, rejected ones included.
    package private(set) var samplesRead: Int64 = 0
    /// Records of unused kinds, by name.
    package private(set) var unknownKinds: [String: Int64] = [:]
    /// Why values of used kinds were not used, by metric name.
    package private(set) var unusedReasons: [String: UnusedReason] = [:]
    /// Rejected records.
    package var left = SkippedParts()
    /// Cached, since most points have the source of the point before.
    private var lastSource: SampleSource?
    private var latest: Int64 { now + 86_400 }

    /// - Parameter now: when the file was sent, s since 1970.
    package init(calendar: LocalCalendar, now: Int64) { (self.calendar, self.now) = (calendar, now) }

    /// The kind of a metric by the app's name; nil if it is not used.
    package static func kind(_ name: String) -> SampleKind? { kinds[name] }

    /// Sets `fineGrains` to those of the file's cumulative metrics.
    mutating func setGrains(_ metrics: some Sequence<Metric>) {
        for metric in metrics where Self.kind(metric.name)?.isCumulative == true {
            fineGrains.merge(metric.grains.fine, uniquingKeysWith: min)
        }
    }

    /// Time that a metric's sum of a local day covers, s; 0 if unknown.
    private func grain(_ metric: Metric, on day: Int32) -> Int32 {
        let own = metric.grains.grain(on: day)
        return metric.grains.isAlone(on: day) ? min(own, fineGrains[day] ?? own) : own
    }

    /// Counts a record of an unused kind.
    package mutating func count(_ name: String) { ImportLimits.count(name, in: &unknownKinds) }

    /// Counts a record and rejects it.
    mutating func setAside(_ path: @autoclosure () -> String, _ reason: RejectionReason) {
        samplesRead += 1
        left.add(path(), reason)
    }

    mutating func countWorkout() { samplesRead += 1 }

    private mutating func leaveUnused(_ name: String, _ reason: UnusedReason) {
        count(name)
        if unknownKinds[name] != nil { unusedReasons[name] = reason }
    }

    mutating func take(
        _ point: JSONValue, _ metric: Metric, _ path: String, hasLongText: Bool, _ batch: inout SampleBatch
    ) {
        guard !metric.isTooLong else { return setAside(path, .textTooLong) }
        guard let kind = Self.kind(metric.name) else { return count(metric.name.isEmpty ? "(none)" : metric.name) }
        samplesRead += 1
        left.kind = kind
        defer { left.kind = nil }
        guard case .object = point else { return left.add(path, .badRow) }
        guard !hasLongText else { return left.add(path, .textTooLong) }
        if kind == .sleep {
            sleep(point, metric.name, path, &batch)
        } else {
            quantity(point, kind, metric, path, &batch)
        }
    }

    private mutating func quantity(
        _ point: JSONValue, _ kind: SampleKind, _ metric: Metric, _ path: String, _ batch: inout SampleBatch
    ) {
        guard let date = Self.date(point["date"], calendar) else { return left.add("\(path).date", .badDate) }
        let start = date.instant
        let day = MetricGrains.day(start, Int64(date.offset))
        let isDaily = metric.isDaily && metric.grains.grain(on: day) == Self.day
        // Heart rates have minimum, mean and maximum.
        guard let value = (point["Avg"] ?? point["avg"] ?? point["qty"])?.number else {
            return left.add("\(path).qty", .badValue)
        }
        if kind == .mindfulSession {
            guard let factor = UnitConversion.factor(metric.units ?? "", for: .exerciseTime) else {
                return left.add("\(path).units", .wrongUnit)
            }
            let length = min(max(value * factor, 0), Double(Sample.maximumSeconds))
            return put(
                Sample(start: start, end: start + Int64(length), value: 0, source: 0), kind,
                source(point, aggregation: isDaily ? Self.day : nil), path, &batch
            )
        }
        guard let factor = UnitConversion.factor(metric.units ?? "", for: kind) else {
            return left.add("\(path).units", .wrongUnit)
        }
        var sample = Sample(start: start, end: start, value: factor == 1 ? value : value * factor, source: 0)
        if kind.isCumulative {
            let grain = grain(metric, on: day)
            sample.end += Int64(grain)
            return put(sample, kind, source(point, aggregation: grain > 0 ? grain : nil), path, &batch)
        }
        guard isDaily, kind.hasDailyMean else { return put(sample, kind, source(point), path, &batch) }
        guard kind != .heartRate else { return leaveUnused(metric.name, .meanOfDay) }
        // The length is the part of the day that had passed when it was sent, see `DayReducer.wholeDay`.
        sample.end = max(start, min(now, start + Int64(Self.day)))
        put(sample, kind, source(point, aggregation: Self.day), path, &batch)
    }

    /// Adds a sample, or counts why it is rejected.
    /// - Parameters:
    ///   - path: where the value is in the file.
    ///   - span: from falling asleep to waking, s since 1970, for a nightly total whose times are known.
    package mutating func put(
        _ sample: Sample, _ kind: SampleKind, _ source: SampleSource, _ path: String, _ batch: inout SampleBatch,
        span: Range<Int64>? = nil
    ) {
        // The day in progress ends in the future; only its start may not.
        if let fault = sample.fault(kind, latest: kind.isCumulative ? latest + 86_400 : latest) {
            return left.add(path, fault)
        }
        if source != lastSource {
            if let reason = batch.name(source) { return left.add(path, reason) }
            lastSource = source
        }
        var sample = sample
        sample.source = source.id
        let place = SamplePlace(sample, kind, isDaily: source.aggregation == Self.day, calendar)
        guard kind == .sleepTotal else { return batch.put(sample, kind, at: place) }
        if !batch.put(sleep: sample, at: place, span: span) { left.add(path, .outOfRange) }
    }

    /// `iPhone|Apple Watch` is one source, whatever the order of its parts.
    func source(_ point: JSONValue, _ keys: [String] = ["source"], aggregation: Int32? = nil) -> SampleSource {
        let text = keys.lazy.compactMap { point[$0]?.string }.first ?? ""
        let names = Set(
            text.split(separator: "|").map { $0.drop { $0 == " " } }.map {
                String($0.reversed().drop { $0 == " " }.reversed())
            }
        ).sorted()
        return SampleSource(
            name: names.isEmpty ? SampleSource.unnamed : names.joined(separator: "|"), aggregation: aggregation)
    }

    // MARK: Sleep

    private mutating func sleep(_ point: JSONValue, _ name: String, _ path: String, _ batch: inout SampleBatch) {
        if point["startDate"] != nil || point["endDate"] != nil {
            guard let start = Self.instant(point["startDate"]) else { return left.add("\(path).startDate", .badDate) }
            guard let end = Self.instant(point["endDate"]) else { return left.add("\(path).endDate", .badDate) }
            guard let name = point["value"]?.string else { return left.add("\(path).value", .badValue) }
            // A name that is not known is kept as such, so that the night does not count as whole.
            let stage = SleepStage(named: name) ?? .unknown
            if stage == .unknown { left.add("\(path).value", .badValue) }
            var sample = Sample(start: start, end: end, value: Double(stage.rawValue), source: 0)
            sample.note = zone(point["endDate"], at: end, &batch)
            return put(sample, .sleep, source(point), path, &batch)
        }
        night(point, name, path, &batch)
    }

    /// A night's totals in hours (`SampleKind.sleepTotal`). The times of the stages are unknown, so the sleep is placed
    /// at the end of the night: only its length and end matter.
    private mutating func night(_ point: JSONValue, _ name: String, _ path: String, _ batch: inout SampleBatch) {
        guard let hours = Self.hoursAsleep(point), (0...96).contains(hours) else {
            return left.add("\(path).asleep", .badValue)
        }
        var length = Int64((hours * 3600).rounded())
        guard length > 0 else { return leaveUnused(name, .noTimeAsleep) }
        for key in ["sleepStart", "sleepEnd"] where point[key] != nil && Self.instant(point[key]) == nil {
            return left.add("\(path).\(key)", .badDate)
        }
        let start = Self.instant(point["sleepStart"])
        let end = Self.instant(point["sleepEnd"]) ?? start.map { $0 + length }
        if let start, let end {
            guard start <= end else { return left.add(path, .endBeforeStart) }
            // Hours are rounded: a minute more sleep than time is accepted, and counts as all of the time.
            guard end - start >= length - 60 else { return left.add("\(path).asleep", .badValue) }
            if point["sleepEnd"] != nil { length = min(length, max(end - start, 1)) }
        }
        let night: Int64
        if let end {
            night = evening(before: end - 1, offset(point["sleepEnd"] ?? point["sleepStart"], at: end))
        } else {
            guard let date = Self.date(point["date"], calendar) else { return left.add("\(path).date", .badDate) }
            night = evening(before: date.instant, Int64(date.offset))
        }
        var sample = Sample(start: night, end: end ?? night, value: Double(length), source: 0)
        if let end { sample.note = zone(point["sleepEnd"] ?? point["sleepStart"], at: end, &batch) }
        let span = end.map { end in min(start ?? end - length, end - 1)..<end }
        let source = source(point, ["source", "sleepSource"], aggregation: Self.day)
        put(sample, .sleepTotal, source, path, &batch, span: span)
    }

    /// The hours asleep of a night's totals. Beside stages, `asleep` is sleep without a stage in some releases and the
    /// whole night, rounded or cut, in others: the payload shows which. It is added to the stages only if it is no
    /// telling of the same hours, and if both fit into the night.
    private static func hoursAsleep(_ point: JSONValue) -> Double? {
        let stages = ["core", "deep", "rem"].compactMap { point[$0]?.number }
        let (asleep, total) = (point["asleep"]?.number, point["totalSleep"]?.number)
        guard !stages.isEmpty else { return total ?? asleep }
        let staged = stages.reduce(0, +)
        guard let asleep, staged > 0 else { return max(staged, asleep ?? 0, total ?? 0) }
        let minute = 1.0 / 60
        let limit = nightHours(point).map { $0 + minute } ?? .infinity
        // A total that the parts can explain decides.
        if let total, total >= max(staged, asleep) - minute, total <= staged + asleep + minute, total <= limit {
            return total
        }
        let isSameHours = abs(asleep - staged) <= staged * sameHours
        if !isSameHours, asleep + staged <= limit, asleep < staged * sameHours || limit < .infinity {
            return asleep + staged
        }
        return asleep > staged && asleep <= limit ? asleep : staged
    }

    /// Largest difference, as a share of the staged hours, between the stages and an `asleep` of the same night. Unstaged
    /// sleep next to a staged night lasts minutes to an hour; a repeated night differs by its wakeful minutes.
    private static let sameHours = 0.25

    /// Hours from falling asleep to waking, else in bed; nil if neither is given.
    private static func nightHours(_ point: JSONValue) -> Double? {
        if let start = instant(point["sleepStart"]), let end = instant(point["sleepEnd"]), end > start {
            return Double(end - start) / 3600
        }
        return point["inBed"]?.number.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The last 18:00 before the instant, by the clock that wrote it; at most a day earlier.
    private func evening(before instant: Int64, _ offset: Int64) -> Int64 {
        (instant + offset + Self.evening).floorDivided(by: Int64(Self.day)) * Int64(Self.day) - Self.evening - offset
    }

    /// Id of the UTC offset that a time was written with; 0 if it is that of the person's calendar then. A calendar that
    /// is only assumed may change with the next file, so nothing is compared with it.
    private func zone(_ value: JSONValue?, at instant: Int64, _ batch: inout SampleBatch) -> UInt64 {
        let offset = offset(value, at: instant)
        if calendar.hasHistory, offset == calendar.zone(second: instant).offset(at: instant) { return 0 }
        let name = LocalZone(offset: Int32(clamping: offset)).name
        let id = StableHash.of(zone: name)
        return batch.name(name, id) == nil ? id : 0
    }

    private func offset(_ value: JSONValue?, at instant: Int64) -> Int64 {
        if let text = value?.string, case .instant(_, let offset?)? = DateText(text) { return Int64(offset) }
        return Int64(calendar.zone(second: instant).offset(at: instant))
    }

    // MARK: Dates

    /// The instant, s since 1970, and the UTC offset it was written with, s; 0 if not given. A date without a time is
    /// its first instant.
    static func date(_ value: JSONValue?, _ calendar: LocalCalendar) -> (instant: Int64, offset: Int32)? {
        switch value {
        case .number(let number)?: DateText.epoch(number).map { ($0, 0) }
        case .string(let text)?:
            switch DateText(text) {
            case .instant(let instant, let offset)?: (instant, offset ?? 0)
            case .day(let day)?:
                (calendar.start(of: day), Int32(clamping: Int64(day.number) * 86_400 - calendar.start(of: day)))
            case nil: nil
            }
        default: nil
        }
    }

    /// The instant of a date with a time, s since 1970; nil for a date alone.
    static func instant(_ value: JSONValue?) -> Int64? {
        switch value {
        case .number(let number)?: return DateText.epoch(number)
        case .string(let text)?:
            guard case .instant(let instant, _)? = DateText(text) else { return nil }
            return instant
        default: return nil
        }
    }
}
