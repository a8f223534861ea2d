import Bus
import Drawing
import Messages

/// The data of a calendar. A part is empty if its service does not answer.
struct CalendarDays: Sendable {
    /// Longest range of one request to scoring.
    private static let page = 400

    let days: ClosedRange<Day>
    /// Oldest first, from `Standing.window` days before the first day.
    let scores: [ScoreReport]
    let checkIns: [CheckIn]
    let entries: [JournalDay]
    let contexts: [DayContext]

    /// - Parameter days: at most 400.
    /// - Throws: if the scores cannot be read.
    init(_ days: ClosedRange<Day>, of user: UserID, today: Day, on bus: any Requesting) async throws {
        let (first, last) = (days.lowerBound, days.upperBound)
        async let scores = Self.scores(first.advanced(by: -Standing.window), last, user, today, bus)
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

    /// The scores of at most two requests' days.
    private static func scores(
        _ from: Day, _ through: Day, _ user: UserID, _ today: Day, _ bus: any Requesting
    ) async throws -> [ScoreReport] {
        let middle = from.advanced(by: page - 1)
        async let early = bus.request(
            ScoreHistory(user: user, from: from, through: min(middle, through), today: today))
        guard middle < through else { return try await early.scores }
        async let late = bus.request(
            ScoreHistory(user: user, from: middle.advanced(by: 1), through: through, today: today))
        return try await early.scores + late.scores
    }
}
