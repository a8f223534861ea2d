import Localization
import Messages

/// Reads an amount in a message, with its unit and the words of comparison around it: “under six hours”,
/// “10,000 steps”, “mindestens 8 Stunden”.
struct AmountReader {
    /// An amount and its place.
    struct Amount {
        /// As the message has it.
        var value: Double
        var unit: Unit?
        /// nil if no word compares.
        var comparison: Comparison?
        /// Words of the comparison, the number and the unit.
        var place: Range<Int>
    }
    /// Units of time; other units are those of the subject.
    enum Unit { case hours, minutes }
    enum Comparison { case below, atMost, atLeast, above }

    /// The first amount of a text; numbers that count days or name dates are none.
    static func amount(in text: FoldedText) -> Amount? {
        let words = text.words
        return words.indices.lazy.compactMap { amount(at: $0, of: words) }.first
    }

    private static func amount(at index: Int, of words: [String]) -> Amount? {
        guard var (value, unit) = number(words[index]) else { return nil }
        var end = index + 1
        func word(_ place: Int) -> String { words.indices.contains(place) ? words[place] : "" }
        // “7.5 hours” is read as “7 5 hours”.
        if unit == nil, value <= 24, word(end).count <= 2, let rest = Double(word(end)), self.unit(word(end + 1)) != nil
        {
            value += rest / (word(end).count == 1 ? 10 : 100)
            end += 1
        }
        if ["thousand", "tausend"].contains(word(end)) { (value, end) = (value * 1_000, end + 1) }
        if word(end) == "and", word(end + 1) == "a", word(end + 2) == "half" { (value, end) = (value + 0.5, end + 3) }
        if let named = self.unit(word(end)) { (unit, end) = (named, end + 1) }
        // “The last 30 days”, “in 2024”, “3 March”, “twice a week” count time or name it.
        if unit == nil, counted.contains(word(end)) || dated.contains(word(index - 1)) { return nil }
        if unit == nil, (1_990...2_035).contains(value), !word(end).hasPrefix("step"), !word(end).hasPrefix("schritt") {
            return nil
        }
        let after = word(end) + " " + word(end + 1)
        let before = compared(before: index, of: words)
        var comparison = before.0
        for (phrase, found) in trailing where after == phrase { (comparison, end) = (found, end + 2) }
        return Amount(value: value, unit: unit, comparison: comparison, place: before.1..<min(end, words.count))
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

    /// “8000”, “six”, “7h”.
    private static func number(_ word: String) -> (value: Double, unit: Unit?)? {
        if let value = Double(word), word.allSatisfy(\.isNumber), word.count <= 6 { return (value, nil) }
        if let value = spoken[word] { return (value, nil) }
        let digits = word.prefix(while: \.isNumber)
        guard !digits.isEmpty, digits.count <= 4, let value = Double(digits),
            let unit = Self.unit(word.dropFirst(digits.count))
        else { return nil }
        return (value, unit)
    }

    private static func unit(_ word: some StringProtocol) -> Unit? {
        if ["h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden"].contains(String(word)) { return .hours }
        return ["min", "mins", "minute", "minutes", "minuten"].contains(String(word)) ? .minutes : nil
    }

    private static let spoken: [String: Double] = {
        var numbers = PeriodReader.numbers.mapValues(Double.init)
        for word in ["a", "ein", "eine", "einem", "einer", "einen", "couple", "few", "several", "paar", "einigen"] {
            numbers[word] = nil
        }
        for word in ["one", "beiden", "mehreren"] { numbers[word] = nil }
        let halves = ["funf", "sechs", "sieben", "acht", "neun"]
        for (index, word) in halves.enumerated() { numbers[word + "einhalb"] = Double(index) + 5.5 }
        for (word, value) in ["funf": 5.0, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "zwolf": 12] {
            numbers[word + "tausend"] = value * 1_000
        }
        return numbers
    }()

    private static let counted: Set<String> = {
        let units = PeriodReader.units.flatMap(\.words)
        return Set(units + ["weekends", "times", "mal", "th", "st", "nd", "rd"])
    }()
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
    private static let trailing: [(String, Comparison)] = [
        ("or more", .atLeast), ("or less", .atMost), ("oder mehr", .atLeast), ("oder weniger", .atMost),
        ("or longer", .atLeast), ("oder langer", .atLeast),
    ]

    // MARK: Units

    /// The amount in the canonical unit of a subject.
    static func value(_ amount: Amount, of subject: Subject) -> Double {
        guard let metric = subject.metric else { return amount.value }
        guard metric.unit.style == .duration else { return amount.value * metric.unit.per }
        switch amount.unit {
        case .hours: return amount.value * 3_600
        case .minutes: return amount.value * 60
        // A night of 6 or of 400 needs no unit.
        case nil: return amount.value * (amount.value <= 24 ? 3_600 : 60)
        }
    }
}
