import Language

/// Scope rules for explicit phrases: a denial, an end or a question applies only if nothing but lead-in words separates
/// it from the phrase.
extension SentenceContext {
    /// The lead-in words directly before `target`, nearest first: "do not really | want to". A conjunction, a content
    /// word or a new subject ends them, except after "think (that)", "say", "feel like".
    private func lead(to target: Int) -> [Int] {
        var lead: [Int] = []
        var index = target - 1
        while index >= sentence.lowerBound, words[index].clause == words[target].clause {
            let word = words[index].text
            if Self.subjects.contains(word) {
                guard index > sentence.lowerBound, Self.introducers.contains(words[index - 1].text) else { break }
            } else if Self.mentalVerbs.contains(word) {
                guard index + 1 == target || Self.complements.contains(words[index + 1].text) else { break }
            } else if !Self.leading.contains(word), !WordLists.negators.contains(word), !Self.stops.contains(word),
                !isQuantityOfNone(index)
            {
                break
            }
            lead.append(index)
            index -= 1
        }
        return lead
    }

    /// True if no filler from this one on starts another statement.
    private func reachesOn(_ filler: Int) -> Bool {
        let fillers = match.range.filter { $0 >= filler && match.fillers.contains($0) }
        return fillers.allSatisfy {
            !Self.conjunctions.contains(words[$0].text) && !Self.subjects.contains(words[$0].text)
        }
    }

    /// True if a negation applies to an explicit phrase or is part of it.
    var isDeniedPlainly: Bool {
        func denies(_ index: Int) -> Bool {
            let next = index + 1 < words.count ? words[index + 1].text : ""
            return !WordLists.transparent.contains(next) && !["hesitate", "wait", "one"].contains(next)
                && (index == sentence.lowerBound || words[index - 1].text != "why")
                && !(words[index].text == "never" && after.contains(where: { ["more", "badly", "much"].contains($0) }))
        }
        func isNegator(_ index: Int) -> Bool {
            WordLists.negators.contains(words[index].text) || isQuantityOfNone(index)
        }
        if match.fillers.contains(where: { isNegator($0) && denies($0) && reachesOn($0) }) { return true }
        let negators = lead(to: match.range.lowerBound).filter(isNegator)
        // "cannot not": a double negation is no denial.
        if negators.count % 2 == 1, let first = negators.last, denies(first) { return true }
        return isInverted || isDeniedAfter || isDeniedByMainClause
    }

    /// True for an inversion after a negation that opens the clause: "Never in my life have I | wanted to".
    private var isInverted: Bool {
        let start = match.range.lowerBound
        guard start - 2 >= sentence.lowerBound, words[start - 1].text == "i",
            Self.auxiliaries.contains(words[start - 2].text)
        else { return false }
        let clause = (sentence.lowerBound..<start).filter { words[$0].clause == words[start].clause }.map {
            words[$0].text
        }
        return (["never", "not", "nor", "neither"].contains(clause.first ?? "") || clause.starts(with: ["in", "no"]))
            && !clause.contains(where: Self.conjunctions.contains)
    }

    /// True if a stated end applies to an explicit phrase: "stopped | wanting to die".
    var hasStoppedPlainly: Bool {
        (lead(to: match.range.lowerBound) + match.fillers.filter(reachesOn)).contains { index in
            let next = index + 1 < words.count ? words[index + 1].text : ""
            switch words[index].text {
            case "stopped", "quit", "aufgehort": return true
            case "done": return next == "with"
            case "free": return next == "of" || next == "from"
            case "recovered": return next == "from"
            default: return false
            }
        }
    }

    /// True if an explicit phrase is the content of a reported question: "she asked whether I | want to".
    var isAskedPlainly: Bool {
        guard
            let opening = lead(to: match.range.lowerBound).first(where: {
                ["if", "whether", "about", "ob"].contains(words[$0].text)
            })
        else { return false }
        return (max(sentence.lowerBound, opening - 5)..<opening).contains { Self.questions.contains(words[$0].text) }
    }

    /// True if a past-tense verb governs the phrase: "used to | want".
    var isGovernedByPast: Bool {
        lead(to: match.range.lowerBound).contains { Self.pastGovernors.contains(words[$0].text) }
    }

    /// True if an explicit phrase of self-harm is in the present tense, even if the rest of the sentence is about the
    /// past.
    var isInPresentTense: Bool { !isGovernedByPast && !Self.pastActs.contains(words[match.range.lowerBound].text) }

    /// True if a conjunction joins another statement in the phrase's clause: "I don't eat and I …".
    var isJoined: Bool {
        let clause = words[match.range.lowerBound].clause
        let own = sentence.filter { words[$0].clause == clause }
        return own.dropFirst().contains { !match.range.contains($0) && Self.conjunctions.contains(words[$0].text) }
    }

    private static let questions = WordLists.set("asked asks ask asking wondered fragte gefragt")
    static let subjects = WordLists.set("i he she they we ich er sie wir")
    /// Words after which a new subject does not start a new statement.
    static let introducers = WordLists.set(
        "think believe say said saying feel felt thought believed mean imagine that like if whether ob dass glaube denke"
    )
    private static let mentalVerbs = WordLists.set(
        "feel feeling felt want wanting wanted mean meant think thinking thought believe believed imagine say said saying"
    )
    private static let complements = WordLists.set("like that to as if about of on i it there my")
    static let conjunctions = WordLists.set("and but because or so until till und aber weil bis oder since")
    private static let stops = WordLists.set("stopped quit done free recovered aufgehort with from")
    private static let pastGovernors = WordLists.set(
        "did was were had used wanted tried thought felt believed planned wished considered remember remembered survived saw found"
    )
    static let pastActs = WordLists.set("kept started relapsed cut burned sliced")
    private static let leading = WordLists.set(
        """
        have had has having did do does would could can will shall should might may must be am is are was were been being going about trying try tried planning
        planned plan plans intend intends intending intention intentions desire wish wished need thoughts see seeing saw found considered remember remembered survived
        used any a an the of to for ever even really actually truly at all once longer anymore still again always often sometimes constantly currently seriously
        necessarily exactly quite very that there it as if whether ob dass or nor urge urges tempted considering contemplating able like true case just only
        makes made me glaube denke
        """)
}
