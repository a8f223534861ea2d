/// Reads numbers of English titles that are no amounts of a measure: `6 am`, `18:30`, `10k`.
struct TitleNumbers {
    private let tokens: [SentenceToken]
    private let numbers = NumberReader(language: .english)
    /// Whether the title is about covering a distance: then `10k` are kilometres, else thousands.
    private let isDistance: Bool

    init(tokens: [SentenceToken]) {
        self.tokens = tokens
        isDistance = tokens.contains { token in
            Self.moves.contains { TitleVocabulary.isForm(TitleVocabulary.present(token.text), $0) }
        }
    }

    /// The number that begins at a place, and the place after it.
    func number(at index: Int) -> (number: TitleForm.Number, next: Int)? {
        if let clock = clock(at: index) { return clock }
        guard let (value, next) = numbers.number(in: tokens, at: index) else { return nil }
        if tokens.text(next) == "k", tokens.isGlued(next) {
            return (TitleForm.Number(isDistance ? .distance : .plain, value * 1000), next + 1)
        }
        return nil
    }

    /// Whether “a week”, “per day” or “daily” stands at a place.
    func isPeriod(at index: Int) -> Bool {
        if ["daily", "weekly", "monthly", "yearly"].contains(tokens.text(index)) { return true }
        return ["a", "per", "each", "every"].contains(tokens.text(index))
            && ["day", "week", "month", "year"].contains(tokens.text(index + 1))
    }

    private func clock(at index: Int) -> (number: TitleForm.Number, next: Int)? {
        guard tokens.indices.contains(index), tokens[index].kind == .number else { return nil }
        let parts = tokens[index].text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = parts[0], (0...24).contains(first), parts.count <= 2 else { return nil }
        guard let minutes = parts.count == 2 ? parts[1] : 0, (0...59).contains(minutes) else { return nil }
        switch half(after: index) {
        case let (isAfternoon, next)? where (1...12).contains(first):
            let hour = first % 12 + (isAfternoon ? 12 : 0)
            return (TitleForm.Number(.clock, Double(hour * 60 + minutes)), next)
        default:
            return parts.count == 2 ? (TitleForm.Number(.clock, Double(first * 60 + minutes)), index + 1) : nil
        }
    }

    /// Whether “pm” follows, and the place after it; nil if neither “am” nor “pm” follows.
    private func half(after index: Int) -> (isAfternoon: Bool, next: Int)? {
        switch tokens.text(index + 1) {
        case "am": return (false, index + 2)
        case "pm": return (true, index + 2)
        case "a", "p":
            // “6 a.m.”
            guard tokens.text(index + 2) == ".", tokens.isGlued(index + 2), tokens.text(index + 3) == "m" else {
                return nil
            }
            return (tokens.text(index + 1) == "p", index + 4)
        default: return nil
        }
    }

    private static let moves = ["run", "race", "walk", "jog", "swim", "cycle", "ride", "bike", "hike", "row", "sprint"]
}
