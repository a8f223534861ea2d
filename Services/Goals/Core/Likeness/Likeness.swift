import Localization

/// How alike two titles are (GOL-3). Alike titles are offered to the person; nothing is merged without them.
public enum Likeness: Equatable, Sendable {
    /// The same words and numbers, but for case, accents, signs and the spelling of numbers.
    case title
    /// Other words for the same thing, with the cosine of the embeddings.
    case meaning(Double)

    /// What the forms of two titles say about their likeness.
    public enum Form: Equatable, Sendable {
        /// One title.
        case title
        /// Alike if the cosine of their embeddings is at least this.
        case open(Double)
        /// Two things, whatever the embeddings say.
        case different
    }

    /// Compares two titles of one language by form. Symmetric. O(length of the titles).
    public static func byForm(_ one: TitleForm, _ other: TitleForm, language: Localization.Language) -> Form {
        if one.parts == other.parts { return one.parts.isEmpty ? .different : .title }
        guard language == .english, one.agreesInNumbers(with: other), !one.words.contradicts(other.words) else {
            return .different
        }
        let sharesNumbers = !one.numbers.isEmpty && one.numbers == other.numbers
        let difference = one.words.difference(from: other.words, sharesNumbers: sharesNumbers)
        return .open(threshold(difference))
    }

    /// Compares two titles of one language.
    /// - Parameter cosine: of the embeddings of the titles; nil without an embedder. It is called only if it decides.
    /// - Returns: nil if the titles are two things.
    public static func of(
        _ one: TitleForm, _ other: TitleForm, language: Localization.Language, cosine: () -> Double?
    ) -> Likeness? {
        switch byForm(one, other, language: language) {
        case .title: .title
        case .different: nil
        case .open(let least): cosine().flatMap { $0 >= least ? .meaning($0) : nil }
        }
    }

    /// Cosine from which two English titles are alike, for all-MiniLM-L6-v2. Words in common raise the cosine of titles
    /// about different things, so titles without any need less. Chosen for the highest recall on `tuning.json` of the
    /// tests at a precision of 95.5 % there and 90 to 95 % on `TitlePairs`; `measured.json` measures the choice.
    private static func threshold(_ difference: TitleWords.Difference) -> Double {
        switch difference {
        case .none: 0.5
        case .narrower: 0.48
        case .verb: 0.87
        case .object: 0.8
        case .several: 0.58
        case .all: 0.38
        case .opposed: 0.4
        }
    }
}
