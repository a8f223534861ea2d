import Bus
import LocalTime
import Localization
import Messages
import Moments

extension CoachingService {
    /// What the person did with suggestions: those that are shown and were put off, and those that were done today, oldest
    /// first; those that are hidden, the latest first.
    func answeredCards(_ query: CardsQuery) async throws -> (answered: [AnsweredCard], hidden: [AnsweredCard]) {
        let user = query.user
        let today = query.today ?? LocalCalendar.utc.day(millisecond: query.at)
        let inGerman = Catalogue.asked(query.language).language == .german
        return try await store.read { transaction in
            let state = try CoachRows(user: user, transaction: transaction).state()
            let own = OwnMomentRows(user: user, transaction: transaction)
            func card(_ moment: String, _ action: CardFeedback.Action, _ at: Milliseconds) throws -> AnsweredCard? {
                // A suggestion of a library that was removed has no title any more.
                guard let known = try Moments.shipped[moment] ?? own.moment(moment) else { return nil }
                return AnsweredCard(
                    moment: moment, title: known.texts(inGerman: inGerman).title,
                    language: inGerman && known.german != nil ? "de" : "en", action: action, at: at)
            }
            let shown = state.showing.map { $0.isSpent ? [] : $0.entries } ?? []
            let later = try shown.filter(\.answered)
                .compactMap { try card($0.moment, .accepted, state.habit($0.moment).restsFrom) }
            let done = try state.completions.filter { $0.day == today }
                .compactMap { try card($0.moment, .completed, $0.at) }
            let hidden = try state.habits.filter { $0.isHidden(at: query.at) }
                .compactMap { try card($0.moment, .dismissed, $0.hiddenAt) }
            return ((later + done).sorted { $0.at < $1.at }, hidden.sorted { $0.at > $1.at })
        }
    }

    /// The hour and the circumstances of a question for cards; nil without an hour.
    func occasion(_ query: CardsQuery, today: Day, _ state: CoachState) async -> Occasion? {
        guard let hour = query.hour, (0...23).contains(hour) else { return nil }
        var now = Occasion(at: query.at, hour: hour, today: today)
        let (user, day) = (query.user, now.day)
        let pick = state.picks.last { $0.day == day }
        async let night = pick == nil ? sleep(of: user, on: day) : nil
        let contexts = try? await bus.request(
            DayContextsQuery(user: user, from: day, through: day, today: today), budget: Self.patience)
        // If scoring does not answer in time, the notes are those known when the suggestion was chosen.
        now.noted =
            contexts.map { ($0.days.first?.flags ?? []).compactMap { Circumstance($0) } }
            ?? pick?.circumstances.filter(Circumstance.noted.contains) ?? []
        guard pick == nil else { return now }
        if state.verdicts.contains(where: {
            $0.level >= .crisis && !$0.withdrawn && $0.at > now.at - Occasion.hardDays
        }) {
            now.known.append(.hardDay)
        }
        if let sleep = await night, sleep < Occasion.shortNight { now.known.append(.shortNight) }
        return now
    }

    /// Seconds asleep in the night that ended on a day; nil if they are estimated, unknown or not answered in time.
    private func sleep(of user: UserID, on day: Day) async -> Double? {
        let metrics = try? await bus.request(MetricsQuery(user: user, from: day, through: day), budget: Self.patience)
        return metrics?.days.first?.sleep.flatMap { $0.imputed ? nil : $0.value }
    }

    /// Longest time that the suggestions wait for what is known about the day.
    private static var patience: Duration { .milliseconds(500) }
}
