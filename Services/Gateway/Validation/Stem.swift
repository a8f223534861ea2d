/// A word without its inflection, as far as comparing two English texts needs it: "dimming" and "dim" are equal.
enum Stem {
    /// - Parameter word: folded.
    static func of(_ word: String) -> String {
        var stem = word[...]
        if let mark = stem.firstIndex(of: "'") { stem = stem[..<mark] }
        for ending in ["ings", "ing", "edly", "ed", "ies", "es", "s", "ly", "er"]
        where stem.hasSuffix(ending) && stem.count - ending.count >= 3 && !(ending == "s" && stem.hasSuffix("ss")) {
            stem = stem.dropLast(ending.count)
            break
        }
        // "dimm" is "dim".
        if stem.count > 3, let last = stem.last, stem.dropLast().last == last, !"lse".contains(last) {
            stem = stem.dropLast()
        }
        if stem.count > 3, let last = stem.last, "ey".contains(last) || last == "i" { stem = stem.dropLast() }
        return String(stem.prefix(5))
    }
}
