import Messages

/// Everything the coach knows of a person: no text of theirs. One sealed row, changed only as a whole inside a transaction.
struct CoachState: Message, Equatable {
    var signals: SignalState?
    /// Of the ranker; shorter than its layout (or empty) where the rest is as designed.
    var weights: [Double] = []
    var habits: [Habit] = []
    var showing: Showing?
    /// Oldest first, at most `maximumCompletions`.
    var completions: [Completion] = []
    /// Cautions and crises, oldest first, at most `maximumVerdicts`.
    var verdicts: [NotedVerdict] = []

    static let maximumCompletions = 400
    static let maximumVerdicts = 100

    enum CodingKeys: Int, CodingKey { case signals = 1, weights, habits, showing, completions, verdicts }

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

/// The latest state that scoring told of.
struct SignalState: Message, Equatable {
    var revision: UInt64
    var day: Day
    /// 0 … 100; absent where the day has none.
    var score: Double?
    var levels: [SignalLevel]
    /// What the person said about the day.
    var context: [ContextFlag] = []
    enum CodingKeys: Int, CodingKey { case revision = 1, day, score, levels, context }

    subscript(signal: Signal) -> SignalLevel? { levels.first { $0.signal == signal } }

    /// Whether it may be called current: `levels` holds only values of its day (`ScoreUpdated.signals`), which are at most 48 hours old through the end of the
    /// next day.
    func isCurrent(on today: Day) -> Bool { day.distance(to: today) <= 1 }

    /// Itself where it is current: nothing is ranked, cautioned or phrased by older values.
    func current(on today: Day) -> SignalState? { isCurrent(on: today) ? self : nil }

    /// Whether both differ in revision and context at most.
    func sameNumbers(as other: SignalState) -> Bool { (day, score) == (other.day, other.score) && levels == other.levels }
}

/// What a person did with one moment so far.
struct Habit: Message, Equatable {
    var moment: String
    /// How often it was dealt.
    var shown: Int32 = 0
    /// Accepted or completed.
    var accepted: Int32 = 0
    var dismissed: Int32 = 0
    /// When its cooldown began and ends; both 0 before the first answer.
    var restsFrom: Milliseconds = 0
    var restsUntil: Milliseconds = 0
    enum CodingKeys: Int, CodingKey { case moment = 1, shown, accepted, dismissed, restsFrom, restsUntil }
}

/// The cards on the table, with what the ranker saw of each when it dealt them.
struct Showing: Message, Equatable {
    struct Entry: Message, Equatable {
        var moment: String
        var features: [Double]
        /// The person has answered; the ranker learns from the first answer only.
        var answered = false
        enum CodingKeys: Int, CodingKey { case moment = 1, features, answered }
    }

    var at: Milliseconds
    /// Revision of the signals it was dealt for; 0 before the first.
    var revision: UInt64
    var entries: [Entry]
    enum CodingKeys: Int, CodingKey { case at = 1, revision, entries }
}

struct Completion: Message, Equatable {
    var moment: String
    var topic: Topic
    /// The person's local date.
    var day: Day
    var at: Milliseconds
    var seconds: Int32?
    enum CodingKeys: Int, CodingKey { case moment = 1, topic, day, at, seconds }
}

/// A verdict that was not `safe`, on a chat message or a journal entry.
struct NotedVerdict: Message, Equatable {
    var id: EntityID
    var revision: UInt64
    var at: Milliseconds
    var level: Verdict.Level
    var reason: Verdict.Reason?
    var fromChat: Bool
    /// "This was not a crisis."
    var withdrawn = false
    enum CodingKeys: Int, CodingKey { case id = 1, revision, at, level, reason, fromChat, withdrawn }
}

/// Vectors compare only with those of the same embedder.
struct StoredVector: Message {
    var embedder: String
    var vector: [Float]
    enum CodingKeys: Int, CodingKey { case embedder = 1, vector }
}
