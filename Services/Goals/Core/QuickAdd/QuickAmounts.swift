import Language
import Localization

/// The amounts of a sentence that are certain.
struct QuickAmounts {
    let language: Localization.Language
    let tokens: [Token]
    /// Tokens that say when it was.
    let taken: Set<Int>

    struct Found {
        var amount: Amount
        /// The tokens of the amount and of the words that only lead to it: “for about”, “of”.
        var tokens: Range<Int>
    }

    /// The amounts in order. Two of one kind are left out: they may be parts, repetitions or something else.
    func read() -> [Found] {
        let reader = QuantityReader(language)
        var found: [Found] = []
        var index = 0
        while index < tokens.count {
            guard !taken.contains(index), let next = amount(reader, index) else {
                index += 1
                continue
            }
            if let certain = certain(next) { found.append(certain) }
            index = max(index + 1, next.next)
        }
        let counts = Dictionary(grouping: found, by: \.amount.kind).mapValues(\.count)
        return found.filter { counts[$0.amount.kind] == 1 }
    }

    private func amount(_ reader: QuantityReader, _ index: Int) -> QuantityReader.Found? {
        if let found = reader.quantity(in: tokens, at: index), taken.isDisjoint(with: found.tokens) { return found }
        // “ran 5k”
        let runs: Set = ["ran", "run", "running", "jog", "jogged", "jogging", "race", "raced", "walk", "walked"]
        guard tokens[index].kind == .number, tokens.text(index + 1) == "k", tokens.isGlued(index + 1),
            tokens.contains(where: { runs.contains($0.text) }),
            let value = NumberReader.value(of: tokens[index].text, in: language)
        else { return nil }
        let unit = MeasureUnit.kilometre
        return QuantityReader.Found(
            amount: Amount(.distance, unit.canonical(value)), unit: unit, tokens: index..<index + 2, next: index + 2)
    }

    // MARK: Certainty

    private func certain(_ found: QuantityReader.Found) -> Found? {
        let (start, end) = (found.tokens.lowerBound, found.next)
        let before = tokens.text(start - 1)
        if start > 0, tokens[start].isGlued {
            // “Catch-22”, “B12”, “-5 km”, “#3”; a bracket or a quotation mark begins something new.
            guard tokens[start - 1].kind == .sign, !["-", "−", "–", "/", "#", "+", "$", "€"].contains(before) else {
                return nil
            }
        }
        if ["-", "−"].contains(before) || Self.inexact.contains(before) || Self.counters.contains(before) {
            return nil
        }
        if before == "than" || before == "als" { return nil }
        // “3 chapters of 10 pages”: thirty pages or ten.
        if before == "of", found.amount.kind == .count { return nil }
        if isNumber(before: start) || isRange(end: start - 1, number: start - 2) { return nil }
        if isRate(end) || isRange(end: end, number: end + 1) || isTimesNumber(found) { return nil }
        return Found(amount: found.amount, tokens: widened(found))
    }

    /// “5 100 m”, “24:30 5 km” without a word between: which of the numbers counts is unknown. In “chapter 3 two hours”
    /// the first number is a name.
    private func isNumber(before start: Int) -> Bool {
        start > 0 && tokens[start - 1].kind == .number && !taken.contains(start - 1)
            && !Self.counters.contains(tokens.text(start - 2))
    }

    /// “5 to 6 km”, “20-30 minutes”, “one or two hours”, “between 5 and 6 km”.
    private func isRange(end: Int, number: Int) -> Bool {
        guard Self.joins.contains(tokens.text(end)), !taken.contains(end), tokens.indices.contains(number) else {
            return false
        }
        let low = min(number, end)
        let isBehind = number > end
        if isBehind, ["and", "und"].contains(tokens.text(end)) { return false }
        if isBehind, tokens.text(end) == "-", !tokens.isGlued(end) { return false }
        guard !taken.contains(number) else { return false }
        return NumberReader(language).number(in: tokens, at: isBehind ? number : low) != nil
    }

    /// “3 x 400 m”, “3 sets of 10”: a number follows that the first one multiplies.
    private func isTimesNumber(_ found: QuantityReader.Found) -> Bool {
        guard found.amount.kind == .count else { return isMultiplied(found.tokens.lowerBound) }
        let last = tokens.text(found.next - 1)
        let place = Self.multipliers.contains(tokens.text(found.next)) ? found.next + 1 : found.next
        if ["x", "×", "*", "mal"].contains(last) || place > found.next {
            if NumberReader(language).number(in: tokens, at: place) != nil { return true }
        }
        return isMultiplied(found.tokens.lowerBound)
    }

    private func isMultiplied(_ start: Int) -> Bool {
        let sign = tokens.text(start - 1) == "of" ? start - 2 : start - 1
        if ["x", "×", "*", "mal"].contains(tokens.text(sign)), start >= 2, tokens[start - 2].kind == .number {
            return true
        }
        return ["sets", "set", "rounds", "satze", "runden"].contains(tokens.text(start - 2))
            && Self.multipliers.contains(tokens.text(start - 1))
    }

    /// “5 km/h”, “3 times a week”, “10 Minuten pro Tag”.
    private func isRate(_ end: Int) -> Bool {
        switch tokens.text(end) {
        case "/": tokens.isGlued(end)
        case "per", "pro", "each", "je": true
        case "a", "an", "am", "every", "the", "jeden", "jede", "die":
            Self.periods.contains(tokens.text(end + 1))
        default: false
        }
    }

    /// Includes the words that lead to the amount and an “of” or “lang” behind it.
    private func widened(_ found: QuantityReader.Found) -> Range<Int> {
        var (start, end) = (found.tokens.lowerBound, found.tokens.upperBound)
        let isWhole = found.tokens.upperBound == found.next
        if isWhole, !taken.contains(end) {
            if tokens.text(end) == ".", tokens.isGlued(end) { end += 1 }
            let trailing: Set = language == .english ? ["of", "long"] : ["lang"]
            if trailing.contains(tokens.text(end)) { end += 1 }
        }
        func take(_ words: Set<String>) {
            if start > 0, !taken.contains(start - 1), words.contains(tokens.text(start - 1)) { start -= 1 }
        }
        take(Self.hedges)
        if isWhole, found.amount.kind != .count {
            let before = start
            take(Self.articles)
            // In “went for a 6 mile run” the preposition belongs to the run.
            if start < before { return start..<end }
            take(language == .english ? ["for", "in", "with", "of", "at"] : ["fur", "in", "mit", "von"])
        }
        return start..<end
    }

    private static let hedges: Set = [
        "about", "around", "roughly", "approximately", "approx", "ca", "circa", "etwa", "ungefahr", "rund",
    ]
    private static let articles: Set = ["a", "an", "ein", "eine", "einen", "einer", "einem"]
    /// Words that make a number a limit or part of something else.
    private static let inexact: Set = [
        "almost", "nearly", "over", "under", "above", "below", "least", "most", "than", "to", "only", "every", "each",
        "last", "first", "next", "another", "minus", "plus", "fast", "beinahe", "knapp", "gut", "uber", "unter",
        "mindestens", "hochstens", "maximal", "minimal", "bis", "alle", "jede", "jeden", "letzten", "letzte", "ersten",
        "erste", "nachsten", "weitere", "noch", "up", "not", "no", "kein", "keine", "nicht", "zu",
    ]
    /// Nouns whose number is a name: “chapter 5”, “Tag 12”.
    private static let counters: Set = [
        "chapter", "day", "week", "month", "level", "part", "lesson", "episode", "season", "no", "number", "step",
        "room", "size", "version", "unit", "volume", "book", "page", "kapitel", "tag", "woche", "monat", "teil",
        "stufe", "folge", "staffel", "lektion", "nummer", "nr", "band", "grosse", "zimmer", "seite", "übung",
    ]
    private static let multipliers: Set = ["of", "a", "zu", "mit"]
    private static let joins: Set = ["-", "–", "—", "to", "or", "and", "bis", "oder", "und"]
    private static let periods: Set = [
        "day", "week", "month", "year", "hour", "minute", "night", "tag", "woche", "monat", "jahr", "stunde", "minute",
    ]
}
