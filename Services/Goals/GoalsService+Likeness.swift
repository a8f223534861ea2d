import GoalsCore
import Localization
import Messages
import Storage

/// Alike titles (GOL-3).
extension GoalsService {
    /// Most entries in a reply.
    static let mostSimilar = 20

    /// The entries with a title alike the given one. Titles are compared by their form: words and numbers without case,
    /// accents, signs and spelling of numbers. `Likeness` would compare English meanings as well, but takes the cosine
    /// of sentence embeddings; this service holds no sentence model, which would cost 90 MB in every installation.
    /// - Throws: errors as of `SimilarTitles`.
    func similar(_ query: SimilarTitles, id: RequestID) async throws -> SimilarTitles.Reply {
        var checks = FieldChecks()
        checks.text("title", query.title, FieldChecks.Longest.title)
        if Optional(query.title).nonblank == nil { checks.add("title", .titleNeeded) }
        checks.choice("kind", query.kind)
        try checks.finish()
        try Self.check(country: query.country)
        let verdict = try await judge.judge(query.title, of: query.user, country: query.country, id: id, at: now())
        let told = verdict.level == .safe ? nil : verdict
        guard verdict.level < .crisis else { return SimilarTitles.Reply(similar: [], verdict: told) }
        let language = Language(asked: query.language)
        let form = TitleForm(query.title, language: language)
        let similar = try await store.read { transaction in
            let rows = TitleRows(user: query.user, transaction: transaction)
            var similar: [SimilarTitle] = []
            for kind in query.kind.map({ [$0] }) ?? [.goal, .value, .action] {
                var seen: Set<String> = []
                try rows.forEach(kind) { id, title in
                    // Of actions with one title the latest one is offered.
                    guard similar.count < Self.mostSimilar, kind != .action || seen.insert(title).inserted else {
                        return
                    }
                    let other = TitleForm(title, language: language)
                    switch Likeness.of(form, other, language: language, cosine: { nil }) {
                    case .title: similar.append(SimilarTitle(kind: kind, id: id, title: title))
                    case .meaning(let cosine):
                        similar.append(SimilarTitle(kind: kind, id: id, title: title, cosine: cosine))
                    case nil: break
                    }
                }
            }
            return similar
        }
        return SimilarTitles.Reply(similar: similar, verdict: told)
    }
}

extension Language {
    /// The language of a request: German for `de…`, else English.
    init(asked tag: String?) { self = tag.flatMap { Language(tag: $0) } ?? .english }
}
