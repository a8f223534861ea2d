import Language

/// What surrounds a phrase in its sentence: who speaks, whether it is denied, quoted, told of a story, or long past
/// (SAF-3).
struct SentenceContext {
    enum Person { case first, third }
    enum Time { case present, past, recovered }

    let words: [Word]
    /// The sentence of the phrase, or what is near the phrase in a sentence without end: the work for one phrase has a
    /// bound.
    let sentence: Range<Int>
    let match: PhrasePattern.Match
    let hasWriter: Bool
    let isRecovered: Bool
    /// The text says behind the phrase that its writer is well as of today.
    let isRecoveredAfter: Bool

    /// - Parameters:
    ///   - hasWriter: whether anywhere in the text somebody speaks of themselves.
    ///   - isRecovered: whether the text says that its writer is well now (`RecoveryPhrases`).
    ///   - recoveredAt: where it last says so as of today.
    init(
        _ words: [Word], _ match: PhrasePattern.Match, hasWriter: Bool = true, isRecovered: Bool = false,
        recoveredAt: Int? = nil
    ) {
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

    func contains(_ list: Set<String>) -> Bool { sentence.contains { list.contains(words[$0].text) } }

    // MARK: Who

    /// The nearest person named before the phrase; without one, the writer.
    var nearestPerson: Person {
        // A verb in the third person tells by itself: "… and wants to die".
        if Self.thirdPersonVerbs.contains(words[match.range.lowerBound].text) { return .third }
        if WordLists.thirdPerson.contains(words[match.range.lowerBound].text) { return .third }
        if startsWithoutSubject { return .first }
        // Behind a German verb that comes first the subject is part of the phrase: "nach dem Streit mit meiner Mutter
        // will ich …".
        if match.range.contains(where: { words[$0].text == "ich" }) { return .first }
        for index in stride(from: match.range.lowerBound - 1, through: sentence.lowerBound, by: -1) {
            let word = words[index].text
            if isGermanIm(index) { continue }
            if word == "i" || word == "me" || word == "ich" || word == "we" || word == "mir" || word == "mich" {
                return .first
            }
            if Self.reportedVerbs.contains(word) { return .third }
            if WordLists.thirdPerson.contains(word) { return .third }
            // "my life is", but not "a girl in my class is"
            if WordLists.firstPerson.contains(word),
                !["in", "of", "at", "from", "aus", "bei", "von"].contains(
                    index > sentence.lowerBound ? words[index - 1].text : "")
            {
                return .first
            }
        }
        return .first
    }

    /// "Im", which is written out as "I am", in a German sentence: "ein Mann im Zug".
    private func isGermanIm(_ index: Int) -> Bool {
        words[index].text == "i" && words[index].range.count == 2 && contains(Self.german)
    }
    private static let german = WordLists.set("ein eine einer der das den dem und ist ich nicht mein meine hat sich")

    /// "She left, want to die", "I have no friends and want to die": an uninflected verb without a subject is the
    /// writer's, at the start of a clause or joined to what the writer says.
    private var startsWithoutSubject: Bool {
        let start = match.range.lowerBound
        guard start > sentence.lowerBound, Self.uninflected.contains(words[start].text) else { return false }
        let before = (sentence.lowerBound..<start).filter { words[$0].clause == words[start].clause }.map {
            words[$0].text
        }
        guard let last = before.last(where: { !Self.adverbs.contains($0) }) else { return true }
        return ["and", "but"].contains(last) && before.contains("i")
    }
    private static let adverbs = WordLists.set("just really honestly so still only simply")
    private static let uninflected = WordLists.set(
        "want wanna going ready wish need can thinking about wanting tempted feel")

    /// True where the sentence speaks of its writer, or is too short to speak of anybody.
    var namesWriter: Bool { sentence.count <= 4 || contains(WordLists.firstPerson) }
    /// A longer statement in a text in which nobody speaks of themselves: news, an encyclopedia.
    var isAboutNobody: Bool { sentence.count > 8 && !hasWriter }
    var namesOthers: Bool { contains(WordLists.thirdPerson) }

    private static let thirdPersonVerbs = WordLists.set(
        "wants wishes needs deserves prefers feels sees thinks says talks believes")
    /// Verbs whose subject is neither the writer nor "my life".
    private static let reportedVerbs = WordLists.set("wants wishes says thinks sees talks believes")
}
