/// All signals and daily metrics. To add one, add an entry here and its reducer: docs/adding-a-metric.md.
public enum SignalTable {
    private enum Row: Sendable {
        case signal(SignalEntry)
        /// A daily metric that is shown but does not enter the score.
        case beside(DailyMetric)
    }

    /// The signals in summation order (SCO-5). Stored weights are indexed by it, so new signals are appended.
    public static let entries: [SignalEntry] = rows.compactMap { row in
        if case .signal(let entry) = row { entry } else { nil }
    }

    /// The daily metrics in the order of tables and exports.
    public static let metrics: [DailyMetric] = rows.compactMap { row in
        switch row {
        case .signal(let entry): entry.metric
        case .beside(let metric): metric
        }
    }

    static let bySignal = Dictionary(uniqueKeysWithValues: entries.map { ($0.signal, $0) })

    private static let rows: [Row] = [
        .signal(
            SignalEntry(
                .hrv, "heart rate variability",
                source: .metric(
                    DailyMetric("hrv", .milliseconds, heading: "HRV ms", digits: 0, tableDigits: 1) { $0.hrv },
                    floor: 3),
                direction: .higherIsBetter, prior: 0.12, topic: .hrv, calls: [.hrv: -0.6, .mindfulness: -0.3],
                prompt: "heart rate variability",
                caution: .init(rank: 3, from: 1.5))),
        .signal(
            SignalEntry(
                .nocturnalHeartRate, "heart rate at night",
                source: .metric(
                    DailyMetric("nocturnalHeartRate", .heartBeats, heading: "night bpm", digits: 0, tableDigits: 1) {
                        $0.nocturnalHeartRate
                    },
                    floor: 1),
                direction: .higherIsWorse, prior: -0.10, topic: .hrv, calls: [.hrv: 0.3, .sleep: 0.2],
                prompt: "heart rate during sleep",
                caution: .init(rank: 2, from: 1.5))),
        .signal(
            SignalEntry(
                .restingHeartRate, "resting heart rate",
                source: .metric(
                    DailyMetric("restingHeartRate", .heartBeats, heading: "rest bpm", digits: 0, tableDigits: 1) {
                        $0.restingHeartRate
                    }, floor: 1),
                direction: .higherIsWorse, prior: -0.08, topic: .hrv, calls: [.hrv: 0.3, .stress: 0.2],
                prompt: "resting heart rate",
                caution: .init(rank: 1, from: 1.5))),
        .beside(DailyMetric("sleep", .hours, heading: "sleep h", digits: 1, tableDigits: 1) { $0.sleep }),
        .signal(
            SignalEntry(
                .sleepDebt, "sleep debt",
                source: .metric(
                    DailyMetric("sleepDebt", .hours, heading: "debt h", digits: 1, tableDigits: 1) { $0.sleepDebt },
                    floor: 3_600),
                direction: .higherIsWorse, prior: -0.10, topic: .sleep, calls: [.sleep: 0.8, .movement: -0.2],
                prompt: "sleep debt",
                caution: .init(rank: 5, from: 1.5))),
        .signal(
            SignalEntry(
                .steps, "steps",
                source: .metric(
                    DailyMetric("steps", .count, heading: "steps", digits: 0, tableDigits: 0) { $0.steps }, floor: 750),
                direction: .higherIsBetter, prior: 0.04, topic: .movement, calls: [.movement: -0.6],
                prompt: "steps")),
        .signal(
            SignalEntry(
                .respiratoryRate, "breathing rate",
                source: .metric(
                    DailyMetric("respiratoryRate", .breaths, heading: "breaths/min", digits: 1, tableDigits: 1) {
                        $0.respiratoryRate
                    }, floor: 0.3),
                direction: .higherIsWorse, prior: -0.02, topic: .hrv,
                prompt: "breathing rate during sleep",
                caution: .init(rank: 4, from: 2))),
        .beside(DailyMetric("rmssd", .milliseconds, heading: "RMSSD ms", digits: 1, tableDigits: 1) { $0.rmssd }),
        .signal(
            SignalEntry(
                .stress, "stress", source: .slider(.stress), direction: .higherIsWorse, prior: -0.18, topic: .stress,
                calls: [.stress: 0.8, .mindfulness: 0.4],
                prompt: "reported stress")),
        .signal(
            SignalEntry(
                .energy, "energy", source: .slider(.energy), direction: .higherIsBetter, prior: 0.18, topic: .energy,
                calls: [.energy: -0.7, .nutrition: -0.2],
                prompt: "reported energy",
                caution: .init(rank: 7, from: 0.6))),
        .signal(
            SignalEntry(
                .sleepQuality, "sleep quality", source: .slider(.sleepQuality),
                direction: .higherIsBetter, prior: 0.12, topic: .sleep, calls: [.sleep: -0.6],
                prompt: "reported sleep quality",
                caution: .init(rank: 6, from: 0.6))),
        .signal(
            SignalEntry(
                .sentiment, "journal mood", source: .journal, direction: .higherIsBetter, prior: 0.09, topic: .mood,
                calls: [.mood: -0.7],
                prompt: "mood of journal entries")),
    ]
}

/// What the table says of a signal.
extension Signal {
    public static let names: [(value: Signal, name: String)] = SignalTable.entries.map { ($0.signal, $0.key) }
    /// All signals of this release, in the order of the table.
    public static var all: [Signal] { SignalTable.entries.map(\.signal) }
    /// The table's entry; nil for a signal of a newer release.
    public var entry: SignalEntry? { SignalTable.bySignal[self] }
}
