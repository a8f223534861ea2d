import Messages

/// Which weights of a person count (PLN-2): one that no body reaches since the weight before waits for a second one.
/// The same rule for weights that the person states, that an app posts and that a file brings.
struct PlausibleWeights {
    /// One weight.
    struct Reading: Equatable {
        var day: Day
        var weight: CurrentWeight
        /// The import or post that brought it; nil for a statement, and where it is not known.
        var batch: Int64?
        /// Time of the first of the statements of that day that agree; nil for a reading.
        var firstStated: Milliseconds?
    }

    /// Change that clothes, a meal and another scale explain, as a share of the weight.
    private static let suddenShare = 0.08
    /// Change that a body may make in a day, as a share of the weight.
    private static let dailyShare = 0.005
    /// Largest change that a second weight need not confirm, after any time.
    private static let maximumShare = 0.4
    /// Days of one import that confirm each other.
    private static let minimumDays = 3
    private static let minute: Milliseconds = 60_000
    private static let day: Double = 86_400_000

    /// The latest weight that counts; nil without any.
    private(set) var latest: CurrentWeight?
    /// The latest weight that waits for a second one; nil if none does.
    private(set) var waiting: CurrentWeight?
    /// Weights that do not count.
    private var left: [CurrentWeight] = []
    /// Days whose reading does not count, oldest first.
    private(set) var uncountedDays: [Day] = []

    /// - Parameters:
    ///   - days: of ingestion and the person, oldest first.
    ///   - before: the weight before them, which counts.
    init(_ days: [KeptDay], before: CurrentWeight? = nil) {
        latest = before
        var held: [Reading] = []
        for reading in days.flatMap(\.readings).sorted(by: { $0.weight.at < $1.weight.at }) {
            guard let known = latest, !Self.isPlausible(reading.weight, after: known) else {
                latest = reading.weight
                left += held.map(\.weight)
                held = []
                continue
            }
            held.append(reading)
            let agreeing = held.filter { Self.isPlausible(reading.weight, after: $0.weight) }
            guard Self.confirm(agreeing) else { continue }
            latest = reading.weight
            left += held.filter { !agreeing.contains($0) }.map(\.weight)
            held = []
        }
        waiting = held.last?.weight
        left += held.map(\.weight)
        uncountedDays = days.filter { day in
            day.readings.contains { $0.weight.isMeasured && left.contains($0.weight) }
        }.map(\.day)
    }

    /// The days without the weights that do not count.
    func counted(_ days: [KeptDay]) -> [KeptDay] {
        guard !left.isEmpty else { return days }
        return days.map { day in
            var day = day
            for reading in day.readings where left.contains(reading.weight) {
                if reading.weight.isMeasured {
                    (day.kilograms, day.at) = (nil, nil)
                } else {
                    (day.statedKilograms, day.statedAt) = (nil, nil)
                }
            }
            return day
        }
    }

    /// Whether a body can have changed from one weight to the other in the time between.
    private static func isPlausible(_ weight: CurrentWeight, after known: CurrentWeight) -> Bool {
        let days = Double(abs(weight.at - known.at)) / day
        let share = min(suddenShare + dailyShare * days, maximumShare)
        return abs(weight.kilograms - known.kilograms) <= share * max(weight.kilograms, known.kilograms)
    }

    /// Whether weights that agree with each other are more than repeats of one minute or one import.
    private static func confirm(_ agreeing: [Reading]) -> Bool {
        let times = agreeing.flatMap { [$0.weight.at, $0.firstStated ?? $0.weight.at] }
        guard let first = times.min(), let last = times.max(), first / minute != last / minute else { return false }
        // A statement, and a reading of an older release, is a batch of its own.
        let batches = Set(agreeing.compactMap(\.batch)).count + agreeing.count { $0.batch == nil }
        let isStatedTwice = agreeing.contains { $0.firstStated.map { $0 / minute } ?? .max < $0.weight.at / minute }
        return batches > 1 || isStatedTwice || Set(agreeing.map(\.day)).count >= minimumDays
    }
}

extension KeptDay {
    /// The day's reading and statement.
    var readings: [PlausibleWeights.Reading] {
        var readings: [PlausibleWeights.Reading] = []
        if let kilograms, let at {
            readings.append(
                .init(
                    day: day, weight: CurrentWeight(kilograms: kilograms, at: at, isMeasured: true), batch: massBatch))
        }
        if let statedKilograms, let statedAt {
            readings.append(
                .init(
                    day: day, weight: CurrentWeight(kilograms: statedKilograms, at: statedAt, isMeasured: false),
                    firstStated: statedFirstAt ?? statedAt))
        }
        return readings
    }
}
