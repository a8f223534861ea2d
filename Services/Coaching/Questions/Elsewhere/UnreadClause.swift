import Localization

/// A condition of a question that no rule reads: “when I eat late”. An answer that left it out silently would miss
/// the question.
public enum UnreadClause {
    /// Characters that are quoted at most.
    private static let maximumCharacters = 40

    /// The first part of a message that a word such as “when” or “with” begins and that names no period, number, subject
    /// or measure, as it was written.
    /// - Returns: nil if there is none, or if it tells of a loss.
    public static func of(_ message: String, in language: Language) -> String? {
        let words = message.split(whereSeparator: \.isWhitespace)
        let folded = words.map { FoldedText($0).words }
        let (connectors, known) = language == .german ? (germanConnectors, german) : (englishConnectors, english)
        guard let first = folded.firstIndex(where: { $0.count == 1 && connectors.contains($0[0]) }), first > 0,
            first + 1 < words.count, !FeelingWords.tellsLoss(FoldedText(message))
        else { return nil }
        var end = words.count
        if let next = folded[(first + 1)...].firstIndex(where: { $0.count == 1 && connectors.contains($0[0]) }) {
            end = next
        }
        if let stop = (first..<end).first(where: { words[$0].last.map { ",;.?!".contains($0) } ?? false }) {
            end = stop + 1
        }
        let content = folded[(first + 1)..<end].flatMap(\.self).filter { !MessageLanguage.words.contains($0) }
        let clause = FoldedText(folded[(first + 1)..<end].flatMap(\.self).joined(separator: " "))
        guard !content.isEmpty, !content.contains(where: { $0.contains(where: \.isNumber) }), !clause.has(anyOf: known)
        else { return nil }
        let text = words[first..<end].joined(separator: " ").trimmingCharacters(in: .punctuationCharacters)
        return text.count <= maximumCharacters ? text : nil
    }

    private static let englishConnectors: Set = ["when", "if", "after", "with", "without", "since", "because"]
    private static let germanConnectors: Set = ["wenn", "falls", "nach", "mit", "ohne", "seit", "bei", "weil"]
    private static let english = known(["usual", "before", "normal", "average", "other", "others", "rest", "ones"])
    private static let german = known(["sonst", "ublich", "normal", "vorher", "davor", "andere", "anderen"])

    /// Phrases of periods, subjects and measures.
    private static func known(_ others: [String]) -> [String] {
        let phrases = Subject.words.map(\.phrase) + Measure.allCases.flatMap(\.phrases) + PeriodReader.vocabulary()
        // “When I eat late” is no “late October”.
        return (phrases + others).filter { !["late", "early", "spat", "fruh"].contains($0) }
    }
}
