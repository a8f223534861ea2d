import LocalTime
import Messages
import Statistics
import SystemKit

/// A person's samples around one day, and the ways in which `MetricReducer` computes a value from them.
struct DaySamples {
    let day: Day
    /// The day, s since 1970.
    let bounds: Range<Int64>
    /// The night that ends on the day.
    let night: Night
    /// Steps around the day, sums of days on the person's own day.
    let steps: ArraySlice<Sample>
    /// Heart rates of the day.
    let rates: ArraySlice<Sample>
    private let samples: [SampleKind: [Sample]]
    let order: SourceOrder
    let calendar: LocalCalendar
    let daily: Set<UInt64>

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

    /// - Parameter samples: sorted, covering at least `DayReducer.reach` around the day.
    init(_ day: Day, _ samples: [SampleKind: [Sample]], _ reducer: DayReducer) {
        (self.day, self.samples, order, calendar, daily) = (
            day, samples, reducer.order, reducer.calendar, reducer.dailySources
        )
        let bounds = calendar.start(of: day)..<calendar.start(of: day.advanced(by: 1))
        self.bounds = bounds
        let earliest = bounds.lowerBound - Sample.maximumSeconds
        func around(_ kind: SampleKind) -> ArraySlice<Sample> {
            DayReducer.slice(samples[kind] ?? [], from: earliest, to: bounds.upperBound + 86_400)
        }
        night = Self.night(day, around(.sleep), around(.sleepTotal), reducer)
        // A day's sum from another clock may start after this day's end.
        let sums = calendar.aligned(around(.steps), .steps, daily: daily)
        steps = Echoes.removed(
            from: DayReducer.slice(sums, from: earliest, to: bounds.upperBound), within: bounds, order)
        rates = DayReducer.slice(samples[.heartRate] ?? [], from: bounds.lowerBound, to: bounds.upperBound)
    }

    // MARK: Selection

    /// Start of the earliest sample that may reach into the day, s since 1970.
    private var earliest: Int64 { bounds.lowerBound - Sample.maximumSeconds }

    /// Samples that may reach into the day, or into the day after it too.
    func near(_ kind: SampleKind, nextDay: Bool = false) -> ArraySlice<Sample> {
        DayReducer.slice(samples[kind] ?? [], from: earliest, to: bounds.upperBound + (nextDay ? 86_400 : 0))
    }

    /// Samples that a device measured, without those that an app computed from others.
    func measured(_ kind: SampleKind) -> [Sample] {
        let samples = near(kind)
        // An older release also stored a day's mean as a sample at the day's first instant.
        let told = Set(samples.filter { daily.contains($0.source) }.map(\.start))
        return samples.filter { !daily.contains($0.source) && ($0.end > $0.start || !told.contains($0.start)) }
    }

    /// Samples during sleep.
    func asleep(_ samples: some Sequence<Sample>) -> [Sample] { samples.filter(night.asleep.touches) }

    /// Heart rates of any days within a range, s since 1970.
    func heartRates(within range: Range<Int64>) -> ArraySlice<Sample> {
        DayReducer.slice(samples[.heartRate] ?? [], from: range.lowerBound, to: range.upperBound)
    }

    /// A device's own sums or means over the day.
    func daily(_ kind: SampleKind, by device: UInt64) -> [Sample] { sums(kind).filter { $0.source == device } }

    /// Sums or means over the day, by any app.
    func sums(_ kind: SampleKind) -> [Sample] {
        near(kind, nextDay: true).filter {
            daily.contains($0.source) && calendar.writtenDay(of: $0, kind) == day
        }
    }

    /// A device's samples that start on the day.
    func provided(_ kind: SampleKind, by device: UInt64) -> [Sample] {
        ofDay(kind).filter { $0.source == device }
    }

    /// Samples that start on the day.
    func ofDay(_ kind: SampleKind) -> ArraySlice<Sample> {
        DayReducer.slice(samples[kind] ?? [], from: bounds.lowerBound, to: bounds.upperBound)
    }

    /// The source with the most samples; of equal ones the preferred.
    private func device(_ samples: some Sequence<Sample>) -> UInt64 {
        var counts: [UInt64: Int] = [:]
        for sample in samples { counts[sample.source, default: 0] += 1 }
        return counts.min { ($1.value, order.rank($0.key), $0.key) < ($0.value, order.rank($1.key), $1.key) }?.key ?? 0
    }

    private func preferred(_ samples: [Sample]) -> Sample? {
        samples.min { (order.rank($0.source), $0.source, $1.start) < (order.rank($1.source), $1.source, $0.start) }
    }

    // MARK: What an app sends of a day

    /// The provider's own value: the latest of the preferred source.
    func provided(_ kind: SampleKind) -> MetricValue? {
        let samples = ofDay(kind)
        guard let preferred = samples.map(\.source).min(by: { (order.rank($0), $0) < (order.rank($1), $1) }) else {
            return nil
        }
        let own = samples.filter { $0.source == preferred }
        return own.max { ($0.end, $0.start, $0.value) < ($1.end, $1.start, $1.value) }.map {
            MetricValue($0.value, .provider, device: preferred, samples: Int32(clamping: own.count))
        }
    }

    /// An app's mean over the day; of low confidence if the app sent it before `wholeDay` of the day had passed.
    func dailyMean(_ kind: SampleKind) -> MetricValue? {
        preferred(sums(kind)).map {
            MetricValue($0.value, .daily, device: $0.source, lowConfidence: $0.end - $0.start < Self.wholeDay)
        }
    }

    // MARK: Sleep

    /// The night from its stages and from nightly totals with an end. Older stages of a source are ignored if the
    /// source also sent a total of the night.
    private static func night(
        _ day: Day, _ stages: ArraySlice<Sample>, _ totals: ArraySlice<Sample>, _ reducer: DayReducer
    ) -> Night {
        let (order, calendar, zones) = (reducer.order, reducer.calendar, reducer.zones)
        guard !totals.isEmpty else { return Night(day, stages, order: order, calendar: calendar, zones: zones) }
        let told = Set(totals.filter { calendar.writtenDay(of: $0, .sleepTotal) == day }.map(\.source))
        let asleep = longest(
            totals.filter { $0.end > $0.start }.map { total in
                Sample(
                    start: total.end - Int64(total.value), end: total.end,
                    value: Double(SleepStage.asleepUnspecified.rawValue), source: total.source,
                    note: total.note)
            })
        return Night(
            day, (stages.filter { !told.contains($0.source) } + asleep).sorted(), order: order, calendar: calendar,
            zones: zones)
    }

    /// Most sleeps without a source's name that are read of a night.
    private static let maximumSleeps = 24

    /// Drops sleep without a source's name that overlaps longer sleep without one: several apps sent it, or one app while
    /// it grew. Which came last says nothing.
    private static func longest(_ asleep: [Sample]) -> [Sample] {
        var (kept, covered) = (asleep.filter { $0.source != SampleSource.unnamedDays }, Intervals())
        let unnamed = asleep.filter { $0.source == SampleSource.unnamedDays }
        for sleep in unnamed.sorted(by: { ($1.end - $1.start, $1) < ($0.end - $0.start, $0) })
        where covered.overlap(sleep.start..<sleep.end) == 0 {
            guard covered.list.count < maximumSleeps else { break }
            kept.append(sleep)
            covered = covered.union(Intervals([sleep.start..<sleep.end]))
        }
        return kept
    }

    /// Nightly totals of the day's night.
    private var totals: [Sample] {
        near(.sleepTotal, nextDay: true).filter { calendar.writtenDay(of: $0, .sleepTotal) == day }
    }

    func sleep() -> MetricValue? {
        guard !night.asleep.isEmpty else { return nil }
        let total = night.asleep.length
        return MetricValue(
            Double(total), .total, device: night.device, samples: Int32(clamping: night.samples),
            lowConfidence: total < Self.validNight || night.isPartial)
    }

    /// The sleep of a nightly total without times.
    func dailySleep() -> MetricValue? {
        // Without a source's name there may be several.
        preferred(totals.filter { $0.start == $0.end }.sorted { $0.value > $1.value }).map {
            MetricValue($0.value, .daily, device: $0.source, lowConfidence: $0.value < Double(Self.validNight))
        }
    }

    /// The stages and totals that the night was computed from.
    func nightReadings() -> MetricReducer.Readings {
        let window = Intervals(night.sessions)
        // As `Night` counts them: lying in bed is no stage.
        let stages = near(.sleep, nextDay: true).filter {
            SleepStage(rawValue: Int($0.value)) != .inBed && $0.start < $0.end && window.touches($0)
        }
        return [(.sleep, stages), (.sleepTotal, totals)]
    }

    // MARK: Heart and breath

    private func variability(_ samples: [Sample], _ derivation: MetricValue.Derivation) -> MetricValue? {
        Statistics.median(samples.map(\.value)).map {
            MetricValue(
                $0, derivation, device: device(samples), samples: Int32(clamping: samples.count),
                lowConfidence: samples.count < 3)
        }
    }

    func asleepVariability(_ samples: some Sequence<Sample>) -> MetricValue? { variability(asleep(samples), .asleep) }

    func calmVariability(_ samples: ArraySlice<Sample>) -> MetricValue? {
        calmSamples(samples).flatMap { variability($0, .sedentary) }
    }

    /// The samples in the calmest window that has any.
    func calmSamples(_ samples: ArraySlice<Sample>) -> [Sample]? {
        guard !samples.isEmpty, !rates.isEmpty else { return nil }
        let window = HeartRateWindows(rates, steps: steps).calmest(within: bounds, lengths: Self.sedentary, minimum: 1)
        { window in
            samples.contains(where: Intervals([window]).touches)
        }
        return window.map { samples.filter(Intervals([$0.range]).touches) }
    }

    func nocturnal() -> MetricValue? {
        var weighted: [(value: Double, weight: Double)] = []
        var used: [Sample] = []
        for session in night.sessions {
            let inside = heartRates(within: session)
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

    func derivedResting() -> MetricValue? {
        calmWindow().map { window in
            MetricValue(
                window.mean, .lowActivity, device: device(heartRates(on: window)),
                samples: Int32(clamping: window.samples),
                lowConfidence: stepsOfDay.isEmpty)
        }
    }

    /// The heart rates of the day in a window of it.
    func heartRates(on window: HeartRateWindows.Window) -> [Sample] {
        Array(DayReducer.slice(rates, from: window.range.lowerBound, to: window.range.upperBound))
    }

    /// The half hour of the day with the lowest heart rate and without steps.
    func calmWindow() -> HeartRateWindows.Window? {
        let daytime = calendar.instant(of: day, at: Self.daytime.from)..<calendar.instant(of: day, at: Self.daytime.to)
        return HeartRateWindows(rates, steps: steps, excluding: Intervals(night.sessions))
            .calmest(within: daytime, lengths: Self.lowActivity, minimum: 3)
    }

    /// The mean during sleep of what was measured.
    func respiration(measured kind: SampleKind) -> MetricValue? {
        let inside = asleep(measured(kind))
        guard !inside.isEmpty else { return nil }
        return MetricValue(
            inside.reduce(0) { $0 + $1.value } / Double(inside.count), .asleep, device: device(inside),
            samples: Int32(clamping: inside.count))
    }

    // MARK: Amounts

    /// Exercise, s; nil if unknown.
    func exercise() -> Double? {
        let sums = calendar.aligned(near(.exerciseTime, nextDay: true), .exerciseTime, daily: daily)
        let samples = DayReducer.slice(sums, from: earliest, to: bounds.upperBound)
        return Cumulative.total(
            Echoes.removed(from: samples, within: bounds, order), within: bounds, order: order)?.value.rounded()
    }

    /// Steps that reach into the day.
    var stepsOfDay: [Sample] {
        steps.filter { $0.end > bounds.lowerBound || $0.start >= bounds.lowerBound }
    }

    func totalSteps() -> MetricValue? {
        Cumulative.total(steps, within: bounds, order: order).map { total in
            MetricValue(
                total.value.rounded(), .total, device: total.source, samples: Int32(clamping: stepsOfDay.count))
        }
    }
}
