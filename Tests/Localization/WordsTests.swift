import Testing

@testable import Localization

/// One word for a thing, in each language: the table “Words people see” of docs/glossary.md.
@Suite struct WordsTests {
    /// One text of a phrase, with a number in the place of each placeholder.
    private struct Said {
        let key: String
        let text: String
        /// Its words, in their case.
        var words: Set<String> { Set(text.split { !$0.isLetter }.map(String.init)) }
    }

    /// Texts that are fixed word for word (docs/localization.md).
    private static func isMandated(_ key: String) -> Bool { key.hasPrefix("mandated.") }

    private static func said(_ language: Language) -> [Said] {
        var all: [Said] = []
        for (key, entry) in Catalogue.shipped(language).entries where !isMandated(key) {
            for template in entry.templates {
                let values = Dictionary(uniqueKeysWithValues: template.placeholders.map { ($0, "7") })
                all.append(Said(key: key, text: template.filled(values)))
            }
        }
        return all
    }

    /// Keys of phrases that have one of these words.
    private static func keys(_ language: Language, with words: Set<String>) -> Set<String> {
        Set(said(language).filter { !$0.words.isDisjoint(with: words) }.map(\.key))
    }

    /// Names of the check-in with its journal, and phrases that say where it is.
    private static let checkIn: Set = ["nav.pulse", "pulse.title", "answer.bring.journal", "answer.meta.bringing"]

    @Test("WEB: Pulse is the name of the check-in with its journal, in both languages, and of no measured rate")
    func pulse() {
        for language in Language.allCases {
            let words = Catalogue.shipped(language)
            #expect(words("nav.pulse") == "Pulse" && words("pulse.title") == "Pulse", "\(language)")
            #expect(Self.keys(language, with: ["Pulse"]) == Self.checkIn, "\(language)")
        }
        #expect(Self.keys(.english, with: ["pulse", "pulses"]) == [])
        // “Herzfrequenz” is only the name that a phone's settings have.
        for said in Self.said(.german) where said.words.contains("Herzfrequenz") {
            #expect(said.text.contains("▸ Herzfrequenz"), "\(said.key)")
        }
    }

    @Test("WEB: the score is Score in German; Wert is a reading or a value in life")
    func score() {
        let score = Self.keys(.english, with: ["score", "Score", "scores", "Scores"])
        #expect(score.count > 40)
        #expect(score.subtracting(Self.keys(.german, with: ["Score", "Scores"])) == [], "says it without its name")
        let values: Set = ["Wert", "Werte", "Werten", "Wertes", "Werts"]
        #expect(score.intersection(Self.keys(.german, with: values)) == [], "calls it a value")
    }

    @Test("WEB: own tags are Schlagwörter in German")
    func tags() {
        let tags = Self.keys(.english, with: ["tag", "tags", "Tags"])
        let german: Set = ["Schlagwort", "Schlagwörter", "Schlagwörtern", "Schlagworts"]
        #expect(!tags.isEmpty && tags.subtracting(Self.keys(.german, with: german)) == [])
    }

    @Test(
        "WEB: words that stand for a thing which has another name are not said",
        arguments: [
            (Language.english, ["beside", "Beside", "hashtag", "hashtags", "marker", "markers"]),
            (
                .german,
                [
                    "Merkmal", "Merkmale", "Merkmals", "Etikett", "Etiketten", "Hashtag", "Hashtags", "Übliches",
                    "Üblichen", "Schlafgüte", "Herzfrequenzvariabilität", "Beule", "Tageswert",
                ]
            ),
        ])
    func never(language: Language, words: [String]) {
        #expect(Self.keys(language, with: Set(words)) == [], "\(language)")
    }

    @Test(
        "WEB: a count of days is said plainly, without the statistic behind it",
        arguments: [
            (Language.english, ["middle of 7", "middle 7", "No rule is about"]),
            (.german, ["Mitte von 7", "Mitte 7", "gilt keine Regel"]),
        ])
    func plain(language: Language, phrases: [String]) {
        for said in Self.said(language) {
            for phrase in phrases { #expect(!said.text.contains(phrase), "\(language): \(said.key)") }
        }
    }

    @Test(
        "WEB: no phrase writes hours after a number; a duration is formatted as 7 h 40 min",
        arguments: Language.allCases)
    func hours(language: Language) {
        for said in Self.said(language) {
            #expect(!said.text.contains(/[0-9][ \u{202F}]?h(?![a-zäöüß])/), "\(language): \(said.key)")
        }
    }
}
