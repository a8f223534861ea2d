import Messages
import Statistics

/// What a letter about a period says. Equal facts make equal letters, so that nothing of it is stored.
public struct PeriodLetter: Equatable, Sendable {
    /// Something that is true of the period, described and not judged.
    public struct Fact: Codable, Equatable, Sendable {
        public enum Kind: String, Codable, CaseIterable, Sendable {
            case longestNight, sleepTogether, earliestBed, latestBed
            case mostSteps, workouts, stepsTogether
            case checkIns, highestEnergy, highestSleepQuality
            case entries
        }

        public let kind: Kind
        /// Seconds of sleep, steps, minutes after midnight, or an answer 1 … 7; absent for a plain count.
        public var value: Double?
        /// Number of nights, days, workouts or entries that it counts.
        public let count: Int
        /// The days that it names.
        public let days: [Day]
    }

    /// A metric whose level in the period differs from the person's usual by more than chance explains.
    public struct Finding: Codable, Equatable, Sendable {
        /// `DailyMetric.key`.
        public let metric: String
        /// Median of the period, in the metric's unit.
        public let now: Double
        /// Median of the 90 days before, in the metric's unit.
        public let usual: Double
    }

    public let period: LetterPeriod
    /// At least two, at most `maximumFacts`; empty after a crisis.
    public let facts: [Fact]
    public let finding: Finding?
    /// Whether there was enough to look for a finding.
    public let isCompared: Bool
    /// Whether a crisis fell into the period: the letter then has no facts.
    public var isKind: Bool { facts.isEmpty }

    public static let maximumFacts = 4
    /// Fewest days with data in a period that has a letter.
    public static let minimumDays = 3
    private static let minimumFacts = 2
    /// Days around a crisis whose facts a longer letter leaves out, on each side.
    private static let crisisReach = 7

    /// Kinds of one subject; neighbouring letters begin with another subject, and with another kind of each.
    private static let subjects: [[Fact.Kind]] = [
        [.longestNight, .sleepTogether, .earliestBed, .latestBed], [.mostSteps, .workouts, .stepsTogether],
        [.checkIns, .highestEnergy, .highestSleepQuality], [.entries],
    ]

    /// - Returns: nil where there is too little to say.
    public init?(_ given: PeriodFacts) {
        period = given.period
        guard given.withheld.isEmpty || period.span != .week else {
            facts = []
            finding = nil
            isCompared = false
            return
        }
        let shown = Self.withoutCrises(given)
        guard shown.known.count >= Self.minimumDays else { return nil }
        facts = Self.chosen(shown)
        guard facts.count >= Self.minimumFacts else { return nil }
        let searched = Self.metrics.compactMap { Self.search($0, shown) }
        isCompared = !searched.isEmpty
        finding = searched.filter { $0.excess > 1 }.max { $0.excess < $1.excess }?.finding
    }

    private static func withoutCrises(_ given: PeriodFacts) -> PeriodFacts {
        var shown = given
        func isNear(_ day: Day) -> Bool {
            given.withheld.contains { abs($0.distance(to: day)) < crisisReach }
        }
        shown.metrics.removeAll { isNear($0.day) }
        shown.checkIns.removeAll { isNear($0.day) }
        shown.entries.removeAll { isNear($0.day) }
        return shown
    }

    /// One fact of each subject, then more of them while there is room.
    private static func chosen(_ given: PeriodFacts) -> [Fact] {
        let first = given.period.turn(subjects.count)
        let available = (subjects[first...] + subjects[..<first]).map { kinds in
            let known = kinds.compactMap { fact($0, given) }
            let start = known.isEmpty ? 0 : given.period.turn(known.count)
            return Array(known[start...] + known[..<start])
        }
        let rounds = available.map(\.count).max() ?? 0
        return Array(
            (0..<rounds).flatMap { round in available.filter { $0.count > round }.map { $0[round] } }
                .prefix(maximumFacts))
    }

    // MARK: Facts

    /// Fewest nights or days among which one is named.
    private static let minimumCompared = 3

    private static func fact(_ kind: Fact.Kind, _ given: PeriodFacts) -> Fact? {
        switch kind {
        case .longestNight: highest("sleep", kind, given)
        case .sleepTogether: total("sleep", kind, given)
        case .mostSteps: highest("steps", kind, given)
        case .stepsTogether: total("steps", kind, given)
        case .earliestBed: bed(kind, given) { $0 < $1 }
        case .latestBed: bed(kind, given) { $0 > $1 }
        case .highestEnergy: highest(kind, given, \.energy)
        case .highestSleepQuality: highest(kind, given, \.sleepQuality)
        case .workouts:
            counted(kind, given.workouts.values.reduce(0, +), Array(given.workouts.filter { $0.value > 0 }.keys))
        case .checkIns:
            counted(kind, Set(given.checkIns.map(\.day)).count, Array(Set(given.checkIns.map(\.day))))
        case .entries:
            counted(kind, given.entries.reduce(0) { $0 + Int($1.entries) }, given.entries.map(\.day))
        }
    }

    private static func counted(_ kind: Fact.Kind, _ count: Int, _ days: [Day]) -> Fact? {
        count == 0 ? nil : Fact(kind: kind, count: count, days: days.sorted())
    }

    private static func values(_ key: String, _ given: PeriodFacts) -> [(day: Day, value: MetricValue)]? {
        guard let metric = SignalTable.metric(key) else { return nil }
        let values = given.values(of: metric, in: given.period.first..<given.period.last.advanced(by: 1))
        return values.count >= minimumCompared ? values : nil
    }

    /// Nil if two days have it.
    private static func highest(_ key: String, _ kind: Fact.Kind, _ given: PeriodFacts) -> Fact? {
        guard let values = values(key, given), let most = values.max(by: { $0.value.value < $1.value.value }),
            values.count(where: { $0.value.value == most.value.value }) == 1
        else { return nil }
        return Fact(kind: kind, value: most.value.value, count: values.count, days: [most.day])
    }

    private static func total(_ key: String, _ kind: Fact.Kind, _ given: PeriodFacts) -> Fact? {
        values(key, given).map { values in
            Fact(kind: kind, value: values.reduce(0) { $0 + $1.value.value }, count: values.count, days: [])
        }
    }

    /// Nights are compared from noon to noon; nil if two are the first.
    private static func bed(_ kind: Fact.Kind, _ given: PeriodFacts, _ precedes: (Int, Int) -> Bool) -> Fact? {
        func sinceNoon(_ minute: Int) -> Int { (minute + 720) % 1440 }
        let nights = given.beds.filter { given.period.days.contains($0.key) }.sorted { $0.key < $1.key }
        guard nights.count >= minimumCompared,
            let first = nights.min(by: { precedes(sinceNoon($0.value), sinceNoon($1.value)) }),
            nights.count(where: { $0.value == first.value }) == 1
        else { return nil }
        return Fact(kind: kind, value: Double(first.value), count: nights.count, days: [first.key])
    }

    /// The highest answer, unless all days have it.
    private static func highest(
        _ kind: Fact.Kind, _ given: PeriodFacts, _ answer: (CheckIn) -> Int32?
    ) -> Fact? {
        var byDay: [Day: Int32] = [:]
        for checkIn in given.checkIns {
            guard let answer = answer(checkIn) else { continue }
            byDay[checkIn.day] = max(answer, byDay[checkIn.day] ?? 0)
        }
        guard let most = byDay.values.max(), let least = byDay.values.min(), least < most else { return nil }
        let days = byDay.filter { $0.value == most }.keys.sorted()
        return Fact(kind: kind, value: Double(most), count: days.count, days: days)
    }

    // MARK: Finding

    private static let metrics = SignalTable.metrics.filter { $0.letter != nil }
    /// Fewest values of the period that a finding rests on.
    private static let minimumValues = 4
    /// `PersistentNoise.chance` holds for one metric; in at most one of twenty letters chance alone makes a finding among
    /// all six. Two-sided 5 % divided by six (Bonferroni): 2.64 instead of 1.96 standard errors.
    private static let manyLooks = 2.64 / 1.96

    /// A metric's level, and its distance from the usual as a multiple of what chance explains; nil with too few values. A
    /// change of device may be the device's, so that only values of the same one are compared.
    private static func search(_ metric: DailyMetric, _ given: PeriodFacts) -> (finding: Finding, excess: Double)? {
        let (first, last) = (given.period.first, given.period.last)
        let now = given.values(of: metric, in: first..<last.advanced(by: 1))
        guard now.count >= minimumValues, let device = now.first?.value.device,
            now.allSatisfy({ $0.value.device == device })
        else { return nil }
        let before = given.values(of: metric, in: first.advanced(by: -PeriodFacts.usualDays)..<first)
            .filter { $0.value.device == device }
        func number(_ point: (day: Day, value: MetricValue)) -> (Int, Double) {
            (Int(point.day.number), point.value.value)
        }
        guard let noise = PersistentNoise(Dictionary(before.map(number)) { $1 }),
            let level = Statistics.median(now.map(\.value.value)),
            let usual = Statistics.median(before.map(\.value.value))
        else { return nil }
        let chance = noise.chance(now.map { Int($0.day.number) }, before.map { Int($0.day.number) }) * manyLooks
        return (Finding(metric: metric.key, now: level, usual: usual), chance > 0 ? abs(level - usual) / chance : 0)
    }
}
