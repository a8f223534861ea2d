import Messages

/// Whom to call, by country (SAF-4).
///
/// Each line's `url` is the page of those who run it: the place to chat, and the source of the number. Numbers were compared with what
/// several others publish as these lines' numbers, not by calling them; whoever confirms the table moves `checkedOn`, and a test warns 180 days later.
public struct CrisisDirectory: Sendable {
    public struct Country: Sendable {
        /// ISO 3166 alpha-2; empty for the international fallback.
        public let code: String
        /// For the body: the ambulance, or all services where one number reaches all.
        public let emergency: String
        /// Against danger from people; the same as `emergency` where one number reaches all.
        public let police: String
        /// To talk about suicide, self-harm or despair.
        public let talk: [CrisisCard.Line]
        /// Violence and abuse.
        public let abuse: [CrisisCard.Line]
        /// For people who fear that they hurt somebody; empty where no such line is published.
        public let harm: [CrisisCard.Line]
        /// Advice on poisoning.
        public let poison: [CrisisCard.Line]

        init(
            _ code: String, _ emergency: String, police: String? = nil, talk: [CrisisCard.Line], abuse: [CrisisCard.Line] = [],
            harm: [CrisisCard.Line] = [], poison: [CrisisCard.Line] = []
        ) {
            (self.code, self.emergency, self.police) = (code, emergency, police ?? emergency)
            (self.talk, self.abuse, self.harm, self.poison) = (talk, abuse, harm, poison)
        }
    }

    public static let checkedOn = Day(number: 20_779)
    /// After this many days a build warns.
    public static let daysValid = 180

    public static let countries: [String: Country] = Dictionary(
        uniqueKeysWithValues: (CrisisTable.englishSpeaking + CrisisTable.europe + CrisisTable.moreEurope + CrisisTable.elsewhere).map { ($0.code, $0) })

    /// The country's entry, or the international one where it is unknown. Case and spaces around the code do not matter.
    public static func country(_ code: String) -> Country {
        var letters = code.unicodeScalars.filter { !$0.properties.isWhitespace }.map { String($0).uppercased() }.joined()
        if letters == "UK" { letters = "GB" }
        return countries[letters] ?? CrisisTable.international
    }
}
