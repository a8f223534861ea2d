import LocalTime
import Messages
import SystemKit

/// Reduces the samples of one day to its daily metrics (ING-6, ING-10 to ING-15). `MetricsHistory` adds the values that
/// depend on earlier days.
package struct DayReducer: Sendable {
    /// Priority of the sources.
    package var order: SourceOrder
    /// The person's time zones.
    package var calendar: LocalCalendar
    /// Time zones named by `HKTimeZone`, by note id.
    package var zones: [UInt64: LocalZone]
    /// Origin of the calendar's zones.
    package var zoneOrigin = ZoneNote.Origin.history
    /// Sources whose values are sums or means over a day.
    package var dailySources: Set<UInt64> = []

    /// See the properties.
    package init(
        order: SourceOrder, calendar: LocalCalendar, zones: [UInt64: LocalZone],
        zoneOrigin: ZoneNote.Origin = ZoneNote.Origin.history, dailySources: Set<UInt64> = []
    ) {
        (self.order, self.calendar, self.zones, self.zoneOrigin, self.dailySources) = (
            order, calendar, zones, zoneOrigin, dailySources
        )
    }

    /// UTC days before and after a day whose samples `reduce` may need.
    package static let reach = (before: 6, after: 2)

    /// Longest time a heart rate stands for, s. A watch at rest measures about every five minutes, so a longer gap
    /// means that it was off.
    private static let hold: Int64 = 600
    /// Minimum number of heart rates for a nocturnal value.
    private static let nightMinimum = 20
    /// Minimum sleep of a reliable night, s.
    private static let validNight: Int64 = 3 * 3600
    /// Part of a day from which its mean is reliable, s; after 20 h the rest changes it little.
    private static let wholeDay: Int64 = 20 * 3600
    /// Window lengths from 60 to 120 minutes (ING-10), s.
    private static let sedentary: [Int64] = [3600, 4500, 5400, 6300, 7200]
    /// Window length of 30 minutes (ING-12), and the local time it must lie in, 08:00 to 22:00; s.
    private static let lowActivity: [Int64] = [1800]
    private static let daytime: (from: Int64, to: Int64) = (8 * 3600, 22 * 3600)

    /// Computes the metrics of one day.
    /// - Parameter samples: sorted, covering at least `reach` around the day.
    /// - Returns: the metrics without carried or multi-day values.
    package func reduce(_ day: Day, _ samples: [SampleKind: [Sample]]) -> DailyMetrics {
        let all = DaySamples(day, samples, self)
        let (bounds, near, measured) = (all.bounds, all.near, all.measured)
        let totals = near(.sleepTotal, nil, bounds.upperBound + 86_400)
        let night = self.night(all)
        let variability = measured(.heartRateVariability)
        let steps = self.steps(all)
        let rates = near(.heartRate, bounds.lowerBound, nil)
        var metrics = DailyMetrics(day: day)
        metrics.zone = ZoneNote(calendar.zone(second: bounds.lowerBound).name, zoneOrigin)
        metrics.sleepZone = night.zone.map { ZoneNote($0.name, $0.isOfSample ? .sample : zoneOrigin) }
        metrics.sleep = sleep(night) ?? dailySleep(day, totals)
        metrics.hrv =
            asleepVariability(night, variability) ?? calmVariability(bounds, variability[...], rates, steps)
            ?? dailyMean(day, near(.heartRateVariability, nil, bounds.upperBound + 86_400), .heartRateVariability)
        metrics.nocturnalHeartRate = nocturnal(night, samples[.heartRate] ?? [])
        metrics.restingHeartRate =
            provided(near(.restingHeartRate, bounds.lowerBound, nil))
            ?? derivedResting(day, bounds, night, rates, steps)
        metrics.steps = Cumulative.total(steps, within: bounds, order: order).map { total in
            MetricValue(
                total.value.rounded(), .total, device: total.source,
                samples: Int32(clamping: steps.count { $0.end > bounds.lowerBound || $0.start >= bounds.lowerBound }))
        }
        metrics.respiratoryRate =
            respiration(night, measured(.respiratoryRate))
            ?? dailyMean(day, near(.respiratoryRate, nil, bounds.upperBound + 86_400), .respiratoryRate)
        metrics.rmssd = asleepVariability(night, near(.beatVariability, nil, nil))
        return metrics
    }

    /// The night that ends on a day.
    func night(_ all: DaySamples) -> Night {
        let end = all.bounds.upperBound + 86_400
        return night(all.day, all.near(.sleep, nil, end), all.near(.sleepTotal, nil, end))
    }

    /// Steps around a day, sums of days on the person's own day.
    func steps(_ all: DaySamples) -> ArraySlice<Sample> {
        // A day's sum from another clock may start after this day's end.
        let sums = calendar.aligned(
            all.near(.steps, nil, all.bounds.upperBound + 86_400), .steps, daily: dailySources)
        return Self.slice(sums, from: all.earliest, to: all.bounds.upperBound)
    }

    static func slice(_ sorted: [Sample], from: Int64, to: Int64) -> ArraySlice<Sample> {
        slice(sorted[...], from: from, to: to)
    }

    static func slice(_ sorted: ArraySlice<Sample>, from: Int64, to: Int64) -> ArraySlice<Sample> {
        func index(_ instant: Int64) -> Int { sorted.partitioningIndex { $0.start >= instant } }
        return sorted[index(from)..<max(index(from), index(to))]
    }

    /// The source with the most samples; of equal ones the preferred.
    private func device(_ samples: some Sequence<Sample>) -> UInt64 {
        var counts: [UInt64: Int] = [:]
        for sample in samples { counts[sample.source, default: 0] += 1 }
        return counts.min { ($1.value, order.rank($0.key), $0.key) < ($0.value, order.rank($1.key), $1.key) }?.key ?? 0
    }

    // MARK: What an app summed up

    /// The night from its stages and from nightly totals with an end. Older stages of a source are ignored if the
    /// source also sent a total of the night.
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

    /// The sleep of a nightly total without times.
    private func dailySleep(_ day: Day, _ totals: ArraySlice<Sample>) -> MetricValue? {
        preferred(totals.filter { $0.start == $0.end && calendar.writtenDay(of: $0, .sleepTotal) == day }).map {
            MetricValue($0.value, .daily, device: $0.source, lowConfidence: $0.value < Double(Self.validNight))
        }
    }

    /// An app's mean over the day; of low confidence if the app sent it before `wholeDay` of the day had passed.
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
        calmSamples(bounds, samples, rates, steps).flatMap { variability($0, .sedentary) }
    }

    /// The samples in the calmest window that has any.
    func calmSamples(
        _ bounds: Range<Int64>, _ samples: ArraySlice<Sample>, _ rates: ArraySlice<Sample>, _ steps: ArraySlice<Sample>
    ) -> [Sample]? {
        guard !samples.isEmpty, !rates.isEmpty else { return nil }
        let window = HeartRateWindows(rates, steps: steps).calmest(within: bounds, lengths: Self.sedentary, minimum: 1)
        { window in
            samples.contains(where: Intervals([window]).touches)
        }
        return window.map { samples.filter(Intervals([$0.range]).touches) }
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

    /// The provider's own resting heart rate: the latest value of the preferred source.
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
        calmWindow(day, night, rates, steps).map { window in
            MetricValue(
                window.mean, .lowActivity,
                device: device(Self.slice(Array(rates), from: window.range.lowerBound, to: window.range.upperBound)),
                samples: Int32(clamping: window.samples),
                lowConfidence: !steps.contains { $0.end > bounds.lowerBound || $0.start >= bounds.lowerBound })
        }
    }

    /// The half hour of the day with the lowest heart rate and without steps.
    func calmWindow(
        _ day: Day, _ night: Night, _ rates: ArraySlice<Sample>, _ steps: ArraySlice<Sample>
    ) -> HeartRateWindows.Window? {
        let daytime = calendar.instant(of: day, at: Self.daytime.from)..<calendar.instant(of: day, at: Self.daytime.to)
        return HeartRateWindows(rates, steps: steps, excluding: Intervals(night.sessions))
            .calmest(within: daytime, lengths: Self.lowActivity, minimum: 3)
    }

    private func respiration(_ night: Night, _ samples: some Sequence<Sample>) -> MetricValue? {
        let inside = samples.filter(night.asleep.touches)
        guard !inside.isEmpty else { return nil }
        return MetricValue(
            inside.reduce(0) { $0 + $1.value } / Double(inside.count), .asleep, device: device(inside),
            samples: Int32(clamping: inside.count))
    }
}
