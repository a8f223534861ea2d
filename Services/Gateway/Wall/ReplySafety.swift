import Messages

/// Whether a safety verdict lets a reply pass (COA-9).
///
/// The safety service judges what people write about themselves. Its trained head takes 6 of 150 good replies of a coach
/// ("Sit somewhere quiet for a moment.") for signs of distress, which no person has written. A caution of the head
/// alone therefore does not refuse a reply; a caution that a phrase supports, a caution of a local model, and every
/// crisis do. The prompt before a call needs `safe`, without exception.
enum ReplySafety {
    /// Name of the trained head among the rules of a verdict.
    private static let head = "head"

    static func allows(_ verdict: Verdict) -> Bool {
        verdict.level == .safe || verdict.level == .caution && verdict.rules == [head]
    }
}
