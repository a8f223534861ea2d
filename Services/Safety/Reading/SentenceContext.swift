import Language
import Messages

/// What surrounds a phrase in its sentence: who speaks, whether it is denied, quoted, told of a story, or long past (SAF-3).
struct SentenceContext {
    enum Person { case first, third }
    enum Time { case present, past, recovered }

    let words: [Word]
    /// The sentence of the phrase, or what is near the phrase in a sentence without end: the work for one phrase has a bound.
    let sentence: Range<Int>
    let match: PhrasePattern.Match
    private let hasWriter: Bool
    private let isRecovered: Bool
    /// The text says behind the phrase that its writer is well as of today.
    private let isRecoveredAfter: Bool

    /// - Parameters:
    ///   - hasWriter: whether anywhere in the text somebody speaks of themselves.
    ///   - isRecovered: whether the text says that its writer is well now (`RecoveryPhrases`).
    ///   - recoveredAt: where it last says so as of today.
    init(_ words: [Word], _ match: PhrasePattern.Match, hasWriter: Bool = true, isRecovered: Bool = false, recoveredAt: Int? = nil) {
        (self.words, self.match, self.hasWriter, self.isRecovered) = (words, match, hasWriter, isRecovered)
        isRecoveredAfter = recoveredAt.map { $0 >= match.range.upperBound } ?? false
        let number = words[match.range.lowerBound].sentence
        var start = match.range.lowerBound
        while start > max(0, match.range.lowerBound - Self.reach), words[start - 1].sentence == number { start -= 1 }
        var end = match.range.upperBound
        while end < min(words.count, match.range.upperBound + Self.reach), words[end].sentence == number { end += 1 }
        sentence = start..<end
    }

    private static let reach = 48

    private func contains(_ list: Set<String>) -> Bool { sentence.contains { list.contains(words[$0].text) } }

    // MARK: Who

    /// The nearest person named before the phrase; without one, the writer.
    var nearestPerson: Person {
        // A verb in the third person tells by itself: "… and wants to die".
        if Self.thirdPersonVerbs.contains(words[match.range.lowerBound].text) { return .third }
        if WordLists.thirdPerson.contains(words[match.range.lowerBound].text) { return .third }
        if startsWithoutSubject { return .first }
        for index in stride(from: match.range.lowerBound - 1, through: sentence.lowerBound, by: -1) {
            let word = words[index].text
            if word == "i" || word == "me" || word == "ich" || word == "we" || word == "mir" || word == "mich" { return .first }
            if Self.reportedVerbs.contains(word) { return .third }
            if WordLists.thirdPerson.contains(word) { return .third }
            // "my life is", but not "a girl in my class is"
            if WordLists.firstPerson.contains(word), !["in", "of", "at", "from"].contains(index > sentence.lowerBound ? words[index - 1].text : "") {
                return .first
            }
        }
        return .first
    }

    /// "She left, want to die", "I have no friends and want to die": an uninflected verb without a subject is the writer's, at the start of a clause or joined to
    /// what the writer says.
    private var startsWithoutSubject: Bool {
        let start = match.range.lowerBound
        guard start > sentence.lowerBound, Self.uninflected.contains(words[start].text) else { return false }
        let before = (sentence.lowerBound..<start).filter { words[$0].clause == words[start].clause }.map { words[$0].text }
        guard let last = before.last(where: { !Self.adverbs.contains($0) }) else { return true }
        return ["and", "but"].contains(last) && before.contains("i")
    }
    private static let adverbs = WordLists.set("just really honestly so still only simply")
    private static let uninflected = WordLists.set("want wanna going ready wish need can thinking about wanting tempted feel")

    /// True where the sentence speaks of its writer, or is too short to speak of anybody.
    var namesWriter: Bool { sentence.count <= 4 || contains(WordLists.firstPerson) }
    /// A longer statement in a text in which nobody speaks of themselves: news, an encyclopedia.
    var isAboutNobody: Bool { sentence.count > 8 && !hasWriter }
    var namesOthers: Bool { contains(WordLists.thirdPerson) }

    private static let thirdPersonVerbs = WordLists.set("wants wishes needs deserves prefers feels sees thinks says talks believes")
    /// Verbs whose subject is neither the writer nor "my life".
    private static let reportedVerbs = WordLists.set("wants wishes says thinks sees talks believes")

    // MARK: Denial

    /// True where a "not" before the phrase (or "is not an option" after it) takes it back.
    var isDenied: Bool {
        if match.fillers.contains(where: { WordLists.negators.contains(words[$0].text) }) { return true }
        return isDeniedBefore || isDeniedAfter
    }

    private var isDeniedBefore: Bool {
        let start = match.range.lowerBound
        let clause = words[start].clause
        var index = start - 1
        while index >= max(sentence.lowerBound, start - 7), words[index].clause == clause {
            defer { index -= 1 }
            guard WordLists.negators.contains(words[index].text) || isQuantityOfNone(index) else { continue }
            // "no one", and "why not"
            if words[index].text == "no", index + 1 < words.count, words[index + 1].text == "one" { continue }
            if index > sentence.lowerBound, words[index - 1].text == "why" { return false }
            let seesNone = index + 3 < start && words[index + 1].text == "see" && ["reason", "point", "need", "sense"].contains(words[index + 3].text)
            if index + 1 < start, WordLists.transparent.contains(words[index + 1].text), !seesNone { return false }
            let between = index + 1..<start
            // A subject behind its verb is part of the denied clause: "never in my life have I wanted to …".
            let crossesSubject = between.contains {
                ["i", "he", "she", "they", "we", "ich"].contains(words[$0].text) && !Self.auxiliaries.contains(words[$0 - 1].text)
            }
            if crossesSubject, !between.contains(where: { WordLists.beliefs.contains(words[$0].text) }) { return false }
            // "never wanted to … so much"
            if words[index].text == "never", after.contains(where: { ["more", "badly", "much"].contains($0) }) { return false }
            // "cannot promise I will not": two denials are none
            let earlier = (max(sentence.lowerBound, index - 5)..<index).contains { before in
                WordLists.negators.contains(words[before].text) && words[before].clause == clause
            }
            return !earlier
        }
        return false
    }

    /// "nothing makes me want to …", "zero plans to …"
    private func isQuantityOfNone(_ index: Int) -> Bool {
        let next = index + 1 < words.count ? words[index + 1].text : ""
        return words[index].text == "nothing" && ["makes", "made", "could", "would", "in", "can"].contains(next)
            || words[index].text == "nobody" && index + 2 == match.range.lowerBound && ["is", "has", "ever"].contains(next)
            || words[index].text == "zero" && ["plans", "intention", "intentions", "desire", "urge", "urges", "thoughts", "wish"].contains(next)
    }

    /// True where a "not" stands right before a phrase that holds none of its own: "do not | plan to die", "no | danger to myself". Not "no | other way than dying".
    var isDeniedDirectly: Bool {
        let start = match.range.lowerBound
        guard start > sentence.lowerBound, words[start - 1].clause == words[start].clause else { return false }
        let filled = start - 1 > sentence.lowerBound && ["really", "even", "ever", "a"].contains(words[start - 1].text)
        let before = filled ? start - 2 : start - 1
        guard ["not", "never", "no", "nor", "neither"].contains(words[before].text), before == sentence.lowerBound || words[before - 1].text != "why" else {
            return false
        }
        return !match.range.contains { WordLists.negators.contains(words[$0].text) || ["than", "but", "except", "besides"].contains(words[$0].text) }
    }

    private static let auxiliaries = WordLists.set("have had did do would could can will")

    /// True where a phrase that holds its own "not" is denied as a whole in its clause: "I don't think my life is not worth living", "it is not true that …".
    var isDeniedOutside: Bool {
        let start = match.range.lowerBound
        let clause = words[start].clause
        for index in stride(from: start - 1, through: max(sentence.lowerBound, start - 10), by: -1) {
            guard words[index].clause == clause, !Self.conjunctions.contains(words[index].text) else { return false }
            if Self.subjects.contains(words[index].text), index > sentence.lowerBound, words[index - 1].clause == clause,
                !Self.introducers.contains(words[index - 1].text)
            {
                return false
            }
            guard ["not", "never"].contains(words[index].text) else { continue }
            // "cannot believe that there is no way out" denies nothing.
            if index > sentence.lowerBound, ["can", "could", "why"].contains(words[index - 1].text) { return false }
            return words[(index + 1)..<start].prefix(3).contains { Self.claims.contains($0.text) }
        }
        return false
    }

    private static let claims = WordLists.set("think believe feel mean say said true that like because")

    private var isDeniedAfter: Bool {
        let next = after.prefix(3)
        return next.starts(with: ["is", "not"]) || next.starts(with: ["was", "not"]) || next.starts(with: ["are", "not"])
            || next.starts(with: ["ist", "keine"])
    }

    private var after: ArraySlice<String> { words[match.range.upperBound..<sentence.upperBound].map(\.text)[...] }

    // MARK: What governs an explicit phrase

    /// The words right before `target` that only lead to it, nearest first: "do not really | want to". A conjunction, a word of its own meaning or a new
    /// subject ends them, save after "think (that)", "say", "feel like".
    private func lead(to target: Int) -> [Int] {
        var lead: [Int] = []
        var index = target - 1
        while index >= sentence.lowerBound, words[index].clause == words[target].clause {
            let word = words[index].text
            if Self.subjects.contains(word) {
                guard index > sentence.lowerBound, Self.introducers.contains(words[index - 1].text) else { break }
            } else if Self.mentalVerbs.contains(word) {
                guard index + 1 == target || Self.complements.contains(words[index + 1].text) else { break }
            } else if !Self.leading.contains(word), !WordLists.negators.contains(word), !Self.stops.contains(word), !isQuantityOfNone(index) {
                break
            }
            lead.append(index)
            index -= 1
        }
        return lead
    }

    /// True where nothing between a filler of the phrase and what it fills up to begins another statement.
    private func reachesOn(_ filler: Int) -> Bool {
        let fillers = match.range.filter { $0 >= filler && match.fillers.contains($0) }
        return fillers.allSatisfy { !Self.conjunctions.contains(words[$0].text) && !Self.subjects.contains(words[$0].text) }
    }

    /// True where a "not" governs an explicit phrase, or is part of it.
    var isDeniedPlainly: Bool {
        func denies(_ index: Int) -> Bool {
            let next = index + 1 < words.count ? words[index + 1].text : ""
            return !WordLists.transparent.contains(next) && !["hesitate", "wait", "one"].contains(next)
                && (index == sentence.lowerBound || words[index - 1].text != "why")
                && !(words[index].text == "never" && after.contains(where: { ["more", "badly", "much"].contains($0) }))
        }
        func isNegator(_ index: Int) -> Bool { WordLists.negators.contains(words[index].text) || isQuantityOfNone(index) }
        if match.fillers.contains(where: { isNegator($0) && denies($0) && reachesOn($0) }) { return true }
        let negators = lead(to: match.range.lowerBound).filter(isNegator)
        // "cannot not": two denials are none
        if negators.count % 2 == 1, let first = negators.last, denies(first) { return true }
        return isInverted || isDeniedAfter
    }

    /// "Never in my life have I | wanted to": the "not" opens the clause and the subject stands behind its verb.
    private var isInverted: Bool {
        let start = match.range.lowerBound
        guard start - 2 >= sentence.lowerBound, words[start - 1].text == "i", Self.auxiliaries.contains(words[start - 2].text) else { return false }
        let clause = (sentence.lowerBound..<start).filter { words[$0].clause == words[start].clause }.map { words[$0].text }
        return (["never", "not", "nor", "neither"].contains(clause.first ?? "") || clause.starts(with: ["in", "no"]))
            && !clause.contains(where: Self.conjunctions.contains)
    }

    /// True where an end governs an explicit phrase: "stopped | wanting to die".
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

    /// True where an explicit phrase is what somebody asked: "she asked whether I | want to".
    var isAskedPlainly: Bool {
        guard let opening = lead(to: match.range.lowerBound).first(where: { ["if", "whether", "about", "ob"].contains(words[$0].text) }) else { return false }
        return (max(sentence.lowerBound, opening - 5)..<opening).contains { Self.questions.contains(words[$0].text) }
    }

    /// True where a verb of the past governs the phrase: "used to | want".
    private var isGovernedByPast: Bool { lead(to: match.range.lowerBound).contains { Self.pastGovernors.contains(words[$0].text) } }

    /// True where an explicit phrase of self-harm stands in the present tense, whatever the rest of the sentence tells of long ago.
    private var isInPresentTense: Bool { !isGovernedByPast && !Self.pastActs.contains(words[match.range.lowerBound].text) }

    /// True where the phrase's clause says something else too, joined to it by a conjunction: "I don't eat and I …".
    var isJoined: Bool {
        let clause = words[match.range.lowerBound].clause
        let own = sentence.filter { words[$0].clause == clause }
        return own.dropFirst().contains { !match.range.contains($0) && Self.conjunctions.contains(words[$0].text) }
    }

    private static let questions = WordLists.set("asked asks ask asking wondered fragte gefragt")
    private static let subjects = WordLists.set("i he she they we ich er sie wir")
    /// Words after which a new subject is still part of what was said before it.
    private static let introducers = WordLists.set(
        "think believe say said saying feel felt thought believed mean imagine that like if whether ob dass glaube denke")
    private static let mentalVerbs = WordLists.set(
        "feel feeling felt want wanting wanted mean meant think thinking thought believe believed imagine say said saying")
    private static let complements = WordLists.set("like that to as if about of on i it there my")
    private static let conjunctions = WordLists.set("and but because or so until till und aber weil bis oder since")
    private static let stops = WordLists.set("stopped quit done free recovered aufgehort with from")
    private static let pastGovernors = WordLists.set(
        "did was were had used wanted tried thought felt believed planned wished considered remember remembered survived saw found")
    private static let pastActs = WordLists.set("kept started relapsed cut burned sliced")
    private static let leading = WordLists.set(
        """
        have had has having did do does would could can will shall should might may must be am is are was were been being going about trying try tried planning
        planned plan plans intend intends intending intention intentions desire wish wished need thoughts see seeing saw found considered remember remembered survived
        used any a an the of to for ever even really actually truly at all once longer anymore still again always often sometimes constantly currently seriously
        necessarily exactly quite very that there it as if whether ob dass or nor urge urges tempted considering contemplating able like true case just only
        makes made me glaube denke
        """)

    /// "… but", "… sometimes": what was denied is half taken back.
    var turnsAround: Bool {
        after.contains { ["but", "though", "although", "however", "sometimes", "yet", "aber", "anymore"].contains($0) } && !after.starts(with: ["anymore"])
    }

    /// "stopped cutting myself", "no longer"; in the phrase's own clause.
    var hasStopped: Bool {
        let before = clauseBefore(3)
        if before.contains("not") { return false }
        return before.contains { ["stopped", "quit", "aufgehort"].contains($0) }
            || zip(before, before.dropFirst()).contains {
                $0 == "no" && $1 == "longer" || $0 == "free" && ["of", "from"].contains($1) || $0 == "done" && $1 == "with" || $0 == "recovered" && $1 == "from"
            }
    }

    /// "She asked whether I was …": a question told, not an answer; in the phrase's own clause.
    var isAsked: Bool {
        let before = clauseBefore(6)
        guard let ask = before.firstIndex(where: { ["asked", "asks", "ask", "asking", "wondered", "fragte", "gefragt"].contains($0) }) else { return false }
        return before[ask...].contains { ["if", "whether", "about", "ob"].contains($0) }
    }

    /// The answer to what was asked: "… and I said no", "…, I have none".
    var isAnsweredNo: Bool { after.contains { ["no", "none", "never", "not", "nein", "nie", "nicht"].contains($0) } }

    /// Up to `count` words before the phrase that stand in its clause.
    private func clauseBefore(_ count: Int) -> [String] {
        let start = match.range.lowerBound
        return (max(sentence.lowerBound, start - count)..<start).filter { words[$0].clause == words[start].clause }.map { words[$0].text }
    }

    // MARK: Distance

    var isQuoted: Bool { match.range.allSatisfy { words[$0].isQuoted } }

    /// Somebody else's words: a title, a lyric, a person who said them.
    var isAttributed: Bool {
        let around = max(0, sentence.lowerBound - 12)..<min(words.count, sentence.upperBound + 6)
        let outside = around.filter { !words[$0].isQuoted }.map { words[$0].text }
        if outside.contains(where: { WordLists.fiction.contains($0) || WordLists.information.contains($0) || Self.attributions.contains($0) }) { return true }
        return outside.contains { ["said", "says", "told", "texted", "wrote", "screamed", "yelled", "sagte", "sagt", "schrieb"].contains($0) }
            && outside.contains { WordLists.thirdPerson.contains($0) } && !outside.contains("i")
    }

    private static let attributions = WordLists.set(
        "phrase phrases word words sentence called named quote quoted lyrics poem poster crowd line signs sign wort satz begriff expression term")

    /// A word of fiction stands in the sentence; "show", "book", "plot" and "title" only as nouns.
    var isFiction: Bool { sentence.contains(where: isFictionWord) }
    /// The phrase stands "in the film", "in a book".
    var isInFiction: Bool {
        sentence.contains { index in
            guard isFictionWord(index), !Self.events.contains(words[index].text) else { return false }
            let before = words[max(sentence.lowerBound, index - 3)..<index].map(\.text)
            guard before.contains(where: { ["in", "from", "of"].contains($0) }) else { return false }
            let between = index < match.range.lowerBound ? index + 1..<match.range.lowerBound : match.range.upperBound..<max(index, match.range.upperBound)
            return !between.contains { Self.conjunctions.contains(words[$0].text) }
        }
    }
    private func isFictionWord(_ index: Int) -> Bool {
        let word = words[index].text
        guard WordLists.fiction.contains(word) else { return false }
        guard Self.fictionVerbs.contains(word) else { return true }
        return index > sentence.lowerBound && Self.determiners.contains(words[index - 1].text)
    }
    private static let fictionVerbs = WordLists.set("show shows book books plot title titled")
    private static let determiners = WordLists.set("the a an this that my our his her their tv new favorite favourite every each audio comic good some")
    /// What one goes to or takes part in, where things happen in earnest.
    private static let events = WordLists.set("game games gaming band theater theatre opera spiel")
    var isInformation: Bool { contains(WordLists.information) }
    var isGrief: Bool { contains(WordLists.grief) }
    /// Written as a title is: every longer word with a capital.
    var isTitled: Bool {
        let long = match.range.filter { words[$0].text.utf8.count > 3 }
        return !long.isEmpty && long.allSatisfy { words[$0].isCapitalized && !words[$0].isShouted }
    }
    var isLaughing: Bool { sentence.contains(where: isLaughter) }
    /// Laughter that can only mean an explicit phrase: behind it in its clause, or all that follows.
    var isLaughedOff: Bool {
        let clause = words[match.range.lowerBound].clause
        let rest = match.range.upperBound..<sentence.upperBound
        return rest.contains { isLaughter($0) && words[$0].clause == clause } || !rest.isEmpty && rest.allSatisfy(isLaughter)
    }
    /// "lol", not "this is not a joke" and "I wish I was joking".
    private func isLaughter(_ index: Int) -> Bool {
        WordLists.laughter.contains(words[index].text)
            && !words[max(sentence.lowerBound, index - 3)..<index].contains { WordLists.negators.contains($0.text) || $0.text == "wish" }
    }
    var isJoking: Bool { isLaughing || contains(WordLists.trivial) }

    // MARK: Time

    /// - Parameters:
    ///   - isExplicit: the phrase is a statement of `ExplicitRules`.
    ///   - reason: simple past is how a wish that is over is told, and how an overdose, a wound or abuse is told while it happens.
    func time(isExplicit: Bool = false, reason: Verdict.Reason = .selfHarm) -> Time {
        if isExplicit, reason == .selfHarm, isInPresentTense { return .present }
        if isIntent, !isGovernedByPast { return .present }
        let texts = sentence.map { words[$0].text }
        let clause = words[match.range.lowerBound].clause
        let isNowInClause = sentence.contains { words[$0].clause == clause && Self.present.contains(words[$0].text) && !closesPast($0) }
        let isNow = isNowInClause || !isRecovered && texts.contains { Self.present.contains($0) }
        let better = isRecovery(texts)
        let isAct = reason == .medicalEmergency || isExplicit && Self.pastActs.contains(words[match.range.lowerBound].text)
        let isLongAgo = self.isLongAgo(isAct ? ownTexts : texts)
        let isPast = isLongAgo || isOnce || reason == .selfHarm && isRecoveredAfter && isToldInThePast(texts)
        guard isPast || better else { return .present }
        // "I am in recovery and I want to …": what is wanted now is not over.
        if better { return isNow || isIntent && !isPast ? .present : .recovered }
        if isNow { return .present }
        return isRecovered ? .recovered : .past
    }

    /// True where some sentence of a text whose writer is well now tells of a past that is over.
    static func tellsOfLongAgo(_ words: [Word]) -> Bool {
        words.indices.contains { index in
            guard index == 0 || words[index - 1].sentence != words[index].sentence else { return false }
            return SentenceContext(words, PhrasePattern.Match(range: index..<index + 1, fillers: []), isRecovered: true).time() == .recovered
        }
    }

    /// "I once wanted to", "there was a time when": one occasion in a past that is over.
    private var isOnce: Bool {
        let clause = words[match.range.lowerBound].clause
        let texts = sentence.filter { words[$0].clause == clause }.map { words[$0].text }
        guard texts.contains(where: Self.pastVerbs.contains) else { return false }
        if zip(texts, texts.dropFirst()).contains(where: { $0 == "once" && $1 != "again" && $1 != "more" && $1 != "i" }) || texts.last == "once" { return true }
        return zip(zip(texts, texts.dropFirst()), texts.dropFirst(2)).contains { $0.0 == "a" && $0.1 == "time" && $1 == "when" }
    }

    /// Past tense in the phrase's clause and nothing that brings it near: in a text whose writer is well now it is no statement of now.
    private func isToldInThePast(_ texts: [String]) -> Bool {
        let clause = words[match.range.lowerBound].clause
        let own = sentence.filter { words[$0].clause == clause && $0 < match.range.upperBound }.map { words[$0].text }
        return own.contains(where: Self.pastWishes.contains) && !own.contains(where: Self.intentions.contains) && !isRecent(texts)
    }

    private func isRecent(_ texts: [String]) -> Bool {
        texts.contains { ["yesterday", "today", "tonight", "earlier", "gestern", "heute"].contains($0) }
            || zip(texts, texts.dropFirst()).contains { ["this", "last"].contains($0) && ["morning", "night", "evening", "week", "weekend"].contains($1) }
    }

    /// "But not for many years now": this "now" ends the past, it does not begin the present.
    private func closesPast(_ index: Int) -> Bool {
        words[index].text == "now" && (max(sentence.lowerBound, index - 6)..<index).contains { ["not", "over", "past"].contains(words[$0].text) }
            && (max(sentence.lowerBound, index - 6)..<index).contains { ["years", "months", "over", "past", "decades"].contains(words[$0].text) }
    }

    /// The phrase's own clause, and clauses beside it that only date it ("When I was nineteen, …"), up to a conjunction.
    private var ownTexts: [String] {
        let clause = words[match.range.lowerBound].clause
        func isSplit(_ index: Int) -> Bool { Self.conjunctions.contains(words[index].text) && words[index].clause == clause }
        let start = (sentence.lowerBound..<match.range.lowerBound).last(where: isSplit) ?? sentence.lowerBound
        let end = (match.range.upperBound..<sentence.upperBound).first(where: isSplit) ?? sentence.upperBound
        func isOwn(_ index: Int) -> Bool {
            guard words[index].clause != clause else { return true }
            let first = words[sentence.lowerBound...index].first { $0.clause == words[index].clause }?.text ?? ""
            return !Self.subjects.contains(first) && first != "my"
        }
        return (start..<end).filter(isOwn).map { words[$0].text }
    }

    /// Wishes and thoughts, which are over when they are told in the past; not acts.
    private static let pastWishes = WordLists.set("wanted thought felt believed planned considered wished was were had used")
    private static let pastVerbs = WordLists.set(
        "wanted tried thought felt believed planned attempted took saw considered harmed was were had used wished did cut overdosed started jumped")

    /// The phrase, or the words just before it, say what the writer wants or will do.
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
            case "first", "former": if ["husband", "wife", "marriage", "boyfriend", "girlfriend", "partner"].contains(next) { return true }
            // "it has been six years since I last …"
            case "since" where index > 0 && ["years", "year", "months", "decades", "decade"].contains(texts[index - 1]): return true
            case "remember" where texts[(index + 1)...].prefix(2).contains(where: { ["wanting", "thinking", "feeling", "wishing", "planning"].contains($0) }):
                return true
            case "survived": if !isRecent(texts) { return true }
            case "back" where next == "then" || next == "in": return true
            case "in" where texts[index...].prefix(4).contains(where: { ["twenties", "teens", "thirties", "youth", "childhood"].contains($0) }): return true
            case "in", "back", "until": if next.utf8.count == 4, let year = Int(next), (1950...2100).contains(year) { return true }
            case "when": if texts[index...].prefix(6).contains(where: Self.youth.contains), next == "i" { return true }
            case "as": if next == "a", texts[index...].prefix(4).contains(where: Self.youth.contains) { return true }
            case "last" where next == "year": return true
            case "past" where index > 0 && texts[index - 1] == "the": return true
            case "fruher", "frueher": if next != "oder" { return true }
            case "childhood", "damals", "formerly": return true
            case "als" where Self.youth.contains(next): return true
            case "vor" where texts[index...].prefix(4).contains(where: { $0 == "jahren" || $0 == "monaten" }): return true
            default: break
            }
        }
        return false
    }

    /// "Three months clean, and last night I cut …": what has happened since is now.
    private func isRelapse(_ texts: [String]) -> Bool {
        if texts.contains(where: { ["relapsed", "relapse", "relapsing", "yesterday", "gestern"].contains($0) }) { return true }
        return zip(texts, texts.dropFirst()).contains {
            ["this", "last"].contains($0) && ["morning", "night", "evening", "week", "weekend"].contains($1)
                || ["i", "and", "then"].contains($0) && ["cut", "burned", "took", "swallowed", "overdosed", "hurt", "harmed", "drank"].contains($1)
                    && !texts.contains("since")
        }
    }

    private func isRecovery(_ texts: [String]) -> Bool {
        if isRelapse(texts) { return false }
        for (index, word) in texts.enumerated() {
            let next = texts[(index + 1)...].prefix(3)
            switch word {
            case "recovered", "recovery", "overcame", "survivor", "remission", "genesen", "uberwunden": return true
            case "clean", "free": if texts.contains(where: { ["days", "months", "years", "weeks", "year", "month"].contains($0) }) { return true }
            case "glad", "grateful", "thankful", "happy", "froh", "proud":
                if next.contains(where: { ["survived", "alive", "did", "lived", "am", "still", "stopped", "lebe"].contains($0) }),
                    !texts[..<index].contains("not")
                {
                    return true
                }
            case "doing", "feel", "feeling", "am", "got", "getting":
                if isLongAgo(texts), next.contains(where: { ["better", "well", "great", "good", "okay", "fine", "ok", "past"].contains($0) }),
                    !next.contains("not")
                {
                    return true
                }
            default: break
            }
        }
        return false
    }

    private static let present = WordLists.set("still again now lately tonight today currently everyday recently jetzt wieder heute immer")
    private static let youth = WordLists.set(
        "kid child teen teenager younger young little small school college university student thirteen fourteen fifteen sixteen seventeen eighteen nineteen kind jugendlicher jugendliche teenie 11 12 13 14 15 16 17 18 19 20"
    )
}
