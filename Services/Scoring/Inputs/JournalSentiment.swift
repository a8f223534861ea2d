import Messages

/// The stored part of a journal entry.
struct JournalSentiment: Message, Equatable {
    var entry: EntityID
    var day: Day
    /// −1 … 1; nil if no provider could classify the entry.
    var sentiment: Double?
    /// Whether the verdict was crisis.
    var crisis: Bool
    /// Time of the edit that made the judged text; nil if the text never changed.
    var edited: Milliseconds?
    enum CodingKeys: Int, CodingKey { case entry = 1, day, sentiment, crisis, edited }
}
