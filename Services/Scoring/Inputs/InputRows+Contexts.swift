import Messages
import Storage

/// The person's notes about days: flags of single days, and circumstances that go on.
extension InputRows {
    /// All lasting circumstances, the earliest first. A damaged one is an error: scores are computed from all.
    func lasting() throws -> [LastingContext] {
        try lastingRows().map { row in
            try transaction.open(
                LastingContext.self, row["sealed"], user: user, table: "inputs",
                row: Self.address(.lasting, try row["id"]))
        }.sorted { ($0.from, $0.id) < ($1.from, $1.id) }
    }

    /// Those that can be opened, for a list.
    func shownLasting() throws -> [LastingContext] {
        try list(LastingContext.self, .lasting, try lastingRows()).sorted { ($0.from, $0.id) < ($1.from, $1.id) }
    }

    private func lastingRows() throws -> [Row] {
        try transaction.rows(
            "SELECT id, sealed FROM inputs WHERE user = ? AND kind = ?", [user, Kind.lasting.rawValue])
    }

    /// Stores a lasting circumstance and marks the days from its first one on.
    func set(_ context: LastingContext) throws {
        let old = try transaction.value(
            StoredCounter.self, "SELECT revision FROM inputs WHERE user = ? AND kind = ? AND id = ?",
            [user, Kind.lasting.rawValue, context.id])
        try put(
            .lasting, context.id, revision: (old?.value ?? 0) + 1, context, touching: context.from)
    }

    /// The flags of a day for showing, in declared order: its own and those of lasting circumstances.
    func context(of day: Day) throws -> [ContextFlag] {
        let address = Self.address(.context, Self.id(of: day))
        let own = try transaction.openOne(of: user, in: "inputs", row: address) { try ownContext(of: day) } ?? []
        let lasting = try shownLasting()
        return ContextFlag.all.filter { flag in
            own.contains(flag) || lasting.contains { $0.flag == flag && $0.covers(day) }
        }
    }

    /// The flags of the days of a range, without days that have none; oldest first.
    func contexts(of days: ClosedRange<Day>, _ lasting: [LastingContext]) throws -> [DayContext] {
        var flags: [Day: Set<ContextFlag>] = [:]
        let own = try transaction.rows(
            "SELECT id, sealed FROM inputs WHERE user = ? AND kind = ? AND day BETWEEN ? AND ?",
            [user, Kind.context.rawValue, days.lowerBound, days.upperBound])
        for context in try list(DayContext.self, .context, own) {
            flags[context.day, default: []].formUnion(context.flags)
        }
        for context in lasting {
            let (first, last) = (
                max(context.from, days.lowerBound), min(context.through ?? days.upperBound, days.upperBound)
            )
            guard first <= last else { continue }
            for day in first...last { flags[day, default: []].insert(context.flag) }
        }
        return flags.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { day, set in
            DayContext(day: day, flags: ContextFlag.all.filter(set.contains))
        }
    }
}
