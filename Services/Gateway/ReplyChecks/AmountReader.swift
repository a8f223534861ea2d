import Foundation

/// Reads the numbers of an English text: digits, decimals, fractions, percentages, times of day and words.
///
/// Language, not numbers, are: "a", "an" and "one" before what is not measured ("one small step", "one breath"),
/// "first", "second" as an ordinal, "once", "a few", "a couple", "both", "half" in a compound ("half-hearted"). "One"
/// and "an" before a measured unit are numbers ("an hour", "one glass"); "a minute" and "a day" are language.
struct AmountReader {
    static func amounts(in text: String) -> [Amount] {
        var reader = AmountReader(text)
        return reader.read()
    }

    private let tokens: [String]

    /// Tokens are runs of letters, numbers with their marks ("7.5", "10:30", "1/2"), and "%".
    private init(_ text: String) {
        var tokens: [String] = []
        let letters = Array(text.precomposedStringWithCompatibilityMapping.lowercased())
        var index = 0
        while index < letters.count {
            let start = index
            if let digit = letters[index].wholeNumberValue, digit <= 9 {
                var number = ""
                while index < letters.count {
                    if let digit = letters[index].wholeNumberValue, digit <= 9 {
                        number.append("\(digit)")
                    } else if index + 1 < letters.count, ".,:/⁄".contains(letters[index]),
                        letters[index + 1].wholeNumberValue != nil
                    {
                        number.append(letters[index] == "⁄" ? "/" : letters[index])
                    } else {
                        break
                    }
                    index += 1
                }
                tokens.append(number)
            } else if letters[index].isLetter {
                while index < letters.count, letters[index].isLetter || "'’".contains(letters[index]) { index += 1 }
                tokens.append(String(letters[start..<index].prefix { !"'’".contains($0) }))
            } else {
                if "%‰°".contains(letters[index]) { tokens.append("%") }
                // A mark that ends a phrase keeps a number from counting what follows it.
                if ".!?;:,()".contains(letters[index]) { tokens.append(".") }
                index += 1
            }
        }
        self.tokens = tokens
    }

    private mutating func read() -> [Amount] {
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
        let token = tokens[start]
        if token.first?.isNumber ?? false {
            guard let value = Self.digits(token) else { return (Double.nan, 1) }
            // "2 thousand", "1 1/2".
            if start + 1 < tokens.count, let scale = Self.scales[tokens[start + 1]] { return (value * scale, 2) }
            if start + 1 < tokens.count, tokens[start + 1].contains("/"), let part = Self.digits(tokens[start + 1]) {
                return (value + part, 2)
            }
            return withHalf(value, start, 1)
        }
        if let value = Self.special[token] { return (value, 1) }
        switch token {
        case "half", "halves": return (0.5, 1)
        case "quarter", "quarters": return (0.25, 1)
        case "three" where start + 1 < tokens.count && tokens[start + 1].hasPrefix("quarter"): return (0.75, 2)
        default: break
        }
        guard Self.units[token] != nil || Self.tens[token] != nil || Self.scales[token] != nil else {
            return Self.ordinals[token].map { ($0, 1) }
        }
        var (total, current, index) = (0.0, 0.0, start)
        while index < tokens.count {
            let token = tokens[index]
            if let unit = Self.units[token] {
                // "one two" are two numbers; "twenty one" is one.
                if index > start, Self.tens[tokens[index - 1]] == nil,
                    !"and hundred thousand".contains(tokens[index - 1])
                {
                    break
                }
                current += unit
            } else if let ten = Self.tens[token] {
                if index > start, !"and hundred thousand".contains(tokens[index - 1]) { break }
                current += ten
            } else if token == "hundred" {
                current = max(current, 1) * 100
            } else if let scale = Self.scales[token] {
                total += max(current, 1) * scale
                current = 0
            } else if token == "and", index > start, Self.scales[tokens[index - 1]] != nil,
                index + 1 < tokens.count, Self.units[tokens[index + 1]] ?? Self.tens[tokens[index + 1]] != nil
            {
                // "a hundred and twenty"
            } else {
                break
            }
            index += 1
        }
        return withHalf(total + current, start, index - start)
    }

    /// "one and a half", "two and a quarter".
    private func withHalf(_ value: Double, _ start: Int, _ length: Int) -> (Double, Int) {
        let next = start + length
        guard next + 2 < tokens.count, tokens[next] == "and", tokens[next + 1] == "a" || tokens[next + 1] == "one",
            let part = ["half": 0.5, "quarter": 0.25, "third": 1.0 / 3][tokens[next + 2]]
        else { return (value, length) }
        return (value + part, length + 3)
    }

    /// The number with its unit; nil where the words are language.
    private func amount(_ value: Double, from start: Int, _ end: Int) -> Amount? {
        let token = tokens[start]
        // "half past nine", "quarter to ten": the hour is its own number.
        if end < tokens.count, ["past", "to"].contains(tokens[end]), value < 1 {
            return Amount(value: value, unit: .clock)
        }
        let unit = unit(at: end)
        let isOne = value == 1 && (token == "one" || token == "1")
        // "Give the next one twenty minutes": the minutes are the other number's.
        let isFollowed = end < tokens.count && number(at: end) != nil
        if isOne, isFollowed || !(unit.map(Self.isMeasured) ?? false) { return nil }
        if token == "second" || token == "seconds" || token == "first" { return nil }
        if (token == "quarter" || token == "half"), start + 1 < tokens.count, tokens[end] == "hearted" { return nil }
        guard let (kind, factor) = unit else { return Amount(value: value) }
        return Amount(value: value * factor, unit: kind)
    }

    /// The unit among the next four words, with its factor. "five slow breaths", "half an hour", "ten to fifteen
    /// minutes", "nine pm".
    private func unit(at start: Int) -> (Amount.Unit, Double)? {
        for index in start..<min(start + 4, tokens.count) {
            let word = tokens[index]
            if word == "." { return nil }
            if let unit = Self.measures[word] { return unit }
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
        let tokens = AmountReader(text).tokens
        return tokens.indices.dropFirst().filter { index in
            tokens[index] == "hour" && tokens[index - 1] == "an"
                && !(index > 1 && ["half", "quarter", "of", "quarters", "third"].contains(tokens[index - 2]))
        }.map { _ in Amount(value: 3_600, unit: .seconds) }
    }

    private static func digits(_ token: String) -> Double? {
        if let slash = token.firstIndex(of: "/") {
            guard let top = Double(token[..<slash]), let bottom = Double(token[token.index(after: slash)...]),
                bottom > 0
            else { return nil }
            return top / bottom
        }
        if let colon = token.firstIndex(of: ":") {
            guard let hour = Double(token[..<colon]), let minute = Double(token[token.index(after: colon)...]) else {
                return nil
            }
            return hour + minute / 60
        }
        // "1,000" is a thousand; "1,5" is not English.
        let parts = token.split(separator: ",")
        guard parts.count == 1 || parts.dropFirst().allSatisfy({ $0.prefix { $0 != "." }.count == 3 }) else {
            return nil
        }
        return Double(parts.joined())
    }

    private static let units: [String: Double] = [
        "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
        "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
        "seventeen": 17, "eighteen": 18, "nineteen": 19,
    ]
    private static let tens: [String: Double] = [
        "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
        "ninety": 90,
    ]
    private static let scales: [String: Double] = [
        "hundred": 100, "thousand": 1_000, "million": 1_000_000, "k": 1_000,
    ]
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
    private static let measures: [String: (Amount.Unit, Double)] = [
        "second": (.seconds, 1), "seconds": (.seconds, 1), "sec": (.seconds, 1), "secs": (.seconds, 1),
        "minute": (.seconds, 60), "minutes": (.seconds, 60), "min": (.seconds, 60), "mins": (.seconds, 60),
        "hour": (.seconds, 3_600), "hours": (.seconds, 3_600), "hr": (.seconds, 3_600), "hrs": (.seconds, 3_600),
        "h": (.seconds, 3_600), "day": (.days, 1), "days": (.days, 1), "night": (.days, 1), "nights": (.days, 1),
        "week": (.days, 7), "weeks": (.days, 7), "month": (.days, 30), "months": (.days, 30), "year": (.days, 365),
        "years": (.days, 365), "%": (.percent, 1), "percent": (.percent, 1), "percentage": (.percent, 1),
        "am": (.clock, 1), "pm": (.clock, 1), "o": (.clock, 1), "standard": (.deviations, 1),
        "deviation": (.deviations, 1), "deviations": (.deviations, 1),
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
