import Bus
import CrisisCards
import LocalTime
import Messages

/// What a person can say about a day, where more is checked than its service checks.
public struct DayActions: Sendable {
    private let bus: any Requesting

    public init(bus: any Requesting) { self.bus = bus }

    /// Adds a check-in.
    /// - Parameters:
    ///   - day: that it is about; nil for the current one.
    ///   - at: ms since 1970.
    ///   - id: the same for a repetition.
    /// - Throws: `ServiceError(.invalid)` for a day that has not begun where the person is.
    public func checkIn(
        _ user: UserID, day: Day?, at: Milliseconds, in calendar: LocalCalendar, stress: Int32?, energy: Int32?,
        sleepQuality: Int32?, id: RequestID = .fresh()
    ) async throws -> CheckIn {
        if let day, !calendar.hasBegun(day, at: at) {
            throw ServiceError(.invalid, "That day has not begun; check in for today or an earlier day.")
        }
        return try await bus.request(
            SubmitCheckIn(
                user: user, day: day ?? calendar.day(millisecond: at), at: at, stress: stress, energy: energy,
                sleepQuality: sleepQuality), id: id)
    }

    /// Notes own tags of a day, or takes them away; the others of the day stay, also those that another device changes
    /// meanwhile.
    /// - Parameters:
    ///   - at: when they were noted, ms since 1970.
    ///   - id: the same for a repetition.
    /// - Throws: as `replaceTags`.
    public func note(
        _ tags: [String], isWanted: Bool, on day: Day, at: Milliseconds, of user: UserID, id: RequestID,
        _ fallback: CrisisFallback
    ) async throws -> DayTags {
        let named = tags.map { OwnTag.kept($0) ?? $0 }
        if isWanted { try await read(named, on: day, of: user, fallback) }
        let change: SetDayTags.Change = isWanted ? .add : .remove
        return try await bus.request(SetDayTags(user: user, day: day, tags: named, at: at, change: change), id: id)
    }

    /// Replaces the own tags of a day. One that the person has not used yet is kept only if it was read and is no sign of
    /// danger; otherwise nothing changes.
    /// - Parameter at: when those that the day does not have yet were noted, ms since 1970; nil if that is not known.
    /// - Throws: `UnreadText` for a new tag that is a sign of danger or was not read; `ServiceError` as `SetDayTags`.
    public func replaceTags(
        _ tags: [String], on day: Day, at: Milliseconds? = nil, of user: UserID, id: RequestID,
        _ fallback: CrisisFallback
    ) async throws -> DayTags {
        try await read(tags, on: day, of: user, fallback)
        return try await bus.request(SetDayTags(user: user, day: day, tags: tags, at: at), id: id)
    }

    /// Reads tags that the person has not used yet for safety.
    /// - Throws: `UnreadText` for one that is a sign of danger or was not read; `ServiceError(.invalid)` for more tags
    ///   than a day has.
    private func read(_ tags: [String], on day: Day, of user: UserID, _ fallback: CrisisFallback) async throws {
        // If the known tags cannot be read, safety reads all tags, so that a sign of danger still gets its card.
        let reply = try? await bus.request(DayTagsQuery(user: user, from: day, through: day))
        let known = Set((reply?.known ?? []).map(OwnTag.key))
        // A text that is no tag, such as a long one, is read before it is refused.
        let fresh = tags.filter { text in
            guard let tag = OwnTag.kept(text) else { return text.contains { !$0.isWhitespace } }
            return !known.contains(OwnTag.key(tag))
        }
        if !fresh.isEmpty, let found = await fallback.card(for: fresh.joined(separator: "\n")) {
            let error =
                found.level == .crisis
                ? ServiceError(.refused, "This is not kept as a tag; write it in the journal if you like.")
                : ServiceError(.unavailable, "The tag could not be read for safety, so it is not kept; try again.")
            throw UnreadText(error: error, level: found.level, card: found.card)
        }
        guard tags.count <= OwnTag.maximumPerDay else {
            throw ServiceError(.invalid, "A day has at most \(OwnTag.maximumPerDay) tags; take one away first.")
        }
    }
}
