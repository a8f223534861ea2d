import Bus
import CrisisCards
import Messages

/// What a person can do with the coach by writing a text.
public struct CoachActions: Sendable {
    private let bus: any Requesting
    private let fallback: CrisisFallback

    /// - Parameter fallback: judges a message that the coach did not read.
    public init(bus: any Requesting, fallback: CrisisFallback) {
        self.bus = bus
        self.fallback = fallback
    }

    /// Requests the coach's reply. A message that was not read, and whose writer may be in danger, gets the crisis card
    /// as its reply (SAF-4); it is not stored.
    /// - Parameter id: the same for a repetition.
    /// - Throws: `ServiceError`.
    public func reply(to chat: Chat, id: RequestID = .fresh()) async throws -> ChatReply {
        do {
            return try await fallback.reading(chat.text) { try await bus.request(chat, id: id) }
        } catch let unread as UnreadText {
            return ChatReply(
                coachReply: unread.card.message, source: .fixed, level: unread.level, crisis: unread.card,
                gate: "unavailable")
        }
    }
}
