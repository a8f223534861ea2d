import Bus
import Messages

/// What a person can do with kinds of health data beyond the daily metrics. Of a person who sees no numbers of food and
/// weight (PLN-10), kinds of food, energy and the size of the body are left out.
public struct KindActions: Sendable {
    private let bus: any Requesting

    public init(bus: any Requesting) { self.bus = bus }

    /// Answers whether data of a group of intimate kinds is kept and shown; a no deletes what is there.
    /// - Throws: `ServiceError(.invalid)` for an unknown group.
    public func answer(_ group: String, isKept: Bool, of user: UserID) async throws -> IntimateGroup {
        try await bus.request(AnswerGroup(user: user, group: group, isKept: isKept))
    }

    /// Whether a person agreed to a group, so that a no deletes what they see.
    public func isKept(_ group: String, of user: UserID) async throws -> Bool {
        try await bus.request(IntimateGroups(user: user)).groups.contains { $0.group == group && $0.isKept == true }
    }

    /// The kinds with their latest values.
    public func all(of user: UserID) async throws -> [KindSummary] {
        var page = try await bus.request(KindsQuery(user: user))
        var kinds = page.kinds
        while let next = page.next {
            page = try await bus.request(KindsQuery(user: user, cursor: next))
            kinds += page.kinds
        }
        guard kinds.contains(where: \.info.isOfBody), await hidesNumbers(of: user) else { return kinds }
        return kinds.filter { !$0.info.isOfBody }
    }

    /// The days of a kind.
    /// - Throws: `ServiceError`: `notFound` for a kind that is not shown, `invalid` for a range that is too long.
    public func days(of kind: String, _ days: ClosedRange<Day>, of user: UserID) async throws -> KindDaysQuery.Reply {
        // A year of a dense kind is more than one request may read.
        let length = days.count > KindDaysQuery.maximumDays ? days.count : Self.daysOfRequest
        var reply: KindDaysQuery.Reply?
        var first = days.lowerBound
        while first <= days.upperBound {
            let part = first...min(first.advanced(by: length - 1), days.upperBound)
            let own = try await bus.request(
                KindDaysQuery(user: user, kind: kind, from: part.lowerBound, through: part.upperBound))
            if reply == nil { try await check(own.info, user) }
            reply = KindDaysQuery.Reply(
                info: own.info, days: (reply?.days ?? []) + own.days.filter { part.contains($0.day) })
            first = part.upperBound.advanced(by: 1)
        }
        guard let reply else { throw ServiceError(.invalid, "A range has at least one day.") }
        return reply
    }

    private static let daysOfRequest = 92

    /// A page of readings, the newest first.
    /// - Parameter cursor: `next` of the page before; nil for the newest.
    /// - Throws: `ServiceError`: `notFound` for a kind that is not shown, `invalid` for a cursor or a limit.
    public func readings(
        of kind: String, after cursor: String?, limit: Int32, of user: UserID
    ) async throws -> KindReadingsQuery.Reply {
        let reply = try await bus.request(
            KindReadingsQuery(user: user, kind: kind, cursor: cursor, limit: limit))
        try await check(reply.info, user)
        return reply
    }

    /// Deletes what there is of a kind, part by part.
    /// - Returns: the number of readings, those that another source replaced among them.
    /// - Throws: `ServiceError(.notFound)` for a kind that is not shown.
    public func remove(_ kind: String, of user: UserID) async throws -> Int64 {
        var part = try await bus.request(RemoveKind(user: user, kind: kind))
        var removed = part.removed
        while let next = part.next {
            part = try await bus.request(RemoveKind(user: user, kind: kind, cursor: next))
            removed += part.removed
        }
        return removed
    }

    /// What is stored of days, and what devices say that they have of them; without food, energy and the size of the body
    /// for a person who sees no such numbers.
    /// - Throws: `ServiceError(.invalid)` for a range that is too long.
    public func inventory(_ days: ClosedRange<Day>, of user: UserID) async throws -> [DayInventory] {
        var found = try await bus.request(
            InventoryQuery(user: user, from: days.lowerBound, through: days.upperBound)
        ).days
        guard found.contains(where: { $0.kinds.contains(where: \.isOfBody) }), await hidesNumbers(of: user) else {
            return found
        }
        for index in found.indices { found[index].kinds.removeAll(where: \.isOfBody) }
        return found
    }

    private func check(_ info: KindInfo, _ user: UserID) async throws {
        guard info.isOfBody, await hidesNumbers(of: user) else { return }
        throw ServiceError(.notFound, "There is no such kind.")
    }

    private func hidesNumbers(of user: UserID) async -> Bool {
        (try? await bus.request(PlanNumbers(user: user)))?.numbersHidden ?? true
    }
}
