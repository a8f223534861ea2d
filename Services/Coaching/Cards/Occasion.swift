import LocalTime
import Messages
import Moments

/// When and in which circumstances suggestions are asked for.
struct Occasion {
    /// A night of less sleep is short, in seconds: the bound of most studies of short sleep.
    static let shortNight = 6 * 3600.0
    /// Time after a crisis in which suggestions are gentle, in milliseconds: its day and the next.
    static let hardDays: Milliseconds = 48 * 3_600_000

    /// Current time.
    var at: Milliseconds
    /// The person's local hour, 0 … 23.
    var hour: Int32
    /// The waking day of the suggestion.
    var day: Day
    /// Circumstances that the person noted for the day.
    var noted: [Circumstance] = []
    /// Circumstances from sleep and verdicts; read only before the suggestion of the day is chosen.
    var known: [Circumstance] = []

    init(at: Milliseconds, hour: Int32, today: Day) {
        self.at = at
        self.hour = hour
        day = WakingDay.day(hour: hour, today: today)
    }
}

extension Circumstance {
    /// The one that matters most first.
    static let byWeight: [Circumstance] = [.illness, .injury, .hardDay, .shortNight, .travel]
    /// Those in which a suggestion that does not name them is no harm.
    static let mild: Set<Circumstance> = [.shortNight, .travel]
    /// Those that a person notes about a day; the others are measured or judged.
    static let noted: Set<Circumstance> = [.illness, .injury, .travel]

    /// The circumstance that a person notes by a flag; nil for a flag that changes no suggestion.
    init?(_ flag: ContextFlag) {
        switch flag {
        case .illness: self = .illness
        case .injury: self = .injury
        case .travel: self = .travel
        default: return nil
        }
    }
}

extension CoachState {
    /// Days over which suggestions of the day are counted.
    static let pickedDays = 30
    /// Most often that one is the suggestion of the day within `pickedDays`.
    static let maximumPicks = 3
    /// Days in which it is not chosen again while there are others.
    private static let restDays = 7

    /// The suggestion of the day: the one that was chosen, or a new one if there is none yet, its hours have passed, or
    /// the person noted a circumstance in which it was not chosen. New data change nothing.
    /// - Returns: nil if none fits.
    mutating func pick(from library: [MicroMoment], signals: SignalState?, _ now: Occasion) -> DayPick? {
        var circumstances = Set(now.noted + now.known)
        let place = picks.lastIndex { $0.day == now.day }
        if let place {
            let pick = picks[place]
            let isKept = library.contains { $0.id == pick.moment && $0.fits(hour: now.hour) }
            let noted = pick.circumstances.filter(Circumstance.noted.contains)
            if pick.action != nil || (isKept && Set(noted) == Set(now.noted)) { return pick }
            // Circumstances from sleep and verdicts are kept; only notes can be taken back.
            circumstances.formUnion(pick.circumstances.filter { !Circumstance.noted.contains($0) })
        }
        let recent = picks.filter { $0.day > now.day.advanced(by: -Self.pickedDays) }
        let counts = recent.reduce(into: [:]) { $0[$1.moment, default: 0] += 1 }
        var asked = now
        asked.known = circumstances.filter { !Circumstance.noted.contains($0) }
        let possible = library.filter { isOffered($0, asked) }
        let decisive = Circumstance.byWeight.filter(circumstances.contains)
        let resting = Set(recent.filter { $0.day > now.day.advanced(by: -Self.restDays) }.map(\.moment))
        let rare = Self.fitting(possible.filter { counts[$0.id, default: 0] < Self.maximumPicks }, decisive)
        // One that came three times is better than none.
        let fitting = rare.isEmpty ? Self.fitting(possible, decisive) : rare
        let fresh = fitting.filter { !resting.contains($0.id) }
        let dealt = CardDeck.deal(
            fresh.isEmpty ? fitting : fresh, state: self, signals: signals, at: now.at, today: now.day)
        guard let card = dealt.first else { return nil }
        let pick = DayPick(
            day: now.day, at: now.at, moment: card.moment.id,
            reason: reason(of: card, decisive, signals, after: recent.suffix(2).map(\.reason)),
            circumstances: decisive)
        picks = recent.filter { $0.day <= pick.day } + [pick] + recent.filter { $0.day > pick.day }
        return pick
    }

    /// Whether a suggestion may be shown: its text fits the hour and the circumstances, it asks for no effort of an ill
    /// or injured person, and the person did not hide it.
    func isOffered(_ moment: MicroMoment, _ now: Occasion) -> Bool {
        let circumstances = Set(now.noted + now.known)
        let isTooMuch = moment.isExerting && !circumstances.isDisjoint(with: [.illness, .injury, .hardDay])
        let isAboutAnother = moment.needsCircumstance && circumstances.isDisjoint(with: moment.circumstances)
        return moment.fits(hour: now.hour) && !isTooMuch && !isAboutAnother && !habit(moment.id).isHidden(at: now.at)
    }

    /// Those for all the circumstances, else those for the first. After a short night and on a journey, which may last
    /// for weeks, all without effort if there is none.
    private static func fitting(_ moments: [MicroMoment], _ circumstances: [Circumstance]) -> [MicroMoment] {
        let all = moments.filter { moment in circumstances.allSatisfy(moment.circumstances.contains) }
        guard all.isEmpty, let first = circumstances.first else { return all }
        let some = moments.filter { $0.circumstances.contains(first) }
        guard some.isEmpty, circumstances.allSatisfy(Circumstance.mild.contains) else { return some }
        return moments.filter { !$0.isExerting }
    }

    /// The circumstance that decided, else what the ranker liked, but not for the third time in a row. The days after a
    /// crisis are no reason: a device token reads it too.
    private func reason(
        of card: CardDeck.Candidate, _ circumstances: [Circumstance], _ signals: SignalState?,
        after earlier: [ReasonNote?]
    ) -> ReasonNote? {
        if let first = circumstances.first(where: { $0 != .hardDay && card.moment.circumstances.contains($0) }) {
            return CardReason.circumstance(first).note
        }
        let ranker = Ranker(stored: weights)
        let repeated = earlier.count == 2 && earlier[0] == earlier[1] ? earlier[0].flatMap { CardReason($0) } : nil
        let reason = CardReason(of: card.features, card.moment.topic, ranker, signals, except: repeated)
        return (reason ?? (repeated == .hour ? .new : .hour)).note
    }

    /// Records the answer to the suggestion of the day.
    mutating func answerPick(_ moment: String, _ action: CardFeedback.Action, at: Milliseconds, on day: Day) {
        guard let last = picks.lastIndex(where: { $0.day == day }), picks[last].moment == moment, action != .accepted
        else { return }
        picks[last].action = action == .restored ? nil : action
        picks[last].answeredAt = action == .restored ? 0 : at
        picks[last].answers += 1
    }

    /// Takes back the last answer to a suggestion: it may be shown again, and is not done today. What the ranker learned
    /// from the answer stays.
    /// - Parameter day: the waking day of the suggestion.
    mutating func restore(_ moment: String, day: Day) {
        change(moment) { habit in
            if habit.hiddenAt > 0 { habit.dismissed = max(0, habit.dismissed - 1) }
            habit.hiddenAt = 0
            habit.restsFrom = 0
            habit.restsUntil = 0
        }
        guard
            let done = completions.lastIndex(where: { done in
                done.moment == moment && (day...day.advanced(by: 1)).contains(done.day)
            })
        else { return }
        completions.remove(at: done)
        change(moment) { $0.accepted = max(0, $0.accepted - 1) }
    }
}
