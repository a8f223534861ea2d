import Bus
import CrisisCards
import Messages

/// What a person can do with the journal by writing a text.
public struct JournalActions: Sendable {
    private let bus: any Requesting
    private let fallback: CrisisFallback

    /// - Parameter fallback: judges texts that the journal did not.
    public init(bus: any Requesting, fallback: CrisisFallback) {
        self.bus = bus
        self.fallback = fallback
    }

    /// Adds an entry. One that was not judged in time has a card in `support` where its text needs one (SAF-4).
    /// - Parameter id: the same for a repetition.
    /// - Throws: `UnreadText` if the text may be unread and its writer may be in danger; else `ServiceError`.
    public func add(_ entry: SubmitJournal, id: RequestID = .fresh()) async throws -> JournalEntry {
        try await keep(entry, entry.text, id: id)
    }

    /// Replaces the text of an entry, which is read again.
    /// - Throws: as `add`.
    public func edit(_ edit: EditJournalEntry, id: RequestID = .fresh()) async throws -> JournalEntry {
        try await keep(edit, edit.text, id: id)
    }

    private func keep<Command: UserRequest>(_ command: Command, _ text: String, id: RequestID) async throws
        -> JournalEntry where Command.Reply == JournalEntry
    {
        var entry = try await fallback.reading(text) { try await bus.request(command, id: id) }
        if entry.analysis == nil { entry.support = await fallback.card(for: text)?.card }
        return entry
    }
}
