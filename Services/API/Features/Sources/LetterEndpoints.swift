import Bus
import Hummingbird
import LocalTime
import Messages
import Pages

/// Routes for the letters: about an import, about a week, and about longer periods; in the person's language.
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

    /// A week that has a letter.
    struct LetterWeek: Codable, Sendable {
        let first: Day
        let last: Day
        /// These two days in words.
        let title: String
        /// Whether the person has opened it, or a later one.
        let isRead: Bool
    }

    /// A letter about a period in words, and the facts behind it.
    struct WrittenPeriod: Codable, Sendable {
        /// `week`, `month` (30 days) or `year` (365 days).
        let span: LetterPeriod.Span
        let first: Day
        let last: Day
        let title: String
        let paragraphs: [String]
        /// Absent in a letter after a crisis, and where there is none.
        let question: String?
        /// Empty in a letter after a crisis, and where there is too little to say.
        let facts: [PeriodLetter.Fact]
        /// What differs from the person's usual by more than chance explains; absent if nothing does.
        let finding: PeriodLetter.Finding?
    }

    func declare(in endpoints: inout Endpoints) {
        declarePeriods(in: &endpoints)
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

    /// For sessions only: they reveal the days on which the person wrote, and a crisis.
    private func declarePeriods(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/letters/weeks", .session, .data, "The last weeks that have a letter, the latest first, at most 8.",
            responses: [200: .json([LetterEndpoints.LetterWeek].self)], isCompressed: true
        ) { request, context in
            let periods = try await periods(request, context)
            let read = try await profiles.readLetters(periods.profile.user).week
            return try Response.json(
                try await periods.weeks().map { week in
                    LetterWeek(
                        first: week.first, last: week.last, title: periods.reader.reach(of: week),
                        isRead: read.map { week.last <= $0 } ?? false)
                })
        }
        endpoints.add(
            "GET /v1/letters/week/{day}", .session, .data, Self.summary(.week),
            responses: [200: .json(LetterEndpoints.WrittenPeriod.self)], errors: Self.notBegun, isCompressed: true
        ) { try await period(.week, $0, $1) }
        endpoints.add(
            "GET /v1/letters/month/{day}", .session, .data, Self.summary(.month),
            responses: [200: .json(LetterEndpoints.WrittenPeriod.self)], errors: Self.notBegun, isCompressed: true
        ) { try await period(.month, $0, $1) }
        endpoints.add(
            "GET /v1/letters/year/{day}", .session, .data, Self.summary(.year),
            responses: [200: .json(LetterEndpoints.WrittenPeriod.self)], errors: Self.notBegun, isCompressed: true
        ) { try await period(.year, $0, $1) }
    }

    private static let notBegun = [404: "The day has not begun."]

    private static func summary(_ span: LetterPeriod.Span) -> String {
        "A letter about the \(span.days) days that end on a day, made of what there is now."
    }

    private func period(_ span: LetterPeriod.Span, _ request: Request, _ context: EdgeContext) async throws -> Response
    {
        let periods = try await periods(request, context)
        let period = try context.letterPeriod(span, for: periods.reader)
        let letter = try await periods.letter(period)
        let screen = PeriodLetterScreen(letter, about: period, for: periods.reader)
        return try Response.json(
            WrittenPeriod(
                span: period.span, first: period.first, last: period.last, title: screen.title,
                paragraphs: screen.paragraphs, question: screen.question, facts: letter?.facts ?? [],
                finding: letter?.finding))
    }

    private func periods(_ request: Request, _ context: EdgeContext) async throws -> PeriodLetters {
        let profile = try await profiles.profile(try context.user())
        return PeriodLetters(bus: bus, profile: profile, reader: request.reader(profile, at: now()))
    }
}

extension EdgeContext {
    /// The period of a letter's address.
    /// - Throws: `Problem`, 404, for a day that has not begun.
    func letterPeriod(_ span: LetterPeriod.Span, for reader: Reader) throws -> LetterPeriod {
        guard let day = parameters.get("day").flatMap({ Day($0) }), (1...reader.today.number).contains(day.number)
        else { throw Problem.nothingHere }
        return LetterPeriod(span, last: day)
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
