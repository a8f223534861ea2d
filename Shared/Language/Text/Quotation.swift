/// Finds the characters inside quotation marks. A mark that is never closed quotes nothing.
enum Quotation {
    /// One flag per scalar: whether it is quoted.
    static func marks(in scalars: [Unicode.Scalar]) -> [Bool] {
        var quoted = [Bool](repeating: false, count: scalars.count)
        var open: (index: Int, closers: [Unicode.Scalar])?
        for (index, scalar) in scalars.enumerated() {
            if let pair = open {
                guard pair.closers.contains(scalar), closes(scalar, at: index, in: scalars) else { continue }
                for inside in pair.index + 1..<index { quoted[inside] = true }
                open = nil
            } else if let closers = closers(of: scalar, at: index, in: scalars) {
                open = (index, closers)
            }
        }
        return quoted
    }

    private static func closers(of scalar: Unicode.Scalar, at index: Int, in scalars: [Unicode.Scalar]) -> [Unicode
        .Scalar]?
    {
        switch scalar {
        case "\"": return ["\"", "”"]
        case "“": return ["”", "\"", "“"]
        case "„": return ["“", "”", "\""]
        case "«": return ["»"]
        case "»": return ["«"]
        case "‘", "'", "‚":
            // An apostrophe inside a word does not open a quotation.
            let before = index > 0 ? scalars[index - 1] : " "
            let after = index + 1 < scalars.count ? scalars[index + 1] : " "
            return before.isLetter || before.isDigit || !after.isLetter ? nil : ["'", "’", "‘"]
        default: return nil
        }
    }

    /// Whether a mark closes a quotation. A single mark does so only at the end of a word: "he said 'i don't know'".
    private static func closes(_ scalar: Unicode.Scalar, at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard ["'", "’", "‘"].contains(scalar) else { return true }
        return index + 1 >= scalars.count || !(scalars[index + 1].isLetter || scalars[index + 1].isDigit)
    }
}
