import Language

/// Detects phrases that are denied, have ended or are asked about.
extension SentenceContext {
    /// True if a negation before the phrase, or "is not" after it, denies it.
    var isDenied: Bool {
        if match.fillers.contains(where: { WordLists.negators.contains(words[$0].text) }) { return true }
        return isDeniedBefore || isDeniedAfter || isDeniedByMainClause
    }

    private var isDeniedBefore: Bool {
        let start = match.range.lowerBound
        let clause = words[start].clause
        var index = start - 1
        while index >= max(sentence.lowerBound, start - 7), words[index].clause == clause {
            defer { index -= 1 }
            guard WordLists.negators.contains(words[index].text) || isQuantityOfNone(index) else { continue }
            // Not "no one" and "why not".
            if words[index].text == "no", index + 1 < words.count, words[index + 1].text == "one" { continue }
            if index > sentence.lowerBound, words[index - 1].text == "why" { return false }
            let seesNone =
                index + 3 < start && words[index + 1].text == "see"
                && ["reason", "point", "need", "sense"].contains(words[index + 3].text)
            if index + 1 < start, WordLists.transparent.contains(words[index + 1].text), !seesNone { return false }
            let between = index + 1..<start
            // After a negation an inverted subject belongs to the denied clause: "never in my life have I wanted to …".
            let crossesSubject = between.contains {
                ["i", "he", "she", "they", "we", "ich"].contains(words[$0].text)
                    && !Self.auxiliaries.contains(words[$0 - 1].text)
            }
            if between.contains(where: { Self.germanConjunctions.contains(words[$0].text) }) { return false }
            if crossesSubject, !between.contains(where: { WordLists.beliefs.contains(words[$0].text) }) { return false }
            // "never wanted to … so much" affirms the wish.
            if words[index].text == "never", after.contains(where: { ["more", "badly", "much"].contains($0) }) {
                return false
            }
            // "cannot promise I will not": a double negation is no denial.
            let earlier = (max(sentence.lowerBound, index - 5)..<index).contains { before in
                WordLists.negators.contains(words[before].text) && words[before].clause == clause
            }
            return !earlier
        }
        return false
    }

    /// True for a quantity of none: "nothing makes me want to …", "zero plans to …".
    func isQuantityOfNone(_ index: Int) -> Bool {
        let next = index + 1 < words.count ? words[index + 1].text : ""
        return words[index].text == "nothing" && ["makes", "made", "could", "would", "in", "can"].contains(next)
            || words[index].text == "nobody" && index + 2 == match.range.lowerBound
                && ["is", "has", "ever"].contains(next)
            || words[index].text == "zero"
                && ["plans", "intention", "intentions", "desire", "urge", "urges", "thoughts", "wish"].contains(next)
    }

    /// True if a negation directly precedes a phrase that contains none: "do not | plan to die", "no | danger to
    /// myself". Not "no | other way than dying".
    var isDeniedDirectly: Bool {
        let start = match.range.lowerBound
        guard start > sentence.lowerBound, words[start - 1].clause == words[start].clause else { return false }
        let filled = start - 1 > sentence.lowerBound && ["really", "even", "ever", "a"].contains(words[start - 1].text)
        let before = filled ? start - 2 : start - 1
        guard ["not", "never", "no", "nor", "neither"].contains(words[before].text),
            before == sentence.lowerBound || words[before - 1].text != "why"
        else {
            return false
        }
        return !match.range.contains {
            WordLists.negators.contains(words[$0].text)
                || ["than", "but", "except", "besides"].contains(words[$0].text)
        }
    }

    static let auxiliaries = WordLists.set("have had did do would could can will")

    /// True if a phrase that contains a negation is denied as a whole in its clause: "I don't think my life is not
    /// worth living", "it is not true that …".
    var isDeniedOutside: Bool {
        if isDeniedByMainClause { return true }
        let start = match.range.lowerBound
        let clause = words[start].clause
        for index in stride(from: start - 1, through: max(sentence.lowerBound, start - 10), by: -1) {
            guard words[index].clause == clause, !Self.conjunctions.contains(words[index].text) else { return false }
            if Self.subjects.contains(words[index].text), index > sentence.lowerBound,
                words[index - 1].clause == clause,
                !Self.introducers.contains(words[index - 1].text)
            {
                return false
            }
            guard ["not", "never"].contains(words[index].text) else { continue }
            // "cannot believe that there is no way out" is no denial.
            if index > sentence.lowerBound, ["can", "could", "why"].contains(words[index - 1].text) { return false }
            return words[(index + 1)..<start].prefix(3).contains { Self.claims.contains($0.text) }
        }
        return false
    }

    /// True if a German negation follows verb and object in the phrase's clause: "Ich ritze mich | nicht".
    private var isDeniedBehindVerb: Bool {
        let end = match.range.upperBound
        guard end < sentence.upperBound, words[end].clause == words[end - 1].clause else { return false }
        return ["nicht", "nie", "niemals"].contains(words[end].text)
            && !(end + 1 < sentence.upperBound && ["nur", "bloss", "mehr", "leben"].contains(words[end + 1].text))
    }

    /// True if a German main clause denies the phrase: "Ich glaube nicht, dass …", "ich habe nicht vor, mich …". A
    /// comma precedes the subordinate clause, so the negation is in another clause than the phrase.
    var isDeniedByMainClause: Bool {
        var start = match.range.lowerBound
        while true {
            let clause = words[start].clause
            while start > sentence.lowerBound, words[start - 1].clause == clause { start -= 1 }
            guard start > sentence.lowerBound else { return false }
            let own = words[start..<sentence.upperBound].prefix { $0.clause == clause }.map(\.text)
            let isInfinitive = own.contains("zu") || own.contains { Self.infinitives.contains($0) }
            guard ["dass", "ob", "wenn"].contains(own.first ?? "") || isInfinitive else { return false }
            let main = words[start - 1].clause
            // Not "sie verstehen mich nicht, und ich überlege, …".
            let before =
                words[sentence.lowerBound..<start].filter { $0.clause == main }.map(\.text)
                .split(whereSeparator: Self.germanConjunctions.contains).last ?? []
            let isDenied = before.contains { ["nicht", "nie", "niemals", "keineswegs"].contains($0) }
            // "Ich kann nicht glauben, dass …" and "ich weiß nicht, ob …" are no denials.
            if isDenied, before.contains(where: Self.germanClaims.contains),
                !before.contains(where: { ["kann", "konnte"].contains($0) })
            {
                return true
            }
            start -= 1
        }
    }

    private static let infinitives = WordLists.set(
        "umzubringen anzutun wehzutun weiterzuleben aufzuwachen aufzuhangen aufzuhaengen zuzufugen")
    private static let germanClaims = WordLists.set(
        "glaube denke finde meine sage sagte gesagt behaupte behauptet stimmt so uberlege erwage plane vor wunsche mochte will"
    )
    /// Conjunctions that begin another statement, outside the scope of an earlier negation.
    private static let germanConjunctions = WordLists.set("und aber sondern dann deshalb darum also")
    private static let claims = WordLists.set("think believe feel mean say said true that like because")

    /// True if the words after the phrase deny it.
    var isDeniedAfter: Bool {
        let next = after.prefix(3)
        return next.starts(with: ["is", "not"]) || next.starts(with: ["was", "not"])
            || next.starts(with: ["are", "not"])
            || next.starts(with: ["ist", "keine"]) || isDeniedBehindVerb
    }

    /// The words after the phrase in its sentence.
    var after: ArraySlice<String> { words[match.range.upperBound..<sentence.upperBound].map(\.text)[...] }

    /// True if the denial is partly withdrawn afterwards: "… but", "… sometimes".
    var turnsAround: Bool {
        after.contains { ["but", "though", "although", "however", "sometimes", "yet", "aber", "anymore"].contains($0) }
            && !after.starts(with: ["anymore"])
    }

    /// True if the phrase's own clause states an end: "stopped cutting myself", "no longer".
    var hasStopped: Bool {
        let before = clauseBefore(3)
        if before.contains("not") { return false }
        return before.contains { ["stopped", "quit", "aufgehort"].contains($0) }
            || zip(before, before.dropFirst()).contains {
                $0 == "no" && $1 == "longer" || $0 == "free" && ["of", "from"].contains($1)
                    || $0 == "done" && $1 == "with" || $0 == "recovered" && $1 == "from"
            }
    }

    /// True if the phrase's own clause reports a question: "She asked whether I was …".
    var isAsked: Bool {
        let before = clauseBefore(6)
        guard
            let ask = before.firstIndex(where: {
                ["asked", "asks", "ask", "asking", "wondered", "fragte", "gefragt"].contains($0)
            })
        else { return false }
        return before[ask...].contains { ["if", "whether", "about", "ob"].contains($0) }
    }

    /// True if a reported question is answered in the negative: "… and I said no", "…, I have none".
    var isAnsweredNo: Bool { after.contains { ["no", "none", "never", "not", "nein", "nie", "nicht"].contains($0) } }

    /// Up to `count` words before the phrase, in its clause.
    private func clauseBefore(_ count: Int) -> [String] {
        let start = match.range.lowerBound
        return (max(sentence.lowerBound, start - count)..<start).filter { words[$0].clause == words[start].clause }.map
        { words[$0].text }
    }
}
