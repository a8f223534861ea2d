import Bus
import Hummingbird
import LocalTime
import Messages
import Pages

/// The route for arrivals: each kind of health data, and the usual time of a night.
struct ArrivalRoutes {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds

    struct Arrivals: Codable, Sendable {
        /// One for each kind, including kinds without samples.
        let kinds: [Kind]
        /// The last nights that arrived on the day they ended, newest first, at most 28.
        let nights: [NightArrival]
        /// Minutes after midnight by which three of four nights had arrived; absent for fewer than five nights.
        let usualMinute: Int32?
        /// The same as a sentence.
        let usual: String

        struct Kind: Codable, Sendable {
            /// Name in exports, such as `heartRate`.
            let kind: String
            let name: String
            let state: ArrivalState
            /// End of its last sample; absent without samples.
            let last: Milliseconds?
            /// Number of UTC days with samples.
            let days: Int64
            /// The state in words.
            let text: String
            /// The steps that switch it on.
            let how: String
        }
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/arrivals", .read, .data, "Each kind of health data with whether it arrives, and when nights do.",
            responses: [200: .json(ArrivalRoutes.Arrivals.self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            async let kinds = bus.request(KindArrivals(user: user)).kinds
            async let nights = bus.request(NightArrivals(user: user)).nights
            let profile = try await profiles.profile(user)
            let reader = request.reader(profile, at: now())
            let minutes = try await nights.map { profile.minute(of: $0.at) }
            let calendar = profile.calendar
            return try Response.json(
                Arrivals(
                    kinds: try await kinds.map { arrival in
                        let line = ArrivalLine(arrival, day: calendar.day(millisecond:), for: reader)
                        return Arrivals.Kind(
                            kind: arrival.kind, name: line.name, state: line.standing, last: arrival.last,
                            days: arrival.days, text: line.state, how: line.how)
                    },
                    nights: try await nights, usualMinute: UsualArrival.minute(of: minutes).map { Int32($0) },
                    usual: UsualArrival.sentence(minutes, for: reader)))
        }
    }
}
