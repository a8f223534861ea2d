import Language
import Localization
import Messages

/// Reads one sentence such as “ran 5 km this morning” as an action, by rules, in English and German.
///
/// It understands an amount only where a number comes with a unit or with a thing that is counted, and only if it says
/// exactly one value: “almost 10 km”, “5 to 6 km”, “3 x 400 m” and “3 times a week” stay in the title, and so do two
/// amounts of one kind. The title keeps everything that was not understood.
public struct QuickAddReader: Sendable {
    /// The language of the sentence.
    public let language: Localization.Language
    /// The person's local date.
    public let today: Day
    /// The person's local hour, 0 … 23.
    public let hour: Int

    /// A longer text is a note, not a sentence; it is taken as the title.
    private static let maximumBytes = 1000

    public init(language: Localization.Language, today: Day, hour: Int) {
        (self.language, self.today, self.hour) = (language, today, hour)
    }

    /// The action that the sentence describes. O(length of the sentence).
    public func read(_ sentence: String) -> QuickAction {
        guard sentence.utf8.count <= Self.maximumBytes else { return QuickAction(title: sentence, day: today) }
        let scalars = Array(sentence.unicodeScalars)
        let tokens = Token.all(in: scalars)
        let moment = MomentReader(language: language, today: today, hour: hour).read(tokens)
        let found = QuickAmounts(language: language, tokens: tokens, taken: moment.tokens).read()
        let amountTokens = Set(found.flatMap(\.tokens))
        let amounts = found.map(\.amount)
        for taken in [moment.tokens.union(amountTokens), amountTokens] {
            let title = SentenceTitle(scalars: scalars, tokens: tokens).without(taken)
            guard !title.isEmpty else { continue }
            // Without a title of its own, the moment is all that the sentence says.
            let isWhole = taken.isSuperset(of: moment.tokens)
            return QuickAction(
                title: title, amounts: amounts, day: isWhole ? moment.day ?? today : today,
                time: isWhole ? moment.time : nil)
        }
        let title = SentenceTitle(scalars: scalars, tokens: tokens).without([])
        return QuickAction(title: title, amounts: amounts, day: moment.day ?? today, time: moment.time)
    }
}
