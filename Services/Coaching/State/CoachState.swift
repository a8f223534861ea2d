import Messages
import Moments

/// The coach's state of one person, without any text by them. It is one sealed row, replaced as a whole inside a
/// transaction.
struct CoachState: Message, Equatable {
    var signals: SignalState?
    /// The ranker's weights. Missing ones at the end are those of the design prior.
    var weights: [Double] = []
    var habits: [Habit] = []
    var showing: ShownCards?
    /// Oldest first, at most `maximumCompletions`.
    var completions: [Completion] = []
    /// Cautions and crises, oldest first, at most `maximumVerdicts`.
    var verdicts: [NotedVerdict] = []
    /// Moments suggested in answer to cautious messages, which the conversation does not keep; oldest first, at most
    /// `maximumOffers`.
    var offers: [Offer] = []
    /// Completed actions of the goals service, oldest first, at most `maximumActions`.
    var actions: [NotedAction] = []
    /// Goals that the person pursues, at most `maximumGoals`.
    var goals: [NotedGoal] = []
    /// The suggestions of the last `pickedDays` days, oldest first.
    var picks: [DayPick] = []

    static let maximumCompletions = 400
    static let maximumVerdicts = 100
    static let maximumOffers = 40
    static let maximumActions = 200
    static let maximumGoals = 200

    enum CodingKeys: Int, CodingKey {
        case signals = 1, weights, habits, showing, completions, verdicts, offers, actions, goals, picks
    }

    func habit(_ moment: String) -> Habit { habits.first { $0.moment == moment } ?? Habit(moment: moment) }

    mutating func change(_ moment: String, _ body: (inout Habit) -> Void) {
        if let index = habits.firstIndex(where: { $0.moment == moment }) {
            body(&habits[index])
        } else {
            var habit = Habit(moment: moment)
            body(&habit)
            habits.append(habit)
        }
    }
}

/// The latest state received from scoring.
struct SignalState: Message, Equatable {
    /// Scoring's revision of the score.
    var revision: UInt64
    var day: Day
    /// 0 … 100; nil if the day has no score.
    var score: Double?
    /// The signals of `day`.
    var levels: [SignalLevel]
    /// The person's flags for the day.
    var context: [ContextFlag] = []
    enum CodingKeys: Int, CodingKey { case revision = 1, day, score, levels, context }

    subscript(signal: Signal) -> SignalLevel? { levels.first { $0.signal == signal } }

    /// Whether the signals count as current on `today`. `levels` holds only values of its own day
    /// (`ScoreUpdated.signals`), which are at most 48 hours old at the end of the next day.
    func isCurrent(on today: Day) -> Bool { day.distance(to: today) <= 1 }

    /// The state if it is current, else nil: older values must not affect ranking, cautions or phrasing.
    func current(on today: Day) -> SignalState? { isCurrent(on: today) ? self : nil }

    /// Whether the two differ at most in revision and context.
    func hasSameSignals(as other: SignalState) -> Bool {
        (day, score) == (other.day, other.score) && levels == other.levels
    }
}

/// A person's history with one moment.
struct Habit: Message, Equatable {
    /// Id of the moment.
    var moment: String
    /// How often it was dealt.
    var shown: Int32 = 0
    /// How often it was accepted or completed.
    var accepted: Int32 = 0
    /// How often it was dismissed.
    var dismissed: Int32 = 0
    /// Start of its cooldown; 0 before the first response.
    var restsFrom: Milliseconds = 0
    /// End of its cooldown; 0 before the first response.
    var restsUntil: Milliseconds = 0
    /// Time of an acceptance that was neither completed nor dismissed; 0 without one.
    var acceptedAt: Milliseconds = 0
    /// Time at which it was dismissed; 0 if it was not, or was taken up or restored since.
    var hiddenAt: Milliseconds = 0
    enum CodingKeys: Int, CodingKey {
        case moment = 1, shown, accepted, dismissed, restsFrom, restsUntil, acceptedAt, hiddenAt
    }

    /// Milliseconds from an acceptance in which a completion is expected.
    static let completionPeriod: Milliseconds = 7 * 86_400_000

    /// A dismissed moment is hidden for this long, in milliseconds.
    static let hidingPeriod: Milliseconds = 30 * 86_400_000

    func isHidden(at: Milliseconds) -> Bool { hiddenAt > 0 && at - hiddenAt < Self.hidingPeriod }

    /// Whether it was accepted and its completion is still expected.
    func isUnderway(at: Milliseconds) -> Bool { acceptedAt > 0 && at - acceptedAt < Self.completionPeriod }
}

/// A suggestion made in a conversation.
struct Offer: Message, Equatable {
    /// Id of the moment.
    var moment: String
    var at: Milliseconds
    enum CodingKeys: Int, CodingKey { case moment = 1, at }
}

/// Why a suggestion was chosen, as it is stored with it.
struct ReasonNote: Message, Equatable {
    /// `signal`, `liked`, `time`, `new`, `evidence`, `hour`, or the name of a circumstance.
    var kind: String
    /// The signal that called for it.
    var signal: Signal?
    /// The topic that the person took up before.
    var topic: Topic?
    enum CodingKeys: Int, CodingKey { case kind = 1, signal, topic }
}

/// The shown cards, with the features the ranker used for each.
struct ShownCards: Message, Equatable {
    /// One shown card.
    struct Entry: Message, Equatable {
        /// Id of the moment.
        var moment: String
        /// The ranker's features, in the order of `Features`.
        var features: [Double]
        /// Whether the person has responded; the ranker learns from the first response only.
        var answered = false
        /// Why it was dealt; nil if nothing stood out.
        var reason: ReasonNote?
        enum CodingKeys: Int, CodingKey { case moment = 1, features, answered, reason }
    }

    /// Time at which the cards were dealt.
    var at: Milliseconds
    /// Revision of the signals the cards were dealt for; 0 before the first.
    var revision: UInt64
    /// The cards in the order shown, at most `CardDeck.size`.
    var entries: [Entry]
    /// Whether one of them was completed or dismissed: the next question for cards deals new ones. Until then answers to
    /// the others still teach.
    var isSpent = false
    enum CodingKeys: Int, CodingKey { case at = 1, revision, entries, isSpent }
}

/// The suggestion of a day (COA-5): chosen once and kept until it is answered.
struct DayPick: Message, Equatable {
    var day: Day
    /// Time of the choice.
    var at: Milliseconds
    /// Id of the moment.
    var moment: String
    /// Why it was chosen; nil if nothing stood out.
    var reason: ReasonNote?
    /// The circumstances in which it was chosen.
    var circumstances: [Circumstance] = []
    /// `completed`, `declined` or `dismissed`; nil while it is open.
    var action: CardFeedback.Action?
    /// Time of the answer; 0 while it is open.
    var answeredAt: Milliseconds = 0
    /// Number of answers, those that were taken back included.
    var answers: Int32 = 0
    enum CodingKeys: Int, CodingKey {
        case day = 1, at, moment, reason, circumstances, action, answeredAt, answers
    }
}

/// A completed moment.
struct Completion: Message, Equatable {
    /// Id of the moment.
    var moment: String
    var topic: Topic
    /// The person's local date.
    var day: Day
    /// Time of the completion.
    var at: Milliseconds
    /// Duration of the moment; nil if the library states none.
    var seconds: Int32?
    enum CodingKeys: Int, CodingKey { case moment = 1, topic, day, at, seconds }
}

/// A completed action of the goals service (GOL-8). It has no text.
struct NotedAction: Message, Equatable {
    var id: EntityID
    /// Revision of the action; an older one is ignored.
    var revision: UInt64
    /// The person's local date.
    var day: Day
    /// Start.
    var at: Milliseconds
    /// Duration in seconds.
    var seconds: Int64
    enum CodingKeys: Int, CodingKey { case id = 1, revision, day, at, seconds }
}

/// The state of a goal that the person pursues (GOL-8). It has no text.
struct NotedGoal: Message, Equatable {
    var id: EntityID
    /// Revision of the goal; an older one is ignored.
    var revision: UInt64
    var start: Day
    var target: Day
    /// Least share of a target that is reached, 0 … 1.
    var reached: Double
    enum CodingKeys: Int, CodingKey { case id = 1, revision, start, target, reached }
}

/// A verdict other than `safe`, on a chat message or a journal entry.
struct NotedVerdict: Message, Equatable {
    /// Id of the chat request, of the journal entry, or of the goal (or other record) with the text.
    var id: EntityID
    /// Revision of the verdict; an older one is ignored.
    var revision: UInt64
    /// Time of the message, or of the entry's last edit, else of its writing.
    var at: Milliseconds
    var level: Verdict.Level
    var reason: Verdict.Reason?
    /// Whether the verdict is on a chat message or a goal's text; otherwise on a journal entry.
    var fromChat: Bool
    /// Whether the person withdrew the crisis.
    var withdrawn = false
    enum CodingKeys: Int, CodingKey { case id = 1, revision, at, level, reason, fromChat, withdrawn }
}

/// A vector and its embedder: only vectors of the same embedder are comparable.
struct StoredVector: Message {
    var embedder: String
    /// Elements in the embedder's order.
    var vector: [Float]
    enum CodingKeys: Int, CodingKey { case embedder = 1, vector }
}
