import Messages

/// How earlier verdicts restrict a conversation (SAF-4, SAF-5).
enum ConversationRules {
    /// Nothing of a conversation leaves the machine for this long after a crisis verdict, in milliseconds. 24 hours
    /// cover the rest of that day in every time zone.
    static let crisisDuration: Milliseconds = 24 * 3_600_000
    /// Time during which cautions are counted, in milliseconds.
    static let cautionWindow: Milliseconds = 7 * 24 * 3_600_000
    /// This many cautions within `cautionWindow` add the support resources to a reply.
    static let cautionsForResources = 3

    /// The latest crisis that is still in effect; nil if there is none or the person withdrew it.
    static func crisis(_ verdicts: [NotedVerdict], at: Milliseconds) -> NotedVerdict? {
        verdicts.last { $0.level >= .crisis && !$0.withdrawn && $0.at > at - crisisDuration }
    }

    static func surfacesResources(_ verdicts: [NotedVerdict], at: Milliseconds) -> Bool {
        // An unsupported language gives no evidence about the person's state.
        verdicts.count {
            $0.level == .caution && $0.reason != .unknownLanguage && $0.reason != .notReadInFull
                && $0.at > at - cautionWindow
        }
            >= cautionsForResources
    }
}

extension CoachState {
    /// Records a verdict or its withdrawal; a `safe` one is removed. An equal or older revision changes nothing.
    /// - Returns: whether the state changed.
    @discardableResult
    mutating func note(_ verdict: NotedVerdict) -> Bool {
        var verdict = verdict
        if let index = verdicts.firstIndex(where: { $0.id == verdict.id }) {
            guard verdicts[index].revision < verdict.revision else { return false }
            // A later time is that of an edit: the withdrawal was about the earlier text.
            verdict.withdrawn = verdicts[index].withdrawn && verdicts[index].at >= verdict.at
            verdicts.remove(at: index)
        }
        guard verdict.level > .safe else { return true }
        verdicts.insert(verdict, at: verdicts.firstIndex { $0.at > verdict.at } ?? verdicts.endIndex)
        // Crises are kept longer than cautions, however many follow.
        while verdicts.count > Self.maximumVerdicts {
            verdicts.remove(at: verdicts.firstIndex { $0.level < .crisis } ?? 0)
        }
        return true
    }

    /// Records a crisis in a text of the goals service. It stays noted when the text is changed.
    /// - Returns: the crisis that is noted of this text; nil without one.
    mutating func note(_ event: GoalTextJudged) -> NotedVerdict? {
        var revision = event.revision
        if let index = verdicts.firstIndex(where: { $0.id == event.id }) {
            // A withdrawal counted a revision of its own.
            revision = max(revision, verdicts[index].revision)
            guard event.level >= .crisis, event.at > verdicts[index].at else {
                verdicts[index].revision = revision
                return verdicts[index]
            }
            revision = max(revision, verdicts[index].revision + 1)
        }
        guard event.level >= .crisis else { return nil }
        note(
            NotedVerdict(
                id: event.id, revision: revision, at: event.at, level: event.level, reason: nil, fromChat: true))
        return verdicts.first { $0.id == event.id }
    }

    /// Withdraws the crisis of one journal entry, or every crisis still in effect.
    /// - Returns: the verdicts to emit. Those of chat messages get a new revision; a journal entry's revision belongs
    ///   to the journal.
    /// - Throws: `ServiceError(.notFound)` for an entry without a stored crisis.
    mutating func withdrawCrises(at: Milliseconds, entry: EntityID? = nil) throws -> [NotedVerdict] {
        var told: [NotedVerdict] = []
        for index in verdicts.indices where verdicts[index].level >= .crisis {
            let verdict = verdicts[index]
            guard
                entry.map({ $0 == verdict.id })
                    ?? (!verdict.withdrawn && verdict.at > at - ConversationRules.crisisDuration)
            else { continue }
            if !verdict.withdrawn, verdict.fromChat { verdicts[index].revision += 1 }
            verdicts[index].withdrawn = true
            told.append(verdicts[index])
        }
        if entry != nil, told.isEmpty {
            throw ServiceError(.notFound, "No crisis is noted for this entry; it may have been deleted.")
        }
        return told
    }
}
