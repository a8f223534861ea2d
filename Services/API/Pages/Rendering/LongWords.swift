/// German words that are wider than a phone's line at a large text size. Not every browser knows where German words
/// divide; it would break these between any two letters.
enum LongWords {
    /// A name with soft hyphens between the parts of its long words. For text that is shown alone: titles, labels of
    /// other elements and searches take the name as it is.
    static func breakable(_ name: String) -> String {
        var (result, word) = ("", "")
        for character in name {
            if character.isLetter {
                word.append(character)
                continue
            }
            result += byWord[word] ?? word
            result.append(character)
            word = ""
        }
        return result + (byWord[word] ?? word)
    }

    private static let byWord: [String: String] = Dictionary(
        uniqueKeysWithValues: words.map { word in
            (word.replacing("|", with: ""), word.replacing("|", with: "\u{00AD}"))
        })

    /// Those of the names of signals and kinds that have 13 letters or more.
    private static let words: [String] = [
        "Atem|störungen", "Ballast|stoffe", "Basal|temperatur", "Bewegungs|zeit", "Boden|kontakt|zeit",
        "Doppel|stütz|phase", "Einsekunden|kapazität", "Elektro|dermale", "Elektro|kardio|gramm", "Extra|zelluläres",
        "Gang|stabilität", "Gemüts|zustand", "Gesamt|energie", "Handgelenk|temperatur", "Haut|temperatur",
        "Herz|raten|variabilität", "Intra|zelluläres", "Kohlen|hydrate", "Kopfhörer|lautstärke", "Körper|impedanz",
        "Körper|temperatur", "Körper|wasser|anteil", "Körper|zell|masse", "Luft|temperatur", "Menstrua|tions|stärke",
        "Ovulations|test", "Pantothen|säure", "Perfusions|index", "Progesteron|test", "Rollstuhl|schübe",
        "Rollstuhl|strecke", "Sauerstoff|sättigung", "Schlaf|defizit", "Schlaf|qualität", "Schritt|frequenz",
        "Schwanger|schaft", "Schwanger|schafts|test", "Schwellen|leistung", "Schwimm|strecke", "Trainings|zeit",
        "Tritt|frequenz", "Umgebungs|lautstärke", "Vital|kapazität", "Vorhof|flimmern", "Wasser|temperatur",
        "Zervix|schleim", "Zwischen|blutung", "unregel|mäßigen",
    ]
}
