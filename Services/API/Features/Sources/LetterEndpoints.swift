import Bus
import Hummingbird
import LocalTime
import Messages
import Pages

/// Routes for the letters: the findings in a person's data after an import, in the person's language.
struct LetterEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds

    /// A letter in a list.
    struct LetterEntry: Codable, Sendable {
        /// The import's job.
        let id: EntityID
        /// When the import was begun.
        let at: Milliseconds
        /// First day with any metric.
        let first: Day
        /// Last day with any metric.
        let last: Day
        /// These two days in words.
        let title: String
    }

    /// A letter in words, and the facts behind it.
    struct WrittenLetter: Codable, Sendable {
        let title: String
        /// Paragraphs before the usual values.
        let opening: [String]
        let usuals: [LetterScreen.Usual]
        /// Paragraphs after them.
        let closing: [String]
        let question: String
        let facts: Letter
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/letters", .read, .data, "The letters that were written after imports, newest first, at most 50.",
            responses: [200: .json([LetterEndpoints.LetterEntry].self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            async let profile = profiles.profile(user)
            let letters = try await bus.request(LettersQuery(user: user)).letters
            let reader = request.reader(try await profile, at: now())
            return try Response.json(
                letters.map {
                    LetterEntry(id: $0.id, at: $0.at, first: $0.first, last: $0.last, title: reader.reach(of: $0))
                })
        }
        endpoints.add(
            "GET /v1/letters/{id}", .read, .data, "One letter in words, with the facts behind it.",
            responses: [200: .json(LetterEndpoints.WrittenLetter.self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            async let profile = profiles.profile(user)
            let letter = try await bus.request(LetterQuery(user: user, letter: try context.entity("id")))
            let screen = LetterScreen(letter, date: { _ in "" }, for: request.reader(try await profile, at: now()))
            return try Response.json(
                WrittenLetter(
                    title: screen.title, opening: screen.opening, usuals: screen.usuals, closing: screen.closing,
                    question: screen.question, facts: letter))
        }
    }
}

/// The route for arrivals: each kind of health data, and the usual time of a night.
struct ArrivalEndpoints {
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
            responses: [200: .json(ArrivalEndpoints.Arrivals.self)], isCompressed: true
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
