/// A short text after a completion, chosen by the time of day and the streak (COA-5).
enum CompletionText {
    /// - Parameters:
    ///   - hour: local, 0 … 23.
    ///   - streak: consecutive days with a completion, ≥ 1.
    ///   - count: completions so far; varies the text deterministically.
    static func text(hour: Int, streak: Int, count: Int) -> String {
        let words = opening(hour)
        let opening = words[count % words.count]
        return switch streak {
        case ..<2: opening
        case 7: "\(opening) A whole week in a row!"
        case 30: "\(opening) Thirty days in a row!"
        default: "\(opening) That's \(streak) days in a row."
        }
    }

    private static func opening(_ hour: Int) -> [String] {
        switch hour {
        case 5..<12: ["A good start to the day.", "Done before noon, nice.", "Well begun."]
        case 12..<18: ["Nicely done.", "Good use of a moment.", "That was time well spent."]
        case 18..<22:
            ["A good way to round off the day.", "Nicely done this evening.", "That counts; enjoy the evening."]
        default: ["Done; now rest well.", "That counts. Good night.", "A quiet, good ending."]
        }
    }
}
