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
        /// Dealt to learn about its topic.
        var isExploration = false
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
        let answers = TopicAnswers(moments, habits)
        let scored = moments.map { moment in
            let features = Features.of(
                moment, habit: habits[moment.id] ?? Habit(moment: moment.id), signals: signals,
                relevance: relevance(moment), usualSeconds: usual, at: at, topicRate: answers.rate(moment.topic))
            return (candidate: Candidate(moment: moment, features: features), score: ranker.score(features))
        }
        return scored.sorted { ($1.score, $0.candidate.moment.id) < ($0.score, $1.candidate.moment.id) }.map(
            \.candidate)
    }

    /// The top pick and the two best others. The top pick is the best candidate with a Strong or Medium source, if
    /// there is one. The last of the others may be an exploration.
    /// - Parameters:
    ///   - today: the person's local date.
    ///   - seed: decides whether it is; equal seeds deal equal cards.
    ///   - pick: id of the suggestion of the day, which is the top pick then.
    static func deal(
        _ moments: [MicroMoment], state: CoachState, signals: SignalState?, at: Milliseconds, today: Day,
        seed: UInt64 = 0, pick: String? = nil
    ) -> [Candidate] {
        let needs = Dictionary(Features.topics.map { ($0, state.need($0, signals, on: today)) }) { first, _ in first }
        var ranked = rank(moments, state: state, signals: signals, at: at) { needs[$0.topic] ?? 0 }
        guard !ranked.isEmpty else { return [] }
        let top = ranked.remove(
            at: ranked.firstIndex { $0.moment.id == pick }
                ?? ranked.firstIndex { $0.moment.badge.rawValue >= EvidenceBadge.medium.rawValue } ?? 0)
        var others = Array(ranked.prefix(size - 1))
        if others.count == size - 1, Exploration.isDue(seed) {
            let habits = Dictionary(state.habits.map { ($0.moment, $0) }) { first, _ in first }
            let answers = TopicAnswers(moments, habits)
            let known = [top, others[0]].map(\.moment.topic)
            if let other = Exploration.choice(ranked, answers, except: known) { others[size - 2] = other }
        }
        return [top] + others
    }
}

/// A person's answers by topic.
struct TopicAnswers {
    private var counts: [Topic: (accepted: Int32, dismissed: Int32)] = [:]

    init(_ moments: [MicroMoment], _ habits: [String: Habit]) {
        for moment in moments {
            guard let habit = habits[moment.id] else { continue }
            counts[moment.topic, default: (0, 0)].accepted += habit.accepted
            counts[moment.topic, default: (0, 0)].dismissed += habit.dismissed
        }
    }

    func count(_ topic: Topic) -> Int32 { counts[topic].map { $0.accepted + $0.dismissed } ?? 0 }

    /// Share of acceptances, 0 … 1, with half an answer of each kind added (Jeffreys' prior).
    func rate(_ topic: Topic) -> Double {
        let (accepted, dismissed) = counts[topic] ?? (0, 0)
        return (Double(accepted) + 0.5) / (Double(accepted + dismissed) + 1)
    }
}

/// How a deal of cards tries topics that little is known about: at most the last of the three cards, never the top
/// pick, in one deal of `every`, and only topics with fewer than `enough` answers. It follows from the seed alone.
enum Exploration {
    static let every: UInt64 = 8
    static let enough: Int32 = 6

    static func isDue(_ seed: UInt64) -> Bool {
        // The finaliser of SplitMix64 spreads neighbouring seeds.
        var mixed = (seed ^ (seed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)) % every == 0
    }

    /// The best ranked candidate of the topic with the fewest answers, and of several such topics of the one that is
    /// ranked best; nil if every topic has enough.
    static func choice(_ ranked: [CardDeck.Candidate], _ answers: TopicAnswers, except: [Topic])
        -> CardDeck.Candidate?
    {
        let unknown = ranked.filter {
            !except.contains($0.moment.topic) && answers.count($0.moment.topic) < enough
                && $0.features[Features.cooldown] == 0
        }
        let fewest = unknown.map { answers.count($0.moment.topic) }.min()
        guard var chosen = unknown.first(where: { answers.count($0.moment.topic) == fewest }) else { return nil }
        chosen.isExploration = true
        return chosen
    }
}

extension CoachState {
    /// Geometric mean of the durations of the latest completed moments, in seconds; nil before the first.
    var usualSeconds: Double? {
        let known = completedSeconds.suffix(20)
        guard !known.isEmpty else { return nil }
        return exp(known.reduce(0) { $0 + log(Double($1)) } / Double(known.count))
    }

    /// The cards to show now. Shown cards stay until they are answered, expire, or the signals change.
    /// - Parameters:
    ///   - signals: the current ones; cards dealt for signals that are no longer current are replaced.
    ///   - today: the person's local date.
    ///   - seed: of the person and the day, for exploration.
    ///   - pick: the suggestion of the day while it is open, which is the first of the cards then.
    mutating func cards(
        from library: [MicroMoment], signals: SignalState?, at: Milliseconds, today: Day, seed: UInt64 = 0,
        pick: DayPick? = nil
    ) -> [(moment: MicroMoment, why: CardReason?)] {
        if let showing, !showing.isSpent, showing.revision == signals?.revision ?? 0, at >= showing.at,
            at - showing.at < CardDeck.lifetime, pick.map({ $0.moment == showing.entries.first?.moment }) ?? true
        {
            let shown = showing.entries.compactMap { entry in
                library.first { $0.id == entry.moment }.map { ($0, entry.reason.flatMap { CardReason($0) }) }
            }
            if shown.count == showing.entries.count, !shown.isEmpty { return shown }
        }
        let dealt = CardDeck.deal(
            library, state: self, signals: signals, at: at, today: today,
            seed: seed &+ UInt64(bitPattern: Int64(answers)), pick: pick?.moment)
        let ranker = Ranker(stored: weights)
        let reasons = dealt.map { card in
            if card.moment.id == pick?.moment { return pick?.reason.flatMap { CardReason($0) } }
            return card.isExploration ? .new : CardReason(of: card.features, card.moment.topic, ranker, signals)
        }
        showing = ShownCards(
            at: at, revision: signals?.revision ?? 0,
            entries: zip(dealt, reasons).map { card, reason in
                ShownCards.Entry(moment: card.moment.id, features: card.features, reason: reason?.note)
            })
        for card in dealt { change(card.moment.id) { $0.shown += 1 } }
        return zip(dealt, reasons).map { ($0.moment, $1) }
    }

    /// Number of answers so far.
    var answers: Int { habits.reduce(0) { $0 + Int($1.accepted) + Int($1.dismissed) } }

    /// Records a response to a card: trains the ranker on pairs with the other shown cards and starts the cooldown.
    mutating func answer(_ moment: MicroMoment, _ action: CardFeedback.Action, at: Milliseconds, day: Day) {

        if action == .declined {
            change(moment.id) { habit in
                habit.restsFrom = at
                habit.restsUntil = at + moment.cooldownSeconds * 1000
            }
            showing?.isSpent = true
            return
        }
        // Accepted and then completed is one answer, also where other cards were dealt in between.
        let isRepeated = action != .dismissed && habit(moment.id).isUnderway(at: at)
        if isRepeated {
            note(answered: moment.id)
        } else {
            teach(moment.id, isPreferred: action != .dismissed, rate: Ranker.rate(after: answers))
        }
        change(moment.id) { habit in
            if action == .dismissed { habit.dismissed += 1 } else if !isRepeated { habit.accepted += 1 }
            habit.acceptedAt = action == .accepted ? at : 0
            habit.hiddenAt = action == .dismissed ? at : 0
            habit.restsFrom = at
            habit.restsUntil = at + moment.cooldownSeconds * 1000
        }
        if action == .completed {
            completions.append(
                Completion(moment: moment.id, topic: moment.topic, day: day, at: at, seconds: moment.estimatedSeconds))
            completions.removeFirst(max(0, completions.count - Self.maximumCompletions))
        }
        // An accepted card stays shown until it is completed.
        if action != .accepted, showing?.entries.contains(where: { $0.moment == moment.id }) == true {
            showing?.isSpent = true
        }
    }

    private mutating func note(answered moment: String) {
        guard let index = showing?.entries.firstIndex(where: { $0.moment == moment }) else { return }
        showing?.entries[index].answered = true
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
