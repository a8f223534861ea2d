import Messages
import Moments
import Questions

/// What a message may refer to: the turns before it without a pause longer than `ConversationRows.memory`.
struct Conversation {
    /// Turns that are read for it.
    static let maximumTurns = 60

    /// Oldest first.
    let turns: [StoredTurn]
    /// Of the latest replies, with or without a pause.
    let openings: Openings
    /// Begin of the conversation; the time of the message if it begins one.
    let since: Milliseconds

    /// - Parameter stored: the latest turns, oldest first.
    init(_ stored: [StoredTurn], at: Milliseconds) {
        var (recent, next) = ([StoredTurn](), at)
        for turn in stored.reversed() {
            guard turn.turn.at > next - ConversationRows.memory else { break }
            recent.append(turn)
            next = turn.turn.at
        }
        (turns, since) = (recent.reversed(), next)
        openings = Openings(after: stored.map(\.turn.reply.coachReply))
    }

    /// The latest question that another can go on from; courtesy in between does not end it.
    var previous: Question? {
        turns.reversed().lazy.map(\.question?.question)
            .prefix { $0 == nil || $0?.kind == .courtesy || $0?.kind.canGoOn == true }
            .compactMap { $0 }.first { $0.kind.canGoOn }
    }

    /// The latest turn with a suggestion.
    var suggestion: StoredTurn? { turns.last { $0.turn.reply.moment != nil } }

    /// Moments suggested in it.
    var suggested: Set<String> { Set(turns.compactMap(\.turn.reply.moment)) }
}

/// The part of the day, by the local hour.
enum DayPart {
    case day, evening, night

    /// nil without an hour, which restricts nothing.
    init?(hour: Int32?) {
        guard let hour, (0...23).contains(hour) else { return nil }
        self = (5..<19).contains(hour) ? .day : (19..<22).contains(hour) ? .evening : .night
    }
}

/// The moments that may be suggested in a conversation.
struct SuggestionPool {
    let library: [MicroMoment]
    let state: CoachState
    let at: Milliseconds
    let part: DayPart?
    /// Moments suggested in the conversation.
    let suggested: Set<String>

    /// A moment that was dismissed more often than taken up is left out for this long, in milliseconds.
    private static let dislike: Milliseconds = 30 * 86_400_000

    /// - Parameters:
    ///   - topic: the topic wished for.
    ///   - isGentle: nothing that asks for effort.
    ///   - limit: longest duration in seconds, exclusive; nil for any.
    /// - Returns: those of the topic that the person neither did nor dismissed lately; where there are none, others that
    ///   break no rule; empty if everything was suggested.
    func moments(of topic: Topic, isGentle: Bool = false, shorterThan limit: Int32? = nil) -> [MicroMoment] {
        // Rules without exception: nothing twice, nothing exerting in the evening, nothing longer than wished for.
        let allowed = library.filter { moment in
            !suggested.contains(moment.id) && !(moment.isExerting && (isGentle || part == .evening || part == .night))
                && limit.map { (moment.estimatedSeconds ?? .max) < $0 } ?? true
                && !(part == .night && moment.cautions.contains(where: MicroMoment.daylightCautions.contains))
        }
        let habits = Dictionary(state.habits.map { ($0.moment, $0) }) { first, _ in first }
        let welcome = allowed.filter { isWelcome(habits[$0.id]) }
        let calm = { (moments: [MicroMoment]) in
            moments.filter { !$0.isExerting && (part != .night || MicroMoment.quietTopics.contains($0.topic)) }
        }
        let choices = [
            welcome.filter { $0.topic == topic }, allowed.filter { $0.topic == topic }, calm(welcome), calm(allowed),
        ]
        return choices.first { !$0.isEmpty } ?? []
    }

    private func isWelcome(_ habit: Habit?) -> Bool {
        guard let habit else { return true }
        if habit.restsUntil > at { return false }
        return habit.dismissed <= habit.accepted || at - habit.restsFrom > Self.dislike
    }
}
