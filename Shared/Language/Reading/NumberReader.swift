import Localization

/// Reads numbers in digits and in words, English and German: “48.5”, “10.000”, “1½”, “twenty-five”, “2 thousand”,
/// “sieben Komma fünf”.
package struct NumberReader: Sendable {
    package let language: Localization.Language

    package init(_ language: Localization.Language) { self.language = language }

    /// The number at a place and the place after it; nil if there is none. Articles are no numbers.
    package func number(in tokens: [Token], at index: Int) -> (value: Double, next: Int)? {
        guard tokens.indices.contains(index) else { return nil }
        guard let (value, next) = tokens[index].kind == .number ? digits(tokens, index) : words(tokens, index) else {
            return nil
        }
        return withPart(tokens, value, next)
    }

    // MARK: Digits

    private func digits(_ tokens: [Token], _ index: Int) -> (value: Double, next: Int)? {
        guard let value = Self.value(of: tokens[index].text, in: language) else { return nil }
        // “1/2”, “3/4”: other fractions are scores and dates.
        if let part = Self.fraction(in: tokens, at: index) { return part }
        if value == value.rounded() {
            if let part = Self.vulgar(tokens.text(index + 1)), part < 1 { return (value + part, index + 2) }
            if !tokens.isGlued(index + 1), let part = Self.fraction(in: tokens, at: index + 1) {
                return (value + part.value, part.next)
            }
        }
        if let scale = NumberWords.scales(language)[tokens.text(index + 1)] { return (value * scale, index + 2) }
        return (value, index + 1)
    }

    /// The value of a fraction that begins at a place, and the place after it.
    package static func fraction(in tokens: [Token], at index: Int) -> (value: Double, next: Int)? {
        guard ["/", "⁄"].contains(tokens.text(index + 1)), tokens.isGlued(index + 1), tokens.isGlued(index + 2),
            !(tokens.text(index + 3) == "/" && tokens.isGlued(index + 3)),
            let value = ["1/2": 0.5, "1/4": 0.25, "3/4": 0.75][tokens.text(index) + "/" + tokens.text(index + 2)]
        else { return nil }
        return (value, index + 3)
    }

    /// The value of a single sign: `½`, `²`, `⑦`.
    private static func vulgar(_ text: String) -> Double? {
        guard text.utf8.count > 1, text.unicodeScalars.count == 1 else { return nil }
        return text.unicodeScalars.first?.properties.numericValue
    }

    /// The value of a token's digits and marks; nil for a time such as `7:30`, and for what is no number.
    ///
    /// `1,500` is 1500 in English and 1.5 in German. A single mark that cannot group is decimal in both: `5,5`, `48.5`.
    /// - Parameter language: nil if it is unknown; then three digits after a mark are a group.
    package static func value(of text: String, in language: Localization.Language?) -> Double? {
        guard text.utf8.count <= maximumDigits else { return nil }
        guard let language else {
            return Localization.Language.allCases.compactMap { value(of: text, in: $0) }.max()
        }
        if let value = vulgar(text) { return value }
        let (decimal, group): (Character, Character) = language == .english ? (".", ",") : (",", ".")
        let halves = text.split(separator: decimal, omittingEmptySubsequences: false)
        let groups = halves[0].split(separator: group, omittingEmptySubsequences: false)
        let isGrouped =
            groups.count > 1 && groups[0].count <= 3 && groups[0] != "0"
            && groups.dropFirst().allSatisfy { $0.count == 3 }
        if halves.count == 2, groups.count == 1 || isGrouped, !halves[1].contains(group) {
            return Double(groups.joined() + "." + halves[1])
        }
        guard halves.count == 1 else { return nil }
        if groups.count == 1 || isGrouped { return Double(groups.joined()) }
        // “5,5 km” in an English sentence and “1.5 km” in a German one.
        return groups.count == 2 ? Double(groups.joined(separator: ".")) : nil
    }

    /// Digits and marks of the longest number that is read, in bytes.
    private static let maximumDigits = 24

    // MARK: Words

    private func words(_ tokens: [Token], _ index: Int) -> (value: Double, next: Int)? {
        switch language {
        case .english: return NumberWords.english(tokens, index)
        case .german:
            guard let value = NumberWords.german(tokens.text(index)) else { return nil }
            if let scale = NumberWords.scales(.german)[tokens.text(index + 1)] { return (value * scale, index + 2) }
            return (value, index + 1)
        }
    }

    /// “Two and a half”, “seven point five”, “sieben Komma fünf”.
    private func withPart(_ tokens: [Token], _ value: Double, _ next: Int) -> (value: Double, next: Int) {
        guard value == value.rounded() else { return (value, next) }
        if language == .english, tokens.text(next) == "and", ["a", "one"].contains(tokens.text(next + 1)),
            let part = ["half": 0.5, "quarter": 0.25, "third": 1.0 / 3][tokens.text(next + 2)]
        {
            return (value + part, next + 3)
        }
        guard tokens.text(next) == (language == .english ? "point" : "komma") else { return (value, next) }
        var (part, place, end) = (0.0, 0.1, next + 1)
        while end < tokens.count, end < next + 4, let digit = NumberWords.digit(tokens[end].text, language) {
            (part, place, end) = (part + digit * place, place / 10, end + 1)
        }
        return end > next + 1 ? (value + part, end) : (value, next)
    }
}
