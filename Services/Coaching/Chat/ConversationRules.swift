import Messages

/// What earlier verdicts mean for what may be said now (SAF-4, SAF-5).
enum ConversationRules {
    /// After a crisis verdict nothing of the conversation leaves the machine for this long. It also covers the rest of that day wherever the person lives.
    static let afterCrisis: Milliseconds = 24 * 3_600_000
    static let cautionWindow: Milliseconds = 7 * 24 * 3_600_000
    /// This many cautions within the window surface resources.
    static let cautionsForResources = 3

    /// The crisis that still decides, the latest one; nil where there is none or the person said that it was none.
    static func crisis(_ verdicts: [NotedVerdict], at: Milliseconds) -> NotedVerdict? {
        verdicts.last { $0.level >= .crisis && !$0.withdrawn && $0.at > at - afterCrisis }
    }

    static func surfacesResources(_ verdicts: [NotedVerdict], at: Milliseconds) -> Bool {
        // A language without rules says nothing about how somebody is.
        verdicts.count { $0.level == .caution && $0.reason != .unknownLanguage && $0.at > at - cautionWindow } >= cautionsForResources
    }
}

extension CoachState {
    /// Notes a verdict, or what became of one; a `safe` one is forgotten. A second telling with the same or an older revision changes nothing.
    /// - Returns: whether it was new.
    @discardableResult
    mutating func note(_ verdict: NotedVerdict) -> Bool {
        var verdict = verdict
        if let index = verdicts.firstIndex(where: { $0.id == verdict.id }) {
            guard verdicts[index].revision < verdict.revision else { return false }
            verdict.withdrawn = verdicts[index].withdrawn
            verdicts.remove(at: index)
        }
        guard verdict.level > .safe else { return true }
        verdicts.insert(verdict, at: verdicts.firstIndex { $0.at > verdict.at } ?? verdicts.endIndex)
        // A crisis outlasts any number of later cautions.
        while verdicts.count > Self.maximumVerdicts { verdicts.remove(at: verdicts.firstIndex { $0.level < .crisis } ?? 0) }
        return true
    }

    /// "This was not a crisis": of one journal entry, or of every verdict that still decides.
    /// - Returns: what the others have to hear; of a chat message with a new revision. A journal entry's own revisions are the journal's.
    /// - Throws: `BusError(.notFound)` for an entry that is no crisis here.
    mutating func withdrawCrises(at: Milliseconds, entry: EntityID? = nil) throws -> [NotedVerdict] {
        var told: [NotedVerdict] = []
        for index in verdicts.indices where verdicts[index].level >= .crisis {
            let verdict = verdicts[index]
            guard entry.map({ $0 == verdict.id }) ?? (!verdict.withdrawn && verdict.at > at - ConversationRules.afterCrisis) else { continue }
            if !verdict.withdrawn, verdict.fromChat { verdicts[index].revision += 1 }
            verdicts[index].withdrawn = true
            told.append(verdicts[index])
        }
        if entry != nil, told.isEmpty { throw BusError(.notFound, "No crisis is noted for this entry; it may have been deleted.") }
        return told
    }
}
