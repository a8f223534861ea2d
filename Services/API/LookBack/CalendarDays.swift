import Bus
import Drawing
import Messages

/// The data of a calendar. A part is empty if its service does not answer.
struct CalendarDays: Sendable {
    let days: ClosedRange<Day>
    /// Oldest first.
    let scores: [ScoreReport]
    let checkIns: [CheckIn]
    let entries: [JournalDay]
    let contexts: [DayContext]

    /// - Parameter days: at most 400.
    /// - Throws: if the scores cannot be read.
    init(_ days: ClosedRange<Day>, of user: UserID, today: Day, on bus: any Requesting) async throws {
        let (first, last) = (days.lowerBound, days.upperBound)
        async let scores = bus.request(
            ScoreHistory(user: user, from: first, through: last, today: today, compares: true)
        ).scores
        async let checkIns = try? bus.request(CheckInsQuery(user: user, from: first, through: last)).checkIns
        async let entries = try? bus.request(JournalDaysQuery(user: user, from: first, through: last)).days
        async let contexts = try? bus.request(
            DayContextsQuery(user: user, from: first, through: last, today: today)
        ).days
        self.days = days
        self.scores = try await scores
        (self.checkIns, self.entries) = (await checkIns ?? [], await entries ?? [])
        self.contexts = await contexts ?? []
    }

    /// The person's activities on each day.
    var deeds: [Day: Set<DayCalendar.Deed>] {
        var deeds: [Day: Set<DayCalendar.Deed>] = [:]
        for checkIn in checkIns { deeds[checkIn.day, default: []].insert(.checkIn) }
        for day in entries { deeds[day.day, default: []].insert(.entry) }
        return deeds
    }
}
