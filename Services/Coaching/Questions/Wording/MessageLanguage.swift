import Language
import Localization

/// Tells English from German by the function words of questions. Short questions hold few words of other lists.
public enum MessageLanguage {
    /// nil if the words do not tell, such as “HRV?”.
    public static func of(_ message: String) -> Localization.Language? {
        let words = FoldedText(message).words
        let (english, german) = (words.count(where: Self.english.contains), words.count(where: Self.german.contains))
        return english == german ? nil : english > german ? .english : .german
    }

    private static let english = WordList.messages.words("language english").subtracting(shared)
    private static let german = WordList.messages.words("language german").subtracting(shared)
    /// Words of both languages.
    private static let shared = WordList.messages.words("language both")

    /// The words of both languages.
    static let words = english.union(german).union(shared)
}
