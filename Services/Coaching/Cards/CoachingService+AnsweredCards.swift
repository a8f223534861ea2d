import LocalTime
import Localization
import Messages
import Moments

extension CoachingService {
    /// What the person did with suggestions today, oldest first: those that are shown and were put off, and those that
    /// were done.
    func answered(_ query: CardsQuery) async throws -> [AnsweredCard] {
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
            return (later + done).sorted { $0.at < $1.at }
        }
    }
}
