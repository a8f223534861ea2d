import Fixtures
import Foundation
import Messages
import Moments
import Testing

@testable import Coaching

@Suite struct RankerTests {
    private func random(_ generator: inout some RandomNumberGenerator) -> [Double] {
        (0..<Features.count).map { _ in Double.random(in: -1...1, using: &generator) }
    }

    @Test("COA-4 one step is w += η·σ(w·x_other − w·x_preferred)·(x_preferred − x_other)")
    func step() {
        var generator = SystemRandomNumberGenerator()
        let (preferred, other) = (random(&generator), random(&generator))
        var ranker = Ranker()
        let before = ranker.weights
        let dot = { (x: [Double]) in zip(before, x).reduce(0.0) { $0 + $1.0 * $1.1 } }
        let sigma = 1 / (1 + exp(dot(preferred) - dot(other)))
        ranker.learn(preferred: preferred, over: other, rate: 0.1)
        let products = Set(Features.interplay.flatMap(\.products))
        for place in before.indices where !products.contains(place) {
            let expected = min(max(before[place] + 0.1 * sigma * (preferred[place] - other[place]), -4), 4)
            #expect(abs(ranker.weights[place] - expected) < 1e-12)
        }
        // Products with signals move the same way, scaled by topic where they would outweigh its taste.
        for (taste, products) in Features.interplay {
            let steps = products.map { 0.1 * sigma * (preferred[$0] - other[$0]) }
            let most = Ranker.interplay * abs(ranker.weights[taste] - Features.designed[taste])
            let scale = min(1, most / steps.reduce(0) { $0 + abs($1) })
            for (place, step) in zip(products, steps) {
                #expect(abs(ranker.weights[place] - before[place] - step * scale) < 1e-9)
            }
        }
    }

    @Test("COA-4 what was learned to be liked is liked on every day, and the other way round, whatever was answered")
    func interplay() {
        var random = SplitMix(seed: 5)
        let library = Moments.shipped.moments
        func signals(_ score: Double, _ revision: UInt64) -> SignalState {
            SignalState(
                revision: revision, day: World.day, score: score,
                levels: Signal.all.map {
                    SignalLevel(
                        signal: $0, z: Double.random(in: -3...3, using: &random) * ($0.entry?.range ?? 1) / 3,
                        contribution: 0)
                })
        }
        for person in 0..<12 {
            var state = CoachState()
            // Everything is learned on good days, or on bad ones.
            let score = person.isMultiple(of: 2) ? 80.0 : 20
            for round in 0..<25 {
                state.signals = signals(score, UInt64(round + 1))
                let at = World.at + Milliseconds(round) * 48 * World.hour
                let cards = state.cards(
                    from: library, signals: state.signals, at: at, today: World.day, seed: UInt64(person))
                for card in cards {
                    let likes = [Topic.movement, .mood].contains(card.moment.topic) != (person % 3 == 0)
                    state.answer(card.moment, likes ? .accepted : .dismissed, at: at, day: World.day)
                }
            }
            let (learned, designed) = (Ranker(stored: state.weights).weights, Features.designed)
            for (taste, products) in Features.interplay {
                let liking = learned[taste] - designed[taste]
                for _ in 0..<10 {
                    let day = products.map { _ in Bool.random(using: &random) ? 1.0 : -1 }
                    let gain = zip(products, day).reduce(liking) { $0 + (learned[$1.0] - designed[$1.0]) * $1.1 }
                    #expect(liking == 0 ? gain == 0 : gain * liking > 0, "\(liking) becomes \(gain)")
                }
            }
        }
    }

    @Test("COA-4 exploration is at most the last of three cards, of a little known topic, and follows from the seed")
    func exploration() {
        let library = Moments.shipped.moments
        var explored = 0
        for seed in 0..<200 as Range<UInt64> {
            let state = CoachState(signals: SignalState(revision: 1, day: World.day, score: 50, levels: []))
            func deal() -> [CardDeck.Candidate] {
                CardDeck.deal(library, state: state, signals: state.signals, at: World.at, today: World.day, seed: seed)
            }
            let dealt = deal()
            #expect(dealt.map(\.moment.id) == deal().map(\.moment.id))
            #expect(!dealt[0].isExploration && !dealt[1].isExploration && dealt.count == 3)
            if dealt[2].isExploration { explored += 1 }
            let usual = CardDeck.rank(library, state: state, signals: state.signals, at: World.at) { _ in 0 }
            if !dealt[2].isExploration { #expect(usual.prefix(4).contains { $0.moment.id == dealt[2].moment.id }) }
        }
        #expect((20...80).contains(explored), "about one deal in \(Exploration.every): \(explored) of 200")
        // Topics with enough answers are not explored.
        var state = CoachState()
        for moment in library {
            state.change(moment.id) { $0.accepted = Exploration.enough }
        }
        for seed in 0..<50 as Range<UInt64> {
            let dealt = CardDeck.deal(library, state: state, signals: nil, at: World.at, today: World.day, seed: seed)
            #expect(!dealt.contains { $0.isExploration })
        }
    }

    @Test("COA-4 learning moves the preferred one up, and stays bounded whatever is asked for")
    func bounded() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            let (preferred, other) = (random(&generator), random(&generator))
            var ranker = Ranker()
            let before = ranker.score(preferred) - ranker.score(other)
            ranker.learn(preferred: preferred, over: other)
            #expect(ranker.score(preferred) - ranker.score(other) > before)
            for _ in 0..<60 { ranker.learn(preferred: preferred, over: other, rate: 1e9) }
            #expect(ranker.weights.allSatisfy { abs($0) <= Ranker.bound })
            let kept = ranker
            ranker.learn(preferred: preferred, over: preferred)
            ranker.learn(preferred: [1], over: other)
            ranker.learn(preferred: preferred.map { _ in .nan }, over: other)
            #expect(ranker == kept)
        }
    }

    @Test("COA-4 a stored weight that is missing or not finite is as designed")
    func stored() {
        #expect(Ranker(stored: []).weights == Features.designed)
        #expect(
            Ranker(stored: [.nan, 99, 0]).weights.prefix(4) == [
                Features.designed[0], Ranker.bound, 0, Features.designed[3],
            ])
    }

    @Test(
        "COA-4 weights are kept by place, so places never move: six of the candidate, then score and signals by topic")
    func places() {
        #expect((Features.place(nil, .none), Features.place(nil, .goals), Features.place(.hrv, .none)) == (6, 15, 16))
        #expect((Features.place(.sleepDebt, .sleep), Features.place(.sentiment, .goals)) == (47, 115))
        #expect(Features.place(Signal(rawValue: 99), .sleep) == nil)
        let designed = Features.designed.prefix(116).enumerated().filter { $1 != 0 }.map { "\($0) \($1)" }
        #expect(
            designed == [
                "0 0.6", "1 0.5", "2 -3.5", "3 4.0", "4 0.4", "5 1.2", "11 -0.2", "15 0.4", "20 -0.6", "23 -0.3",
                "27 0.2", "30 0.3", "38 0.2",
                "40 0.3", "47 0.8", "52 -0.2", "62 -0.6", "78 0.8", "83 0.4", "89 -0.7", "94 -0.2", "97 -0.6",
                "111 -0.7",
            ])
    }

    @Test("COA-4 a signal alone cancels in a pair; with the topic it tells candidates apart")
    func interaction() {
        let moments = Moments.shipped.moments
        let sleep = moments.first { $0.topic == .sleep }!
        let goals = moments.first { $0.topic == .goals }!
        func features(_ moment: MicroMoment, _ z: Double) -> [Double] {
            let signals = SignalState(
                revision: 1, day: World.day, score: nil,
                levels: [SignalLevel(signal: .sleepDebt, z: z, contribution: 0)])
            return Features.of(
                moment, habit: Habit(moment: moment.id), signals: signals, relevance: 0, usualSeconds: nil, at: World.at
            )
        }
        let ranker = Ranker()
        func lead(_ z: Double) -> Double { ranker.score(features(sleep, z)) - ranker.score(features(goals, z)) }
        #expect(lead(3) > lead(0))
        #expect(lead(0) > lead(-3))
    }

    @Test("COA-4 features stay within their ranges; NaN and infinities never pass")
    func ranges() {
        let levels = Signal.all.map { SignalLevel(signal: $0, z: $0 == .hrv ? .nan : 1e9, contribution: 0) }
        let signals = SignalState(revision: 1, day: World.day, score: .infinity, levels: levels)
        for moment in Moments.shipped.moments {
            let habit = Habit(moment: moment.id, shown: 4, accepted: 1, dismissed: 2, restsFrom: 0, restsUntil: 1_000)
            let features = Features.of(
                moment, habit: habit, signals: signals, relevance: .nan, usualSeconds: 60, at: 500)
            #expect(features.count == Features.count)
            #expect(features.allSatisfy { $0.isFinite && abs($0) <= 1 })
            #expect(features[Features.cooldown] == 0.5)
            #expect(abs(features[Features.acceptance] - 0.4) < 1e-12)
            #expect(abs(features[Features.novelty] - 0.2) < 1e-12)
        }
    }

    @Test("COA-4 somebody who always prefers one topic gets it on top within a dozen answers")
    func learns() {
        // The ranker learns about a topic through the day's signals.
        var state = CoachState(signals: SignalState(revision: 1, day: World.day, score: 80, levels: []))
        let library = Moments.shipped.moments
        var at = World.at
        var rounds = 0
        while rounds < 12 {
            let cards = state.cards(from: library, signals: state.signals, at: at, today: World.day)
            for card in cards {
                let action: CardFeedback.Action = card.moment.topic == .nutrition ? .accepted : .dismissed
                state.answer(card.moment, action, at: at, day: World.day)
            }
            at += 8 * 24 * World.hour
            rounds += 1
        }
        let top = state.cards(from: library, signals: state.signals, at: at + 8 * 24 * World.hour, today: World.day)
        #expect(top.contains { $0.moment.topic == .nutrition })
        // What was learned on good days stays a liking on bad ones.
        for (score, topic) in [(80.0, Topic.nutrition), (20, .nutrition)] {
            let liked = Features.of(
                library.first { $0.topic == topic }!, habit: Habit(moment: ""),
                signals: SignalState(revision: 2, day: World.day, score: score, levels: []), relevance: 0,
                usualSeconds: nil, at: at)
            let topics = [Features.taste(topic), Features.place(nil, topic)].compactMap { $0 }
            let (learned, designed) = (Ranker(stored: state.weights), Ranker())
            let gain = topics.reduce(0) { $0 + liked[$1] * (learned.weights[$1] - designed.weights[$1]) }
            #expect(gain > 0.1, "\(score): \(gain)")
        }
    }

    @Test("COA-4 accepted and then completed is one answer; each answer teaches less than those before")
    func once() throws {
        var state = CoachState(signals: SignalState(revision: 1, day: World.day, score: 50, levels: []))
        let card = try #require(
            state.cards(from: Moments.shipped.moments, signals: state.signals, at: World.at, today: World.day).first
        ).moment
        state.answer(card, .accepted, at: World.at, day: World.day)
        let weights = state.weights
        state.answer(card, .completed, at: World.at + 1, day: World.day)
        #expect(state.weights == weights)
        #expect(state.habits.first { $0.moment == card.id }?.accepted == 1)
        #expect(state.completions.count == 1)
        // New data deals other cards in between; the completion is still that of the acceptance.
        let next = try #require(
            state.cards(from: Moments.shipped.moments, signals: state.signals, at: World.at + 2, today: World.day).first
        ).moment
        state.answer(next, .accepted, at: World.at + 3, day: World.day)
        let (taught, completions) = (state.weights, state.completions.count)
        state.signals?.revision = 2
        let other = Moments.shipped.moments.filter { $0.id != next.id }
        _ = state.cards(from: other + [next], signals: state.signals, at: World.at + 4, today: World.day)
        state.answer(next, .completed, at: World.at + 5, day: World.day)
        #expect(state.weights == taught)
        #expect(state.habit(next.id).accepted == 1)
        #expect(state.completions.count == completions + 1)
        // Done once more, without having been accepted again, it is another answer.
        state.answer(next, .completed, at: World.at + 6, day: World.day)
        #expect(state.habit(next.id).accepted == 2)
        let rates = (0...500).map(Ranker.rate)
        #expect(rates == rates.sorted(by: >) && rates[0] == Ranker.rate && rates[500] == Ranker.minimumRate)
    }
}
