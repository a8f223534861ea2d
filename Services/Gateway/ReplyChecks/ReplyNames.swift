import Language

/// Whether a reply names a person or a thing that its prompt does not: a capital inside a sentence is a person, a
/// product, a place, or a noun of another language.
enum ReplyNames {
    static func reason(_ parts: [String], _ context: ReplyContext) -> ReplyFault? {
        parts.contains { hasName($0, context) } ? .name : nil
    }

    private static func hasName(_ part: String, _ context: ReplyContext) -> Bool {
        let scalars = Array(part.unicodeScalars)
        let words = WordReader.words(in: part)
        // A title capitalises every word; it is read by the other checks.
        let long = words.filter { $0.isAlphabetic && $0.text.count > 3 }
        if words.count <= 12, long.count > 1, long.allSatisfy(\.isCapitalized) { return false }
        return words.indices.contains { index in
            let word = words[index]
            guard index > 0, word.isCapitalized, word.isAlphabetic, word.text.count > 1,
                words[index - 1].sentence == word.sentence, !word.text.hasPrefix("i'")
            else { return false }
            // A colon, a dash or a quotation mark may begin a sentence.
            let before = scalars[..<word.range.lowerBound].last { !$0.isSpace }
            if let before, ":–—-\"“”‘’'(".unicodeScalars.contains(before) { return false }
            let stem = Stem.of(word.text)
            return !context.given.contains(stem) && !known.contains(word.text)
        }
    }

    private static let known: Set<String> = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march",
        "april", "may", "june", "july", "august", "september", "october", "november", "december", "hrv", "ok",
    ]
}
