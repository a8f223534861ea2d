import Language

/// Whether a reply is English throughout.
enum ReplyLanguage {
    static func reason(_ parts: [String], _ reply: ReplyText, _ context: ReplyContext) -> ReplyFault? {
        // Letters that English words do not have, apart from a few borrowed ones.
        for word in WordReader.words(in: reply.text) where word.isAlphabetic {
            let scalars = Array(reply.text.unicodeScalars)[word.range]
            if scalars.contains(where: { !$0.isASCII && $0.properties.isAlphabetic }), !borrowed.contains(word.text) {
                return .language
            }
        }
        if foreign.match(reply.words) { return .language }
        guard LanguageGuess.of(reply.words) == .english else { return .language }
        for part in parts {
            for sentence in SentenceSplitter.sentences(of: part) {
                let words = WordReader.words(in: sentence)
                switch LanguageGuess.of(words) {
                case .english, .none: break
                case .german, .foreign: return .language
                case .undetermined:
                    let known = words.count { context.given.contains(Stem.of($0.text)) }
                    if words.count >= 4, known * 2 < words.count { return .language }
                }
            }
        }
        return LanguageGuess.hasForeignRun(reply.words) ? .language : nil
    }

    private static let borrowed: Set<String> = ["cafe", "naive", "cliche", "deja", "decor", "puree", "saute", "fiance"]

    /// Everyday words of wellbeing in other languages that are no English words, for phrases too short to guess.
    private static let foreign = WordPatterns(WordList.replies.entries("other languages"))
}
