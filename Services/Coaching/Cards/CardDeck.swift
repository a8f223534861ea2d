import Foundation
import Messages
import Moments

/// Selects the day's cards and learns from the person's responses to them (COA-4, COA-5).
struct CardDeck {
    /// Number of cards shown.
    static let size = 3
    /// Lifetime of the shown cards, in milliseconds, unless the signals change or a card is answered for good.
    static let lifetime: Milliseconds = 6 * 3_600_000

    struct Candidate {
        var moment: MicroMoment
        var features: [Double]
    }

    /// All candidates, best first; ties by id.
    /// - Parameter signals: the current ones.
    static func rank(
        _ moments: [MicroMoment], state: CoachState, signals: SignalState?, at: Milliseconds,
        relevance: (MicroMoment) -> Double
    ) -> [Candidate] {
        let ranker = Ranker(stored: state.weights)
        let usual = state.usualSeconds
        let habits = Dictionary(state.habits.map { ($0.moment, $0) }) { first, _ in first }
        let scored = moments.map { moment in
            let features = Features.of(
                moment, habit: habits[moment.id] ?? Habit(moment: moment.id), signals: signals,
                relevance: relevance(moment), usualSeconds: usual, at: at)
            return (candidate: Candidate(moment: moment, features: features), score: ranker.score(features))
        }
        return scored.sorted { ($1.score, $0.candidate.moment.id) < ($0.score, $1.candidate.moment.id) }.map(
            \.candidate)
    }

    /// The top pick and the two best others. The top pick is the best candidate with a Strong or Medium source, if
    /// there is one.
    static func deal(_ moments: [MicroMoment], state: CoachState, signals: SignalState?, at: Milliseconds)
        -> [Candidate]
    {
        var ranked = rank(moments, state: state, signals: signals, at: at) { signals?.need($0.topic) ?? 0 }
        guard !ranked.isEmpty else { return [] }
        let top = ranked.remove(
            at: ranked.firstIndex { $0.moment.badge.rawValue >= EvidenceBadge.medium.rawValue } ?? 0)
        return [top] + ranked.prefix(size - 1)
    }
}

extension CoachState {
    /// Geometric mean of the durations of the latest completed moments, in seconds; nil before the first.
    var usualSeconds: Double? {
        let known = completions.suffix(20).compactMap(\.seconds).filter { $0 > 0 }
        guard !known.isEmpty else { return nil }
        return exp(known.reduce(0) { $0 + log(Double($1)) } / Double(known.count))
    }

    /// The cards to show now. Shown cards stay until they are answered, expire, or the signals change.
    /// - Parameter signals: the current ones; cards dealt for signals that are no longer current are replaced.
    mutating func cards(from library: [MicroMoment], signals: SignalState?, at: Milliseconds)
        -> [(moment: MicroMoment, why: CardReason?)]
    {
        func reason(_ moment: MicroMoment, _ features: [Double]) -> CardReason? {
            CardReason(of: features, moment.topic, Ranker(stored: weights), signals)
        }
        if let showing, showing.revision == signals?.revision ?? 0, at >= showing.at,
            at - showing.at < CardDeck.lifetime
        {
            let shown = showing.entries.compactMap { entry in
                library.first { $0.id == entry.moment }.map { ($0, reason($0, entry.features)) }
            }
            if shown.count == showing.entries.count, !shown.isEmpty { return shown }
        }
        let dealt = CardDeck.deal(library, state: self, signals: signals, at: at)
        showing = ShownCards(
            at: at, revision: signals?.revision ?? 0,
            entries: dealt.map { ShownCards.Entry(moment: $0.moment.id, features: $0.features) })
        for card in dealt { change(card.moment.id) { $0.shown += 1 } }
        return dealt.map { ($0.moment, reason($0.moment, $0.features)) }
    }

    /// Records a response to a card: trains the ranker on pairs with the other shown cards and starts the cooldown.
    mutating func answer(_ moment: MicroMoment, _ action: CardFeedback.Action, at: Milliseconds, day: Day) {
        // Accepted and then completed is one answer.
        let isRepeated =
            action == .completed && showing?.entries.contains { $0.moment == moment.id && $0.answered } == true
        let answers = habits.reduce(0) { $0 + Int($1.accepted) + Int($1.dismissed) }
        teach(moment.id, isPreferred: action != .dismissed, rate: Ranker.rate(after: answers))
        change(moment.id) { habit in
            if action == .dismissed { habit.dismissed += 1 } else if !isRepeated { habit.accepted += 1 }
            habit.restsFrom = at
            habit.restsUntil = at + moment.cooldownSeconds * 1000
        }
        if action == .completed {
            completions.append(
                Completion(moment: moment.id, topic: moment.topic, day: day, at: at, seconds: moment.estimatedSeconds))
            completions.removeFirst(max(0, completions.count - Self.maximumCompletions))
        }
        // An accepted card stays shown until it is completed.
        if action != .accepted, showing?.entries.contains(where: { $0.moment == moment.id }) == true { showing = nil }
    }

    private mutating func teach(_ moment: String, isPreferred: Bool, rate: Double) {
        guard let index = showing?.entries.firstIndex(where: { $0.moment == moment && !$0.answered }),
            let entries = showing?.entries
        else { return }
        var ranker = Ranker(stored: weights)
        for (other, entry) in entries.enumerated() where other != index {
            if isPreferred {
                ranker.learn(preferred: entries[index].features, over: entry.features, rate: rate)
            } else {
                ranker.learn(preferred: entry.features, over: entries[index].features, rate: rate)
            }
        }
        weights = ranker.weights
        showing?.entries[index].answered = true
    }

    /// Length in days of the run of days with a completion that ends on `day`.
    func streak(on day: Day) -> Int {
        let days = Set(completions.map(\.day))
        var streak = 0
        while days.contains(day.advanced(by: -streak)) { streak += 1 }
        return streak
    }
}
