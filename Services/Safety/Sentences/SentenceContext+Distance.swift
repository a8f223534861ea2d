import Language

/// Detects phrases that are not the writer's own statement: quotation, fiction, information, joke.
extension SentenceContext {
    /// True if every word of the phrase, except fillers, is inside quotation marks.
    var isQuoted: Bool { match.range.allSatisfy { words[$0].isQuoted || match.fillers.contains($0) } }

    /// True if the words are attributed to another source: a title, a lyric, a person who said them.
    var isAttributed: Bool {
        let around = max(0, sentence.lowerBound - 12)..<min(words.count, sentence.upperBound + 6)
        let outside = around.filter { !words[$0].isQuoted }.map { words[$0].text }
        if outside.contains(where: {
            WordLists.fiction.contains($0) || WordLists.information.contains($0) || Self.attributions.contains($0)
        }) {
            return true
        }
        return outside.contains {
            ["said", "says", "told", "texted", "wrote", "screamed", "yelled", "sagte", "sagt", "schrieb"].contains($0)
        }
            && outside.contains { WordLists.thirdPerson.contains($0) } && !outside.contains("i")
    }

    private static let attributions = WordLists.set(
        """
        phrase phrases word words sentence called named quote quoted lyrics poem poster crowd line signs sign expression term
        wort satz begriff ausdruck zeile spruch zitat zitierte zitiert titel uberschrift schlagzeile kapitel gedicht refrain strophe szene abspann theaterstuck
        plakat podcast podcastfolge hauptfigur held heldin bosewicht schauspieler schauspielerin warnsignale warnsignal kurs unterricht schulung
        """)

    /// True if the sentence has a word of fiction; "show", "book", "plot" and "title" count only as nouns.
    var isFiction: Bool { sentence.contains(where: isFictionWord) }
    /// True if the phrase is set in fiction: "in the film", "in a book".
    var isInFiction: Bool {
        sentence.contains { index in
            guard isFictionWord(index), !Self.events.contains(words[index].text) else { return false }
            let before = words[max(sentence.lowerBound, index - 3)..<index].map(\.text)
            guard before.contains(where: { ["in", "from", "of"].contains($0) }) else { return false }
            let between =
                index < match.range.lowerBound
                ? index + 1..<match.range.lowerBound : match.range.upperBound..<max(index, match.range.upperBound)
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
    private static let determiners = WordLists.set(
        "the a an this that my our his her their tv new favorite favourite every each audio comic good some")
    /// Events that the writer takes part in or attends: what happens there is real.
    private static let events = WordLists.set("game games gaming band theater theatre opera spiel")
    /// True if the sentence has a word of information material.
    var isInformation: Bool { contains(WordLists.information) }
    /// True if the sentence has a word of grief.
    var isGrief: Bool { contains(WordLists.grief) }
    /// True if the phrase is capitalised like a title: every word of more than three bytes.
    var isTitled: Bool {
        let long = match.range.filter { words[$0].text.utf8.count > 3 }
        return !long.isEmpty && long.allSatisfy { words[$0].isCapitalized && !words[$0].isShouted }
    }
    /// True if the sentence has a word of laughter.
    var isLaughing: Bool { sentence.contains(where: isLaughter) }
    /// True if laughter refers to an explicit phrase: it follows in the same clause, or nothing else follows.
    var isLaughedOff: Bool {
        let clause = words[match.range.lowerBound].clause
        let rest = match.range.upperBound..<sentence.upperBound
        return rest.contains { isLaughter($0) && words[$0].clause == clause }
            || !rest.isEmpty && rest.allSatisfy(isLaughter)
    }
    /// True for laughter ("lol"), but not in "this is not a joke" and "I wish I was joking".
    private func isLaughter(_ index: Int) -> Bool {
        WordLists.laughter.contains(words[index].text)
            && !words[max(sentence.lowerBound, index - 3)..<index].contains {
                WordLists.negators.contains($0.text) || $0.text == "wish"
            }
    }
    /// True if the sentence has laughter or a trivial matter.
    var isJoking: Bool { isLaughing || contains(WordLists.trivial) }
}
