import GoalsCore
import Localization
import Messages
import Storage

/// Alike titles (GOL-3).
extension GoalsService {
    /// The entries with a title alike the given one: by their form, which is words and numbers without case, accents,
    /// signs and spelling of numbers, and English ones by meaning as well.
    /// - Throws: errors as of `SimilarTitles`.
    func similar(_ query: SimilarTitles, id: RequestID) async throws -> SimilarTitles.Reply {
        var checks = FieldChecks()
        checks.text("title", query.title, FieldChecks.MaximumScalars.title)
        if Optional(query.title).nonblank == nil { checks.add("title", .titleNeeded) }
        checks.choice("kind", query.kind)
        try checks.finish()
        try Self.check(country: query.country)
        let verdict = try await judge.judge(query.title, of: query.user, country: query.country, id: id, at: now())
        let told = verdict.level == .safe ? nil : verdict
        guard verdict.level < .crisis else { return SimilarTitles.Reply(similar: [], verdict: told) }
        let comparer = TitleComparer(store: store, source: embeddings, log: judge.log)
        var reply = try await comparer.compare(query, now: now())
        reply.verdict = told
        return reply
    }
}

extension Language {
    /// The language of a request: German for `de…`, else English.
    init(asked tag: String?) { self = tag.flatMap { Language(tag: $0) } ?? .english }
}
