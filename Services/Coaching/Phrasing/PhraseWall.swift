import Foundation
import Language

/// Checks a local model's phrasing of a composed reply (COA-10): the same numbers and units, the suggestion's title, at
/// most two sentences of plain text in the same language, no comparison turned round, and no word about illness,
/// medicine, doses or promises that the composed reply does not have.
struct PhraseWall {
    /// Most characters of any phrasing.
    static let maximumCharacters = 600

    let composed: String
    /// Title of the suggestion; nil without one.
    let title: String?
    let inGerman: Bool

    func passes(_ text: String) -> Bool {
        guard !text.isEmpty, text.count <= min(Self.maximumCharacters, max(160, composed.count * 3 / 2)) else {
            return false
        }
        return isPlain(text) && Self.sentences(text) <= 2 && keepsTitle(text) && keepsNumbers(text)
            && keepsDirections(text) && addsNoClaim(text) && isSameLanguage(text)
    }

    // MARK: Form

    private func isPlain(_ text: String) -> Bool {
        let marks: Set<Character> = ["*", "#", "`", "<", ">", "[", "]", "{", "}", "|", "\\", "@", "~", "_", "^"]
        guard !text.contains(where: { $0.isNewline || marks.contains($0) && !composed.contains($0) }) else {
            return false
        }
        guard text.unicodeScalars.allSatisfy({ !$0.properties.isEmojiPresentation && $0.value != 0xFEFF }) else {
            return false
        }
        let lower = text.lowercased()
        return !["http", "www.", "://", ".com", ".org", ".net", ".de/"].contains(where: lower.contains)
    }

    /// Sentence ends followed by a space or the end; “7.5” and “e.g.” inside a sentence are none.
    static func sentences(_ text: String) -> Int {
        let characters = Array(text)
        var count = 0
        var hasLetter = false
        for (index, character) in characters.enumerated() {
            if character.isLetter || character.isNumber { hasLetter = true }
            guard ".!?…".contains(character), hasLetter else { continue }
            let rest = characters[(index + 1)...].drop { "\"”“’'»)".contains($0) }
            guard rest.first?.isWhitespace ?? true else { continue }
            let next = rest.first { !$0.isWhitespace }
            // A small letter goes on: “approx. six”.
            if let next, next.isLowercase { continue }
            // A number with a full stop is a date in German: “am 3. März”.
            if character == ".", index > 0, characters[index - 1].isNumber, next != nil,
                characters[..<index].reversed().prefix(while: \.isNumber).count <= 2
            {
                continue
            }
            count += 1
            hasLetter = false
        }
        return count + (hasLetter ? 1 : 0)
    }

    private func keepsTitle(_ text: String) -> Bool { title.map { $0.isEmpty || text.contains($0) } ?? true }

    private func isSameLanguage(_ text: String) -> Bool {
        switch LanguageGuess.of(text) {
        case .german: inGerman
        case .english: !inGerman
        // Short texts with names and numbers do not tell.
        default: true
        }
    }

    // MARK: Numbers

    private static func tokens(_ text: String) -> [Token] {
        Token.all(in: Array(text.unicodeScalars), groupsBySpace: true)
    }

    /// Digits and their marks, in order of value.
    private static func numbers(_ tokens: [Token]) -> [String] {
        tokens.filter { $0.kind == .number }.map(\.text).sorted()
    }

    /// Words of numbers, folded.
    private static func numberWords(_ tokens: [Token]) -> Set<String> {
        Set(tokens.filter { $0.kind == .word && (parts.contains($0.text) || NumberWords.isNumber($0)) }.map(\.text))
    }

    private static let parts: Set = [
        "dozen", "half", "twice", "double", "triple", "percent", "quarter", "third", "halb", "halfte", "doppelt",
        "prozent", "viertel", "drittel",
    ]
    /// Signs of units; a text keeps those it had and gains none.
    private static let units: Set = [
        "h", "min", "ms", "s", "%", "mg", "ml", "g", "kg", "km", "bpm", "hours", "minutes", "seconds", "stunden",
        "minuten", "sekunden",
    ]

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !($0.isLetter || $0 == "%") }.map(String.init)
    }

    private func keepsNumbers(_ text: String) -> Bool {
        // A model may write another space between the groups of a number.
        let (given, said) = (Self.tokens(composed), Self.tokens(text))
        return Self.numbers(said) == Self.numbers(given) && Self.numberWords(said).isSubset(of: Self.numberWords(given))
            && Self.units.intersection(Self.words(text)) == Self.units.intersection(Self.words(composed))
    }

    // MARK: Meaning

    /// Words of one direction and of the other; a text may not gain the direction that the composed one lacks.
    private static let directions: [(Set<String>, Set<String>)] = [
        (
            [
                "above", "higher", "more", "longer", "up", "rose", "increased", "risen", "über", "höher", "mehr",
                "länger",
            ],
            [
                "below", "lower", "less", "fewer", "shorter", "down", "fell", "decreased", "dropped", "unter",
                "niedriger", "weniger", "kürzer",
            ]
        ),
        (
            ["better", "improved", "good", "great", "healthy", "besser", "gut", "gesund", "verbessert"],
            ["worse", "worsened", "bad", "poor", "harder", "unhealthy", "schlechter", "schlecht", "ungesund"]
        ),
    ]
    private static let negations: Set = ["not", "no", "never", "nothing", "nicht", "kein", "keine", "nie", "nichts"]

    private func keepsDirections(_ text: String) -> Bool {
        let (before, after) = (Set(Self.words(composed)), Set(Self.words(text)))
        for (one, other) in Self.directions {
            for side in [one, other] where before.isDisjoint(with: side) && !after.isDisjoint(with: side) {
                return false
            }
        }
        return before.isDisjoint(with: Self.negations) == after.isDisjoint(with: Self.negations)
    }

    /// Beginnings of words that only the composed reply may bring in.
    private static let claims = [
        "diagnos", "disease", "disorder", "cure", "curing", "heal", "treat", "therap", "medic", "drug", "dose",
        "dosage",
        "pill", "tablet", "supplement", "vitamin", "melatonin", "magnesium", "doctor", "patient", "symptom", "guarant",
        "promise", "definitely", "certainly", "always", "must", "clinical", "prevent", "risk", "depress", "anxiety",
        "insomnia", "apnea", "arrhythm", "infection", "illness", "krank", "heil", "behandl", "arznei", "medik",
        "tablett", "pille", "dosis", "garant", "versprech", "arzt", "ärzt", "immer", "bestimmt", "vorbeug",
    ]

    private func addsNoClaim(_ text: String) -> Bool {
        let before = Self.words(composed)
        return Self.words(text).allSatisfy { word in
            guard let claim = Self.claims.first(where: { word.hasPrefix($0) }) else { return true }
            return before.contains { $0.hasPrefix(claim) }
        }
    }
}
