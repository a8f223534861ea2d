import Foundation
import Messages
import Storage

/// The embeddings of a person's stored titles, by the keyed hash of the title. Only titles that safety judged are
/// embedded; an embedding goes when a title is changed or deleted.
struct TitleEmbeddingRows {
    /// Embeddings kept of a person, as many as titles are compared at most; about 450 bytes each.
    static let maximumRows = 2 * TitleRows.maximumTitles + TitleRows.maximumActions

    let user: UserID
    let transaction: Transaction

    /// An embedding with its model.
    struct Stored: Sendable {
        var embedding: TextEmbedding
        var model: String
    }

    /// A title of a stored entry, with its embedding.
    struct Found: Sendable {
        var entry: EntityID
        var title: String
        var embedding: TextEmbedding
    }

    /// The hash of a person's titles.
    /// - Throws: `ServiceError(.notFound)` in a read if nothing is kept of this person.
    func keyedHash() throws -> KeyedHash { try transaction.dataKey(user).keyedHash(for: "title embeddings") }

    /// The embedding of a title; nil if there is none.
    func embedding(_ key: Data) throws -> Stored? {
        guard
            let row = try transaction.row(
                "SELECT model, sealed FROM title_embeddings WHERE user = ? AND key = ?", [user, key])
        else { return nil }
        let embedding = try transaction.open(
            TextEmbedding.self, row["sealed"], user: user, table: "title_embeddings", row: Self.address(key))
        return Stored(embedding: embedding, model: try row["model"])
    }

    /// Keeps the embeddings of titles that are still stored and judged; drops those of other models, and the oldest
    /// beyond `maximumRows`.
    /// - Throws: `ServiceError(.erased)`.
    func put(_ found: [Found], model: String, now: Milliseconds) throws {
        try transaction.check(user)
        let hash = try keyedHash()
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        try transaction.execute("DELETE FROM title_embeddings WHERE user = ? AND model <> ?", [user, model])
        for found in found {
            guard try abstractions.judgedTitle(of: found.entry) == found.title else { continue }
            let key = hash.hash(found.title)
            let sealed = try transaction.seal(
                found.embedding, user: user, table: "title_embeddings", row: Self.address(key))
            try transaction.execute(
                """
                INSERT INTO title_embeddings (user, key, model, at, sealed) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (user, key) DO UPDATE SET model = excluded.model, at = excluded.at, sealed = excluded.sealed
                """, [user, key, model, now, sealed])
        }
        try transaction.execute(
            """
            DELETE FROM title_embeddings WHERE user = ?1 AND key IN (
                SELECT key FROM title_embeddings WHERE user = ?1 ORDER BY at DESC, key LIMIT -1 OFFSET ?2)
            """, [user, Self.maximumRows])
    }

    /// Drops the embedding of an entry's title before the title is replaced by `next` or deleted.
    func forgetTitle(of entry: EntityID, next: String? = nil) throws {
        let isAny = try transaction.value(Int64.self, "SELECT 1 FROM title_embeddings WHERE user = ? LIMIT 1", [user])
        guard isAny != nil,
            let title = try AbstractionRows(user: user, transaction: transaction).texts(of: entry)?.title,
            title != next
        else { return }
        try transaction.execute(
            "DELETE FROM title_embeddings WHERE user = ? AND key = ?", [user, try keyedHash().hash(title)])
    }

    private static func address(_ key: Data) -> String { key.base64EncodedString() }
}
