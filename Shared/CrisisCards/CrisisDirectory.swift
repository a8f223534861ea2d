import Messages

/// Emergency numbers and help lines by country (SAF-4).
///
/// A line's `url` is the operator's page: it offers the chat and is the source of the number. The numbers were compared
/// with those that several other organisations publish for the line; they were not called. Whoever confirms the table
/// updates `checkedOn`; a test warns 180 days later.
public struct CrisisDirectory: Sendable {
    /// Date of the last comparison.
    public static let checkedOn = Day(number: 20_779)
    /// Number of days after `checkedOn` from which a test warns.
    public static let daysValid = 180

    /// All countries by ISO 3166 alpha-2 code.
    public static let countries: [String: CrisisCountry] = Dictionary(
        uniqueKeysWithValues: (CrisisTable.englishSpeaking + CrisisTable.europe + CrisisTable.moreEurope
            + CrisisTable.elsewhere).map { ($0.code, $0) })

    /// The country's entry, or the international one if it is unknown. Ignores case and white space in the code; `UK`
    /// means `GB`.
    public static func country(_ code: String) -> CrisisCountry {
        var letters = code.unicodeScalars.filter { !$0.properties.isWhitespace }.map { String($0).uppercased() }
            .joined()
        if letters == "UK" { letters = "GB" }
        return countries[letters] ?? CrisisTable.international
    }
}
