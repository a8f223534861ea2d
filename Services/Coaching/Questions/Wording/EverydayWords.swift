import Language

/// Reports of food, drink and work without a word of a feeling: “I drank too much coffee”. They are no troubles, so a
/// reply does not call them hard. Every word has to be known here: “I got fired from work” has another one.
public enum EverydayWords {
    private static let maximumWords = 16

    /// Whether a message tells only of food, drink or work.
    public static func isReport(_ message: String) -> Bool { isReport(FoldedText(message)) }

    static func isReport(_ text: FoldedText) -> Bool {
        let words = text.words.map { $0.hasPrefix("i'") ? "i" : $0 }
        return (2...maximumWords).contains(words.count) && words.contains(where: things.contains)
            && words.allSatisfy { things.contains($0) || others.contains($0) || $0.allSatisfy(\.isNumber) }
    }

    private static let things = WordList.messages.words("everyday things")

    private static let others = WordList.messages.words("everyday others")
}
