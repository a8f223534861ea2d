/// Splits a text into folded words with sentences, clauses and quotations.
///
/// All readers of text share these boundary rules: sentence splitting, safety, sentiment, redaction. O(length of the
/// text).
public struct WordReader {
    private let scalars: [Unicode.Scalar]
    private let quoted: [Bool]
    private var words: [Word] = []
    private var sentence = 0
    private var clause = 0

    private init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        quoted = Quotation.marks(in: scalars)
    }

    /// The words of a text in reading order.
    public static func words(in text: String) -> [Word] { words(in: Array(text.unicodeScalars)) }

    static func words(in scalars: [Unicode.Scalar]) -> [Word] {
        var reader = WordReader(scalars)
        reader.read()
        return reader.words
    }

    private func isWordPart(_ index: Int) -> Bool {
        guard scalars.indices.contains(index) else { return false }
        let scalar = scalars[index]
        if scalar.isASCII { return scalar.isLatinLetter || scalar.isDigit }
        if Folding.isInvisible(scalar) || Folding.isMark(scalar) { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Index of the next visible scalar.
    private func visible(from index: Int) -> Int {
        var index = index
        while index < scalars.count, Folding.isInvisible(scalars[index]) || Folding.isMark(scalars[index]) {
            index += 1
        }
        return index
    }

    private mutating func read() {
        var index = 0
        while index < scalars.count {
            if isWordPart(index) {
                index = readWord(from: index)
            } else if scalars[index].value > 0x2000,
                scalars[index].properties.isEmojiPresentation || scalars[index].value == 0x2764
            {
                append("\(scalars[index])", index..<index + 1)
                index += 1
            } else {
                readBoundary(at: index)
                index += 1
            }
        }
    }

    private mutating func readWord(from start: Int) -> Int {
        var text = String.UnicodeScalarView()
        var (capitals, letters) = (0, 0)
        var index = start
        while index < scalars.count {
            let scalar = scalars[index]
            if isWordPart(index) {
                Folding.append(scalar, to: &text)
                if scalar.isLetter {
                    letters += 1
                    if scalar.isUpper { capitals += 1 }
                }
            } else if Folding.isApostrophe(scalar), isWordPart(visible(from: index + 1)), index > start {
                text.append("'")
            } else if !(Folding.isInvisible(scalar) || Folding.isMark(scalar)) {
                break
            }
            index += 1
        }
        append(
            Folding.unmaskLookalikes(String(text)), start..<index, capitalized: scalars[start].isUpper,
            shouted: letters > 1 && capitals == letters)
        return index
    }

    private mutating func append(_ text: String, _ range: Range<Int>, capitalized: Bool = false, shouted: Bool = false)
    {
        words.append(
            Word(
                text: text, range: range, sentence: sentence, clause: clause, isQuoted: quoted[range.lowerBound],
                isCapitalized: capitalized,
                isShouted: shouted))
    }

    private mutating func readBoundary(at index: Int) {
        switch scalars[index] {
        case "!" where isWordPart(index - 1) && isWordPart(index + 1): break
        case "!", "?", "…", "。", "！", "？", "؟", "।": endSentence()
        case ".":
            if endsSentence(at: index) {
                endSentence()
            } else if isWordPart(index + 1), !isNumber(around: index) {
                clause += 1
            }
        case "\n", "\r": if !continuesLine(after: index) { endSentence() }
        case ",", ";", ":", "(", ")", "[", "]", "–", "—", "،", "、": if !isNumber(around: index) { clause += 1 }
        case "-": if !isWordPart(index - 1) || !isWordPart(index + 1) { clause += 1 }
        default: break
        }
    }

    private mutating func endSentence() {
        guard words.last?.sentence == sentence else { return }
        sentence += 1
        clause += 1
    }

    private func isNumber(around index: Int) -> Bool {
        index > 0 && index + 1 < scalars.count && scalars[index - 1].isDigit && scalars[index + 1].isDigit
    }

    private func endsSentence(at index: Int) -> Bool {
        let next = visible(from: index + 1)
        guard next < scalars.count else { return true }
        if isWordPart(next) { return false }
        guard let last = words.last, last.range.upperBound == index else { return true }
        if Self.abbreviations.contains(last.text) { return false }
        // "J. Smith" is an initial, but "it is i." ends a sentence.
        return !(last.text.unicodeScalars.count == 1 && last.isCapitalized && last.text != "i")
    }

    /// Whether a line continues on the next: no blank line follows, and the next line starts with a small letter. Every
    /// line end stops the search, so that many of them cost no more than their number.
    private func continuesLine(after index: Int) -> Bool {
        var next = index + 1
        while next < scalars.count, scalars[next].isSpace {
            let isEnd = scalars[next] == "\n" || scalars[next] == "\r"
            if isEnd && !(scalars[index] == "\r" && scalars[next] == "\n" && next == index + 1) { return false }
            next += 1
        }
        return next < scalars.count && scalars[next].isLetter && !scalars[next].isUpper
    }

    private static let abbreviations: Set<String> = [
        "mr", "mrs", "ms", "dr", "prof", "st", "vs", "g", "e", "approx", "jr", "sr", "nr", "ca", "bzw", "z", "b", "d",
        "h", "ave", "blvd",
        "apt", "str", "rd",
    ]
}
