import Localization

/// The words and signs of units, and the words for things that are counted, all folded.
package enum UnitWords {
    /// Units of both languages.
    package static let units: [String: MeasureUnit] = {
        let words: [(MeasureUnit, String)] = [
            (.second, "s sec secs second seconds sek sekunde sekunden"),
            (.minute, "min mins minute minutes minuten minutig minutige minutiger minutiges minutigen minutigem"),
            (.hour, "h hr hrs hour hours std stunde stunden stundig stundige stundiger stundiges stundigen stundigem"),
            (MeasureUnit(kind: .duration, factor: 900), "viertelstunde viertelstunden"),
            (MeasureUnit(kind: .duration, factor: 2700), "dreiviertelstunde"),
            (.metre, "m meter meters metre metres metern"),
            (.kilometre, "km kms kilometer kilometers kilometre kilometres kilometern"),
            (.mile, "mi mile miles meile meilen"), (.yard, "yd yds yard yards"), (.foot, "ft foot feet"),
            (.gram, "g gram grams gramm"), (.kilogram, "kg kgs kilo kilos kilogram kilograms kilogramm"),
            // “Pounds” are money too, so only the sign of the unit counts; a German Pfund has another size.
            (.pound, "lb lbs"),
            (.percent, "% percent prozent"),
            (.kilocalorie, "kcal kcals kilocalorie kilocalories kilokalorie kilokalorien"),
            // On food and in speech, calories are kilocalories.
            (.kilocalorie, "calorie calories kalorie kalorien"),
            (.kilojoule, "kj kilojoule kilojoules"),
            // Cups and glasses are counted: nobody knows how large they are.
            (.millilitre, "ml milliliter milliliters millilitre millilitres millilitern"), (.centilitre, "cl"),
            (.decilitre, "dl"), (.litre, "l liter liters litre litres litern"),
        ]
        var units: [String: MeasureUnit] = [:]
        for (unit, names) in words { for name in names.split(separator: " ") { units[String(name)] = unit } }
        return units
    }()

    /// Things that are counted in whole ones, as the tokens of their names.
    package static func counted(_ language: Localization.Language) -> [[String]] {
        language == .english ? english : german
    }

    private static let english = phrases(
        """
        page pages,push-up push-ups,push up push ups,pushup pushups,press-up press-ups,pull-up pull-ups,
        pullup pullups,chin-up chin-ups,sit-up sit-ups,situp situps,squat squats,burpee burpees,lunge lunges,rep reps,
        repetition repetitions,set sets,lap laps,length lengths,step steps,stair stairs,floor floors,glass glasses,
        cup cups,word words,chapter chapters,lesson lessons,exercise exercises,round rounds,book books,article articles,
        email emails,flashcard flashcards,crunch crunches,jump jumps,jumping jacks,session sessions,portion portions,
        serving servings,task tasks,problem problems,song songs,poem poems,letter letters,application applications
        """)
    private static let german = phrases(
        """
        seite seiten,liegestutz liegestutze,liegestutzen,klimmzug klimmzuge,kniebeuge kniebeugen,burpee burpees,
        sit-up sit-ups,situps,wiederholung wiederholungen,satz satze,bahn bahnen,schritt schritte,schritten,stufe stufen,
        stockwerk stockwerke,glas glaser,tasse tassen,wort worter,worte,kapitel,lektion lektionen,ubung ubungen,
        runde runden,buch bucher,artikel,mail mails,vokabel vokabeln,karteikarte karteikarten,ausfallschritt
        ausfallschritte,hampelmann hampelmanner,einheit einheiten,portion portionen,aufgabe aufgaben,lied lieder,
        gedicht gedichte,brief briefe,bewerbung bewerbungen
        """)

    /// Names separated by commas and spaces; a name may be several tokens (`push-ups`) or several words (`push ups`).
    private static func phrases(_ list: String) -> [[String]] {
        let several: Set = ["push up", "push ups", "jumping jacks"]
        var phrases = several.map { $0.split(separator: " ").map(String.init) }
        for name in list.split(whereSeparator: { " ,\n".contains($0) }) {
            phrases.append(Token.all(in: Array(name.unicodeScalars)).map(\.text))
        }
        let alone: Set = [["push"], ["up"], ["ups"], ["jumping"], ["jacks"]]
        return phrases.filter { !alone.contains($0) }.sorted { $0.count > $1.count }
    }

    /// Words for how often something was done.
    package static let times: Set = ["times", "time", "x", "×", "mal"]
    /// Single words for a count.
    static func count(_ word: String, _ language: Localization.Language) -> Double? {
        switch language {
        case .english: ["twice": 2.0, "thrice": 3][word]
        // “Einmal” mostly means “for once”.
        case .german: word.hasSuffix("mal") ? NumberWords.german(String(word.dropLast(3))) : nil
        }
    }
}
