import Language
import Localization

/// Reads numbers of titles that are no amounts of a measure: `6 am`, `6 Uhr`, `18:30`, `10k`, pounds of
/// weight, `two days a week`.
struct TitleNumbers {
    private let tokens: [Token]
    private let language: Localization.Language
    private let numbers: NumberReader
    /// Whether the title is about covering a distance: then `10k` are kilometres, else thousands.
    private let isDistance: Bool
    /// Whether the title is about weight: then pounds are of mass, else money.
    private let isMass: Bool

    init(tokens: [Token], language: Localization.Language) {
        self.tokens = tokens
        self.language = language
        numbers = NumberReader(language)
        isDistance = Self.contains(Self.moves, in: tokens)
        isMass = Self.contains(Self.weights, in: tokens)
    }

    private static func contains(_ words: [String], in tokens: [Token]) -> Bool {
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
            return (TitleForm.Number(.mass, value * MeasureUnit.pound.factor), next + 1)
        }
        if ["day", "days", "tage", "tagen"].contains(unit), isPeriod(at: next + 1) {
            return (TitleForm.Number(.frequency, value), next + 1)
        }
        return nil
    }

    /// Whether “a week”, “per day” or “daily” is at a place.
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
        guard tokens.indices.contains(index), tokens[index].kind == .number,
            let reading = ClockReader(language).reading(tokens, index), reading.isCertain
        else { return nil }
        return (TitleForm.Number(.clock, Double(reading.minute)), reading.next)
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
