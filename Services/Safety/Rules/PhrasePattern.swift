import Language

/// A phrase with alternatives and gaps, matched against folded words with contractions expanded.
///
/// Elements are separated by spaces: `a|b` matches one of these words; `a|$` a word or the end of the clause; `a|b?` is
/// optional; `..3` up to three words of the same clause; `#` a number; `##` a number of 8 or more; `$` the end of the
/// clause; `@who` a list of `WordLists`.
///
/// Before an end, a gap holds only `closing` words: otherwise "had too many ..4 $" would match any short clause ("had
/// too many things to do").
struct PhrasePattern: Sendable {
    enum Element: Sendable {
        case words(Set<String>, optional: Bool, orEnd: Bool)
        case gap(Int)
        case number(atLeast: Int)
        case clauseEnd
    }

    /// A match of a pattern.
    struct Match: Sendable, Equatable {
        var range: Range<Int>
        /// Indices of words inside the range that only filled gaps.
        var fillers: [Int]
    }

    let elements: [Element]
    /// First words: every match starts with one of these.
    let starts: Set<String>

    /// The pattern's text.
    let source: String

    /// nil if the text is not a pattern or does not start with a word.
    init?(_ text: some StringProtocol) {
        source = String(text)
        var elements: [Element] = []
        for part in text.split(separator: " ") {
            if part.hasPrefix(".."), let size = Int(part.dropFirst(2)) {
                elements.append(.gap(size))
            } else if part == "#" || part == "##" {
                elements.append(.number(atLeast: part == "#" ? 0 : 8))
            } else if part == "$" {
                elements.append(.clauseEnd)
            } else {
                let optional = part.hasSuffix("?")
                var words: Set<String> = []
                for word in (optional ? part.dropLast() : part).split(separator: "|") {
                    if word.hasPrefix("@") {
                        guard let list = WordLists.named[String(word.dropFirst())] else { return nil }
                        words.formUnion(list)
                    } else {
                        words.insert(String(word))
                    }
                }
                let orEnd = words.remove("$") != nil
                elements.append(.words(words, optional: optional, orEnd: orEnd))
            }
        }
        guard case .words(let starts, optional: false, orEnd: false)? = elements.first else { return nil }
        (self.elements, self.starts) = (elements, starts)
    }

    /// All words of the pattern.
    var vocabulary: Set<String> {
        elements.reduce(into: []) { words, element in if case .words(let set, _, _) = element { words.formUnion(set) } }
    }

    /// The match that starts at `start`, or nil. Shorter gaps are tried first.
    func match(_ words: [Word], at start: Int) -> Match? {
        var fillers: [Int] = []
        guard let end = match(words, from: start, element: 0, clause: words[start].clause, fillers: &fillers),
            end > start
        else { return nil }
        return Match(range: start..<end, fillers: fillers)
    }

    /// Words that may occur between the last word of a phrase and the end of its clause: they say when, how much or how
    /// surely, and name no object.
    static let closing = WordLists.set(
        """
        now today tonight again anymore please right so just here there really already too then ever yet still somehow lately currently all it this
        immediately quickly badly also honestly a lot bit fucking damn more longer rn last night yesterday morning evening
        jetzt heute wieder mehr bitte noch schon sofort gleich immer ganz so nur auch hier da
        """)

    /// - Parameter gap: first index of the gap that ends at `index`; nil if the element before is no gap.
    private func match(
        _ words: [Word], from index: Int, element: Int, clause: Int, gap: Int? = nil, fillers: inout [Int]
    ) -> Int? {
        guard element < elements.count else { return index }
        // The first element may begin a sentence; the others must continue it.
        let inside = index < words.count && (element == 0 || words[index].sentence == words[index - 1].sentence)
        switch elements[element] {
        case .words(let set, let optional, let orEnd):
            if inside, set.contains(words[index].text),
                let end = match(
                    words, from: index + 1, element: element + 1, clause: words[index].clause, fillers: &fillers)
            {
                return end
            }
            let mayPass = optional || orEnd && Self.isEnd(words, index, clause, gap: gap)
            return mayPass
                ? match(words, from: index, element: element + 1, clause: clause, gap: gap, fillers: &fillers) : nil
        case .number(let least):
            guard inside, let value = Int(words[index].text), value >= least else { return nil }
            return match(words, from: index + 1, element: element + 1, clause: words[index].clause, fillers: &fillers)
        case .clauseEnd:
            guard Self.isEnd(words, index, clause, gap: gap) else { return nil }
            return match(words, from: index, element: element + 1, clause: clause, gap: gap, fillers: &fillers)
        case .gap(let size):
            for skipped in 0...size {
                let next = index + skipped
                if skipped > 0 {
                    guard next - 1 < words.count, words[next - 1].clause == clause else { return nil }
                }
                let kept = fillers.count
                fillers.append(contentsOf: index..<next)
                if let end = match(
                    words, from: next, element: element + 1, clause: clause, gap: gap ?? index, fillers: &fillers)
                {
                    return end
                }
                fillers.removeSubrange(kept...)
            }
            return nil
        }
    }

    /// Whether the clause ends at `index`, and the gap before holds `closing` words only.
    private static func isEnd(_ words: [Word], _ index: Int, _ clause: Int, gap: Int?) -> Bool {
        guard index >= words.count || words[index].clause != clause else { return false }
        return words[(gap ?? index)..<index].allSatisfy { closing.contains($0.text) }
    }
}
