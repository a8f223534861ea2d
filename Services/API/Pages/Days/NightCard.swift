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
        let isLast = day == reader.today
        title = words(isLast ? "night.title" : "night.before")
        address = "/readings?metric=sleep&day=\(day)"
        let sleep = night.sleep
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
        finding = isShown ? Self.sentence(parts.filter { !$0.missing && !$0.imputed }, reader) : nil
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

    /// The most unusual measurement in words, or that there is none if heart and breathing were compared.
    private static func sentence(_ parts: [Contribution], _ reader: Reader) -> String? {
        let compared = parts.filter { $0.place != nil }
        let unusual = compared.filter { isOutside($0, reader) }.max { abs($0.z ?? 0) < abs($1.z ?? 0) }
        guard let unusual, let key = unusual.signal.entry?.key, let place = unusual.place else {
            let signals = Set(compared.map(\.signal))
            let isWhole = signals.contains(.respiratoryRate) && signals.count > 1
            return isWhole ? reader.words("night.sentence.usual") : nil
        }
        return reader.words("night.sentence.\(key).\(place.rawValue)")
    }
}
