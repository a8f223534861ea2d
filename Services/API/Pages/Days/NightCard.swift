import Drawing
import Localization
import Messages

/// The card of last night, or of the one before while it has not arrived: duration, times, stages, what was measured in
/// it and one sentence. Until the morning's question on sleep is answered, only duration and times are shown: the answer
/// labels the score and must not repeat the measurements.
struct NightCard: Sendable {
    let title: String
    /// The night's readings.
    let address: String
    let asleep: String
    let explained: Glossary.Link?
    /// “23:42–07:39”; nil if the source gave no times.
    let times: String?
    let isCovered: Bool
    /// The stages from light to deep; empty if they are unknown.
    let lanes: [Lane]
    let hasLanes: Bool
    let figures: [Figure]
    let hasFigures: Bool
    /// One sentence. Not `sentence`, which within the card would be that of the page where there is none.
    let finding: String?
    /// Whether the sentence names an unusual measurement.
    let isUnusual: Bool
    let naps: String?

    /// A stage with its drawing.
    struct Lane: Sendable {
        let name: String
        let drawing: String
        let amount: String
    }

    /// A measurement of the night.
    struct Figure: Sendable {
        let name: String
        let amount: String
        /// “usually 48–56”; nil if the usual is not known.
        let usual: String?
        let address: String
        let explained: Glossary.Link?
    }

    /// The measurements in the order of the card.
    private static let signals: [Signal] = [.nocturnalHeartRate, .hrv, .respiratoryRate]

    /// Lowest |z| of a measurement that is named although it is no reason of the day: one night in twenty.
    private static let minimumByItself = 2.0

    /// Signals that tell what the night's measurements tell.
    static let repeating: Set<Signal> = [
        .nocturnalHeartRate, .restingHeartRate, .hrv, .respiratoryRate, .sleepDebt,
    ]

    /// Nil without a night today or yesterday, and if its day is withheld or not known to scoring.
    init?(_ facts: TodayFacts, for reader: Reader) {
        guard let night = facts.night, let total = night.metrics.sleep, !total.imputed else { return nil }
        let (words, formats, day) = (reader.words, reader.formats, night.metrics.day)
        guard let scored = facts.recent?.days.first(where: { $0.report.day == day }),
            scored.report.status != .withheld
        else { return nil }
        let sleep = night.sleep
        let isByDay = sleep.map { Self.isByDay(night.minute($0.middle)) } ?? false
        title = words(Self.title(isLast: day == reader.today, isByDay: isByDay))
        address = "/readings?metric=sleep&day=\(day)"
        asleep = formats.duration(seconds: sleep.map { Double($0.asleep) / 1000 } ?? total.value)
        explained = reader.explained("sleep")
        func times(_ span: Range<Milliseconds>) -> String {
            formats.range(
                reader.time(minute: night.minute(span.lowerBound)), reader.time(minute: night.minute(span.upperBound)))
        }
        self.times = sleep.map { times($0.main) }
        naps = sleep.flatMap { sleep in
            sleep.naps.isEmpty ? nil : words("night.naps", ["times": reader.list(sleep.naps.map(times))])
        }
        isCovered = facts.coversNight(of: day)
        let isShown = !isCovered
        lanes = isShown ? sleep.map { Self.lanes($0, reader) } ?? [] : []
        hasLanes = !lanes.isEmpty
        let parts = Self.signals.compactMap { signal -> Contribution? in
            guard Self.value(of: signal, in: night.metrics) != nil else { return nil }
            return scored.contributions.first { $0.signal == signal }
        }
        figures = isShown ? Self.figures(night.metrics, parts, reader) : []
        hasFigures = !figures.isEmpty
        let known = isShown ? parts.filter { !$0.missing && !$0.imputed } : []
        let reasons = DayReasons(scored.report.comparison)
        let unusual = Self.unusual(known, reasons, reader)
        isUnusual = unusual != nil
        finding = unusual ?? Self.usual(known, reasons, reader)
    }

    /// Whether a sleep lies mostly by day: its middle does. The night is the half of the day around three, the usual middle
    /// of a sleep.
    /// - Parameter middle: minutes after midnight where the person slept.
    private static func isByDay(_ middle: Int) -> Bool { (9 * 60..<21 * 60).contains(middle) }

    private static func title(isLast: Bool, isByDay: Bool) -> String {
        if isByDay { return isLast ? "night.lastSleep" : "night.sleepYesterday" }
        return isLast ? "night.title" : "night.before"
    }

    private static func lanes(_ sleep: SleepNight, _ reader: Reader) -> [Lane] {
        let (start, length) = (sleep.main.lowerBound, Double(sleep.main.count))
        func share(_ instant: Milliseconds) -> Double { Double(instant - start) / length }
        return [SleepNight.Stage.awake, .rem, .core, .asleep, .deep].compactMap { stage in
            let own = sleep.stretches.filter { $0.stage == stage }.map { $0.span.clamped(to: sleep.main) }
            guard !own.isEmpty else { return nil }
            let seconds = Double(own.reduce(0) { $0 + $1.count }) / 1000
            let spans = own.map { share($0.lowerBound)...share($0.upperBound) }
            return Lane(
                name: reader.words("night.stage.\(stage)"),
                drawing: NightLane(spans, stage: "\(stage)").svg.markup,
                amount: reader.formats.duration(seconds: seconds))
        }
    }

    /// A value of the night itself: HRV and breathing may be those of a whole day, or of a rest by day.
    private static func value(of signal: Signal, in metrics: DailyMetrics) -> MetricValue? {
        guard let value = signal.entry?.metric?.value(metrics), !value.imputed else { return nil }
        return signal == .nocturnalHeartRate || value.derivation == .asleep ? value : nil
    }

    private static func figures(_ metrics: DailyMetrics, _ parts: [Contribution], _ reader: Reader) -> [Figure] {
        signals.compactMap { signal in
            guard let metric = signal.entry?.metric, let value = value(of: signal, in: metrics) else { return nil }
            let usual = parts.first { $0.signal == signal }?.baseline.map { baseline in
                let bounds = [baseline.median - half(baseline), baseline.median + half(baseline)].map {
                    reader.formats.number($0, digits: metric.digits)
                }
                return reader.words("night.usual", ["range": reader.formats.range(bounds[0], bounds[1])])
            }
            return Figure(
                name: reader.name(of: signal), amount: reader.amount(value.value, of: metric), usual: usual,
                address: "/readings?metric=\(metric.key)&day=\(metrics.day)", explained: reader.explained(metric.key))
        }
    }

    /// Whether a measurement is unusual also as it is written: a sentence would contradict a number that reads as the
    /// bound of its range.
    private static func isOutside(_ part: Contribution, _ reader: Reader) -> Bool {
        guard let place = part.place, place != .usual else { return false }
        guard let metric = part.signal.entry?.metric, let value = part.value, let baseline = part.baseline else {
            return true
        }
        let bound = baseline.median + (place == .above ? half(baseline) : -half(baseline))
        return reader.formats.number(value, digits: metric.digits)
            != reader.formats.number(bound, digits: metric.digits)
    }

    /// Half of the band of the trends: median ± 1.4826 · MAD.
    private static func half(_ baseline: Baseline) -> Double { 1.4826 * baseline.mad }

    /// Whether a measurement outside its range is named: a third of all nights lie outside. It is a reason of the day, or
    /// so far outside that chance seldom explains it, although it hardly moves the score, as breathing does.
    private static func isNamed(_ part: Contribution, _ reasons: DayReasons) -> Bool {
        if abs(part.z ?? 0) >= minimumByItself { return true }
        let isAbove = part.place == .above
        return (reasons.weighs + reasons.lifts).contains { $0.signal == part.signal && $0.isAbove == isAbove }
    }

    /// The most unusual measurement in words; nil if none is named.
    private static func unusual(_ parts: [Contribution], _ reasons: DayReasons, _ reader: Reader) -> String? {
        let named = parts.filter { isOutside($0, reader) && isNamed($0, reasons) }
        let most = named.max { abs($0.z ?? 0) < abs($1.z ?? 0) }
        guard let most, let key = most.signal.entry?.key, let place = most.place else { return nil }
        return reader.words("night.sentence.\(key).\(place.rawValue)")
    }

    /// That heart and breathing were as usual, if both were compared, none is written outside its range, and none is a
    /// reason of the day.
    private static func usual(_ parts: [Contribution], _ reasons: DayReasons, _ reader: Reader) -> String? {
        let compared = parts.filter { $0.place != nil }
        let signals = Set(compared.map(\.signal))
        guard signals.contains(.respiratoryRate), signals.count > 1 else { return nil }
        let isOutside = compared.contains { Self.isOutside($0, reader) }
        let isReason = (reasons.weighs + reasons.lifts).contains { signals.contains($0.signal) }
        return isOutside || isReason ? nil : reader.words("night.sentence.usual")
    }
}
