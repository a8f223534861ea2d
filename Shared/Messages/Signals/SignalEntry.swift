/// The details of one signal, for scoring, coach, gateway, command line and web page.
public struct SignalEntry: Sendable {
    /// Where the values come from, and what they are compared with.
    public enum Source: Sendable {
        /// A sensor's daily metric, compared with the person's own baseline. `floor` is the smallest spread that a
        /// z-score is divided by, in the metric's unit (SCO-1); smaller differences are measurement noise.
        case metric(DailyMetric, floor: Double)
        /// A check-in slider.
        case slider(CheckInSlider)
        /// The sentiment of the day's journal entries.
        case journal
    }

    /// How a value above the usual is judged.
    public enum Direction: Sendable {
        /// A higher value is the easier state.
        case higherIsBetter
        /// A higher value is the harder state.
        case higherIsWorse
    }

    /// A reason to avoid effort (COA-11); its words are `coaching.caution.KEY` of the catalogues.
    public struct Caution: Sendable {
        /// Priority: of several reasons that apply, the lowest rank is shown.
        public let rank: Int
        /// Lowest z-score in the harder direction, on the display scale, at which it applies.
        public let threshold: Double

        init(rank: Int, from threshold: Double) { (self.rank, self.threshold) = (rank, threshold) }
    }

    /// Its place on the rings of a day.
    public enum RingPlace: Sendable, Equatable {
        /// One of the ten places, 0 … 9 clockwise from the top. The drawing has no more, so that a day's shape stays
        /// comparable.
        case at(Int)
        /// It enters the score, but is in no ring.
        case nowhere
    }

    /// The signal described.
    public let signal: Signal
    /// Name for people, inside a sentence.
    public let name: String
    /// Where the values come from.
    public let source: Source
    /// How a value above the usual is judged.
    public let direction: Direction
    /// Design prior of its weight in the score (SCO-3), in logits per unit of the feature; nothing is learned from
    /// other people.
    public let prior: Double
    /// Its topic (COA-8).
    public let topic: Topic
    /// Design priors of the card ranker's weights for a value above the usual, by topic of the card (COA-4).
    public let calls: [Topic: Double]
    /// Its name in the cloud model's prompt, in English.
    public let prompt: String
    /// When it is a reason to avoid effort; nil if never.
    public let caution: Caution?
    /// Its place on the rings of a day.
    public let ring: RingPlace
    /// Words in a question to the coach that name it, English and German; in lower case, without umlauts and accents.
    public let spoken: [String]

    init(
        _ signal: Signal, _ name: String, source: Source, direction: Direction, prior: Double, topic: Topic,
        calls: [Topic: Double] = [:],
        prompt: String, caution: Caution? = nil, ring: RingPlace, spoken: [String]
    ) {
        (self.signal, self.name, self.source, self.direction, self.prior) = (signal, name, source, direction, prior)
        (self.topic, self.calls, self.prompt, self.caution) = (topic, calls, prompt, caution)
        (self.ring, self.spoken) = (ring, spoken)
    }

    /// Name in JSON.
    public var key: String {
        switch source {
        case .metric(let metric, _): metric.key
        case .slider(let slider): slider.rawValue
        case .journal: "sentiment"
        }
    }

    /// Its daily metric; nil for sliders and the journal.
    public var metric: DailyMetric? {
        switch source {
        case .metric(let metric, _): metric
        case .slider, .journal: nil
        }
    }

    /// The name with a capital initial, for headings.
    public var title: String { name.prefix(1).uppercased() + name.dropFirst() }
}

/// The check-in sliders; raw values are their names in JSON.
public enum CheckInSlider: String, Sendable, CaseIterable {
    /// 7 is most stressed.
    case stress
    /// 7 is most energetic.
    case energy
    /// 7 is best.
    case sleepQuality
}
