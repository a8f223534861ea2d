import Foundation
import GoalsCore
import Localization
import Logging
import Messages
import Storage

/// Finds the entries with a title alike a given one, by words and meaning (GOL-3). Embeddings of stored titles are kept;
/// a comparison asks sentiment at most once, for the given title and some of those that have none yet.
struct TitleComparer: Sendable {
    /// Most entries in a reply.
    static let maximumEntries = 20
    /// Most of them without a word in common. Of 303,420 pairs of everyday titles, 11 in 1,000 have no common word and
    /// are near enough, mostly by chance; many of them would hide the others.
    static let maximumFar = 2

    let store: Store
    let source: EmbeddingSource
    let log: Logger

    /// A title that its form leaves open.
    private struct Candidate: Sendable {
        var kind: TitleKind
        var entry: EntityID
        var title: String
        /// Cosine from which it is alike.
        var least: Double
        var sharesWords: Bool
        var key: Data
        var stored: TitleEmbeddingRows.Stored?
    }

    /// What the database says about a title.
    private struct Survey: Sendable {
        var alike: [SimilarTitle] = []
        /// Those in other words, which come after the others.
        var otherWords: [SimilarTitle] = []
        var open: [Candidate] = []
        /// The embedding of the title itself, if an entry has it too.
        var own: TitleEmbeddingRows.Stored?
    }

    /// - Parameter query: its title was judged by safety.
    func compare(_ query: SimilarTitles, now: Milliseconds) async throws -> SimilarTitles.Reply {
        let language = Language(asked: query.language)
        let survey = try await survey(query, language)
        guard language == .english else {
            return SimilarTitles.Reply(similar: Self.first(survey.alike), comparison: .form)
        }
        guard !survey.open.isEmpty else {
            return SimilarTitles.Reply(similar: Self.first(survey.alike), comparison: .meaning)
        }
        var (own, open) = (survey.own, survey.open)
        let missing = Self.missing(open)
        if own == nil || !missing.isEmpty {
            let asked = missing.prefix(EmbedTexts.maximumTexts - 1)
            let texts = [query.title] + asked.map(\.title)
            guard let reply = try await source.embeddings(of: texts, for: query.user, now: now) else {
                return SimilarTitles.Reply(similar: Self.first(survey.alike), comparison: .form)
            }
            let found = zip(asked, reply.embeddings.dropFirst()).map { candidate, embedding in
                TitleEmbeddingRows.Found(entry: candidate.entry, title: candidate.title, embedding: embedding)
            }
            try await keep(found, reply.model, of: query.user, now: now)
            own = TitleEmbeddingRows.Stored(embedding: reply.embeddings[0], model: reply.model)
            let fresh = Dictionary(
                zip(asked.map(\.key), reply.embeddings.dropFirst()), uniquingKeysWith: { first, _ in first })
            for index in open.indices {
                if let embedding = fresh[open[index].key] {
                    open[index].stored = TitleEmbeddingRows.Stored(embedding: embedding, model: reply.model)
                }
            }
        }
        return reply(survey.alike, open, own)
    }

    private func reply(
        _ alike: [SimilarTitle], _ open: [Candidate], _ own: TitleEmbeddingRows.Stored?
    ) -> SimilarTitles.Reply {
        var (alike, far, isComplete) = (alike, [SimilarTitle](), true)
        for candidate in open {
            guard let own, let other = candidate.stored, own.model == other.model else {
                isComplete = false
                continue
            }
            guard let cosine = own.embedding.cosine(other.embedding), cosine >= candidate.least else { continue }
            let found = SimilarTitle(
                kind: candidate.kind, id: candidate.entry, title: candidate.title, cosine: cosine)
            if candidate.sharesWords { alike.append(found) } else { far.append(found) }
        }
        alike += Self.nearest(far).prefix(Self.maximumFar)
        return SimilarTitles.Reply(similar: Self.first(alike), comparison: isComplete ? .meaning : .partly)
    }

    /// The titles without an embedding, each once; those that share words come first.
    private static func missing(_ open: [Candidate]) -> [Candidate] {
        var seen: Set<Data> = []
        let missing = open.filter { $0.stored == nil && seen.insert($0.key).inserted }
        return missing.filter(\.sharesWords) + missing.filter { !$0.sharesWords }
    }

    /// Equal titles first, then by cosine, equal ones in the order of the list.
    private static func nearest(_ alike: [SimilarTitle]) -> [SimilarTitle] {
        alike.enumerated().sorted { left, right in
            let (one, other) = (left.element.cosine ?? 2, right.element.cosine ?? 2)
            return one == other ? left.offset < right.offset : one > other
        }.map(\.element)
    }

    /// The nearest titles of each kind.
    private static func first(_ alike: [SimilarTitle]) -> [SimilarTitle] {
        let nearest = nearest(alike)
        let kinds: [TitleKind] = [.goal, .value, .action]
        return Array(kinds.flatMap { kind in nearest.filter { $0.kind == kind } }.prefix(maximumEntries))
    }

    /// Compares all titles by form, and collects the embeddings of those that are left open.
    private func survey(_ query: SimilarTitles, _ language: Localization.Language) async throws -> Survey {
        let form = TitleForm(query.title, language: language)
        return try await store.read { transaction in
            let rows = TitleRows(user: query.user, transaction: transaction)
            let embeddings = TitleEmbeddingRows(user: query.user, transaction: transaction)
            var (survey, hash) = (Survey(), KeyedHash?.none)
            for kind in query.kind.map({ [$0] }) ?? [.goal, .value, .action] {
                var seen: Set<String> = []
                try rows.forEach(kind) { entry, title in
                    // Of actions with one title the latest one is offered.
                    guard kind != .action || seen.insert(title).inserted else { return }
                    let other = TitleForm(title, language: language)
                    switch Likeness.byForm(form, other, language: language) {
                    case .title: survey.alike.append(SimilarTitle(kind: kind, id: entry, title: title))
                    case .words: survey.otherWords.append(SimilarTitle(kind: kind, id: entry, title: title))
                    case .different: break
                    case .open(let least):
                        let known = try hash ?? embeddings.keyedHash()
                        hash = known
                        let key = known.hash(title)
                        survey.open.append(
                            Candidate(
                                kind: kind, entry: entry, title: title, least: least,
                                sharesWords: form.sharesWords(with: other), key: key,
                                stored: try embeddings.embedding(key)))
                    }
                }
            }
            survey.alike += survey.otherWords
            if let hash { survey.own = try embeddings.embedding(hash.hash(query.title)) }
            return survey
        }
    }

    /// Keeps embeddings. The comparison does not depend on it, so a full disk is only logged.
    private func keep(
        _ found: [TitleEmbeddingRows.Found], _ model: String, of user: UserID, now: Milliseconds
    ) async throws {
        do {
            try await store.write { transaction in
                try TitleEmbeddingRows(user: user, transaction: transaction).put(found, model: model, now: now)
            }
        } catch let error as ServiceError where [.storage, .busy].contains(error.code) {
            log.notice(
                "Embeddings of titles were not kept.", metadata: ["error": "\(ServiceError.logText(error))"])
        }
    }
}
