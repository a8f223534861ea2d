import Bus
import Hummingbird
import Messages
import Pages

/// Routes for the letters: the findings in a person's data after an import, in the person's language.
struct LetterRoutes {
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
            responses: [200: .json([LetterRoutes.LetterEntry].self)], isCompressed: true
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
            responses: [200: .json(LetterRoutes.WrittenLetter.self)], isCompressed: true
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
