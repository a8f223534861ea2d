import LocalTime
import Messages
import Storage

/// Tags of days in a person's own words. They are kept apart from the circumstances of days and enter no score.
extension ScoringService {
    /// The tags of a range of days, and all that the person has.
    /// - Throws: `ServiceError(.invalid)` for an implausible day or an empty range.
    func tags(_ request: DayTagsQuery) async throws -> DayTagsQuery.Reply {
        for day in [request.from, request.through] { try check(day) }
        guard request.from <= request.through else {
            throw ServiceError(.invalid, "A range runs from an earlier to a later day.")
        }
        return try await store.read { transaction in
            let inputs = InputRows(user: request.user, transaction: transaction)
            // A person without any rows has no data key either.
            let all = try inputs.isEmpty() ? [] : inputs.tags()
            let range = request.from...request.through
            return DayTagsQuery.Reply(
                days: all.filter { range.contains($0.day) }, known: Self.known(all),
                changes: try inputs.changes(of: range))
        }
    }

    /// Replaces the tags of a day, adds some or takes some away. A tag to take away that the day lacks changes nothing.
    /// - Throws: `ServiceError(.invalid)` for a tag that is empty or too long, for too many, and for a day that has not
    ///   begun in any time zone.
    func setTags(_ request: SetDayTags, id: RequestID) async throws -> DayTags {
        try check(request.day)
        guard LocalCalendar.earliest.hasBegun(request.day, at: clock()) else {
            throw ServiceError(.invalid, "That day has not begun; choose today or an earlier day.")
        }
        let change = request.change ?? .replace
        guard SetDayTags.Change.names.contains(where: { $0.value == change }) else {
            throw ServiceError(.invalid, "Tags are replaced, added or taken away.")
        }
        guard request.tags.count <= OwnTag.maximumPerDay else { throw Self.tooMany }
        let given = try Self.given(request.tags, change)
        // A clock may be a little ahead.
        let at = request.at.flatMap { $0 > 0 && $0 <= clock() + 86_400_000 ? $0 : nil }
        return try await store.command(id, user: request.user) { transaction in
            let inputs = InputRows(user: request.user, transaction: transaction)
            let all = try inputs.tags()
            let stored = all.first { $0.day == request.day } ?? DayTags(day: request.day, tags: [])
            let merged = Self.merge(given, into: stored.tags, change)
            // The spelling in use elsewhere stays; a day's own spelling can be changed while no other day has the tag.
            let others = Self.known(all.filter { $0.day != request.day })
            let spelling = Dictionary(others.map { (OwnTag.key($0), $0) }, uniquingKeysWith: { first, _ in first })
            var seen: Set<String> = []
            let tags = merged.filter { seen.insert(OwnTag.key($0)).inserted }.map { spelling[OwnTag.key($0)] ?? $0 }
            guard tags.count <= OwnTag.maximumPerDay else { throw Self.tooMany }
            guard Set(others.map(OwnTag.key)).union(seen).count <= OwnTag.maximumPerPerson else {
                throw ServiceError(
                    .invalid, "There are \(OwnTag.maximumPerPerson) tags already; use one of them, or take one away.")
            }
            var wanted = DayTags(day: request.day, tags: tags)
            wanted.times = Self.times(of: tags, before: stored, at)
            guard stored != wanted else { return wanted }
            try inputs.set(wanted)
            return wanted
        }
    }

    private static let tooMany = ServiceError(
        .invalid, "A day has at most \(OwnTag.maximumPerDay) tags; take one away first.")

    /// The tags of a request as they are kept.
    private static func given(_ texts: [String], _ change: SetDayTags.Change) throws -> [String] {
        // A text that is no tag is on no day.
        if change == .remove { return texts.compactMap(OwnTag.kept) }
        return try texts.map { text in
            guard let tag = OwnTag.kept(text) else {
                throw ServiceError(.invalid, "A tag has 1 to \(OwnTag.maximumCharacters) characters.")
            }
            return tag
        }
    }

    /// The tags of a day after a change; may have duplicates.
    private static func merge(_ given: [String], into stored: [String], _ change: SetDayTags.Change) -> [String] {
        switch change {
        case .add: return stored + given
        case .remove:
            let keys = Set(given.map(OwnTag.key))
            return stored.filter { !keys.contains(OwnTag.key($0)) }
        default: return given
        }
    }

    /// When the tags of a day were noted: those that it had keep their times.
    private static func times(of tags: [String], before stored: DayTags, _ at: Milliseconds?) -> [DayTags.Noted] {
        let had = Set(stored.tags.map(OwnTag.key))
        let known = Dictionary(
            stored.times.map { (OwnTag.key($0.tag), $0.at) }, uniquingKeysWith: { first, _ in first })
        var times: [DayTags.Noted] = []
        for tag in tags {
            let key = OwnTag.key(tag)
            if had.contains(key) {
                if let noted = known[key] { times.append(DayTags.Noted(tag: tag, at: noted)) }
            } else if let at {
                times.append(DayTags.Noted(tag: tag, at: at))
            }
        }
        return times
    }

    /// The different tags of some days: those of most days first, then by name.
    private static func known(_ days: [DayTags]) -> [String] {
        var counts: [String: (name: String, days: Int)] = [:]
        for tag in days.flatMap(\.tags) { counts[OwnTag.key(tag), default: (tag, 0)].days += 1 }
        return counts.sorted { ($1.value.days, $0.key) < ($0.value.days, $1.key) }.map(\.value.name)
    }
}
