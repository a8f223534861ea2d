/// Finds postal addresses: a street with a number, a unit or box, and the place that follows.
struct AddressScanner {
    private let scalars: [Unicode.Scalar]
    private let words: [Word]
    init(_ scalars: [Unicode.Scalar], _ words: [Word]) { (self.scalars, self.words) = (scalars, words) }

    func spans() -> [Redaction.Span] {
        var spans: [Redaction.Span] = []
        var index = 0
        while index < words.count {
            if let anchor = anchor(at: index) {
                let range = extend(anchor, after: spans.last?.range.upperBound ?? 0)
                spans.append(
                    Redaction.Span(
                        kind: .address,
                        range: words[range.lowerBound].range.lowerBound..<words[range.upperBound - 1].range.upperBound))
                index = range.upperBound
            } else {
                index += 1
            }
        }
        return spans
    }

    // MARK: Anchors

    /// Words that certainly belong to an address, the first of them at or near `index`; nil if there are none.
    private func anchor(at index: Int) -> Range<Int>? {
        let word = words[index]
        if Self.units.contains(word.text), let next = number(at: index + 1) ?? unitCode(at: index + 1) {
            return index..<next + 1
        }
        if word.text == "box", index > 0, number(at: index + 1) != nil { return index..<index + 2 }
        if word.text == "corner", index + 3 < words.count, words[index + 1].text == "of",
            let and = (index + 2..<min(index + 8, words.count)).first(where: { words[$0].text == "and" })
        {
            return index..<min(and + 3, words.count)
        }
        if Self.postalLabels.contains(word.text),
            let code = (index + 1..<min(index + 4, words.count)).first(where: {
                number(at: $0) != nil && words[$0].text.utf8.count >= 3
            })
        {
            return code..<code + 1
        }
        if isPostcode(at: index) { return index..<index + 2 }
        if Self.streets.contains(word.text), word.isCapitalized || hasNumber(before: index) {
            if let first = streetStart(before: index) {
                return first..<index + 1 + (number(at: index + 1) == nil ? 0 : 1)
            }
            if index > 0, words[index - 1].isCapitalized, isNear(index), number(at: index + 1) != nil {
                return index - 1..<index + 2
            }
        }
        if Self.prefixes.contains(word.text) || Self.germanPrefixes.contains(word.text) && word.isCapitalized {
            for length in 1...4 where number(at: index + length + 1) != nil && isProper(index + 1..<index + length + 1)
            { return index..<index + length + 2 }
        }
        if word.text.utf8.count > 5, Self.suffixes.contains(where: { word.text.hasSuffix($0) }),
            number(at: index + 1) != nil
        {
            return index..<index + 2
        }
        // "Hansinegata 120": a capitalised word that is not common, with a number, in a context that mentions an
        // address.
        if word.isCapitalized, !word.isShouted, number(at: index + 1) != nil, words[index + 1].text.utf8.count <= 3,
            !Names.isCommon(word.text),
            isSpokenOf(index)
        {
            return index..<index + 2
        }
        return nil
    }

    private func number(at index: Int) -> Int? {
        guard words.indices.contains(index), isNear(index) else { return nil }
        var digits = words[index].text[...]
        if digits.utf8.count > 1, let last = digits.last, "abcdef".contains(last) { digits = digits.dropLast() }
        return digits.utf8.count <= 6 && !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
            ? index : nil
    }

    private func unitCode(at index: Int) -> Int? {
        guard words.indices.contains(index), isNear(index), words[index].text.utf8.count <= 4,
            words[index].text.utf8.contains(where: { (0x30...0x39).contains($0) })
        else { return nil }
        return index
    }

    /// Whether at most four blanks, line breaks and characters of `,.#()-/` separate the word from the previous one.
    private func isNear(_ index: Int) -> Bool {
        guard index > 0, index < words.count else { return false }
        let between = scalars[words[index - 1].range.upperBound..<words[index].range.lowerBound]
        return between.count <= 4 && between.allSatisfy { $0.isSpace || ",.#()-/".unicodeScalars.contains($0) }
            && !(between.first == "." && between.count > 1 && !Self.abbreviated.contains(words[index - 1].text)
                && between.contains(" "))
    }

    private func hasNumber(before index: Int) -> Bool {
        (max(0, index - 4)..<index).contains { number(at: $0) != nil || isLeadingNumber($0) }
    }
    private func isLeadingNumber(_ index: Int) -> Bool {
        words[index].text.utf8.count <= 5 && Int(words[index].text) != nil
    }

    /// Index of the first word of a street such as "12 Old Mill Road"; nil if it is none.
    private func streetStart(before index: Int) -> Int? {
        for first in stride(from: index - 1, through: max(0, index - 5), by: -1) {
            if isLeadingNumber(first) {
                // "5 minutes down the road" is not an address.
                return words[first + 1..<index].allSatisfy {
                    $0.isCapitalized || Self.particles.contains($0.text) || Int($0.text) != nil
                        || !Names.isCommon($0.text)
                } ? first : nil
            }
        }
        return nil
    }

    private func isProper(_ range: Range<Int>) -> Bool {
        range.upperBound <= words.count
            && words[range].allSatisfy {
                $0.isCapitalized || Self.particles.contains($0.text) || !Names.isCommon($0.text)
            }
    }

    /// Whether a two-part postcode such as "SW1A 1AA" begins at `index`.
    private func isPostcode(at index: Int) -> Bool {
        guard index + 1 < words.count, isNear(index + 1) else { return false }
        let (outward, inward) = (Array(words[index].text.utf8), Array(words[index + 1].text.utf8))
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        return (2...4).contains(outward.count) && inward.count == 3 && isLetter(outward[0])
            && outward.contains(where: isDigit) && isDigit(inward[0])
            && isLetter(inward[1]) && isLetter(inward[2]) && words[index].isCapitalized
    }

    private func isSpokenOf(_ index: Int) -> Bool {
        words[max(0, index - 7)..<index].contains { Self.cues.contains($0.text) }
    }

    // MARK: Extent

    /// Extends an anchor over the numbers and names around it.
    private func extend(_ anchor: Range<Int>, after floor: Int) -> Range<Int> {
        var (start, end) = (anchor.lowerBound, anchor.upperBound)
        while start > 0, isNear(start), words[start - 1].range.lowerBound >= floor,
            isLeadingNumber(start - 1) || (Self.units.contains(words[start - 1].text))
        {
            start -= 1
        }
        var taken = 0
        while end < words.count, taken < 12, isNear(end), isPlacePart(end) {
            end += 1
            taken += 1
        }
        while end > anchor.upperBound, Self.particles.contains(words[end - 1].text) { end -= 1 }
        return start..<end
    }

    private func isPlacePart(_ index: Int) -> Bool {
        let word = words[index]
        if Self.units.contains(word.text) || Self.streets.contains(word.text) && word.isCapitalized
            || word.text == "box"
        {
            return true
        }
        if number(at: index) != nil { return true }
        if Self.particles.contains(word.text) { return true }
        let breaksLine = scalars[words[index - 1].range.upperBound..<word.range.lowerBound].contains("\n")
        return word.isCapitalized && (!Names.isCommon(word.text) || breaksLine && word.text != "i")
    }

    private static func set(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
    private static let units = set("suite apt apartment unit flat psc ste wohnung")
    private static let streets = set(
        """
        street st avenue ave road rd boulevard blvd lane ln drive dr court ct square terrace way crescent close parkway pkwy highway hwy alley gate mews row circle
        summit turnpike trail pike loop pass path ridge gateway mill station hill heights garden gardens grove plaza str strasse
        """)
    private static let prefixes = set(
        "rue avenue via viale piazza calle avenida rua plaza ulica ul trg chemin quai allee corso strada largo travessa impasse boulevard"
    )
    private static let germanPrefixes = set("am an auf zum zur")
    private static let suffixes = [
        "strasse", "strase", "str", "gasse", "platz", "allee", "ufer", "damm", "vej", "gade", "gata", "gatan", "vagen",
        "straat", "laan", "plein", "katu",
        "utca",
        "kade", "gracht", "stien", "veien", "vegen", "weg", "svingen", "stigen", "bakken", "graben", "tie", "toren",
        "dreef", "singel", "markt",
    ]
    private static let postalLabels = set("zip zipcode postcode plz postal")
    private static let abbreviated = set("st str apt ste rd ave blvd dr ln ul nr no p o b box")
    private static let particles = set(
        "de la le les des du d di da do del della der den van von nad na of the u al o in")
    private static let cues = set(
        "address addresses live lives lived living meet meeting at on near return home house deliver ship located street wohne wohnt adresse"
    )
}
