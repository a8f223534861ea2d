import Bus
import LocalTime
import Localization
import Messages
import Pages

/// Letters about periods, computed from the services' data when a letter is requested.
struct PeriodLetters: Sendable {
    let bus: any Requesting
    let profile: Profile
    let reader: Reader

    /// Weeks that a list looks through.
    private static let listed = 8
    /// Days after the last one of a week on which Today shows its letter.
    private static let daysOnToday = 3

    private var user: UserID { profile.user }

    /// Weekday of the weekly letter, 1 (Monday) … 7; nil if the person wants none.
    var weekday: Int? {
        let day = profile.display?.letterDay.map(Int.init) ?? DisplaySettings.usualLetterDay
        return day == 0 ? nil : day
    }

    /// The latest week whose letter has come, whether or not there is enough for one; nil if the person wants none.
    var current: LetterPeriod? { weekday.map { LetterPeriod.week(on: $0, for: reader) } }

    /// The current week, if its letter was not read and came in the last days.
    func unread(_ read: ReadLetters) -> LetterPeriod? {
        guard let week = current, week.last.distance(to: reader.today) <= Self.daysOnToday else { return nil }
        return read.week.map { $0 >= week.last } == true ? nil : week
    }

    /// Nil where there is too little to say.
    /// - Throws: if scoring does not answer: without it nothing is known of crises.
    func letter(_ period: LetterPeriod) async throws -> PeriodLetter? {
        async let beds = period.span == .week ? beds(period) : [:]
        async let workouts = period.span == .week ? workouts(period) : [:]
        var facts = try await facts(period)
        (facts.beds, facts.workouts) = (await beds, await workouts)
        return PeriodLetter(facts)
    }

    /// The weeks that have a letter, the latest first.
    func weeks() async throws -> [LetterPeriod] {
        guard let current else { return [] }
        var periods = [current]
        while periods.count < Self.listed, let last = periods.last { periods.append(last.previous) }
        let all = try await facts(periods)
        return zip(periods, all).filter { PeriodLetter($1) != nil }.map(\.0)
    }

    /// Whether a period has a letter. Asks the services only where the given measurements and answers are too few for one.
    func isDue(_ period: LetterPeriod, _ metrics: [DailyMetrics], _ checkIns: [CheckIn]) async -> Bool {
        func hasLetter(_ entries: [JournalDay], _ withheld: Set<Day>) -> Bool {
            let facts = PeriodFacts(
                period, metrics: metrics, checkIns: checkIns, entries: entries, withheld: withheld)
            return PeriodLetter(facts) != nil
        }
        if hasLetter([], []) { return true }
        async let entries = entries(period.days)
        guard let withheld = try? await withheld(period.days) else { return false }
        return hasLetter(await entries, withheld)
    }

    // MARK: Facts

    private func facts(_ period: LetterPeriod) async throws -> PeriodFacts {
        try await facts([period])[0]
    }

    /// Without nights' times and workouts, which make a letter longer and decide on none.
    /// - Parameter periods: the latest first, not empty.
    private func facts(_ periods: [LetterPeriod]) async throws -> [PeriodFacts] {
        let (first, last) = (periods[periods.count - 1].first, min(periods[0].last, reader.today))
        guard first <= last else { throw ServiceError(.invalid, "The period has not begun.") }
        async let hard = withheld(first...last)
        async let earlier = metrics(from: first.advanced(by: -PeriodFacts.usualDays), through: first.advanced(by: -1))
        async let own = metrics(from: first, through: last)
        async let checkIns = try? bus.request(CheckInsQuery(user: user, from: first, through: last)).checkIns
        async let entries = entries(first...last)
        let withheld = try await hard
        let (days, given, written) = (await earlier + own, await checkIns ?? [], await entries)
        return periods.map { period in
            let reach = period.first.advanced(by: -PeriodFacts.usualDays)...period.last
            return PeriodFacts(
                period, metrics: days.filter { reach.contains($0.day) }, checkIns: given, entries: written,
                withheld: withheld)
        }
    }

    private func withheld(_ days: ClosedRange<Day>) async throws -> Set<Day> {
        let query = ScoreHistory(
            user: user, from: days.lowerBound, through: days.upperBound, today: reader.today)
        return Set(try await bus.request(query).scores.filter { $0.status == .withheld }.map(\.day))
    }

    private func entries(_ days: ClosedRange<Day>) async -> [JournalDay] {
        let query = JournalDaysQuery(user: user, from: days.lowerBound, through: days.upperBound)
        return (try? await bus.request(query).days) ?? []
    }

    private func metrics(from first: Day, through last: Day) async -> [DailyMetrics] {
        (try? await bus.request(MetricsQuery(user: user, from: first, through: last)).days) ?? []
    }

    private func beds(_ period: LetterPeriod) async -> [Day: Int] {
        let nights = await metrics(from: period.first, through: period.last).filter { $0.sleep != nil }
        return await each(nights) { night in
            let query = ReadingsQuery(user: user, day: night.day, metric: "sleep", limit: ReadingsQuery.maximumReadings)
            guard let reply = try? await bus.request(query), reply.next == nil,
                let sleep = SleepNight(reply.readings, total: night.sleep?.value ?? 0)
            else { return nil }
            let zone = night.sleepZone.flatMap { $0.origin == .sample ? LocalZone(written: $0.name) : nil }
            return (night.day, zone?.minute(of: sleep.start) ?? profile.minute(of: sleep.start))
        }
    }

    private func workouts(_ period: LetterPeriod) async -> [Day: Int] {
        await each(Array(period.days)) { day in
            let reply = try? await bus.request(WorkoutSums(user: user, from: day, through: day))
            return reply.map { (day, $0.sums.reduce(0) { $0 + Int($1.workouts) }) }
        }
    }

    private func each<Item: Sendable>(
        _ items: [Item], _ value: @escaping @Sendable (Item) async -> (Day, Int)?
    ) async -> [Day: Int] {
        await withTaskGroup(of: (Day, Int)?.self) { group in
            for item in items { group.addTask { await value(item) } }
            return await group.reduce(into: [:]) { values, next in
                if let (day, value) = next { values[day] = value }
            }
        }
    }
}

extension PeriodLetter {
    /// Whether it tells how recent nights were measured.
    var tellsNights: Bool {
        let signal = SignalTable.entries.first { $0.metric?.key == finding?.metric }?.signal
        return signal.map { NightSights.tell([$0]) } ?? false
    }
}
