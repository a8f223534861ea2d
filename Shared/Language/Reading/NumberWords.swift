import Localization

/// The words of numbers, folded.
package enum NumberWords {
    /// Words that multiply the number before them: “2 thousand”, “3 Millionen”.
    static func scales(_ language: Localization.Language) -> [String: Double] {
        language == .english ? englishScales : germanScales
    }

    /// A digit as a word or as itself.
    static func digit(_ text: String, _ language: Localization.Language) -> Double? {
        if text.utf8.count == 1, let digit = Double(text) { return digit }
        let value = language == .english ? englishUnits[text] : text == "null" ? 0 : germanUnits[text]
        return value.flatMap { $0 < 10 ? $0 : nil }
    }

    private static let englishScales: [String: Double] = ["hundred": 100, "thousand": 1_000, "million": 1_000_000]
    private static let germanScales: [String: Double] = [
        "tausend": 1_000, "million": 1_000_000, "millionen": 1_000_000,
    ]

    /// Whether a word is a number, or begins one, in English or German.
    package static func isNumber(_ word: Token) -> Bool { english([word], 0) != nil || german(word.text) != nil }

    /// The words that are not made of others, of both languages.
    package static var simple: [String] {
        Array(englishUnits.keys) + englishTens.keys + englishScales.keys + germanScales.keys
            + germanUnits.keys.filter { !$0.contains("und") } + ["hundert"]
    }

    // MARK: English

    /// “Twenty-five”, “a hundred and twenty”, “two thousand five hundred”. “One two” are two numbers.
    static func english(_ tokens: [Token], _ index: Int) -> (value: Double, next: Int)? {
        let isArticle = tokens.text(index) == "a" && englishScales[tokens.text(index + 1)] != nil
        let start = isArticle ? index + 1 : index
        var total = 0.0
        guard
            var (group, next) = belowThousand(tokens, start)
                ?? (englishScales[tokens.text(start)] != nil ? (1, start) : nil)
        else { return nil }
        var limit = Double.infinity
        while let scale = englishScales[tokens.text(next)], scale >= 1_000, scale < limit {
            (total, group, next, limit) = (total + group * scale, 0, next + 1, scale)
            let rest = tokens.text(next) == "and" ? next + 1 : next
            guard let more = belowThousand(tokens, rest) else { break }
            (group, next) = more
        }
        return (total + group, next)
    }

    private static func belowThousand(_ tokens: [Token], _ index: Int) -> (value: Double, next: Int)? {
        var found = belowHundred(tokens, index)
        if found == nil, tokens.text(index) == "hundred" { found = (1, index) }
        guard let (value, next) = found, tokens.text(next) == "hundred" else { return found }
        let rest = tokens.text(next + 1) == "and" ? next + 2 : next + 1
        guard let small = belowHundred(tokens, rest) else { return (value * 100, next + 1) }
        return (value * 100 + small.value, small.next)
    }

    private static func belowHundred(_ tokens: [Token], _ index: Int) -> (value: Double, next: Int)? {
        let word = tokens.text(index)
        if let value = englishUnits[word] { return (value, index + 1) }
        guard let tens = englishTens[word] else { return nil }
        let after = tokens.text(index + 1) == "-" && tokens.isGlued(index + 1) ? index + 2 : index + 1
        if let unit = englishUnits[tokens.text(after)], (1...9).contains(unit) { return (tens + unit, after + 1) }
        return (tens, index + 1)
    }

    private static let englishUnits: [String: Double] = numbered(
        """
        zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen \
        eighteen nineteen
        """)
    private static let englishTens: [String: Double] = [
        "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
        "ninety": 90,
    ]

    // MARK: German

    /// Folded spellings up to 999 999, and halves: “anderthalb”, “zweieinhalb”. “Ein” is an article.
    package static func german(_ word: String) -> Double? {
        let plain = word.replacing("fuenf", with: "funf").replacing("zwoelf", with: "zwolf")
        switch plain {
        case "ein": return nil
        case "null": return 0
        case "anderthalb": return 1.5
        default: break
        }
        for half in ["undeinhalb", "einhalb"] where plain.hasSuffix(half) {
            return germanBelowThousand(plain.dropLast(half.count)).map { $0 + 0.5 }
        }
        guard let thousand = plain.firstRange(of: "tausend") else { return germanBelowThousand(plain[...]) }
        let (head, tail) = (plain[..<thousand.lowerBound], plain[thousand.upperBound...])
        guard let thousands = head.isEmpty ? 1 : germanBelowThousand(head),
            let rest = tail.isEmpty ? 0 : germanBelowThousand(tail)
        else { return nil }
        return thousands * 1_000 + rest
    }

    private static func germanBelowThousand(_ word: Substring) -> Double? {
        guard let hundred = word.firstRange(of: "hundert") else { return germanUnits[String(word)] }
        let (head, tail) = (word[..<hundred.lowerBound], word[hundred.upperBound...])
        guard let hundreds = head.isEmpty ? 1 : germanUnits[String(head)], (1...9).contains(hundreds),
            let rest = tail.isEmpty ? 0 : germanUnits[String(tail)]
        else { return nil }
        return hundreds * 100 + rest
    }

    /// 1 … 99, as parts of words.
    private static let germanUnits: [String: Double] = {
        var words = numbered(
            """
            null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn \
            siebzehn achtzehn neunzehn
            """)
        words["null"] = nil
        let units = words.filter { $0.value < 10 }
        words["eins"] = 1
        let tens = numbered("zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig")
        for (ten, place) in tens {
            words[ten] = (place + 2) * 10
            for (unit, value) in units { words[unit + "und" + ten] = (place + 2) * 10 + value }
        }
        return words
    }()

    private static func numbered(_ words: String) -> [String: Double] {
        Dictionary(uniqueKeysWithValues: words.split(separator: " ").enumerated().map { (String($1), Double($0)) })
    }
}
