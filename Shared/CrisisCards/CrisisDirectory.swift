import Messages

/// Emergency numbers and help lines by country (SAF-4).
///
/// A line's `url` is the operator's page: it offers the chat and is the source of the number. The numbers were compared
/// with those that several other organisations publish for the line; they were not called. Whoever confirms the table
/// updates `checkedOn`; a test warns 180 days later.
public struct CrisisDirectory: Sendable {
    /// A country's numbers and lines.
    public struct Country: Sendable {
        /// ISO 3166 alpha-2; empty for the international fallback.
        public let code: String
        /// Medical emergency number: the ambulance, or all services if they share a number.
        public let emergency: String
        /// Number against danger from people; equal to `emergency` if the services share a number.
        public let police: String
        /// Lines about suicide, self-harm or despair.
        public let talk: [CrisisCard.Line]
        /// Lines about violence and abuse.
        public let abuse: [CrisisCard.Line]
        /// Lines for people who fear that they might hurt somebody; empty if none is published.
        public let harm: [CrisisCard.Line]
        /// Poison control lines.
        public let poison: [CrisisCard.Line]

        init(
            _ code: String, _ emergency: String, police: String? = nil, talk: [CrisisCard.Line],
            abuse: [CrisisCard.Line] = [],
            harm: [CrisisCard.Line] = [], poison: [CrisisCard.Line] = []
        ) {
            (self.code, self.emergency, self.police) = (code, emergency, police ?? emergency)
            (self.talk, self.abuse, self.harm, self.poison) = (talk, abuse, harm, poison)
        }
    }

    /// Date of the last comparison.
    public static let checkedOn = Day(number: 20_779)
    /// Number of days after `checkedOn` from which a test warns.
    public static let daysValid = 180

    /// All countries by ISO 3166 alpha-2 code.
    public static let countries: [String: Country] = Dictionary(
        uniqueKeysWithValues: (CrisisTable.englishSpeaking + CrisisTable.europe + CrisisTable.moreEurope
            + CrisisTable.elsewhere).map { ($0.code, $0) })

    /// The country's entry, or the international one if it is unknown. Ignores case and white space in the code; `UK`
    /// means `GB`.
    public static func country(_ code: String) -> Country {
        var letters = code.unicodeScalars.filter { !$0.properties.isWhitespace }.map { String($0).uppercased() }
            .joined()
        if letters == "UK" { letters = "GB" }
        return countries[letters] ?? CrisisTable.international
    }
}
