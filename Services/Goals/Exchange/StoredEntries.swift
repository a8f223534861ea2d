import Messages
import Storage

/// A person's stored entries by id.
struct StoredEntries {
    let user: UserID
    let transaction: Transaction

    /// The entries of these ids; unknown ids are absent.
    func entries(_ kind: EntryKind, _ ids: Set<EntityID>) throws -> [EntityID: StoredEntry] {
        guard kind != .action else { return try actions(ids) }
        var entries: [EntityID: StoredEntry] = [:]
        for id in ids { if let entry = try entry(kind, id) { entries[id] = entry } }
        return entries
    }

    private func entry(_ kind: EntryKind, _ id: EntityID) throws -> StoredEntry? {
        switch kind {
        case .value:
            try ValueRows(user: user, transaction: transaction).page(id, limit: 1, after: nil).first
                .map(StoredEntry.value)
        case .measure:
            try MeasureRows(user: user, transaction: transaction).page(id, limit: 1, after: nil).first
                .map(StoredEntry.measure)
        case .goal:
            try GoalRows(user: user, transaction: transaction).has(id)
                ? GoalGraphRows(user: user, transaction: transaction).page(GoalsQuery(user: user, goal: id), limit: 1)
                    .first.map(StoredEntry.goal) : nil
        case .term:
            try TermRows(user: user, transaction: transaction).page(TermsQuery(user: user, term: id), limit: 1).first
                .map(StoredEntry.term)
        case .action: try actions([id])[id]
        }
    }

    private func actions(_ ids: Set<EntityID>) throws -> [EntityID: StoredEntry] {
        let actions = try ActionRows(user: user, transaction: transaction).graphs(ids)
        return Dictionary(uniqueKeysWithValues: actions.map { ($0.facts.id, .action($0)) })
    }
}

extension ActionRows {
    /// Ids in one statement: within SQLite's limit of variables.
    private static let maximumIDs = 500

    /// The actions of these ids as whole graphs, three statements for each 500.
    func graphs(_ ids: Set<EntityID>) throws -> [Action] {
        var (actions, rest): ([Action], ArraySlice<EntityID>) = ([], ids.sorted()[...])
        while !rest.isEmpty {
            let some = rest.prefix(Self.maximumIDs)
            rest = rest.dropFirst(Self.maximumIDs)
            let marks = Array(repeating: "?", count: some.count).joined(separator: ", ")
            actions += try self.actions(
                "x.user = ? AND x.id IN (\(marks))", [user] + Arguments(some), limit: some.count)
        }
        return actions
    }
}
