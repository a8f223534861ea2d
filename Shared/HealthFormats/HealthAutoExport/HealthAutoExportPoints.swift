import LocalTime
import Messages

/// Turns the points of Health Auto Export's metrics into samples, whether they come as JSON or as rows of its CSV
/// (ING-2).
///
/// Values have no identity: the key is (kind, start, source), the last write wins. Sums of a minute, an hour or a day
/// spread over that time under a source of their own, so that they never add to what they are sums of. Means of a whole
/// day and nights have the day as their start, so that a later telling replaces an earlier one.
package struct HealthAutoExportPoints {
    struct Metric {
        /// The app's name, such as `heart_rate_variability`.
        package var name = ""
        var units: String?
        var isTooLong = false
        /// The longest of a day, an hour and a minute that each of its dates begins, s; 0 where one begins none of
        /// them.
        var grain: Int32 = 0
        /// True where its values are of whole days: a single point at midnight may as well be a measurement of that
        /// second.
        package var isDaily = false
    }

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
    package static let day: Int32 = 86_400
    /// A night is told by the day it ends on, which begins at 18:00 the evening before (ING-13), s.
    private static let evening: Int64 = 6 * 3600

    package let calendar: LocalCalendar
    /// When the file was sent, s since 1970: a day that ends later is not over.
    package let now: Int64
    /// Seconds that one sum stands for: the finest grain found in the file, used for all of its sums.
    var grain: Int32 = 0
    package private(set) var samplesRead: Int64 = 0
    package private(set) var unknownKinds: [String: Int64] = [:]
    package private(set) var unusedReasons: [String: UnusedReason] = [:]
    package var left = SkippedParts()
    /// Most points have the source of the one before.
    private var lastSource: SampleSource?
    private var latest: Int64 { now + 86_400 }

    package init(calendar: LocalCalendar, now: Int64) { (self.calendar, self.now) = (calendar, now) }

    package static func kind(_ name: String) -> SampleKind? { kinds[name] }

    /// The sums of a file are as fine as the finest of its metrics.
    mutating func setGrain(_ metrics: some Sequence<Metric>) {
        grain = metrics.filter { Self.kind($0.name)?.isCumulative == true }.map(\.grain).min() ?? 0
    }

    package mutating func count(_ name: String) { ImportLimits.count(name, in: &unknownKinds) }

    /// A record that is left out with a reason of its own.
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
        guard let start = Self.date(point["date"], calendar)?.instant else { return left.add("\(path).date", .badDate) }
        // Heart rates come as least, mean and greatest.
        guard let value = (point["Avg"] ?? point["avg"] ?? point["qty"])?.number else {
            return left.add("\(path).qty", .badValue)
        }
        if kind == .mindfulSession {
            guard let factor = UnitConversion.factor(metric.units ?? "", for: .exerciseTime) else {
                return left.add("\(path).units", .wrongUnit)
            }
            let length = min(max(value * factor, 0), Double(Sample.longest))
            return put(
                Sample(start: start, end: start + Int64(length), value: 0, source: 0), kind, source(point), path, &batch
            )
        }
        guard let factor = UnitConversion.factor(metric.units ?? "", for: kind) else {
            return left.add("\(path).units", .wrongUnit)
        }
        var sample = Sample(start: start, end: start, value: factor == 1 ? value : value * factor, source: 0)
        if kind.isCumulative {
            sample.end += Int64(grain)
            return put(sample, kind, source(point, aggregation: grain > 0 ? grain : nil), path, &batch)
        }
        guard metric.isDaily, kind.hasDailyMean else { return put(sample, kind, source(point), path, &batch) }
        guard kind != .heartRate else { return leaveUnused(metric.name, .meanOfDay) }
        // Its length is how much of the day had passed when it was sent, see `DayReducer.wholeDay`.
        sample.end = max(start, min(now, start + Int64(Self.day)))
        put(sample, kind, source(point, aggregation: Self.day), path, &batch)
    }

    /// - Parameter span: from falling asleep to waking, of a sleep that an app summed up; nil where that is not known,
    ///   and for other kinds.
    package mutating func put(
        _ sample: Sample, _ kind: SampleKind, _ source: SampleSource, _ path: String, _ batch: inout SampleBatch,
        span: Range<Int64>? = nil
    ) {
        // A day that is still being summed ends in the future; only its start must not.
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

    /// `iPhone|Apple Watch`: one source, in whatever order its parts come.
    func source(_ point: JSONValue, _ keys: [String] = ["source"], aggregation: Int32? = nil) -> SampleSource {
        let text = keys.lazy.compactMap { point[$0]?.string }.first ?? ""
        let names = Set(
            text.split(separator: "|").map { $0.drop { $0 == " " } }.map {
                String($0.reversed().drop { $0 == " " }.reversed())
            }
        ).sorted()
        return SampleSource(
            name: names.isEmpty ? "Health Auto Export" : names.joined(separator: "|"), aggregation: aggregation)
    }

    // MARK: Sleep

    private mutating func sleep(_ point: JSONValue, _ name: String, _ path: String, _ batch: inout SampleBatch) {
        if point["startDate"] != nil || point["endDate"] != nil {
            guard let start = Self.instant(point["startDate"]) else { return left.add("\(path).startDate", .badDate) }
            guard let end = Self.instant(point["endDate"]) else { return left.add("\(path).endDate", .badDate) }
            guard let stage = point["value"]?.string.flatMap(SleepStage.init(named:)) else {
                return left.add("\(path).value", .badValue)
            }
            return put(
                Sample(start: start, end: end, value: Double(stage.rawValue), source: 0), .sleep, source(point), path,
                &batch)
        }
        night(point, name, path, &batch)
    }

    /// A night's totals in hours (`SampleKind.sleepTotal`). Where in the night a stage lay is not said: sleep is laid
    /// at its end, as what matters is how long it was and when it ended.
    private mutating func night(_ point: JSONValue, _ name: String, _ path: String, _ batch: inout SampleBatch) {
        guard let hours = Self.hoursAsleep(point), (0...96).contains(hours) else {
            return left.add("\(path).asleep", .badValue)
        }
        let length = Int64((hours * 3600).rounded())
        guard length > 0 else { return leaveUnused(name, .noTimeAsleep) }
        for key in ["sleepStart", "sleepEnd"] where point[key] != nil && Self.instant(point[key]) == nil {
            return left.add("\(path).\(key)", .badDate)
        }
        let start = Self.instant(point["sleepStart"])
        let end = Self.instant(point["sleepEnd"]) ?? start.map { $0 + length }
        if let start, let end {
            guard start <= end else { return left.add(path, .endBeforeStart) }
            // Hours are rounded; a minute more than there was time is no contradiction.
            guard end - start >= length - 60 else { return left.add("\(path).asleep", .badValue) }
        }
        let night: Int64
        if let end {
            night = evening(before: end - 1, offset(point["sleepEnd"] ?? point["sleepStart"], at: end))
        } else {
            guard let date = Self.date(point["date"], calendar) else { return left.add("\(path).date", .badDate) }
            night = evening(before: date.instant, Int64(date.offset))
        }
        let sample = Sample(start: night, end: end ?? night, value: Double(length), source: 0)
        let span = end.map { end in min(start ?? end - length, end - 1)..<end }
        let source = source(point, ["source", "sleepSource"], aggregation: Self.day)
        put(sample, .sleepTotal, source, path, &batch, span: span)
    }

    /// `asleep` is sleep of no known stage beside the stages, and all of it where there are none; some releases write
    /// all of it beside the stages too.
    private static func hoursAsleep(_ point: JSONValue) -> Double? {
        let stages = ["core", "deep", "rem"].compactMap { point[$0]?.number }
        let (asleep, total) = (point["asleep"]?.number, point["totalSleep"]?.number)
        guard !stages.isEmpty else { return total ?? asleep }
        let staged = stages.reduce(0, +)
        guard let asleep, staged > 0 else { return max(staged, asleep ?? 0, total ?? 0) }
        let minute = 1.0 / 60
        if abs(asleep - staged) < minute { return staged }
        if let bed = point["inBed"]?.number, bed > 0, asleep > staged, asleep + staged > bed + minute { return asleep }
        return asleep + staged
    }

    /// 18:00 by the clock that wrote the instant, at most a day before it.
    private func evening(before instant: Int64, _ offset: Int64) -> Int64 {
        (instant + offset + Self.evening).floorDivided(by: Int64(Self.day)) * Int64(Self.day) - Self.evening - offset
    }

    private func offset(_ value: JSONValue?, at instant: Int64) -> Int64 {
        if let text = value?.string, case .instant(_, let offset?)? = DateText(text) { return Int64(offset) }
        return Int64(calendar.zone(second: instant).offset(at: instant))
    }

    // MARK: Dates

    /// A date, s since 1970, and the longest of a day, an hour and a minute that it begins, s; 0 for none of them; nil
    /// for no date.
    static func grain(_ value: JSONValue?, _ calendar: LocalCalendar) -> (instant: Int64, grain: Int32)? {
        guard let (instant, offset) = date(value, calendar) else { return nil }
        let local = instant + Int64(offset)
        return (instant, [day, 3600, 60].first { local.floorDivided(by: Int64($0)) * Int64($0) == local } ?? 0)
    }

    /// The instant, and the offset of the clock that wrote it (0 where it says none); a date without a time is its
    /// first instant.
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

    /// The same for what needs a time.
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
