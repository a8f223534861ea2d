import Messages

/// The data of the coach's page. A part is nil if its service does not answer.
public struct CoachFacts: Sendable {
    /// The day's suggestions; nil if unknown.
    public var cards: CardsQuery.Reply?
    /// The conversation before a message that is being sent, oldest first.
    public var turns: [ChatTurn]
    /// The instant at which the page is shown; of a message that was sent, its own.
    public var at: Milliseconds
    /// Text of an instant.
    public var date: @Sendable (Milliseconds) -> String
    /// Time of day of an instant.
    public var time: @Sendable (Milliseconds) -> String = { _ in "" }
    /// The latest day with input and the days before it, from which questions to begin with are chosen.
    public var recent: RecentDays.Reply?
    /// The models that can phrase replies; empty if unknown.
    public var models: [ModelStatus] = []
    /// The message that was sent.
    public var asked: String?
    /// The reply to `asked`; nil before it.
    public var reply: ChatReply?
    /// The values that `reply` was read from; nil if it has none.
    public var chart: TrendFacts?
    /// The reason for a missing answer; the field then keeps the message.
    public var problem: String?
    /// Identifier of the form, so that sending it twice asks once.
    public var key: String

    public init(
        cards: CardsQuery.Reply?, turns: [ChatTurn] = [], at: Milliseconds = 0,
        date: @escaping @Sendable (Milliseconds) -> String = { _ in "" }, key: String
    ) {
        (self.cards, self.turns, self.at, self.date, self.key) = (cards, turns, at, date, key)
    }
}
