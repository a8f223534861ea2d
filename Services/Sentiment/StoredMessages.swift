import Messages

/// What is kept sealed of an entry besides its analysis.
struct JournalText: Message {
    var text: String
    /// As it came with the entry, for the analysis, however late that is; absent in entries of older releases.
    var country: String?
    enum CodingKeys: Int, CodingKey { case text = 1, country }
}

/// Stored empty: nobody reads an entry's embedding. The previous release opens the column when it tells everything anew; the next one drops it.
struct StoredEmbedding: Message {
    var embedder = ""
    var vector: [Float] = []
    enum CodingKeys: Int, CodingKey { case embedder = 1, vector }
}

/// The kept answer to a submission: it names the entry and repeats nothing of it, so that deleting the entry deletes all of it.
struct Submitted: Message {
    var entry: EntityID
    enum CodingKeys: Int, CodingKey { case entry = 1 }
}
