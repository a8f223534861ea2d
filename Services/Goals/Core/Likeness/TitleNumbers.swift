import Localization

/// Reads numbers of titles that are no amounts of a measure: `6 am`, `6 Uhr`, `18:30`, `10k`, pounds of
/// weight, `two days a week`.
struct TitleNumbers {
    private let tokens: [SentenceToken]
    private let language: Localization.Language
    private let numbers: NumberReader
    /// Whether the title is about covering a distance: then `10k` are kilometres, else thousands.
    private let isDistance: Bool
    /// Whether the title is about weight: then pounds are of mass, else money.
    private let isMass: Bool

    init(tokens: [SentenceToken], language: Localization.Language) {
        (self.tokens, self.language, numbers) = (tokens, language, NumberReader(language: language))
        isDistance = Self.contains(Self.moves, in: tokens)
        isMass = Self.contains(Self.weights, in: tokens)
    }

    private static func contains(_ words: [String], in tokens: [SentenceToken]) -> Bool {
        let vocabulary = TitleVocabulary.english
        return tokens.contains { token in words.contains { vocabulary.areForms(vocabulary.plain(token.text), $0) } }
    }

    /// The number that begins at a place, and the place after it.
    func number(at index: Int) -> (number: TitleForm.Number, next: Int)? {
        if let clock = clock(at: index) { return clock }
        guard let (value, next) = numbers.number(in: tokens, at: index) else { return nil }
        let unit = tokens.text(next)
        if unit == "k", tokens.isGlued(next) {
            return (TitleForm.Number(isDistance ? .distance : .plain, value * 1000), next + 1)
        }
        if isMass, ["pound", "pounds"].contains(unit) {
            return (TitleForm.Number(.mass, MeasureUnit.pound.canonical(value)), next + 1)
        }
        if ["day", "days", "tage", "tagen"].contains(unit), isPeriod(at: next + 1) {
            return (TitleForm.Number(.frequency, value), next + 1)
        }
        return nil
    }

    /// Whether “a week”, “per day” or “daily” stands at a place.
    func isPeriod(at index: Int) -> Bool {
        Self.periods(language).contains { tokens.end(of: $0, at: index) != nil }
    }

    private static func periods(_ language: Localization.Language) -> [[String]] {
        switch language {
        case .english: englishPeriods
        case .german: germanPeriods
        }
    }

    private static let englishPeriods =
        ["daily", "weekly", "monthly", "yearly"].map { [$0] }
        + ["a", "per", "each", "every"].flatMap { article in
            ["day", "week", "month", "year"].map { [article, $0] }
        }
    private static let germanPeriods = [
        "taglich", "wochentlich", "monatlich", "jahrlich", "am tag", "pro tag", "jeden tag", "die woche",
        "in der woche",
        "pro woche", "jede woche", "im monat", "pro monat", "jeden monat", "im jahr", "pro jahr", "jedes jahr",
    ].map { $0.split(separator: " ").map(String.init) }

    private func clock(at index: Int) -> (number: TitleForm.Number, next: Int)? {
        guard tokens.indices.contains(index), tokens[index].kind == .number else { return nil }
        let parts = tokens[index].text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = parts[0], (0...24).contains(first), parts.count <= 2 else { return nil }
        guard let minutes = parts.count == 2 ? parts[1] : 0, (0...59).contains(minutes) else { return nil }
        let next = index + 1
        if language == .german, tokens.text(next) == "uhr" {
            return (TitleForm.Number(.clock, Double(first * 60 + minutes)), next + 1)
        }
        if language == .english, (1...12).contains(first), let half = half(at: next) {
            let hour = first % 12 + (half.isAfternoon ? 12 : 0)
            return (TitleForm.Number(.clock, Double(hour * 60 + minutes)), half.next)
        }
        return parts.count == 2 ? (TitleForm.Number(.clock, Double(first * 60 + minutes)), next) : nil
    }

    /// Whether “pm” stands at a place, and the place after it; nil if neither “am” nor “pm” does.
    private func half(at index: Int) -> (isAfternoon: Bool, next: Int)? {
        switch tokens.text(index) {
        case "am": return (false, index + 1)
        case "pm": return (true, index + 1)
        case "a", "p":
            // “6 a.m.”
            guard tokens.text(index + 1) == ".", tokens.isGlued(index + 1), tokens.text(index + 2) == "m" else {
                return nil
            }
            return (tokens.text(index) == "p", index + 3)
        default: return nil
        }
    }

    private static let moves = [
        "run", "race", "walk", "jog", "swim", "cycle", "ride", "bike", "hike", "row", "sprint", "train", "finish",
        "under",
        "minutes",
    ]
    private static let weights = [
        "lose", "drop", "shed", "gain", "weigh", "weight", "lift", "squat", "deadlift", "bench",
    ]
}
