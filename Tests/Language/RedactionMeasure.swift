import Fixtures
import Foundation

@testable import Language

/// Compares the redactor's spans with the marks of a labelled set.
struct RedactionMeasure {
    struct Figures {
        var hits = 0.0
        var found = 0.0
        var marked = 0.0
        var precision: Double { found == 0 ? 0 : hits / found }
        var recall: Double { marked == 0 ? 0 : hits / marked }
        /// Recall counts twice as much: a missed identifier harms more than a false alarm.
        var f2: Double { precision + recall == 0 ? 0 : 5 * precision * recall / (4 * precision + recall) }

        mutating func add(_ other: Figures) {
            (hits, found, marked) = (hits + other.hits, found + other.found, marked + other.marked)
        }
    }

    private struct Row: Decodable {
        struct Mark: Decodable {
            var type: String
            var start: Int
            var end: Int
        }
        var text: String
        var spans: [Mark]
    }

    static let kinds: [String: Redaction.Kind] = [
        "EMAIL_ADDRESS": .email, "EMAIL": .email, "CREDIT_CARD": .card, "IBAN_CODE": .iban, "IBAN": .iban,
        "US_SSN": .ssn, "SSN": .ssn, "IP_ADDRESS": .ip,
        "DOMAIN_NAME": .url, "PHONE_NUMBER": .phone, "PHONE": .phone, "STREET_ADDRESS": .address, "PERSON": .name,
    ]

    /// By kind: exact matches of spans; for names and addresses, characters. Every unmarked find counts as a false
    /// alarm.
    private(set) var figures: [Redaction.Kind: Figures] = [:]
    /// The same, except that an unmarked `PlainIdentifier` is not counted.
    private(set) var fairFigures: [Redaction.Kind: Figures] = [:]
    /// Row numbers with a miss or a false find, by kind.
    private(set) var confusions: [Redaction.Kind: [Int]] = [:]

    /// Nil if the data set is not on this machine.
    init?(_ set: String) {
        guard let data = SharedData.url("\(set)/\(set).jsonl").flatMap({ try? Data(contentsOf: $0) }) else {
            return nil
        }
        for (number, line) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let row = try? JSONDecoder().decode(Row.self, from: line) else { return nil }
            add(row, number)
        }
    }

    private mutating func add(_ row: Row, _ number: Int) {
        let spans = Redactor().redact(row.text).spans
        for kind in Redaction.Kind.allCases {
            let marked = row.spans.filter { Self.kinds[$0.type] == kind }.map { $0.start..<$0.end }
            let found = spans.filter { $0.kind == kind }.map(\.range)
            var figures = Figures()
            var plain = 0.0
            if kind == .name || kind == .address {
                // Finds in spans of other marks are not errors: redacting a place, a title or an organisation does no
                // harm.
                let harmless = Set(row.spans.flatMap { Array($0.start..<$0.end) })
                let anything = Set(spans.flatMap { Array($0.range) })
                let wanted = Set(marked.flatMap { Array($0) })
                let taken = Set(found.flatMap { Array($0) })
                let hits = wanted.intersection(anything)
                figures = Figures(
                    hits: Double(hits.count), found: Double(hits.count + taken.subtracting(harmless).count),
                    marked: Double(wanted.count))
            } else {
                // The set marks only the first occurrence of a string; finding a later one is not an error.
                let scalars = Array(row.text.unicodeScalars)
                let strings = Set(marked.map { Array(scalars[$0]) })
                let hits = found.filter { marked.contains($0) }.count
                let counted = found.filter { marked.contains($0) || !strings.contains(Array(scalars[$0])) }
                figures = Figures(hits: Double(hits), found: Double(counted.count), marked: Double(marked.count))
                plain = Double(
                    counted.count {
                        !marked.contains($0)
                            && PlainIdentifier.matches(kind, Array(scalars[$0]), after: scalars[..<$0.lowerBound])
                    })
            }
            if figures.found > figures.hits || figures.marked > figures.hits {
                confusions[kind, default: []].append(number)
            }
            self.figures[kind, default: Figures()].add(figures)
            figures.found -= plain
            fairFigures[kind, default: Figures()].add(figures)
        }
    }
}
