import Language

/// Whether a reply is plain prose without a way to leave it: no markup, no address, no number to call.
enum ReplyForm {
    /// - Parameter parts: the reply's texts with their line breaks.
    static func reason(_ parts: [String], _ text: ReplyText) -> ReplyFault? {
        if parts.contains(where: isMarked) { return .markup }
        if text.text.contains("@") { return .contact }
        if hasAddress(text.text) || links.match(text.words) { return .link }
        if !Redaction.isClean(text.text) || contacts.match(text.words) { return .contact }
        return nil
    }

    /// True for HTML, markdown, code, and lists.
    private static func isMarked(_ text: String) -> Bool {
        if text.contains(where: { "<>{}[]|\\`#*_=~^$•‣◦▪→".contains($0) }) { return true }
        // Character references: "&lt;".
        if text.split(separator: "&").dropFirst().contains(where: { part in
            part.prefix(9).contains(";") && !(part.first?.isWhitespace ?? true)
        }) {
            return true
        }
        return text.split(whereSeparator: \.isNewline).contains { line in
            let line = line.drop(while: \.isWhitespace)
            let rest = line.drop(while: \.isNumber)
            let isNumbered = rest.count < line.count && (rest.first == "." || rest.first == ")") && rest.count > 1
            return line.hasPrefix("- ") || line.hasPrefix("+ ") || line.hasPrefix("– ") || line.hasPrefix("--")
                || isNumbered
        }
    }

    /// True for anything that a browser or a reader could take for an address.
    private static func hasAddress(_ text: String) -> Bool {
        if text.contains("://") || text.contains("//") { return true }
        // A dot or slash between letters is a host, a file or a method. "and/or" is prose.
        let letters = Array(text)
        return letters.indices.dropFirst().dropLast().contains { index in
            let (before, after) = (letters[index - 1], letters[index + 1])
            switch letters[index] {
            case ".": return after.isLetter && (before.isLetter || before.isNumber || before.isWhitespace)
            case ":": return after.isLetter && before.isLetter
            default: return false
            }
        }
    }

    private static let links = WordPatterns(WordList.replies.entries("links"))

    private static let contacts = WordPatterns(WordList.replies.entries("contacts"))
}
