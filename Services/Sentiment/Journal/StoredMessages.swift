import Messages

/// The sealed text of an entry and the data needed to analyse it.
struct JournalText: Message {
    var text: String
    /// The country sent with the entry, kept for a later analysis; nil in entries of older releases.
    var country: String?
    enum CodingKeys: Int, CodingKey { case text = 1, country }
}

/// Stored empty, because no code reads an entry's embedding. The previous release opens the column when it re-emits;
/// the next release drops it.
struct StoredEmbedding: Message {
    var embedder = ""
    var vector: [Float] = []
    enum CodingKeys: Int, CodingKey { case embedder = 1, vector }
}

/// The stored reply to a submission. It holds the entry's id only, so that deleting the entry leaves no copy of the
/// text.
struct StoredSubmission: Message {
    var entry: EntityID
    enum CodingKeys: Int, CodingKey { case entry = 1 }
}
