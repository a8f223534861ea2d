import LocalTime
import Messages
import Storage

/// Tags of days in a person's own words. They are kept beside the circumstances of days and enter no score.
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
            return DayTagsQuery.Reply(days: all.filter { range.contains($0.day) }, known: Self.known(all))
        }
    }

    /// Replaces the tags of a day.
    /// - Throws: `ServiceError(.invalid)` for a tag that is empty or too long, for too many, and for a day that has not
    ///   begun in any time zone.
    func setTags(_ request: SetDayTags, id: RequestID) async throws -> DayTags {
        try check(request.day)
        guard LocalCalendar.earliest.hasBegun(request.day, at: clock()) else {
            throw ServiceError(.invalid, "That day has not begun; choose today or an earlier day.")
        }
        guard request.tags.count <= OwnTag.mostPerDay else {
            throw ServiceError(.invalid, "A day has at most \(OwnTag.mostPerDay) tags; take one away first.")
        }
        let given = try request.tags.map { text in
            guard let tag = OwnTag.kept(text) else {
                throw ServiceError(.invalid, "A tag has 1 to \(OwnTag.maximumCharacters) characters.")
            }
            return tag
        }
        // A clock may be a little ahead.
        let at = request.at.flatMap { $0 > 0 && $0 <= clock() + 86_400_000 ? $0 : nil }
        return try await store.command(id, user: request.user) { transaction in
            let inputs = InputRows(user: request.user, transaction: transaction)
            let all = try inputs.tags()
            // The spelling in use elsewhere stays; a day's own spelling can be changed while no other day has the tag.
            let others = Self.known(all.filter { $0.day != request.day })
            let spelling = Dictionary(others.map { (OwnTag.key($0), $0) }, uniquingKeysWith: { first, _ in first })
            var seen: Set<String> = []
            let tags = given.filter { seen.insert(OwnTag.key($0)).inserted }.map { spelling[OwnTag.key($0)] ?? $0 }
            guard Set(others.map(OwnTag.key)).union(seen).count <= OwnTag.mostPerPerson else {
                throw ServiceError(
                    .invalid, "There are \(OwnTag.mostPerPerson) tags already; use one of them, or take one away.")
            }
            let stored = all.first { $0.day == request.day } ?? DayTags(day: request.day, tags: [])
            var wanted = DayTags(day: request.day, tags: tags)
            wanted.times = Self.times(of: tags, before: stored, at)
            guard stored != wanted else { return wanted }
            try inputs.set(wanted)
            return wanted
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
