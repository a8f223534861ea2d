import Foundation
import Language
import Localization

/// A title as likeness compares it: words without case, accents and signs, and numbers as numbers with their units.
public struct TitleForm: Equatable, Sendable {
    /// A number of a title: `5 km`, `5.0 km` and `five kilometres` are the same one, and so are `twice` and `2`.
    struct Number: Hashable, Comparable {
        /// Units of different kinds are never equal.
        enum Kind: Int {
            /// A number without a unit, also of things counted.
            case plain
            /// Seconds.
            case duration
            /// Metres.
            case distance
            /// Kilograms.
            case mass
            case ratio
            /// Millilitres.
            case volume
            /// Kilocalories.
            case energy
            /// Minutes since midnight.
            case clock
            /// Times in a day, week, month or year.
            case frequency
        }

        var kind: Kind
        /// Of nine digits, so that sums of fractions compare equal.
        var value: Double

        init(_ kind: Kind, _ value: Double) {
            self.kind = kind
            let scale = value == 0 ? 1 : pow(10, 8 - log10(abs(value)).rounded(.down))
            self.value = (value * scale).rounded() / scale
        }

        init(_ amount: Amount) {
            let kind: Kind =
                switch amount.kind {
                case .count: .plain
                case .duration: .duration
                case .distance: .distance
                case .mass, .bodyMass: .mass
                case .ratio: .ratio
                case .energy: .energy
                case .volume: .volume
                }
            self.init(kind, amount.value)
        }

        /// Whether it says no more than “a” or “every”: one book, once a week.
        var isArticle: Bool { value == 1 && (kind == .plain || kind == .frequency) }

        static func < (left: Number, right: Number) -> Bool {
            (left.kind.rawValue, left.value) < (right.kind.rawValue, right.value)
        }
    }

    enum Part: Hashable {
        case word(String)
        case number(Number)
    }

    /// Words and numbers in order. Two titles with equal parts are one.
    let parts: [Part]
    /// The numbers by size.
    let numbers: [Number]
    /// The words that carry meaning, with the contrasts that they belong to.
    let words: TitleWords

    /// A longer title is compared by its beginning.
    private static let maximumScalars = 500

    public init(_ title: String, language: Localization.Language) {
        var tokens = Token.all(in: Array(title.unicodeScalars.prefix(Self.maximumScalars)))
        if language == .english {
            // “Half an hour's walk”
            for index in tokens.indices where tokens[index].kind == .word && tokens[index].text.hasSuffix("'s") {
                tokens[index].text.removeLast(2)
            }
        }
        let (amounts, plain) = (QuantityReader(language), NumberReader(language))
        let more = TitleNumbers(tokens: tokens, language: language)
        var (parts, index) = ([Part](), 0)
        while index < tokens.count {
            if let found = amounts.quantity(in: tokens, at: index) {
                index = found.tokens.upperBound
                let isFrequency = found.amount.kind == .count && more.isPeriod(at: index)
                parts.append(.number(isFrequency ? Number(.frequency, found.amount.value) : Number(found.amount)))
            } else if let (number, next) = more.number(at: index) {
                parts.append(.number(number))
                index = next
            } else if let (value, next) = plain.number(in: tokens, at: index),
                next > index + 1 || tokens[index].text != "zero"
            {
                parts.append(.number(Number(.plain, value)))
                index = next
            } else {
                // “Half” without a unit makes another thing: a half marathon.
                if language == .english, tokens[index].text == "half" {
                    parts.append(.number(Number(.plain, 0.5)))
                } else if tokens[index].kind != .sign {
                    parts.append(.word(tokens[index].text))
                }
                index += 1
            }
        }
        self.parts = parts
        numbers = parts.compactMap { if case .number(let number) = $0, !number.isArticle { number } else { nil } }
            .sorted()
        words = TitleWords(parts.compactMap { if case .word(let word) = $0 { word } else { nil } }, language: language)
    }

    /// The numbers with how often something is done as a plain number: “two walks a day”, “walk twice a day”.
    private var counts: [Number] {
        numbers.map { $0.kind == .frequency ? Number(.plain, $0.value) : $0 }.sorted()
    }

    /// Whether the numbers speak of one thing: they are equal, or one title has none and the other says only how often.
    func agreesInNumbers(with other: TitleForm) -> Bool {
        if numbers == other.numbers || counts == other.counts { return true }
        let (few, many) = numbers.isEmpty ? (self, other) : (other, self)
        return few.numbers.isEmpty && many.numbers.allSatisfy { $0.kind == .frequency }
    }

    /// Whether a word that carries meaning occurs in both, in any form or as a synonym.
    public func sharesWords(with other: TitleForm) -> Bool { !words.shared(with: other.words).isEmpty }
}
