import Bus
import Drawing
import Foundation
import Hummingbird
import LocalTime
import Localization
import Messages
import Pages

/// The current day in one small document: numbers, names and one sentence; never a text of the person.
///
/// Every field is always there; what is unknown is null. A service that does not answer leaves its fields null and its
/// reason in `missing`.
struct Today: Codable, Equatable, Sendable, WritesNull {
    /// The state of the day's score.
    enum State: String, Codable, CaseIterable, Sendable {
        /// The person has no data at all.
        case noData
        /// Not enough days for a score.
        case warmingUp
        /// The measurements of last night have not arrived; or nothing of today, where no nights are measured.
        case waiting
        /// The day has a score and may still change.
        case open
        /// The day is closed.
        case final
        /// The score is withheld after a crisis verdict; only for the person, in a session.
        case withheld
        /// The latest measurements are older than three days.
        case ended
        /// Neither a measurement nor an answer for two weeks or more, and no data arrived meanwhile.
        case back
        /// The score cannot be read, now or because its row is damaged.
        case unavailable
    }

    struct Missing: Codable, Equatable, Sendable {
        /// `score`, `history`, `arrival` or `suggestion`.
        let part: String
        /// One sentence.
        let reason: String
    }

    /// The person's current local date.
    let today: Day
    /// The day of the score: today, or the latest day with data.
    var day: Day?
    var state: State
    /// 0 … 100, to one decimal.
    var score: Double?
    /// Bounds of the 80 % band, 0 … 100, to one decimal.
    var low: Double?
    var high: Double?
    /// Bounds of what is usual for the person, four days in five with the same kinds of input, 0 … 100, to one decimal;
    /// null with fewer than nine such days.
    var usualLow: Double?
    var usualHigh: Double?
    /// Comparison with those days: 1 (well above) … 5 (well below), 3 within the range; null without one.
    var step: Int?
    /// One sentence in the language of the request.
    var words: String
    /// Names of what is unusual and lowers the score, the strongest first, at most three.
    var weighs: [String]
    /// Names of what is unusual and raises the score, the strongest first, at most three.
    var lifts: [String]
    /// When data last arrived.
    var lastArrived: Milliseconds?
    /// Title of the suggestion of the day; nil on a day without a score.
    var suggestion: String?
    /// Why it was chosen, in one sentence.
    var suggestionWhy: String?
    /// `open`, `completed`, `declined` or `dismissed`.
    var suggestionState: String?
    /// Names of the fields that are null because a service did not answer.
    var missing: [Missing]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(today, forKey: .today)
        try container.encode(day, forKey: .day)
        try container.encode(state, forKey: .state)
        try container.encode(score, forKey: .score)
        try container.encode(low, forKey: .low)
        try container.encode(high, forKey: .high)
        try container.encode(usualLow, forKey: .usualLow)
        try container.encode(usualHigh, forKey: .usualHigh)
        try container.encode(step, forKey: .step)
        try container.encode(words, forKey: .words)
        try container.encode(weighs, forKey: .weighs)
        try container.encode(lifts, forKey: .lifts)
        try container.encode(lastArrived, forKey: .lastArrived)
        try container.encode(suggestion, forKey: .suggestion)
        try container.encode(suggestionWhy, forKey: .suggestionWhy)
        try container.encode(suggestionState, forKey: .suggestionState)
        try container.encode(missing, forKey: .missing)
    }
}

/// The answers that `Today` is made of; nil for a service that did not answer.
struct TodayAnswers: Sendable {
    /// The latest day with input and those before it.
    var recent: RecentDays.Reply?
    /// The last eight days, oldest first.
    var metrics: [DailyMetrics]?
    var arrival: LatestArrival.Reply?
    var cards: CardsQuery.Reply?
    /// The person's local day on which data last arrived.
    var arrived: Day?
}

extension Today {
    /// - Parameters:
    ///   - country: ISO 3166 alpha-2, for the order of dates; empty if unknown.
    init(_ answers: TodayAnswers, today: Day, country: String, language: Language) {
        let words = Catalogue.shipped(language)
        let latest = answers.recent?.days.first
        let report = latest?.report
        let state = State(
            DayStatus(answers.recent, answers.metrics ?? [], today: today, arrived: answers.arrived))
        self.init(
            today: today, state: state, words: "", weighs: [], lifts: [], lastArrived: answers.arrival?.at, missing: [])
        if let report, report.status != .noData { day = report.day }
        if state != .withheld, state != .unavailable, state != .back, let report, let value = report.score {
            (score, low, high) = (Self.rounded(value), report.low.map(Self.rounded), report.high.map(Self.rounded))
            step = Standing(report.comparison, after: answers.recent?.shown ?? []).step?.rawValue
            (usualLow, usualHigh) = (
                report.comparison?.low.map(Self.rounded), report.comparison?.high.map(Self.rounded)
            )
            let reasons = DayReasons(report.comparison)
            (weighs, lifts) = (
                reasons.weighs.map { words("signal.\($0.signal)") }, reasons.lifts.map { words("signal.\($0.signal)") }
            )
        }
        if hasSuggestion, answers.cards?.crisis == nil, let offered = answers.cards?.today {
            suggestion = offered.card.title
            suggestionWhy = offered.card.why
            suggestionState = offered.action.map { "\($0)" } ?? "open"
        }
        self.words = sentence(
            words, DisplaySettings(language: language, region: country.isEmpty ? "GB" : country),
            measuresNights: DayStatus.measuresNights(answers.metrics ?? []))
        missing = [
            ("score", answers.recent == nil), ("history", answers.recent == nil || answers.metrics == nil),
            ("arrival", answers.arrival == nil), ("suggestion", hasSuggestion && answers.cards == nil),
        ].filter(\.1).map { Missing(part: $0.0, reason: words("api.today.unanswered")) }
        if report?.status == .damaged { missing.append(Missing(part: "score", reason: words("api.score.damaged"))) }
    }

    /// Every day without a score of its own has no suggestion: a withheld day must not have one (SCO-7), and nothing else
    /// may tell the two apart.
    var hasSuggestion: Bool { (state == .open || state == .final) && score != nil }

    private func sentence(_ words: Catalogue, _ settings: DisplaySettings, measuresNights: Bool) -> String {
        switch state {
        case .open, .final:
            guard let step else { return words("api.today.\(state.rawValue)Uncompared") }
            return words("api.today.\(state.rawValue)", ["step": words("api.today.step.\(step)")])
        case .waiting where !measuresNights: return words("api.today.nothingYet")
        case .ended: return words("api.today.ended", ["date": day.map(Formats(settings, words).dateWithYear) ?? ""])
        default: return words("api.today.\(state.rawValue)")
        }
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

extension Today.State {
    fileprivate init(_ status: DayStatus) {
        self =
            switch status {
            case .away, .damaged: .unavailable
            case .noData: .noData
            case .warmingUp: .warmingUp
            case .waiting: .waiting
            case .ended: .ended
            case .back: .back
            case .withheld: .withheld
            case .open, .learningAgain, .notComparable: .open
            case .final: .final
            }
    }
}

/// The current day for home automation and widgets.
struct TodayEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds
    /// Longest time that the response waits for one service.
    var budget = Duration.seconds(2)

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/today", .read, .today, "The current day in one small document, for home automation and widgets.",
            query: [
                .names("language", Language.allCases.map(\.rawValue), "By default what `Accept-Language` asks for.")
            ],
            responses: [200: .json(Today.self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            let language = try request.query("language") { Language(rawValue: $0) } ?? request.language
            let (profile, at) = (try await profiles.profile(user), now())
            let (today, hour) = profile.localTime(at: at)
            var answers = await answers(user, today: today)
            // Without an answer of ingestion nobody is taken for a person who was away.
            answers.arrived = answers.arrival.map { $0.at.map { profile.calendar.day(millisecond: $0) } } ?? today
            // Only for a day with a score: a token's request chooses no suggestion on a withheld day.
            if Today(answers, today: today, country: profile.country, language: language).hasSuggestion {
                answers.cards = await reply(
                    to: CardsQuery(
                        user: user, at: at, country: profile.country, today: today, language: language.rawValue,
                        hour: hour))
            }
            return try Response.json(Today(answers, today: today, country: profile.country, language: language))
        }
    }

    /// Asks the services for numbers concurrently; one that is down or slow leaves its answer nil.
    private func answers(_ user: UserID, today: Day) async -> TodayAnswers {
        async let recent = reply(to: RecentDays(user: user, today: today))
        async let metrics = reply(to: MetricsQuery(user: user, from: today.advanced(by: -7), through: today))
        async let arrival = reply(to: LatestArrival(user: user))
        return await TodayAnswers(recent: recent, metrics: metrics?.days, arrival: arrival)
    }

    private func reply<R: BusRequest>(to request: R) async -> R.Reply? {
        try? await bus.request(request, budget: budget)
    }
}
