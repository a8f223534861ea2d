import Foundation
import Localization

/// A title as likeness compares it: words without case, accents and signs, and numbers as numbers with their units.
public struct TitleForm: Equatable, Sendable {
    /// A number of a title: `5 km`, `5.0 km` and `five kilometres` are the same one, and so are `twice` and `2`.
    struct Number: Hashable {
        /// nil for a number without a unit, also of things counted.
        var quantity: Quantity?
        /// Canonical, of nine digits, so that sums of fractions compare equal.
        var value: Double

        init(_ quantity: Quantity?, _ value: Double) {
            self.quantity = quantity == .count ? nil : quantity
            let scale = value == 0 ? 1 : pow(10, 8 - log10(abs(value)).rounded(.down))
            self.value = (value * scale).rounded() / scale
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
    private static let longest = 500

    public init(_ title: String, language: Localization.Language) {
        let tokens = SentenceToken.all(in: Array(title.unicodeScalars.prefix(Self.longest)))
        let (amounts, plain) = (AmountReader(language), NumberReader(language: language))
        var (parts, index) = ([Part](), 0)
        while index < tokens.count {
            if let found = amounts.amount(in: tokens, at: index) {
                parts.append(.number(Number(found.amount.kind, found.amount.value)))
                index = found.tokens.upperBound
            } else if let (value, next) = plain.number(in: tokens, at: index) {
                parts.append(.number(Number(nil, value)))
                index = next
            } else {
                // “Half” without a unit makes another thing: a half marathon.
                if language == .english, tokens[index].text == "half" {
                    parts.append(.number(Number(nil, 0.5)))
                } else if tokens[index].kind != .sign {
                    parts.append(.word(tokens[index].text))
                }
                index += 1
            }
        }
        self.parts = parts
        numbers = parts.compactMap { if case .number(let number) = $0 { number } else { nil } }
            .sorted { ($0.quantity?.rawValue ?? 0, $0.value) < ($1.quantity?.rawValue ?? 0, $1.value) }
        words = TitleWords(parts.compactMap { if case .word(let word) = $0 { word } else { nil } })
    }

    /// Whether a word that carries meaning stands in both, in any form or as a synonym.
    public func sharesWords(with other: TitleForm) -> Bool { !words.shared(with: other.words).isEmpty }
}
