import Bus
import LocalTime
import Localization
import Messages
import Moments

extension CoachingService {
    /// What the person did with suggestions: those that are shown and were put off, and those that were done today, oldest
    /// first; those that are hidden, the latest first.
    func answered(_ query: CardsQuery) async throws -> (answered: [AnsweredCard], hidden: [AnsweredCard]) {
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
        let contexts = try? await bus.request(
            DayContextsQuery(user: query.user, from: now.day, through: now.day, today: today), budget: Self.patience)
        let flags = contexts.map { $0.days.first?.flags ?? [] } ?? state.signals?.current(on: today)?.context ?? []
        now.noted = flags.compactMap { Circumstance($0) }
        guard state.picks.last?.day != now.day else { return now }
        if state.verdicts.contains(where: {
            $0.level >= .crisis && !$0.withdrawn && $0.at > now.at - Occasion.hardDays
        }) {
            now.known.append(.hardDay)
        }
        let metrics = try? await bus.request(
            MetricsQuery(user: query.user, from: now.day, through: now.day), budget: Self.patience)
        if let sleep = metrics?.days.first?.sleep, !sleep.imputed, sleep.value < Occasion.shortNight {
            now.known.append(.shortNight)
        }
        return now
    }

    /// Longest time that the suggestions wait for what is known about the day.
    private static var patience: Duration { .milliseconds(500) }
}
