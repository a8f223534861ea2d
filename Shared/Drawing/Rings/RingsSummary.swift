/// The content of a day's drawing as parts and as text: the step, and the signals that lift, weigh, are uncertain or
/// missing.
public struct RingsSummary: Equatable, Sendable {
    /// The states of a day that have a drawing.
    public enum State: Equatable, Sendable {
        case noData
        /// 1 … 7.
        case warmingUp(day: Int)
        case waiting, ended
        /// Nil with too few days to compare with.
        case day(Standing.Step?)
    }

    /// Deviations nearer to the usual lift and weigh nothing: a third of a z-score of one.
    static let minimumDeviation = 0.1

    /// The day's state.
    public let state: State
    /// Strongest first.
    public let lifts: [RingSignal]
    /// Strongest first.
    public let weighs: [RingSignal]
    /// Imputed, or measured too little to rely on; in the order of the drawing.
    public let doubtful: [RingSignal]
    /// Those that the day names as missing, in the order of the drawing; empty in states without signals.
    public let missing: [RingSignal]

    public init(_ content: Rings.Content) {
        let signals: Rings.Day?
        switch content {
        case .noData: (state, signals) = (.noData, nil)
        case .warmingUp(let day): (state, signals) = (.warmingUp(day: day), nil)
        case .waiting(let day): (state, signals) = (.waiting, day)
        case .ended(let day, _): (state, signals) = (.ended, day)
        case .day(let day): (state, signals) = (.day(day.standing.step), day.today)
        }
        let day = signals ?? [:]
        let ranked = RingSignal.allCases.map { (signal: $0, deviation: day[$0]?.deviation ?? 0) }
        lifts = ranked.filter { $0.deviation > Self.minimumDeviation }.sorted { $0.deviation > $1.deviation }.map(
            \.signal)
        weighs = ranked.filter { $0.deviation < -Self.minimumDeviation }.sorted { $0.deviation < $1.deviation }.map(
            \.signal)
        doubtful = RingSignal.allCases.filter { if case .doubtful? = day[$0] { true } else { false } }
        missing = RingSignal.allCases.filter { day[$0] == .missing }
    }

    /// The parts as sentences: “A little below your usual. Weighs: night heart rate, HRV. …”.
    public func text(_ words: DrawingWords) -> String {
        let state =
            switch self.state {
            case .noData: words("rings.noData")
            case .warmingUp(let day): words("rings.warmingUp", ["day": "\(day)"])
            case .waiting: words("rings.waiting")
            case .ended: words("rings.ended")
            case .day(let step?): words.step(step).capitalizedFirst + "."
            case .day(nil): words("rings.uncompared")
            }
        let lists = [("lifts", lifts), ("weighs", weighs), ("doubtful", doubtful), ("missing", missing)]
        return
            ([state]
            + lists.filter { !$0.1.isEmpty }.map { key, signals in
                words("rings.\(key)", ["signals": signals.map { words("signal.\($0)") }.joined(separator: ", ")])
            }).joined(separator: " ")
    }
}

extension Rings {
    /// A drawing whose text alternative is its summary.
    public init(_ content: Content, title: String, words: DrawingWords, id: String = "rings") {
        self.init(content, title: title, description: RingsSummary(content).text(words), id: id)
    }
}
