/// All that is known of one signal: scoring, coaching, gateway, command line and page read it here.
public struct SignalEntry: Sendable {
    /// Where a signal comes from, and what its values are compared with.
    public enum Source: Sendable {
        /// A sensor's daily metric, compared with the person's own baseline. `floor` is the least spread that a z is
        /// divided by, in the metric's unit (SCO-1): below it a difference is measurement noise.
        case metric(DailyMetric, floor: Double)
        /// A slider of a check-in; `low` and `high` say what its ends are called.
        case slider(CheckInSlider, low: String = "low", high: String = "high")
        /// The sentiment of the day's journal entries.
        case journal
    }

    /// What more than usual means.
    public enum Direction: Sendable {
        /// More is the easier state.
        case higherIsBetter
        /// More is the harder state.
        case higherIsWorse
    }

    /// How the signal is spoken of; clauses that the comparison follows, such as “well above your usual”.
    public struct Words: Sendable {
        /// Of today, beginning a sentence.
        public let now: String
        /// Of a day that is over, inside a sentence.
        public let past: String
        /// What the cloud model is told it is.
        public let prompt: String

        init(now: String, past: String, prompt: String) { (self.now, self.past, self.prompt) = (now, past, prompt) }
    }

    /// A reason to take it easy (COA-11).
    public struct Caution: Sendable {
        /// The lowest is named where several hold.
        public let rank: Int
        /// z in the harder direction, on the display scale, from which it holds.
        public let threshold: Double
        /// A clause that begins a sentence.
        public let text: String

        init(rank: Int, from threshold: Double, _ text: String) {
            (self.rank, self.threshold, self.text) = (rank, threshold, text)
        }
    }

    /// Whose entry this is.
    public let signal: Signal
    /// Its name for people, inside a sentence.
    public let name: String
    /// Where it comes from.
    public let source: Source
    /// What more than usual means.
    public let direction: Direction
    /// Design prior of its weight in the score (SCO-3), in logits per unit of the feature; nothing is learned from
    /// other people.
    public let prior: Double
    /// What it is about (COA-8).
    public let topic: Topic
    /// What more than usual calls for: design prior of the card ranker's weights, by topic of the card (COA-4).
    public let calls: [Topic: Double]
    /// How it is spoken of.
    public let words: Words
    /// When it argues against effort; nil where it never does.
    public let caution: Caution?

    init(
        _ signal: Signal, _ name: String, source: Source, direction: Direction, prior: Double, topic: Topic,
        calls: [Topic: Double] = [:],
        words: Words, caution: Caution? = nil
    ) {
        (self.signal, self.name, self.source, self.direction, self.prior) = (signal, name, source, direction, prior)
        (self.topic, self.calls, self.words, self.caution) = (topic, calls, words, caution)
    }

    /// Its name in JSON.
    public var key: String {
        switch source {
        case .metric(let metric, _): metric.key
        case .slider(let slider, _, _): slider.rawValue
        case .journal: "sentiment"
        }
    }

    /// Its daily metric; nil for a slider and the journal.
    public var metric: DailyMetric? {
        switch source {
        case .metric(let metric, _): metric
        case .slider, .journal: nil
        }
    }

    /// The name as a heading.
    public var title: String { name.prefix(1).uppercased() + name.dropFirst() }
}

/// The sliders of a check-in; raw values are their names in JSON.
public enum CheckInSlider: String, Sendable, CaseIterable {
    /// 7 is most stressed.
    case stress
    /// 7 is most energetic.
    case energy
    /// 7 is best.
    case sleepQuality
}
