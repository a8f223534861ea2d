import Messages
import Storage

/// Tags in a person's own words. They belong to days and affect no score, so they mark no day for recomputation.
extension InputRows {
    /// All days with tags, oldest first.
    func tags() throws -> [DayTags] {
        try list(
            DayTags.self, .tags,
            try transaction.rows(
                "SELECT id, sealed FROM inputs WHERE user = ? AND kind = ?", [user, Kind.tags.rawValue])
        ).filter { !$0.tags.isEmpty }.sorted { $0.day < $1.day }
    }

    /// How often the tags of the days of a range were stored; nil if never. A day without tags any more counts.
    func changes(of days: ClosedRange<Day>) throws -> Int64? {
        let rows = try transaction.rows(
            "SELECT id, revision FROM inputs WHERE user = ? AND kind = ?", [user, Kind.tags.rawValue])
        var sum: UInt64 = 0
        for row in rows where days.contains(Self.day(ofID: try row["id"])) {
            // A damaged revision counts as none.
            sum &+= (try? row["revision"] as StoredCounter)?.value ?? 0
        }
        return sum == 0 ? nil : Int64(clamping: sum)
    }

    /// Stores the tags of a day.
    func set(_ tags: DayTags) throws {
        let id = Self.id(of: tags.day)
        let old = try transaction.value(
            StoredCounter.self, "SELECT revision FROM inputs WHERE user = ? AND kind = ? AND id = ?",
            [user, Kind.tags.rawValue, id])
        try put(.tags, id, revision: (old?.value ?? 0) + 1, tags, touching: Self.noDay)
    }
}
