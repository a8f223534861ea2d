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

    /// Requests the coach's reply.
    /// - Parameter id: the same for a repetition.
    /// - Throws: `UnreadText` for a message that was not read, is not stored, and whose writer may be in danger; else
    ///   `ServiceError`.
    public func send(_ chat: Chat, id: RequestID = .fresh()) async throws -> ChatReply {
        try await fallback.reading(chat.text) { try await bus.request(chat, id: id) }
    }

    /// The same with the crisis card as the reply to a message that was not read (SAF-4).
    /// - Throws: `ServiceError`.
    public func reply(to chat: Chat, id: RequestID = .fresh()) async throws -> ChatReply {
        do {
            return try await send(chat, id: id)
        } catch let unread as UnreadText {
            return ChatReply(
                coachReply: unread.card.message, source: .fixed, level: unread.level, crisis: unread.card,
                gate: "unavailable")
        }
    }
}
