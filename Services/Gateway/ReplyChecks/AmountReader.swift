import Foundation
import Language

/// Reads the numbers of an English text with what they count: those of `NumberReader`, ordinals, and words such as
/// "twice" and "half".
///
/// Language, not numbers, are: "a", "an" and "one" before what is not measured ("one small step", "one breath"),
/// "first", "second" as an ordinal, "once", "a few", "a couple", "both", "half" in a compound ("half-hearted"). "One"
/// and "an" before a measured unit are numbers ("an hour", "one glass"); "a minute" and "a day" are language.
struct AmountReader {
    static func amounts(in text: String) -> [Amount] {
        AmountReader(text).read()
    }

    private static let numbers = NumberReader(.english)
    /// Words up to their apostrophe, numbers, `/`, `%`, and `.` for each mark that ends a phrase and thereby keeps a
    /// number from counting what follows it.
    private let tokens: [Token]

    private init(_ text: String) {
        tokens = Token.all(in: Array(text.unicodeScalars)).compactMap { token in
            guard token.kind != .number else { return token }
            var token = token
            let plain = token.text.precomposedStringWithCompatibilityMapping
            if token.kind == .word {
                token.text = String(plain.prefix { $0 != "'" })
            } else if plain.contains(where: { "%‰°".contains($0) }) {
                token.text = "%"
            } else if plain.contains(where: { ".!?;:,()".contains($0) }) {
                token.text = "."
            } else if plain != "/" {
                return nil
            }
            return token
        }
    }

    private func read() -> [Amount] {
        var amounts: [Amount] = []
        var index = 0
        while index < tokens.count {
            guard let (value, length) = number(at: index) else {
                index += 1
                continue
            }
            let end = index + length
            if let amount = amount(value, from: index, end) { amounts.append(amount) }
            index = end
        }
        return amounts
    }

    /// The value of the number that begins here and its length in tokens.
    private func number(at start: Int) -> (Double, Int)? {
        let word = tokens[start].text
        if let value = Self.special[word] { return (value, 1) }
        switch word {
        case "half", "halves": return (0.5, 1)
        case "quarter", "quarters": return (0.25, 1)
        case "three" where tokens.text(start + 1).hasPrefix("quarter"): return (0.75, 2)
        default: break
        }
        guard let (value, next) = Self.numbers.number(in: tokens, at: start) else {
            // A number that cannot be read was given by nobody.
            if tokens[start].kind == .number {
                return (tokens[start].pair(around: ":").map { Double($0.first) + Double($0.second) / 60 } ?? .nan, 1)
            }
            return Self.ordinals[word].map { ($0, 1) }
        }
        return tokens.text(next) == "k" ? (value * 1_000, next + 1 - start) : (value, next - start)
    }

    /// The number with its unit; nil where the words are language.
    private func amount(_ value: Double, from start: Int, _ end: Int) -> Amount? {
        let word = tokens[start].text
        // "half past nine", "quarter to ten": the hour is its own number.
        if end < tokens.count, ["past", "to"].contains(tokens[end].text), value < 1 {
            return Amount(value: value, unit: .clock)
        }
        let unit = unit(at: end)
        let isOne = value == 1 && (word == "one" || word == "1")
        // "Give the next one twenty minutes": the minutes are the other number's.
        let isFollowed = end < tokens.count && number(at: end) != nil
        if isOne, isFollowed || !(unit.map(Self.isMeasured) ?? false) { return nil }
        if word == "quarter" || word == "half", tokens.text(end) == "hearted" { return nil }
        guard let (kind, factor) = unit else { return Amount(value: value) }
        return Amount(value: value * factor, unit: kind)
    }

    /// The unit among the next four words, with its factor. "five slow breaths", "half an hour", "ten to fifteen
    /// minutes", "nine pm".
    private func unit(at start: Int) -> (Amount.Unit, Double)? {
        for index in start..<min(start + 4, tokens.count) {
            let word = tokens[index].text
            if word == "." { return nil }
            if let unit = Self.measure(word) { return unit }
            if Self.counted.contains(Stem.of(word)) { return (.other(Stem.of(word)), 1) }
        }
        return nil
    }

    private static func isMeasured(_ unit: (Amount.Unit, Double)) -> Bool {
        switch unit.0 {
        case .other(let stem): doses.contains(stem)
        case .seconds: true
        case .percent, .clock: true
        case .days, .deviations: false
        }
    }

    /// Adds "an hour", which is a number without a numeral.
    static func hours(in text: String) -> [Amount] {
        let tokens = AmountReader(text).tokens.map(\.text)
        return tokens.indices.dropFirst().filter { index in
            tokens[index] == "hour" && tokens[index - 1] == "an"
                && !(index > 1 && ["half", "quarter", "of", "quarters", "third"].contains(tokens[index - 2]))
        }.map { _ in Amount(value: 3_600, unit: .seconds) }
    }

    private static func measure(_ word: String) -> (Amount.Unit, Double)? {
        if let days = CalendarWords.days[word] { return (.days, Double(days)) }
        if let unit = UnitWords.units[word] {
            if unit.kind == .duration { return (.seconds, unit.factor) }
            if unit.kind == .ratio { return (.percent, 1) }
        }
        return others[word].map { ($0, 1) }
    }

    /// Words that are numbers by themselves.
    private static let special: [String: Double] = [
        "twice": 2, "thrice": 3, "double": 2, "doubles": 2, "doubled": 2, "doubling": 2, "triple": 3, "triples": 3,
        "tripled": 3, "quadruple": 4, "dozen": 12, "dozens": 12, "hundreds": 100, "thousands": 1_000,
        "millions": 1_000_000, "fortnight": 14, "midnight": 0, "noon": 12, "halve": 0.5, "halved": 0.5, "halves": 0.5,
        "fivefold": 5, "tenfold": 10, "twofold": 2, "threefold": 3,
    ]
    private static let ordinals: [String: Double] = [
        "third": 3, "thirds": 3, "fourth": 4, "fifth": 5, "fifths": 5, "sixth": 6, "seventh": 7, "eighth": 8,
        "ninth": 9, "tenth": 10,
    ]
    private static let others: [String: Amount.Unit] = [
        "percentage": .percent, "am": .clock, "pm": .clock, "o": .clock, "standard": .deviations,
        "deviation": .deviations, "deviations": .deviations,
    ]
    /// Stems of counted words.
    private static let counted: Set<String> = Set(
        """
        steps step breaths rounds times repetitions reps glasses glass cups litres liters litre ml milliliters millilitres
        grams gram milligrams mg mcg g kg kilos kilograms pounds miles mile kilometres kilometers km metres meters
        calories kcal tablets pills capsules drops units doses puffs portions handfuls meals bites pages sentences things
        words drinks beats bpm degrees points cigarettes teaspoons tablespoons ounces oz people squats lunges stretches
        counts servings slices spoonfuls tasks items
        """.split(whereSeparator: \.isWhitespace).map { Stem.of(String($0)) })
    /// Stems before which "one" is an amount.
    private static let doses: Set<String> = Set(
        "glasses cups litres ml grams mg mcg kg pounds miles kilometres tablets pills capsules drops units doses puffs drinks cigarettes teaspoons tablespoons"
            .split(separator: " ").map { Stem.of(String($0)) })
}
