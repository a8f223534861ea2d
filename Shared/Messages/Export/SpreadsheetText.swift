/// Texts that a spreadsheet would execute as a formula, made harmless and restored.
///
/// A spreadsheet executes a cell that begins with `=`, `+`, `-`, `@`, a tab or a line end (OWASP, CSV Injection), some
/// also with the full-width forms of these characters. The rule: a text that is any number of apostrophes (also none)
/// followed by such a character gets one apostrophe more on export and loses one on import. All other texts, also those
/// that begin with an apostrophe such as `'tis`, stay as they are. So import restores every exported text, and a file
/// of another program changes only where an apostrophe precedes such a character.
public enum SpreadsheetText {
    private static let escape: Unicode.Scalar = "'"

    /// The text as a spreadsheet may open it.
    public static func escaped(_ text: String) -> String { isExecutable(text, after: 0) ? "'" + text : text }

    /// The text that was exported as this one.
    public static func restored(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "'") else { return text }
        // Drops a scalar: a combining mark after the apostrophe belongs to the same character.
        return isExecutable(text, after: 1) ? String(text.unicodeScalars.dropFirst()) : text
    }

    private static func isExecutable(_ text: String, after least: Int) -> Bool {
        var apostrophes = 0
        for scalar in text.unicodeScalars {
            if scalar == escape {
                apostrophes += 1
                continue
            }
            switch scalar {
            case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": return apostrophes >= least
            default: return false
            }
        }
        return false
    }
}
