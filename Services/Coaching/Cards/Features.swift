import Foundation
import Messages
import Moments

/// The ranker's feature vector of a candidate (COA-4). New features are only appended, because weights are stored by
/// index.
///
/// The first six features describe the candidate. Then come products of one of the day's signals with the candidate's
/// topic: a signal alone is equal for all candidates and cancels in every pair. The last are the topics themselves.
enum Features {
    /// Grade of the evidence for the moment, 0 … 1.
    static let evidence = 0
    static let novelty = 1
    /// Remaining share of the cooldown, 0 … 1.
    static let cooldown = 2
    static let acceptance = 3
    static let timeFit = 4
    static let relevance = 5
    private static let firstInteraction = 6

    static let topics: [Topic] = [
        .none, .sleep, .stress, .energy, .hrv, .mood, .movement, .mindfulness, .nutrition, .goals,
    ]
    private static let signals = Signal.all
    /// The score comes first, then the signals.
    private static let firstTaste = firstInteraction + (1 + signals.count) * topics.count
    /// After the products, one feature for each topic: 1 if the moment is of the topic. A liking for a topic is learned
    /// there, whatever the day is like.
    static let count = firstTaste + topics.count

    static func taste(_ topic: Topic) -> Int? { topics.firstIndex(of: topic).map { firstTaste + $0 } }

    /// For each topic the place of its taste, and those of its products with the score and the signals.
    static let interplay: [(taste: Int, products: [Int])] = topics.compactMap { topic in
        taste(topic).map { ($0, ([nil] + signals.map(Optional.some)).compactMap { place($0, topic) }) }
    }

    static func place(_ signal: Signal?, _ topic: Topic) -> Int? {
        guard let column = topics.firstIndex(of: topic) else { return nil }
        guard let signal else { return firstInteraction + column }
        return signals.firstIndex(of: signal).map { firstInteraction + (1 + $0) * topics.count + column }
    }

    // MARK: Values

    /// The features of one candidate.
    /// - Parameters:
    ///   - relevance: how well the moment answers the question or the day's need, 0 … 1.
    ///   - usualSeconds: typical duration of the person's completed moments; nil before the first.
    ///   - topicRate: share of the person's answers to the moment's topic that were acceptances, 0 … 1.
    static func of(
        _ moment: MicroMoment, habit: Habit, signals: SignalState?, relevance: Double, usualSeconds: Double?,
        at: Milliseconds, topicRate: Double = 0.5
    ) -> [Double] {
        var features = [Double](repeating: 0, count: count)
        features[evidence] = [.weak: 0, .medium: 0.5, .strong: 1][moment.badge] ?? 0
        features[novelty] = 1 / (1 + Double(habit.shown))
        features[cooldown] = remainingCooldown(habit, at)
        // Four answers as the topic's are added. Shown and left unanswered counts as half a dismissal.
        let answered = habit.accepted + habit.dismissed
        let ignored = Double(max(0, habit.shown - answered))
        features[acceptance] = (Double(habit.accepted) + 4 * topicRate) / (Double(answered) + 0.5 * ignored + 4)
        features[timeFit] = fit(moment.estimatedSeconds, usualSeconds)
        features[Features.relevance] = min(max(relevance.isFinite ? relevance : 0, 0), 1)
        if let place = taste(moment.topic) { features[place] = 1 }
        guard let signals else { return features }
        if let score = signals.score, score.isFinite, let place = place(nil, moment.topic) {
            features[place] = min(max((score - 50) / 50, -1), 1)
        }
        for level in signals.levels where level.z.isFinite {
            guard let entry = level.signal.entry, let place = place(level.signal, moment.topic) else { continue }
            features[place] = min(max(level.z / entry.range, -1), 1)
        }
        return features
    }

    private static func remainingCooldown(_ habit: Habit, _ at: Milliseconds) -> Double {
        guard habit.restsUntil > at, habit.restsUntil > habit.restsFrom else { return 0 }
        return min(1, Double(habit.restsUntil - at) / Double(habit.restsUntil - habit.restsFrom))
    }

    /// 1 if the duration equals the usual one of the moments the person completes; decreases with the ratio of the two.
    /// Before the first completion the usual duration is assumed to be five minutes.
    private static func fit(_ seconds: Int32?, _ usual: Double?) -> Double {
        guard let seconds, seconds > 0 else { return 0.5 }
        return exp(-abs(log(Double(seconds) / max(usual ?? 300, 1))) / 2)
    }

    // MARK: The design before the first answer

    /// A documented design prior, like the score's: nothing is learned from other people. The sign of a weight gives
    /// the direction in which an unusual signal calls for the topic.
    static let designed: [Double] = {
        var weights = [Double](repeating: 0, count: count)
        weights[evidence] = 0.6
        weights[novelty] = 0.5
        weights[cooldown] = -3.5
        weights[acceptance] = 4
        weights[timeFit] = 0.4
        weights[relevance] = 1.2
        for (topic, weight) in [Topic.mood: -0.2, .goals: 0.4] {
            if let place = place(nil, topic) { weights[place] = weight }
        }
        for entry in SignalTable.entries {
            for (topic, weight) in entry.calls { if let place = place(entry.signal, topic) { weights[place] = weight } }
        }
        return weights
    }()
}

extension SignalEntry {
    /// The |z| that counts as extreme: metrics are capped at ± 3, sliders and sentiment lie within ± 1.
    var range: Double { metric == nil ? 1 : 3 }

    /// +1 if a higher value is the harder state, −1 if a lower one is.
    var strain: Double {
        switch direction {
        case .higherIsBetter: -1
        case .higherIsWorse: 1
        }
    }

    /// False for values derived from the journal, which never leave the installation, however coarse.
    var mayTravel: Bool {
        switch source {
        case .metric, .slider: true
        case .journal: false
        }
    }
}

extension SignalState {
    /// The finite levels of signals that this release has an entry for.
    private var known: [(level: SignalLevel, entry: SignalEntry)] {
        levels.filter(\.z.isFinite).compactMap { level in level.signal.entry.map { (level, $0) } }
    }

    /// How much the day calls for a topic, 0 … 1: the strain of its most strained signal.
    func need(_ topic: Topic) -> Double {
        known.filter { $0.entry.topic == topic }
            .map { min(max($0.level.z * $0.entry.strain / $0.entry.range, 0), 1) }.max() ?? 0
    }

    /// The signal furthest from usual, with sliders on the scale of metrics; the earlier declared one of two equal
    /// ones.
    var strongest: SignalLevel? { strongest { _ in true } }

    func strongest(about topic: Topic) -> SignalLevel? { strongest { $0.topic == topic } }

    private func strongest(where isMeant: (SignalEntry) -> Bool) -> SignalLevel? {
        let meant = known.filter { isMeant($0.entry) }.sorted { $0.level.signal < $1.level.signal }
        return meant.map { (level: $0.level, strength: abs($0.level.z) * (3 / $0.entry.range)) }
            .reduce(nil) { best, next in best.map { next.strength > $0.strength ? next : $0 } ?? next }?.level
    }
}
