import Language

/// The morphology of a language, as far as titles need it. All words are folded.
protocol WordForms: Sendable {
    /// A form that all forms of a word, or most of them, have in common.
    func plain(_ word: String) -> String
    /// Whether two plain words are forms of one. Symmetric; such words begin with the same three bytes.
    func areForms(_ one: String, _ other: String) -> Bool
    /// Whether one of two plain words is a compound that begins or ends with the other. Symmetric.
    func isCompound(_ one: String, _ other: String) -> Bool
    /// Whether a word says that something is absent: `zuckerfrei`.
    func isWithout(_ word: String) -> Bool
}

/// Forms of English words: `swim`, `swimming`; `meditate`, `meditation`. Plain are those that are not irregular.
struct EnglishForms: WordForms {
    func plain(_ word: String) -> String { Self.irregular[word] ?? word }

    func areForms(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard one.utf8.prefix(3).elementsEqual(other.utf8.prefix(3)) else { return false }
        let (short, long) = one.utf8.count <= other.utf8.count ? (one, other) : (other, one)
        if short.utf8.count >= 3, long.hasPrefix(short), Self.endings.contains(String(long.dropFirst(short.count))) {
            return true
        }
        let common = zip(short, long).prefix { $0 == $1 }.count
        return common >= 5 && short.count - common <= 2 && long.count - common <= 4
    }

    func isCompound(_ one: String, _ other: String) -> Bool { false }

    func isWithout(_ word: String) -> Bool { false }

    private static let endings: Set = [
        "s", "es", "ed", "d", "ing", "er", "ers", "ly", "ning", "ming", "ging", "ping", "ting", "ned", "med", "ged",
        "ped", "ted",
    ]

    private static let irregular = WordList.titlesEnglish.values("irregular")
}

/// Forms of German words: `laufen`, `gelaufen`; `dankbar`, `Dankbarkeit`. A plain word is its stem.
struct GermanForms: WordForms {
    func plain(_ word: String) -> String {
        if let stem = Self.irregular[word] { return stem }
        var stem = Self.withoutParticiple(word)
        for _ in 0..<2 {
            guard
                let ending = Self.endings.first(where: {
                    stem.hasSuffix($0) && stem.count - $0.count >= ($0.count == 1 ? 4 : 3)
                })
            else {
                break
            }
            stem.removeLast(ending.count)
        }
        return stem
    }

    func areForms(_ one: String, _ other: String) -> Bool { one == other }

    func isCompound(_ one: String, _ other: String) -> Bool {
        let (part, whole) = one.count < other.count ? (one, other) : (other, one)
        guard part.count >= 4, whole.count - part.count >= 3 else { return false }
        return whole.hasPrefix(part)
            || whole.hasSuffix(part) && !Self.prefixes.contains(String(whole.dropLast(part.count)))
    }

    func isWithout(_ word: String) -> Bool { word.count > 4 && plain(word).hasSuffix("frei") }

    /// `gelaufen` becomes `laufen`, `aufgeräumt` `aufraumt`, `abzunehmen` `abnehmen`.
    private static func withoutParticiple(_ word: String) -> String {
        guard word.hasSuffix("en") || word.hasSuffix("t"), !nouns.contains(word) else { return word }
        for prefix in [""] + prefixes where word.hasPrefix(prefix) {
            let rest = word.dropFirst(prefix.count)
            guard rest.hasPrefix("ge") || rest.hasPrefix("zu") && !prefix.isEmpty, rest.count >= 6 else { continue }
            return prefix + rest.dropFirst(2)
        }
        return word
    }

    /// Nouns that look like participles.
    private static let nouns = WordList.titlesGerman.words("nouns")

    /// Prefixes that make another verb: `kaufen`, `verkaufen`.
    private static let prefixes = [
        "zuruck", "unter", "weiter", "durch", "uber", "nach", "miss", "auf", "aus", "bei", "ein", "ent", "her", "hin",
        "los", "mit", "um", "ver", "vor", "weg", "zer", "ab", "an", "be", "er", "ge", "zu",
    ]

    private static let endings = [
        "ierungen", "igkeiten", "lichkeit", "ationen", "ierung", "igkeit", "keiten", "heiten", "ation", "ieren",
        "ungen", "schaft", "keit", "heit", "lich", "isch", "iert", "ung", "bar", "sam", "ern", "em", "en", "er", "es",
        "ig", "st", "te", "e", "n", "s", "t",
    ]

    private static let irregular = WordList.titlesGerman.values("irregular")
}
