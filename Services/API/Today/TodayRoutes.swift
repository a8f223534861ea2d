import Bus
import Hummingbird
import LocalTime
import Localization
import Messages

/// The current day for home automation and widgets.
struct TodayRoutes {
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
            let today = profile.localTime(at: at).day
            let answers = await answers(user, today: today, at: at, country: profile.country, language: language)
            return try Response.json(Today(answers, today: today, country: profile.country, language: language))
        }
    }

    /// Asks all services at once; one that is down or slow leaves its answer nil.
    private func answers(_ user: UserID, today: Day, at: Milliseconds, country: String, language: Language) async
        -> TodayAnswers
    {
        async let recent = reply(to: RecentDays(user: user, today: today))
        async let metrics = reply(to: MetricsQuery(user: user, from: today.advanced(by: -7), through: today))
        async let arrival = reply(to: LatestArrival(user: user))
        async let cards = reply(
            to: CardsQuery(
                user: user, at: at, country: country, today: today, language: language.rawValue))
        return await TodayAnswers(
            recent: recent, metrics: metrics?.days, arrival: arrival, cards: cards)
    }

    private func reply<R: BusRequest>(to request: R) async -> R.Reply? {
        try? await bus.request(request, budget: budget)
    }
}
