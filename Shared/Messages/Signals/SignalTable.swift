/// All signals and daily metrics. To add one, add an entry here and its reducer: docs/adding-a-metric.md.
public enum SignalTable {
    private enum Row: Sendable {
        case signal(SignalEntry)
        case beside(SideMetric)
    }

    /// The signals in summation order (SCO-5). Stored weights are indexed by it, so new signals are appended.
    public static let entries: [SignalEntry] = rows.compactMap { row in
        if case .signal(let entry) = row { entry } else { nil }
    }

    /// The daily metrics outside the score.
    public static let beside: [SideMetric] = rows.compactMap { row in
        if case .beside(let metric) = row { metric } else { nil }
    }

    /// The daily metrics in the order of tables and exports.
    public static let metrics: [DailyMetric] = rows.compactMap { row in
        switch row {
        case .signal(let entry): entry.metric
        case .beside(let side): side.metric
        }
    }

    /// The daily metric of a key; nil for an unknown one.
    public static func metric(_ key: String) -> DailyMetric? { metrics.first { $0.key == key } }

    static let bySignal = Dictionary(uniqueKeysWithValues: entries.map { ($0.signal, $0) })

    private static let rows: [Row] = [
        .signal(
            SignalEntry(
                .hrv, "heart rate variability",
                source: .metric(
                    DailyMetric(
                        "hrv", .milliseconds, heading: "HRV ms", digits: 0, tableDigits: 1, isNightly: true, letter: 2
                    ) { $0.hrv },
                    floor: 3),
                direction: .higherIsBetter, prior: 0.12, topic: .hrv, calls: [.hrv: -0.6, .mindfulness: -0.3],
                prompt: "heart rate variability", caution: .init(rank: 3, from: 1.5), ring: .at(0),
                spoken: [
                    "hrv", "sdnn", "heart rate variability", "heartrate variability", "variability",
                    "herzratenvariabilitat", "herzfrequenzvariabilitat",
                ])),
        .signal(
            SignalEntry(
                .nocturnalHeartRate, "heart rate at night",
                source: .metric(
                    DailyMetric(
                        "nocturnalHeartRate", .heartBeats, heading: "night bpm", digits: 0, tableDigits: 1,
                        isNightly: true, letter: 3
                    ) { $0.nocturnalHeartRate },
                    floor: 1),
                direction: .higherIsWorse, prior: -0.10, topic: .hrv, calls: [.hrv: 0.3, .sleep: 0.2],
                prompt: "heart rate during sleep", caution: .init(rank: 2, from: 1.5), ring: .at(1),
                spoken: [
                    "heart rate at night", "night heart rate", "nightly heart rate", "nighttime heart rate",
                    "nocturnal heart rate", "heart rate during sleep", "heart rate while i sleep",
                    "heart rate while sleeping", "heart rate overnight", "sleeping heart rate", "night pulse",
                    "pulse at night", "pulse during sleep", "nocturnal pulse", "nightly pulse", "pulse overnight",
                    "nachtpuls", "puls da nachts", "nighttime pulse", "pulse does at night", "puls in der nacht",
                    "puls nachts", "puls im schlaf", "nachtlicher puls",
                    "nachtlichen puls", "herzfrequenz in der nacht", "herzfrequenz im schlaf",
                ])),
        .signal(
            SignalEntry(
                .restingHeartRate, "resting heart rate",
                source: .metric(
                    DailyMetric(
                        "restingHeartRate", .heartBeats, heading: "rest bpm", digits: 0, tableDigits: 1,
                        isNightly: false, letter: 4
                    ) { $0.restingHeartRate },
                    floor: 1),
                direction: .higherIsWorse, prior: -0.08, topic: .hrv, calls: [.hrv: 0.3, .stress: 0.2],
                prompt: "resting heart rate", caution: .init(rank: 1, from: 1.5), ring: .at(2),
                spoken: [
                    "resting heart rate", "resting pulse", "rhr", "heart rate", "pulse", "bpm", "ruhepuls",
                    "ruheherzfrequenz", "herzfrequenz", "puls",
                ])),
        .beside(
            SideMetric(
                DailyMetric(
                    "sleep", .hours, heading: "sleep h", digits: 1, tableDigits: 1, isNightly: true, letter: 1
                ) { $0.sleep },
                direction: .higherIsBetter, topic: .sleep,
                spoken: [
                    "sleep", "slept", "asleep", "sleeping", "night", "nights", "schlaf", "geschlafen", "schlafe",
                    "schlafen", "schlafst", "schlaft", "nacht", "nachte", "nachten", "schlafdauer", "schlafzeit",
                ])),
        .signal(
            SignalEntry(
                .sleepDebt, "sleep debt",
                source: .metric(
                    DailyMetric(
                        "sleepDebt", .hours, heading: "debt h", digits: 1, tableDigits: 1, isNightly: true, letter: nil
                    ) { $0.sleepDebt },
                    floor: 3_600),
                direction: .higherIsWorse, prior: -0.10, topic: .sleep, calls: [.sleep: 0.8, .movement: -0.2],
                prompt: "sleep debt", caution: .init(rank: 5, from: 1.5), ring: .at(4),
                spoken: [
                    "sleep debt", "missing sleep", "schlafdefizit", "schlafschuld", "schlafschulden",
                    "fehlender schlaf", "schlafmangel",
                ])),
        .signal(
            SignalEntry(
                .steps, "steps",
                source: .metric(
                    DailyMetric(
                        "steps", .count, heading: "steps", digits: 0, tableDigits: 0, isNightly: false, isTotal: true,
                        letter: 6
                    ) { $0.steps },
                    floor: 750),
                direction: .higherIsBetter, prior: 0.04, topic: .movement, calls: [.movement: -0.6],
                prompt: "steps", ring: .at(6),
                spoken: [
                    "steps", "step count", "step", "walk", "walked", "walking", "active", "activity", "moved",
                    "movement", "schritte", "schritten", "gelaufen", "gegangen", "bewegt", "bewegung", "aktiv",
                ])),
        .signal(
            SignalEntry(
                .respiratoryRate, "breathing rate",
                source: .metric(
                    DailyMetric(
                        "respiratoryRate", .breaths, heading: "breaths/min", digits: 1, tableDigits: 1,
                        isNightly: true, letter: 5
                    ) { $0.respiratoryRate },
                    floor: 0.3),
                direction: .higherIsWorse, prior: -0.02, topic: .hrv,
                prompt: "breathing rate during sleep", caution: .init(rank: 4, from: 2), ring: .at(3),
                spoken: [
                    "breathing rate", "breathing at night", "respiratory rate", "respiration", "breaths per minute",
                    "breaths",
                    "atemfrequenz", "atemzuge", "atmung",
                ])),
        .beside(
            SideMetric(
                DailyMetric(
                    "rmssd", .milliseconds, heading: "RMSSD ms", digits: 1, tableDigits: 1, isNightly: true, letter: nil
                ) { $0.rmssd },
                direction: .higherIsBetter, topic: .hrv, spoken: ["rmssd"])),
        .signal(
            SignalEntry(
                .stress, "stress", source: .slider(.stress), direction: .higherIsWorse, prior: -0.18, topic: .stress,
                calls: [.stress: 0.8, .mindfulness: 0.4],
                prompt: "reported stress", ring: .at(8),
                spoken: [
                    "stress", "stressed", "stress level", "tension", "gestresst", "stresslevel", "anspannung",
                    "angespannt",
                ])),
        .signal(
            SignalEntry(
                .energy, "energy", source: .slider(.energy), direction: .higherIsBetter, prior: 0.18, topic: .energy,
                calls: [.energy: -0.7, .nutrition: -0.2],
                prompt: "reported energy", caution: .init(rank: 7, from: 0.6), ring: .at(7),
                spoken: ["energy", "energetic", "energy level", "energie", "energielevel", "antrieb"])),
        .signal(
            SignalEntry(
                .sleepQuality, "sleep quality", source: .slider(.sleepQuality),
                direction: .higherIsBetter, prior: 0.12, topic: .sleep, calls: [.sleep: -0.6],
                prompt: "reported sleep quality", caution: .init(rank: 6, from: 0.6), ring: .at(5),
                spoken: ["sleep quality", "quality of my sleep", "quality of sleep", "schlafqualitat", "schlafgute"])),
        .signal(
            SignalEntry(
                .sentiment, "journal mood", source: .journal, direction: .higherIsBetter, prior: 0.09, topic: .mood,
                calls: [.mood: -0.7],
                prompt: "mood of journal entries", ring: .at(9),
                spoken: ["mood", "journal", "moods", "stimmung", "laune", "tagebuch"])),
    ]
}

/// The entries of signals.
extension Signal {
    public static let names: [(value: Signal, name: String)] = SignalTable.entries.map { ($0.signal, $0.key) }
    /// All signals of this release, in the order of the table.
    public static var all: [Signal] { SignalTable.entries.map(\.signal) }
    /// The table's entry; nil for a signal of a newer release.
    public var entry: SignalEntry? { SignalTable.bySignal[self] }
}
