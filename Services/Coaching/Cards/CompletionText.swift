import Localization

/// A short text after a completion, chosen by the time of day and the streak (COA-5).
enum CompletionText {
    /// Number of openings for each part of the day.
    private static let openings = 3

    /// - Parameters:
    ///   - hour: local, 0 … 23.
    ///   - streak: consecutive days with a completion; 0 if they are not counted.
    ///   - count: completions so far; varies the text deterministically.
    static func text(hour: Int, streak: Int, count: Int, words: Catalogue = .shipped(.english)) -> String {
        let opening = words("coaching.cheer.\(part(hour)).\(count % openings + 1)")
        let key: String? =
            switch streak {
            case ..<2: nil
            case 7: "week"
            case 30: "month"
            default: "days"
            }
        return key.map { words("coaching.cheer.\($0)", ["opening": opening, "streak": "\(streak)"]) } ?? opening
    }

    private static func part(_ hour: Int) -> String {
        switch hour {
        case 5..<12: "morning"
        case 12..<18: "afternoon"
        case 18..<22: "evening"
        default: "night"
        }
    }
}
