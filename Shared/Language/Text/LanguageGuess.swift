/// The language of a text, as far as the rules distinguish languages.
public enum LanguageGuess: Sendable, Equatable {
    /// The text has no word of any language: "👍", "10 000", "".
    case none
    /// A language with full rules.
    case english, german
    /// A language without full rules (`es`, `fr`, `it`, `pt`, `nl`, `pl`), or another script (`other`).
    case foreign(String)
    /// Enough words for a decision, but none of them is known.
    case undetermined

    /// Counts words that are frequent in one language: stop words, and for English and German everyday words too.
    /// O(number of words).
    ///
    /// Short texts default to English, because short notes look like that: up to three plain ASCII words that are in no
    /// list ("ok", "gym 5k", "felt meh") count as English. In longer texts every fifth word must be known, or every
    /// fourth must be known or end like an English word; otherwise they are `undetermined`.
    public static func of(_ words: some Sequence<Word>) -> LanguageGuess {
        var (total, foreignScript, shaped, plain) = (0, 0, 0, true)
        var hits = [Int](repeating: 0, count: languages.count)
        for word in words where word.isAlphabetic {
            total += 1
            if word.text.unicodeScalars.first.map({ $0.value > 0x24F }) ?? false { foreignScript += 1 }
            if !word.text.utf8.allSatisfy({ $0 < 0x80 }) { plain = false }
            let mask = lists[word.text] ?? (word.text.contains("'") ? 1 : 0)
            if mask == 0 {
                if endings.contains(where: word.text.hasSuffix), word.text.utf8.count >= 5 { shaped += 1 }
                continue
            }
            for index in hits.indices where mask & (1 << index) != 0 { hits[index] += 1 }
        }
        guard total > 0 else { return .none }
        if foreignScript * 2 >= total { return .foreign("other") }
        // On a tie the first language wins: English, then German.
        let best = hits.indices.max { hits[$0] < hits[$1] || (hits[$0] == hits[$1] && $0 > $1) } ?? 0
        guard hits[best] > 0 else { return plain && (total <= 3 || shaped * 4 >= total) ? .english : .undetermined }
        guard hits[best] * 5 >= total else {
            return plain && hits[0] == hits[best] && (hits[0] + shaped) * 4 >= total ? .english : .undetermined
        }
        return switch languages[best] {
        case "en": .english
        case "de": .german
        default: .foreign(languages[best])
        }
    }

    /// The language of a whole text. O(length of the text).
    public static func of(_ text: String) -> LanguageGuess { of(WordReader.words(in: text)) }

    /// Whether two words that are frequent in one other language, but not in English, are within six words. Finds a
    /// foreign phrase inside an English text. O(number of words).
    public static func hasForeignRun(_ words: [Word]) -> Bool {
        var last = [Int](repeating: .min / 2, count: languages.count)
        for (index, word) in words.enumerated() {
            let mask = lists[word.text] ?? 0
            guard mask & 1 == 0 else { continue }
            for language in languages.indices where mask & (1 << language) != 0 {
                if index - last[language] < 6 { return true }
                last[language] = index
            }
        }
        return false
    }

    /// Whether a folded word is a frequent word of English: a function word, or one of everyday life.
    public static func isFrequentEnglish(_ word: String) -> Bool { (lists[word] ?? 0) & 1 != 0 }

    /// Whether a word is a function word of English or German.
    public static func isFunctionWord(_ word: String) -> Bool { functionWords.contains(word) }

    /// Whether a word is an everyday word of English or German and therefore not a name.
    static func isEverydayWord(_ word: String) -> Bool { (lists[word] ?? 0) & 3 != 0 }

    private static let endings = ["ed", "ly", "ness", "ful", "less", "ing", "tion", "tions", "ious", "ists", "able"]
    private static let languages = ["en", "de", "es", "fr", "it", "pt", "nl", "pl"]

    /// The languages of each frequent word, a bit for each of `languages`.
    private static let lists: [String: Int] = {
        let sources = [
            englishFunctions, WordList.stopWords.words("everyday english"), germanFunctions,
            WordList.stopWords.words("everyday german"), WordList.stopWords.words("spanish"),
            WordList.stopWords.words("french"), WordList.stopWords.words("italian"),
            WordList.stopWords.words("portuguese"), WordList.stopWords.words("dutch"),
            WordList.stopWords.words("polish"),
        ]
        var lists: [String: Int] = [:]
        for (language, words) in zip([0, 0, 1, 1, 2, 3, 4, 5, 6, 7], sources) {
            for word in words { lists[word, default: 0] |= 1 << language }
        }
        return lists
    }()

    private static let englishFunctions = WordList.stopWords.words("english")
    private static let germanFunctions = WordList.stopWords.words("german")
    private static let functionWords = englishFunctions.union(germanFunctions)
}
