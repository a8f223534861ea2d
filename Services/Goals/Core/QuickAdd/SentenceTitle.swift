import Language

/// The rest of a sentence as a title.
struct SentenceTitle {
    let scalars: [Unicode.Scalar]
    let tokens: [Token]

    /// The sentence without some tokens, without the signs and spaces that they leave at its ends.
    func without(_ understood: Set<Int>) -> String {
        let taken = withBrackets(understood)
        var kept = String.UnicodeScalarView()
        var place = 0
        for index in tokens.indices where taken.contains(index) {
            kept.append(contentsOf: scalars[place..<tokens[index].range.lowerBound])
            place = tokens[index].range.upperBound
        }
        kept.append(contentsOf: scalars[place...])
        // Parts between which something was left out: “biked, 9 km, 30 min, home” has no empty parts.
        var parts: [String] = []
        for word in String(kept).split(whereSeparator: \.isWhitespace).map(String.init) {
            let isSign = word.allSatisfy { Self.signs.contains($0) }
            if isSign, !taken.isEmpty, parts.isEmpty || [",", ";", ":"].contains(parts.last?.last) { continue }
            if isSign, !taken.isEmpty, [",", ".", ";", ":"].contains(word.first) {
                parts[parts.count - 1] += word.prefix(1)
            } else {
                parts.append(word)
            }
        }
        var title = parts.joined(separator: " ")[...]
        let ends = taken.isEmpty ? "" : ",;:-–—."
        while let last = title.last, ends.contains(last) || last == " " { title.removeLast() }
        while let first = title.first, ends.contains(first) || first == " " { title.removeFirst() }
        return title.prefix(1).uppercased() + title.dropFirst()
    }

    /// Includes brackets around nothing else: “nap (20 min)”.
    private func withBrackets(_ taken: Set<Int>) -> Set<Int> {
        var taken = taken
        for index in tokens.indices where tokens[index].text == "(" {
            let end = (index + 1..<tokens.count).first { !taken.contains($0) }
            if let end, end > index + 1, tokens[end].text == ")" { taken.formUnion([index, end]) }
        }
        return taken
    }

    private static let signs: Set<Character> = [",", ";", ":", ".", "-", "–", "—"]
}
