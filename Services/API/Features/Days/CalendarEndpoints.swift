import Bus
import Drawing
import Hummingbird
import Messages
import Pages

/// The route for the calendar: each day by how it compares with the person's usual ones.
struct CalendarEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds

    /// A day with a score, a check-in, a journal entry or a circumstance.
    struct CalendarDay: Codable, Sendable {
        let day: Day
        /// Comparison with the person's days before it: 1 (well above) … 5 (well below), 3 within the usual range;
        /// absent without a score, and with too few days to compare with.
        let step: Int32?
        let checkIn: Bool
        /// Whether the journal has an entry.
        let entry: Bool
        let flags: [ContextFlag]
    }

    func declare(in endpoints: inout Endpoints) {
        // For sessions only: it reveals the days on which the person wrote and noted circumstances.
        endpoints.add(
            "GET /v1/calendar", .session, .scores, "The days of a range compared with the usual ones, oldest first.",
            query: [
                .day("from", "First day; by default 364 days before `through`."),
                .day("through", "Last day, today by default; at most 400 days."),
            ], responses: [200: .json([CalendarEndpoints.CalendarDay].self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            let today = try await profiles.profile(user).localTime(at: now()).day
            let range = try request.days(today: today, usually: CalendarScreen.days)
            return try Response.json(Self.days(try await CalendarDays(range, of: user, today: today, on: bus)))
        }
    }

    /// Oldest first.
    static func days(_ calendar: CalendarDays) -> [CalendarDay] {
        let steps = Dictionary(
            uniqueKeysWithValues: calendar.scores.filter { $0.score != nil }.map {
                ($0.day, Standing($0.comparison).step)
            })
        let flags = Dictionary(calendar.contexts.map { ($0.day, $0.flags) }, uniquingKeysWith: { $1 })
        let deeds = calendar.deeds
        let known = Set(steps.keys).union(flags.filter { !$0.value.isEmpty }.keys).union(deeds.keys)
        return known.filter(calendar.days.contains).sorted().map { day in
            CalendarDay(
                day: day, step: (steps[day] ?? nil).map { Int32($0.rawValue) },
                checkIn: deeds[day]?.contains(.checkIn) ?? false, entry: deeds[day]?.contains(.entry) ?? false,
                flags: flags[day] ?? [])
        }
    }
}

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
