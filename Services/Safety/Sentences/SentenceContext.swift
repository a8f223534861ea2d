import Language

/// The context of a phrase in its sentence: whose statement it is, and whether it is denied, quoted, fictional or long
/// past (SAF-3).
struct SentenceContext {
    /// Whom a phrase is about; everybody except the writer is `third`.
    enum Person { case first, third }
    /// When a phrase holds; `recovered` is a past that the writer has recovered from.
    enum Time { case present, past, recovered }

    let words: [Word]
    /// Word indices of the phrase's sentence. In a very long sentence only `reach` words on either side, which bounds
    /// the work per phrase.
    let sentence: Range<Int>
    let match: PhrasePattern.Match
    /// True if the writer uses the first person anywhere in the text.
    let hasWriter: Bool
    /// True if the text states that the writer is well now.
    let isRecovered: Bool
    /// True if a statement that the writer is well today follows the phrase.
    let isRecoveredAfter: Bool

    /// - Parameters:
    ///   - hasWriter: whether the writer uses the first person anywhere in the text.
    ///   - isRecovered: whether the text states that the writer is well now (`RecoveryPhrases`).
    ///   - recoveredAt: word index of the last such statement about today.
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

    /// Words on either side of a phrase that are examined.
    private static let reach = 48

    func contains(_ list: Set<String>) -> Bool { sentence.contains { list.contains(words[$0].text) } }

    // MARK: Who

    /// The nearest person mentioned before the phrase; the writer if there is none.
    var nearestPerson: Person {
        // A verb in the third person is sufficient: "… and wants to die".
        if Self.thirdPersonVerbs.contains(words[match.range.lowerBound].text) { return .third }
        if WordLists.thirdPerson.contains(words[match.range.lowerBound].text) { return .third }
        if startsWithoutSubject { return .first }
        // After a fronted German verb the subject is part of the phrase: "nach dem Streit mit meiner Mutter will ich
        // …".
        if match.range.contains(where: { words[$0].text == "ich" }) { return .first }
        for index in stride(from: match.range.lowerBound - 1, through: sentence.lowerBound, by: -1) {
            let word = words[index].text
            if isGermanIm(index) { continue }
            if word == "i" || word == "me" || word == "ich" || word == "we" || word == "mir" || word == "mich" {
                return .first
            }
            if Self.reportedVerbs.contains(word) { return .third }
            if WordLists.thirdPerson.contains(word) { return .third }
            // "my life is", but not "a girl in my class is".
            if WordLists.firstPerson.contains(word),
                !["in", "of", "at", "from", "aus", "bei", "von"].contains(
                    index > sentence.lowerBound ? words[index - 1].text : "")
            {
                return .first
            }
        }
        return .first
    }

    /// True for German "im", which the reader expands like the English "I'm": "ein Mann im Zug".
    private func isGermanIm(_ index: Int) -> Bool {
        words[index].text == "i" && words[index].range.count == 2 && contains(Self.german)
    }
    private static let german = WordLists.set("ein eine einer der das den dem und ist ich nicht mein meine hat sich")

    /// An uninflected verb without a subject refers to the writer at the start of a clause or after a conjunction that
    /// continues the writer's statement: "She left, want to die", "I have no friends and want to die".
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

    /// True if the sentence mentions its writer or is too short to mention anybody.
    var namesWriter: Bool { sentence.count <= 4 || contains(WordLists.firstPerson) }
    /// True for longer statements in a text without first person, such as news or an encyclopedia.
    var isAboutNobody: Bool { sentence.count > 8 && !hasWriter }
    var namesOthers: Bool { contains(WordLists.thirdPerson) }

    private static let thirdPersonVerbs = WordLists.set(
        "wants wishes needs deserves prefers feels sees thinks says talks believes")
    /// Verbs whose subject is neither the writer nor "my life".
    private static let reportedVerbs = WordLists.set("wants wishes says thinks sees talks believes")
}
