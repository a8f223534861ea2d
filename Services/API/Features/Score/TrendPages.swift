import Actions
import Bus
import Drawing
import Hummingbird
import Messages
import Pages

/// Trends, the journal and the page that links to them.
struct TrendPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let sights: NightSights
    private var trend: TrendValues { TrendValues(bus: bus) }

    func add(to router: Router<EdgeContext>) {
        page("look-back", on: router) { visit, request, _ in
            async let metrics = part(
                MetricsQuery(
                    user: visit.user, from: visit.today.advanced(by: -TrendFacts.usualDays), through: visit.today))
            async let scores = part(
                ScoreHistory(
                    user: visit.user, from: visit.today.advanced(by: -30), through: visit.today, today: visit.today))
            async let entries = part(JournalQuery(user: visit.user, limit: 100))
            async let covered = trend.isCovered(visit)
            async let breakdown = part(BreakdownQuery(user: visit.user, today: visit.today))
            let month = visit.at - 30 * 86_400_000
            let recent = (await entries)?.entries.count { $0.at >= month } ?? 0
            let shown = TrendValues.uncovered((await scores)?.scores ?? [], await covered, visit)
            let days = (await metrics)?.days ?? []
            await sights.note(NightSights.nights(in: days), of: visit.user, at: visit.at, on: bus)
            let screen = LookBackScreen(
                scores: shown, metrics: days, breakdown: await breakdown,
                entries: visit.reader.words("journal.recent", count: recent), for: visit.reader)
            return show(screen, in: .lookBack, visit, request)
        }
        page("calendar", on: router) { visit, request, _ in
            let last = min(try request.query("until") { Day($0) } ?? visit.today, visit.today)
            let shown = last.advanced(by: 1 - CalendarScreen.days)...last
            async let calendar = CalendarDays(shown, of: visit.user, today: visit.today, on: bus)
            let first = shown.lowerBound.advanced(by: -1)
            async let older = part(
                ScoreHistory(
                    user: visit.user, from: first.advanced(by: 1 - Self.page), through: first, today: visit.today))
            let hasOlder = (await older)?.scores.contains { $0.score != nil } ?? false
            async let covered = trend.isCovered(visit)
            let screen = CalendarScreen(
                try await calendar.scores, until: last, isCovered: await covered, hasOlder: hasOlder,
                deeds: try await calendar.deeds, contexts: try await calendar.contexts, for: visit.reader)
            return show(screen, in: .lookBack, visit, request)
        }
        page("compare", on: router) { visit, request, _ in try await compare(visit, request) }
        page("together", on: router) { visit, request, _ in
            show(try await together(visit), in: .lookBack, visit, request)
        }
        page("print", on: router) { visit, request, _ in
            let weeks = try request.query("weeks") { text in Int(text).flatMap { (1...52).contains($0) ? $0 : nil } }
            let last = try request.scoredDay("through") ?? visit.today
            let through = min(last, visit.today.advanced(by: -1))
            let days = through.advanced(by: 1 - 7 * (weeks ?? 13))...through
            return show(try await printScreen(days, visit), in: .lookBack, visit, request)
        }
        page("trends", on: router) { visit, request, _ in
            let subject = try request.query("metric") { TrendSubject($0) } ?? .score
            let range = try request.query("range") { TrendRange(rawValue: $0) } ?? .month
            let comparesYear = request.uri.queryParameters["year"] != nil
            let last = min(try request.query("until") { Day($0) } ?? visit.today, visit.today)
            async let latest = part(BreakdownQuery(user: visit.user, today: visit.today))
            var facts = try await facts(subject, range, until: last, comparesYear: comparesYear, visit)
            let days = facts.days
            async let entries = written(days, visit)
            facts.contexts = await dayContexts(days, visit)
            facts.tags = await tags(days, visit)?.days ?? []
            facts.entries = await entries
            let course = PlanCourse(
                user: visit.user, from: facts.courseDays.lowerBound, through: facts.courseDays.upperBound)
            facts.course = await part(course)?.days ?? []
            // Today's comparison says nothing of earlier days.
            let usual = await latest.flatMap { TrendFacts.usual(subject, $0) }
            facts.usual = facts.days.upperBound < visit.today ? nil : usual
            return show(TrendScreen(facts, for: visit.reader), in: .lookBack, visit, request)
        }
    }

    /// Compares days with a circumstance with the others.
    private func compare(_ visit: Visit, _ request: Request) async throws -> Response {
        let subject = try request.query("metric") { TrendSubject($0) } ?? .score
        let range = try request.query("range") { TrendRange(rawValue: $0) } ?? .year
        let mark = try request.query("tag") { JournalEndpoints.decoded($0).flatMap(DayMark.init) } ?? .flag(.alcohol)
        // Alcohol shows in the night after it, which belongs to the next day.
        let isDayAfter = request.uri.queryParameters["on"].map { $0 == "after" } ?? (mark == .flag(.alcohol))
        let facts = try await facts(subject, range, comparesYear: false, visit)
        let searched = facts.days.lowerBound.advanced(by: -1)...facts.days.upperBound
        let own = await tags(searched, visit)
        let days: [Day] =
            switch mark {
            case .flag(let flag): await dayContexts(searched, visit).filter { $0.flags.contains(flag) }.map(\.day)
            case .own(let tag):
                own?.days.filter { $0.tags.map(OwnTag.key).contains(OwnTag.key(tag)) }.map(\.day) ?? []
            }
        let screen = CompareScreen(
            facts, with: mark, known: own?.known ?? [], on: Set(days), isDayAfter: isDayAfter, for: visit.reader)
        return show(screen, in: .lookBack, visit, request)
    }

    /// Compares the days of every mark that the person has with the others, for the last year.
    private func together(_ visit: Visit) async throws -> TogetherScreen {
        let days = visit.today.advanced(by: 1 - (TrendRange.year.days ?? Self.page))...visit.today
        // The night after the day before belongs to the first day.
        let noted = days.lowerBound.advanced(by: -1)
        async let scores = trend.values(of: .score, days.lowerBound, visit.today, visit)
        async let tags = bus.request(DayTagsQuery(user: visit.user, from: noted, through: visit.today))
        async let contexts = bus.request(
            DayContextsQuery(user: visit.user, from: noted, through: visit.today, today: visit.today))
        let metrics = try await bus.request(
            MetricsQuery(user: visit.user, from: days.lowerBound, through: visit.today)
        ).days
        let (own, flagged) = (try await tags, try await contexts.days)
        let daysByTag = Dictionary(
            grouping: own.days.flatMap { day in Set(day.tags.map(OwnTag.key)).map { (key: $0, day: day.day) } },
            by: \.key)
        let marks =
            ContextFlag.all.map { flag in
                TogetherScreen.Noted(.flag(flag), on: Set(flagged.filter { $0.flags.contains(flag) }.map(\.day)))
            }
            + own.known.map { tag in
                TogetherScreen.Noted(.own(tag), on: Set((daysByTag[OwnTag.key(tag)] ?? []).map(\.day)))
            }
        var series = [TogetherScreen.Series(.score, (try? await scores) ?? [])]
        series += TrendSubject.all.filter { $0 != .score }.map { subject in
            TogetherScreen.Series(subject, TrendFacts.values(of: subject, metrics))
        }
        return TogetherScreen(marks, series, days: days, for: visit.reader)
    }

    /// Kinds of a printed page that are asked for at a time: few, as ingestion serves others too.
    private static let kindsAtATime = 4

    /// The metrics and kinds of ended weeks.
    private func printScreen(_ days: ClosedRange<Day>, _ visit: Visit) async throws -> PrintScreen {
        let actions = KindActions(bus: bus)
        async let metrics = bus.request(
            MetricsQuery(user: visit.user, from: days.lowerBound, through: days.upperBound))
        let known = try await actions.all(of: visit.user).compactMap { summary in
            PrintScreen.place(of: summary.info).map { (place: $0, summary: summary) }
        }
        let printable = known.filter { ($0.summary.days.last?.day ?? days.lowerBound) >= days.lowerBound }
            .sorted { ($0.place, $0.summary.info.kind) < ($1.place, $1.summary.info.kind) }
            .map(\.summary.info.kind)
        let user = visit.user
        let kinds = try await printable.replies(atMost: Self.kindsAtATime) { kind in
            try await actions.days(of: kind, days, of: user)
        }.filter { !$0.days.isEmpty }
        return PrintScreen(
            days, metrics: try await metrics.days, kinds: Array(kinds.prefix(PrintScreen.maximumKinds)),
            omitted: max(kinds.count - PrintScreen.maximumKinds, 0), for: visit.reader)
    }

    /// The flags of all days of a range; what scoring does not answer is left out.
    private func dayContexts(_ days: ClosedRange<Day>, _ visit: Visit) async -> [DayContext] {
        await pages(days) { await contexts($0, visit)?.days }
    }

    /// The days of a range with a journal entry; nothing of the entries is asked for.
    private func written(_ days: ClosedRange<Day>, _ visit: Visit) async -> [Day] {
        await pages(days) { page in
            let query = JournalDaysQuery(user: visit.user, from: page.lowerBound, through: page.upperBound)
            return await part(query)?.days.map(\.day)
        }
    }

    /// The rows of a range of days, oldest first, requested in pages from the last day back. Ends at the first page
    /// without an answer.
    private func pages<Row: Sendable>(
        _ days: ClosedRange<Day>, _ ask: @Sendable (ClosedRange<Day>) async -> [Row]?
    ) async -> [Row] {
        var (rows, last) = ([Row](), days.upperBound)
        for _ in 0..<Self.maximumPages where last >= days.lowerBound {
            let first = max(days.lowerBound, last.advanced(by: 1 - Self.page))
            guard let page = await ask(first...last) else { break }
            rows = page + rows
            last = first.advanced(by: -1)
        }
        return rows
    }

    /// Longest range of one request, in days.
    private static let page = Request.maximumDays
    /// Most pages of the whole range: 43 years.
    private static let maximumPages = 40

    /// - Parameter until: the last day shown, today by default; a range without limit ends today.
    private func facts(
        _ subject: TrendSubject, _ range: TrendRange, until: Day? = nil, comparesYear: Bool, _ visit: Visit
    ) async throws -> TrendFacts {
        let today = range.days == nil ? visit.today : until ?? visit.today
        let shown = range.days.map { today.advanced(by: 1 - $0) }
        let needed = shown.map { first in
            min(
                comparesYear ? first.advanced(by: -364) : first, today.advanced(by: -TrendFacts.usualDays))
        }
        async let sources = subject == .score ? nil : part(SourcesQuery(user: visit.user))
        var (values, metrics, last) = ([ChartValue](), [DailyMetrics](), today)
        // Backward page by page; a range without limit ends where a page is empty.
        for _ in 0..<Self.maximumPages {
            let first = max(needed ?? .init(number: .min / 2), last.advanced(by: 1 - Self.page))
            let page: [ChartValue]
            if subject == .score {
                page = try await trend.values(of: subject, first, last, visit)
            } else {
                let days = try await bus.request(MetricsQuery(user: visit.user, from: first, through: last)).days
                (page, metrics) = (TrendFacts.values(of: subject, days), days + metrics)
            }
            values = page + values
            if page.isEmpty && needed == nil || needed.map({ first <= $0 }) == true { break }
            last = first.advanced(by: -1)
        }
        let oldest = values.first.map { Day(number: Int32($0.day)) } ?? today.advanced(by: -30)
        let first = shown ?? min(oldest, today.advanced(by: -6))
        if NightSights.tells(subject.key), today == visit.today {
            await sights.note(
                values.suffix(2).map { Day(number: Int32($0.day)) }, of: visit.user, at: visit.at, on: bus)
        }
        var facts = TrendFacts(subject, range, days: first...today, values: values, comparesYear: comparesYear)
        facts.devices = TrendFacts.devices(of: subject, metrics, (await sources)?.sources ?? [])
        return facts
    }
}

/// The values of a chart, without the number of today where the person covers it.
struct TrendValues: Sendable {
    let bus: any Requesting

    /// Whether today's number is covered, as on Today: until the day's check-in unless the person chose otherwise.
    func isCovered(_ visit: Visit) async -> Bool {
        switch visit.cover {
        case .always: false
        case .never: true
        case .afterCheckIn:
            (try? await bus.request(CheckInsQuery(user: visit.user, from: visit.today, through: visit.today)))?.checkIns
                .isEmpty
                ?? true
        }
    }

    /// The scores without that of today where it is covered.
    static func uncovered(_ scores: [ScoreReport], _ isCovered: Bool, _ visit: Visit) -> [ScoreReport] {
        isCovered ? scores.filter { $0.day < visit.today } : scores
    }

    func values(of subject: TrendSubject, _ from: Day, _ through: Day, _ visit: Visit) async throws
        -> [ChartValue]
    {
        if subject == .score {
            let history = ScoreHistory(user: visit.user, from: from, through: through, today: visit.today)
            let covers = through >= visit.today ? await isCovered(visit) : false
            return TrendFacts.values(Self.uncovered(try await bus.request(history).scores, covers, visit))
        }
        let days = try await bus.request(MetricsQuery(user: visit.user, from: from, through: through)).days
        return TrendFacts.values(of: subject, days)
    }
}
