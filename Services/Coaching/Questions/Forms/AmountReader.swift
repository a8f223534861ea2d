import Language
import Localization
import Messages

/// Reads an amount in a message and the words of comparison around it: “under six hours”, “10,000 steps”, “mindestens
/// 8 Stunden”.
struct AmountReader {
    /// An amount and its place.
    struct Amount {
        /// As the message has it.
        var value: Double
        /// nil without a unit of time.
        var seconds: Double?
        /// nil if no word compares.
        var comparison: Comparison?
        /// Words of the comparison, the number and the unit.
        var place: Range<Int>
    }
    enum Comparison { case below, atMost, atLeast, above }

    let language: Localization.Language
    let today: Day

    /// The first amount of a text; numbers that count days or name dates are none.
    func amount(in text: FoldedText) -> Amount? {
        let tokens = Token.all(in: Array(text.text.unicodeScalars))
        // The words of a text are its runs of glued tokens.
        let words = tokens.indices.filter { !tokens[$0].isGlued }
        return words.indices.lazy.compactMap { word in amount(tokens, word, words, text.words) }.first
    }

    private func amount(_ tokens: [Token], _ word: Int, _ starts: [Int], _ words: [String]) -> Amount? {
        guard let found = number(tokens, at: starts[word]), !tokens.isGlued(found.next) else { return nil }
        var end = starts[word...].firstIndex { $0 >= found.next } ?? words.count
        let after = words[end...].prefix(2).joined(separator: " ")
        let before = Self.compared(before: word, of: words)
        var comparison = before.0
        if let trailing = Self.trailing[after] { (comparison, end) = (trailing, end + 2) }
        return Amount(value: found.value, seconds: found.seconds, comparison: comparison, place: before.1..<end)
    }

    private func number(_ tokens: [Token], at index: Int) -> (value: Double, seconds: Double?, next: Int)? {
        let found = QuantityReader(language).quantity(in: tokens, at: index)
        if let found, found.unit.kind == .duration {
            return (found.amount.value / found.unit.factor, found.amount.value, found.next)
        }
        guard let (value, next) = NumberReader(language).number(in: tokens, at: index),
            value != 1 || tokens[index].kind == .number, value < Self.maximum
        else { return nil }
        if let found, found.unit.kind != .count { return (value, nil, found.next) }
        // “The last 30 days”, “in 2024”, “3 March”, “twice a week” count time or name it.
        let unit = tokens.text(next)
        if ["ms", "bpm"].contains(unit) { return (value, nil, next + 1) }
        if Self.counted.contains(unit) || CalendarWords.days[unit] != nil { return nil }
        if Self.dated.contains(tokens.text(index - 1)) { return nil }
        let isSteps = unit.hasPrefix("step") || unit.hasPrefix("schritt")
        let years = Double(Self.firstYear)...Double(today.namedYears.upperBound)
        let isYear = tokens[index].kind == .number && next == index + 1 && years.contains(value)
        return isYear && !isSteps ? nil : (value, nil, next)
    }

    private static func compared(before index: Int, of words: [String]) -> (Comparison?, Int) {
        var end = index
        while end > 0, fillers.contains(words[end - 1]) { end -= 1 }
        for (phrase, comparison) in leading {
            let parts = phrase.split(separator: " ").map(String.init)
            if end >= parts.count, words[(end - parts.count)..<end] == parts[...] {
                return (comparison, end - parts.count)
            }
        }
        return (nil, index)
    }

    /// Larger numbers measure nothing.
    private static let maximum = 1e9
    /// Nothing is measured in an earlier year.
    private static let firstYear = 1_990
    private static let counted: Set = ["weekends", "times", "mal", "th", "st", "nd", "rd"]
    private static let dated: Set = [
        "last", "past", "latest", "since", "in", "seit", "letzten", "letzte", "vergangenen", "vor", "am", "on",
    ]
    private static let fillers: Set = ["my", "the", "about", "just", "even", "mark", "of", "etwa", "die", "den", "nur"]

    private static let leading: [(String, Comparison)] = [
        ("no more than", .atMost), ("less than", .below), ("fewer than", .below), ("shorter than", .below),
        ("lower than", .below), ("weniger als", .below), ("kurzer als", .below), ("niedriger als", .below),
        ("more than", .above), ("longer than", .above), ("higher than", .above), ("greater than", .above),
        ("mehr als", .above), ("langer als", .above), ("hoher als", .above), ("at least", .atLeast),
        ("at most", .atMost), ("up to", .atMost), ("under", .below), ("below", .below), ("unter", .below),
        ("over", .above), ("above", .above), ("beyond", .above), ("exceed", .above), ("exceeded", .above),
        ("past", .above), ("uber", .above), ("mindestens", .atLeast), ("wenigstens", .atLeast),
        ("hochstens", .atMost), ("maximal", .atMost), ("reach", .atLeast), ("reached", .atLeast), ("hit", .atLeast),
    ]
    private static let trailing: [String: Comparison] = [
        "or more": .atLeast, "or less": .atMost, "oder mehr": .atLeast, "oder weniger": .atMost, "or longer": .atLeast,
        "oder langer": .atLeast,
    ]

    // MARK: Units

    /// The amount in the canonical unit of a subject.
    static func value(_ amount: Amount, of subject: Subject) -> Double {
        guard let metric = subject.metric else { return amount.value }
        guard metric.unit.style == .duration else { return amount.value * metric.unit.per }
        // A night of 6 or of 400 needs no unit.
        return amount.seconds ?? amount.value * (amount.value <= 24 ? 3_600 : 60)
    }
}
