import Messages

/// The stored part of a journal entry.
struct JournalSentiment: Message, Equatable {
    var entry: EntityID
    var day: Day
    /// −1 … 1; nil if no provider could classify the entry.
    var sentiment: Double?
    /// Whether the verdict was crisis.
    var crisis: Bool
    enum CodingKeys: Int, CodingKey { case entry = 1, day, sentiment, crisis }
}
