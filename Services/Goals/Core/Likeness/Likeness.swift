import Localization

/// How alike two titles are (GOL-3). Alike titles are offered to the person; nothing is merged without them.
public enum Likeness: Equatable, Sendable {
    /// The same words and numbers, but for case, accents, signs and the spelling of numbers.
    case title
    /// Other words for the same thing, as the vocabulary knows them; in German also if one title says more.
    case words
    /// Other words for the same thing, with the cosine of the embeddings.
    case meaning(Double)

    /// What the forms of two titles say about their likeness.
    public enum Form: Equatable, Sendable {
        /// One title.
        case title
        /// Other words for one thing.
        case words
        /// Alike if the cosine of their embeddings is at least this.
        case open(Double)
        /// Two things, whatever the embeddings say.
        case different
    }

    /// Compares two titles of one language by form. Symmetric. O(length of the titles).
    public static func byForm(_ one: TitleForm, _ other: TitleForm, language: Localization.Language) -> Form {
        if one.parts == other.parts { return one.parts.isEmpty ? .different : .title }
        guard one.agreesInNumbers(with: other), !one.words.contradicts(other.words) else { return .different }
        let sharesNumbers = !one.numbers.isEmpty && one.numbers == other.numbers
        let difference = one.words.difference(from: other.words, sharesNumbers: sharesNumbers)
        return language == .english ? english(difference) : german(difference)
    }

    /// Compares two titles of one language.
    /// - Parameter cosine: of the embeddings of the titles; nil without an embedder. It is called only if it decides.
    /// - Returns: nil if the titles are two things.
    public static func of(
        _ one: TitleForm, _ other: TitleForm, language: Localization.Language, cosine: () -> Double?
    ) -> Likeness? {
        switch byForm(one, other, language: language) {
        case .title: .title
        case .words: .words
        case .different: nil
        case .open(let least): cosine().flatMap { $0 >= least ? .meaning($0) : nil }
        }
    }

    /// The cosine of all-MiniLM-L6-v2 that two English titles need. Words in common raise the cosine of titles about
    /// different things, so titles without any need less. Chosen for the highest recall on the tuning pairs of the
    /// tests, at a precision of 97 % there and 92 % on `TitlePairs`; `measured.json` and `blind.json` measure the choice.
    private static func english(_ difference: TitleWords.Difference) -> Form {
        switch difference {
        case .none: .words
        case .narrower: .open(0.4)
        case .verb: .open(0.87)
        case .object: .open(0.72)
        case .several: .open(0.5)
        case .theme: .open(0.28)
        case .all: .open(0.38)
        case .opposed: .open(0.4)
        }
    }

    /// The sentence model knows no German, so words alone decide.
    private static func german(_ difference: TitleWords.Difference) -> Form {
        switch difference {
        case .none, .narrower: .words
        case .verb, .object, .several, .theme, .all, .opposed: .different
        }
    }
}
