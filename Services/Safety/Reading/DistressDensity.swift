import Language

/// Detects long texts without an explicit statement that are heavy nevertheless: several different words of suffering
/// close together in a text in the first person.
enum DistressDensity {
    /// Whether two different heavy words occur within 60 words. Texts under 20 words are left to the phrases, because
    /// one word more or less would decide there. O(number of words).
    static func isHeavy(_ words: [Word]) -> Bool {
        guard words.count >= minimumWords, words.contains(where: { own.contains($0.text) }) else { return false }
        var last: [String: Int] = [:]
        for (place, word) in words.enumerated() {
            guard
                let root = roots.first(where: { word.text.hasPrefix($0) })
                    ?? (exact.contains(word.text) ? word.text : nil)
            else { continue }
            last[root] = place
            if last.values.count(where: { place - $0 < window }) >= distinct { return true }
        }
        return false
    }

    private static let minimumWords = 20
    private static let window = 60
    private static let distinct = 2

    private static let own = WordLists.set("i me my myself ich mich mir")
    private static let roots = [
        "suicid", "depress", "hopeless", "worthless", "overdos", "antidepress", "trauma", "abus", "selfharm", "unaliv",
    ]
    private static let exact = WordLists.set(
        """
        die dying dead death kill killed cutting scars attempt attempted attempts meds medication psych ward hospitalized hospitalised inpatient psychiatrist therapist
        ptsd anxiety panic crying cried lonely alone numb empty misery miserable hate pain burden broken hell hurt hurting sad sadness suffer suffering struggling struggle cut bipolar hospital unbearable pointless meaningless useless relapse relapsed
        """)
}
