import Language
import Messages

/// Detects whether a phrase is about the present, the past, or a past that the writer has recovered from.
extension SentenceContext {
    /// When the phrase holds.
    /// - Parameters:
    ///   - isExplicit: whether the phrase matches a statement of `ExplicitRules`.
    ///   - reason: a wish told in the simple past is over; an overdose, a wound or abuse may be told in it while it
    ///     happens.
    func time(isExplicit: Bool = false, reason: Verdict.Reason = .selfHarm) -> Time {
        if isExplicit, reason == .selfHarm, isInPresentTense { return .present }
        if isIntent, !isGovernedByPast { return .present }
        let texts = sentence.map { words[$0].text }
        let clause = words[match.range.lowerBound].clause
        let isNowInClause = sentence.contains {
            words[$0].clause == clause && Self.present.contains(words[$0].text) && !closesPast($0)
        }
        let isNow = isNowInClause || !isRecovered && texts.contains { Self.present.contains($0) }
        let better = isRecovery(texts)
        let isAct =
            reason == .medicalEmergency || isExplicit && Self.pastActs.contains(words[match.range.lowerBound].text)
        let isLongAgo = self.isLongAgo(isAct ? ownTexts : texts)
        let isPast = isLongAgo || isOnce || reason == .selfHarm && isRecoveredAfter && isToldInThePast(texts)
        guard isPast || better else { return .present }
        // "I am in recovery and I want to …": a present wish is not over.
        if better { return isNow || isIntent && !isPast ? .present : .recovered }
        if isNow { return .present }
        return isRecovered ? .recovered : .past
    }

    /// True if any sentence of a text whose writer is well now is about a past that is over.
    static func tellsOfLongAgo(_ words: [Word]) -> Bool {
        words.indices.contains { index in
            guard index == 0 || words[index - 1].sentence != words[index].sentence else { return false }
            return SentenceContext(words, PhrasePattern.Match(range: index..<index + 1, fillers: []), isRecovered: true)
                .time() == .recovered
        }
    }

    /// True for a single occasion in the past: "I once wanted to", "there was a time when".
    private var isOnce: Bool {
        let clause = words[match.range.lowerBound].clause
        let texts = sentence.filter { words[$0].clause == clause }.map { words[$0].text }
        guard texts.contains(where: Self.pastVerbs.contains) else { return false }
        if zip(texts, texts.dropFirst()).contains(where: { $0 == "once" && $1 != "again" && $1 != "more" && $1 != "i" })
            || texts.last == "once"
        {
            return true
        }
        return zip(zip(texts, texts.dropFirst()), texts.dropFirst(2)).contains {
            $0.0 == "a" && $0.1 == "time" && $1 == "when"
        }
    }

    /// True if the phrase's clause is in the past tense without a sign of recency; if the writer is well now, it is not
    /// about the present.
    private func isToldInThePast(_ texts: [String]) -> Bool {
        let clause = words[match.range.lowerBound].clause
        let own = sentence.filter { words[$0].clause == clause && $0 < match.range.upperBound }.map { words[$0].text }
        return own.contains(where: Self.pastWishes.contains) && !own.contains(where: Self.intentions.contains)
            && !isRecent(texts)
    }

    private func isRecent(_ texts: [String]) -> Bool {
        texts.contains { ["yesterday", "today", "tonight", "earlier", "gestern", "heute"].contains($0) }
            || zip(texts, texts.dropFirst()).contains {
                ["this", "last"].contains($0) && ["morning", "night", "evening", "week", "weekend"].contains($1)
            }
    }

    /// True if "now" ends the past instead of referring to the present: "But not for many years now".
    private func closesPast(_ index: Int) -> Bool {
        words[index].text == "now"
            && (max(sentence.lowerBound, index - 6)..<index).contains {
                ["not", "over", "past"].contains(words[$0].text)
            }
            && (max(sentence.lowerBound, index - 6)..<index).contains {
                ["years", "months", "over", "past", "decades"].contains(words[$0].text)
            }
    }

    /// The words of the phrase's clause up to conjunctions, and of neighbouring clauses that only give a date ("When I
    /// was nineteen, …").
    private var ownTexts: [String] {
        let clause = words[match.range.lowerBound].clause
        func isSplit(_ index: Int) -> Bool {
            Self.conjunctions.contains(words[index].text) && words[index].clause == clause
        }
        let start = (sentence.lowerBound..<match.range.lowerBound).last(where: isSplit) ?? sentence.lowerBound
        let end = (match.range.upperBound..<sentence.upperBound).first(where: isSplit) ?? sentence.upperBound
        func isOwn(_ index: Int) -> Bool {
            guard words[index].clause != clause else { return true }
            let first = words[sentence.lowerBound...index].first { $0.clause == words[index].clause }?.text ?? ""
            return !Self.subjects.contains(first) && first != "my"
        }
        return (start..<end).filter(isOwn).map { words[$0].text }
    }

    /// Past-tense verbs of wishes and thoughts, which are over when told in the past; not of acts.
    private static let pastWishes = WordLists.set(
        "wanted thought felt believed planned considered wished was were had used wollte dachte wunschte hatte konnte uberlegte"
    )
    private static let pastVerbs = WordLists.set(
        "wanted tried thought felt believed planned attempted took saw considered harmed was were had used wished did cut overdosed started jumped"
    )

    /// True if the phrase, or the three words before it, express what the writer wants or will do.
    private var isIntent: Bool {
        let start = match.range.lowerBound
        let around = words[max(sentence.lowerBound, start - 3)..<match.range.upperBound].map(\.text)
        return around.contains { Self.intentions.contains($0) }
    }

    private static let intentions = WordLists.set("want wanna going gonna planning plan need ready will werde mochte")

    private func isLongAgo(_ texts: [String]) -> Bool {
        for (index, word) in texts.enumerated() {
            let next = index + 1 < texts.count ? texts[index + 1] : ""
            switch word {
            case "used" where next == "to": return true
            case "years", "months", "decades", "year": if next == "ago" || next == "back" { return true }
            case "long", "time", "winters", "summers", "springs", "autumns": if next == "ago" { return true }
            case "first", "former":
                if ["husband", "wife", "marriage", "boyfriend", "girlfriend", "partner"].contains(next) { return true }
            // "it has been six years since I last …".
            case "since"
            where index > 0 && ["years", "year", "months", "decades", "decade"].contains(texts[index - 1]): return true
            case "remember"
            where texts[(index + 1)...].prefix(2).contains(where: {
                ["wanting", "thinking", "feeling", "wishing", "planning"].contains($0)
            }):
                return true
            case "survived": if !isRecent(texts) { return true }
            case "back" where next == "then" || next == "in": return true
            case "in"
            where texts[index...].prefix(4).contains(where: {
                ["twenties", "teens", "thirties", "youth", "childhood"].contains($0)
            }): return true
            case "in", "back", "until":
                if next.utf8.count == 4, let year = Int(next), (1950...2100).contains(year) { return true }
            case "when": if texts[index...].prefix(6).contains(where: Self.youth.contains), next == "i" { return true }
            case "as": if next == "a", texts[index...].prefix(4).contains(where: Self.youth.contains) { return true }
            case "last" where next == "year": return true
            case "past" where index > 0 && texts[index - 1] == "the": return true
            case "fruher", "frueher": if next != "oder" { return true }
            case "childhood", "damals", "formerly": return true
            case "als":
                if Self.youth.contains(next)
                    || next == "ich" && texts[index...].prefix(6).contains(where: Self.youth.contains)
                {
                    return true
                }
            case "vor":
                let when = texts[index...].prefix(4)
                if when.contains(where: { ["jahren", "monaten", "jahrzehnten"].contains($0) })
                    || when.starts(with: ["vor", "langer", "zeit"])
                {
                    return true
                }
            // "Mit sechzehn wollte ich", not "mit 16 Tabletten".
            case "mit" where Self.youth.contains(next):
                if Self.germanPast.contains(texts[index...].dropFirst(2).first ?? "") { return true }
            case "mit" where Self.parts.contains(next):
                if Self.germanPast.contains(texts[index...].dropFirst(3).first ?? "") { return true }
            case "jahre", "monate", "jahrzehnte", "lange": if next == "her" { return true }
            case "im", "wahrend":
                if isTold(texts[index...].prefix(4)), texts[index...].prefix(4).contains(where: Self.times.contains) {
                    return true
                }
            case let year
            where year.utf8.count == 4 && Int(year).map((1950...2100).contains) == true
                && Self.germanPast.contains(next):
                return true
            default: break
            }
        }
        return false
    }

    /// True if the words have a German verb in the simple past.
    private func isTold(_ texts: ArraySlice<String>) -> Bool { texts.contains(where: Self.germanPast.contains) }

    /// Parts of a decade of age: "mit Anfang zwanzig".
    private static let parts = WordLists.set("anfang mitte ende")
    private static let times = WordLists.set(
        "studium gymnasium internat jugend kindheit schulzeit pubertat studienzeit")
    /// Verbs in the simple past. The perfect begins with "habe", as may a statement about the present.
    private static let germanPast = WordLists.set(
        "wollte war hatte dachte sah konnte wunschte musste versuchte ritzte uberlegte")

    /// True if an act has happened since: "Three months clean, and last night I cut …".
    private func isRelapse(_ texts: [String]) -> Bool {
        if texts.contains(where: { ["relapsed", "relapse", "relapsing", "yesterday", "gestern"].contains($0) }) {
            return true
        }
        return zip(texts, texts.dropFirst()).contains {
            ["this", "last"].contains($0) && ["morning", "night", "evening", "week", "weekend"].contains($1)
                || ["i", "and", "then"].contains($0)
                    && ["cut", "burned", "took", "swallowed", "overdosed", "hurt", "harmed", "drank"].contains($1)
                    && !texts.contains("since")
        }
    }

    private func isRecovery(_ texts: [String]) -> Bool {
        if isRelapse(texts) { return false }
        for (index, word) in texts.enumerated() {
            let next = texts[(index + 1)...].prefix(3)
            switch word {
            case "recovered", "recovery", "overcame", "survivor", "remission", "genesen", "uberwunden": return true
            case "clean", "free":
                if texts.contains(where: { ["days", "months", "years", "weeks", "year", "month"].contains($0) }) {
                    return true
                }
            case "glad", "grateful", "thankful", "happy", "froh", "proud":
                if next.contains(where: {
                    ["survived", "alive", "did", "lived", "am", "still", "stopped", "lebe"].contains($0)
                }),
                    !texts[..<index].contains("not")
                {
                    return true
                }
            case "doing", "feel", "feeling", "am", "got", "getting":
                // The whole sentence is read last: it may have many of these words.
                if next.contains(where: {
                    ["better", "well", "great", "good", "okay", "fine", "ok", "past"].contains($0)
                }),
                    !next.contains("not"), isLongAgo(texts)
                {
                    return true
                }
            default: break
            }
        }
        return false
    }

    private static let present = WordLists.set(
        "still again now lately tonight today currently everyday recently jetzt wieder heute immer")
    private static let youth = WordLists.set(
        """
        kid child teen teenager younger young little small school college university student thirteen fourteen fifteen sixteen seventeen eighteen nineteen
        kind jugendlicher jugendliche teenie jung klein dreizehn vierzehn funfzehn fuenfzehn sechzehn siebzehn achtzehn neunzehn
        11 12 13 14 15 16 17 18 19 20
        """)
}
