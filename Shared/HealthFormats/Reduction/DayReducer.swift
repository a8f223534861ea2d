import LocalTime
import Messages
import SystemKit

/// One day's samples → what they amount to by themselves (ING-6, ING-10 to ING-15); what earlier days add is
/// `MetricsHistory`'s.
package struct DayReducer: Sendable {
    package var order: SourceOrder
    package var calendar: LocalCalendar
    /// The zones that `HKTimeZone` named, by note.
    package var zones: [UInt64: LocalZone]
    /// How the calendar's zones are known.
    package var zoneOrigin = ZoneNote.Origin.history
    /// Sources whose values are means over a whole day.
    package var dailySources: Set<UInt64> = []

    package init(
        order: SourceOrder, calendar: LocalCalendar, zones: [UInt64: LocalZone],
        zoneOrigin: ZoneNote.Origin = ZoneNote.Origin.history, dailySources: Set<UInt64> = []
    ) {
        (self.order, self.calendar, self.zones, self.zoneOrigin, self.dailySources) = (
            order, calendar, zones, zoneOrigin, dailySources
        )
    }

    /// A window of the day that needs no more samples than these, in days of UTC before and after the day.
    package static let reach = (before: 6, after: 2)

    /// Each heart rate stands until the next, at most this long: a watch at rest measures about every five minutes, so
    /// a longer gap means it was off. s.
    private static let hold: Int64 = 600
    private static let nightMinimum = 20
    private static let validNight: Int64 = 3 * 3600
    /// Of a day that its mean stands for: from 20 h on the rest changes it little. s.
    private static let wholeDay: Int64 = 20 * 3600
    /// 60 to 120 minutes (ING-10).
    private static let sedentary: [Int64] = [3600, 4500, 5400, 6300, 7200]
    /// 30 minutes (ING-12), between 08:00 and 22:00 by the clock on the wall, s.
    private static let lowActivity: [Int64] = [1800]
    private static let daytime: (from: Int64, to: Int64) = (8 * 3600, 22 * 3600)

    /// - Parameter samples: sorted, at least `reach` around the day.
    /// - Returns: the day without what is carried or summed over days.
    package func reduce(_ day: Day, _ samples: [SampleKind: [Sample]]) -> DailyMetrics {
        let bounds = calendar.start(of: day)..<calendar.start(of: day.advanced(by: 1))
        let reach = bounds.lowerBound - Sample.longest
        func near(_ kind: SampleKind, from: Int64? = nil, to: Int64? = nil) -> ArraySlice<Sample> {
            Self.slice(samples[kind] ?? [], from: from ?? reach, to: to ?? bounds.upperBound)
        }
        func measured(_ kind: SampleKind) -> [Sample] {
            let samples = near(kind)
            // An older release kept a day's mean as a sample at the day's first instant.
            let told = Set(samples.filter { dailySources.contains($0.source) }.map(\.start))
            return samples.filter {
                !dailySources.contains($0.source) && ($0.end > $0.start || !told.contains($0.start))
            }
        }
        let totals = near(.sleepTotal, to: bounds.upperBound + 86_400)
        let night = self.night(day, near(.sleep, to: bounds.upperBound + 86_400), totals)
        let variability = measured(.heartRateVariability)
        // The first instant of a day's sum, by the clock that wrote it, may lie behind the day's end.
        let sums = calendar.aligned(near(.steps, to: bounds.upperBound + 86_400), .steps, daily: dailySources)
        let steps = Self.slice(sums, from: reach, to: bounds.upperBound)
        let rates = near(.heartRate, from: bounds.lowerBound)
        var metrics = DailyMetrics(day: day)
        metrics.zone = ZoneNote(calendar.zone(second: bounds.lowerBound).name, zoneOrigin)
        metrics.sleepZone = night.zone.map { ZoneNote($0.name, $0.isOfSample ? .sample : zoneOrigin) }
        metrics.sleep = sleep(night) ?? dailySleep(day, totals)
        metrics.hrv =
            asleepVariability(night, variability) ?? calmVariability(bounds, variability[...], rates, steps)
            ?? dailyMean(day, near(.heartRateVariability, to: bounds.upperBound + 86_400), .heartRateVariability)
        metrics.nocturnalHeartRate = nocturnal(night, samples[.heartRate] ?? [])
        metrics.restingHeartRate =
            provided(near(.restingHeartRate, from: bounds.lowerBound))
            ?? derivedResting(day, bounds, night, rates, steps)
        metrics.steps = Cumulative.total(steps, within: bounds, order: order).map { total in
            MetricValue(
                total.value.rounded(), .total, device: total.source,
                samples: Int32(clamping: steps.count { $0.end > bounds.lowerBound || $0.start >= bounds.lowerBound }))
        }
        metrics.respiratoryRate =
            respiration(night, measured(.respiratoryRate))
            ?? dailyMean(day, near(.respiratoryRate, to: bounds.upperBound + 86_400), .respiratoryRate)
        metrics.rmssd = asleepVariability(night, near(.beatVariability))
        return metrics
    }

    static func slice(_ sorted: [Sample], from: Int64, to: Int64) -> ArraySlice<Sample> {
        slice(sorted[...], from: from, to: to)
    }

    static func slice(_ sorted: ArraySlice<Sample>, from: Int64, to: Int64) -> ArraySlice<Sample> {
        func index(_ instant: Int64) -> Int { sorted.partitioningIndex { $0.start >= instant } }
        return sorted[index(from)..<max(index(from), index(to))]
    }

    /// The source of most samples; of equal ones the preferred.
    private func device(_ samples: some Sequence<Sample>) -> UInt64 {
        var counts: [UInt64: Int] = [:]
        for sample in samples { counts[sample.source, default: 0] += 1 }
        return counts.min { ($1.value, order.rank($0.key), $0.key) < ($0.value, order.rank($1.key), $1.key) }?.key ?? 0
    }

    // MARK: What an app summed up

    /// The night from its stages, and from totals of nights that say when they ended; an older telling of the same
    /// night as stages does not count beside its total.
    private func night(_ day: Day, _ stages: ArraySlice<Sample>, _ totals: ArraySlice<Sample>) -> Night {
        guard !totals.isEmpty else { return Night(day, stages, order: order, calendar: calendar, zones: zones) }
        let told = Set(totals.filter { calendar.writtenDay(of: $0, .sleepTotal) == day }.map(\.source))
        let asleep = totals.filter { $0.end > $0.start }.map { total in
            Sample(
                start: total.end - Int64(total.value), end: total.end,
                value: Double(SleepStage.asleepUnspecified.rawValue), source: total.source,
                note: total.note)
        }
        return Night(
            day, (stages.filter { !told.contains($0.source) } + asleep).sorted(), order: order, calendar: calendar,
            zones: zones)
    }

    /// The total of a night that does not say when it was.
    private func dailySleep(_ day: Day, _ totals: ArraySlice<Sample>) -> MetricValue? {
        preferred(totals.filter { $0.start == $0.end && calendar.writtenDay(of: $0, .sleepTotal) == day }).map {
            MetricValue($0.value, .daily, device: $0.source, lowConfidence: $0.value < Double(Self.validNight))
        }
    }

    /// An app's mean over the day; doubtful where less than `wholeDay` of it had passed when the app sent it.
    private func dailyMean(_ day: Day, _ samples: ArraySlice<Sample>, _ kind: SampleKind) -> MetricValue? {
        preferred(samples.filter { dailySources.contains($0.source) && calendar.writtenDay(of: $0, kind) == day }).map {
            MetricValue($0.value, .daily, device: $0.source, lowConfidence: $0.end - $0.start < Self.wholeDay)
        }
    }

    private func preferred(_ samples: [Sample]) -> Sample? {
        samples.min { (order.rank($0.source), $0.source, $1.start) < (order.rank($1.source), $1.source, $0.start) }
    }

    // MARK: The metrics

    private func sleep(_ night: Night) -> MetricValue? {
        guard !night.asleep.isEmpty else { return nil }
        let total = night.asleep.length
        return MetricValue(
            Double(total), .total, device: night.device, samples: Int32(clamping: night.samples),
            lowConfidence: total < Self.validNight)
    }

    private func variability(_ samples: [Sample], _ derivation: MetricValue.Derivation) -> MetricValue? {
        Statistics.median(samples.map(\.value)).map {
            MetricValue(
                $0, derivation, device: device(samples), samples: Int32(clamping: samples.count),
                lowConfidence: samples.count < 3)
        }
    }

    private func asleepVariability(_ night: Night, _ samples: some Sequence<Sample>) -> MetricValue? {
        variability(samples.filter(night.asleep.touches), .asleep)
    }

    private func calmVariability(
        _ bounds: Range<Int64>, _ samples: ArraySlice<Sample>, _ rates: ArraySlice<Sample>, _ steps: ArraySlice<Sample>
    ) -> MetricValue? {
        guard !samples.isEmpty, !rates.isEmpty else { return nil }
        func inside(_ window: Range<Int64>) -> [Sample] { samples.filter(Intervals([window]).touches) }
        let window = HeartRateWindows(rates, steps: steps).calmest(within: bounds, lengths: Self.sedentary, minimum: 1)
        { window in
            samples.contains(where: Intervals([window]).touches)
        }
        return window.flatMap { variability(inside($0.range), .sedentary) }
    }

    private func nocturnal(_ night: Night, _ rates: [Sample]) -> MetricValue? {
        var weighted: [(value: Double, weight: Double)] = []
        var used: [Sample] = []
        for session in night.sessions {
            let inside = Self.slice(rates, from: session.lowerBound, to: session.upperBound)
            for index in inside.indices {
                let next = index + 1 < inside.endIndex ? inside[index + 1].start : session.upperBound
                weighted.append((inside[index].value, Double(min(next - inside[index].start, Self.hold))))
            }
            used += inside
        }
        guard used.count >= Self.nightMinimum, let value = Statistics.weightedQuantile(weighted, 0.1) else {
            return nil
        }
        return MetricValue(value, .asleep, device: device(used), samples: Int32(clamping: used.count))
    }

    /// The provider's own value: the latest of the preferred source.
    private func provided(_ samples: ArraySlice<Sample>) -> MetricValue? {
        guard let preferred = samples.map(\.source).min(by: { (order.rank($0), $0) < (order.rank($1), $1) }) else {
            return nil
        }
        let own = samples.filter { $0.source == preferred }
        return own.max { ($0.end, $0.start, $0.value) < ($1.end, $1.start, $1.value) }.map {
            MetricValue($0.value, .provider, device: preferred, samples: Int32(clamping: own.count))
        }
    }

    private func derivedResting(
        _ day: Day, _ bounds: Range<Int64>, _ night: Night, _ rates: ArraySlice<Sample>, _ steps: ArraySlice<Sample>
    ) -> MetricValue? {
        let daytime = calendar.instant(of: day, at: Self.daytime.from)..<calendar.instant(of: day, at: Self.daytime.to)
        let windows = HeartRateWindows(rates, steps: steps, excluding: Intervals(night.sessions))
        return windows.calmest(within: daytime, lengths: Self.lowActivity, minimum: 3).map { window in
            MetricValue(
                window.mean, .lowActivity,
                device: device(Self.slice(Array(rates), from: window.range.lowerBound, to: window.range.upperBound)),
                samples: Int32(clamping: window.samples),
                lowConfidence: !steps.contains { $0.end > bounds.lowerBound || $0.start >= bounds.lowerBound })
        }
    }

    private func respiration(_ night: Night, _ samples: some Sequence<Sample>) -> MetricValue? {
        let inside = samples.filter(night.asleep.touches)
        guard !inside.isEmpty else { return nil }
        return MetricValue(
            inside.reduce(0) { $0 + $1.value } / Double(inside.count), .asleep, device: device(inside),
            samples: Int32(clamping: inside.count))
    }
}
