import Messages

/// Whom to call, by country (SAF-4).
///
/// Each line's `url` is the page of those who run it: the place to chat, and the source of the number. Numbers were compared with what
/// several others publish as these lines' numbers, not by calling them; whoever confirms the table moves `checkedOn`, and a test warns 180 days later.
struct CrisisDirectory: Sendable {
    struct Country: Sendable {
        /// ISO 3166 alpha-2; empty for the international fallback.
        let code: String
        let emergency: String
        /// To talk about suicide, self-harm or despair.
        let talk: [CrisisCard.Line]
        /// Violence and abuse.
        let abuse: [CrisisCard.Line]
        /// Advice on poisoning.
        let poison: [CrisisCard.Line]

        init(_ code: String, _ emergency: String, talk: [CrisisCard.Line], abuse: [CrisisCard.Line] = [], poison: [CrisisCard.Line] = []) {
            (self.code, self.emergency, self.talk, self.abuse, self.poison) = (code, emergency, talk, abuse, poison)
        }
    }

    static let checkedOn = Day(number: 20_778)
    /// After this many days a build warns.
    static let daysValid = 180

    static let countries: [String: Country] = Dictionary(
        uniqueKeysWithValues: (CrisisTable.englishSpeaking + CrisisTable.europe + CrisisTable.elsewhere + CrisisTable.more).map { ($0.code, $0) })

    /// The country's entry, or the international one where it is unknown. Case and spaces around the code do not matter.
    static func country(_ code: String) -> Country {
        var letters = code.unicodeScalars.filter { !$0.properties.isWhitespace }.map { String($0).uppercased() }.joined()
        if letters == "UK" { letters = "GB" }
        return countries[letters] ?? CrisisTable.international
    }
}
