import Foundation
import Messages

/// The result of redacting a text.
public struct Redaction: Sendable, Equatable {
    /// One redacted part of the text.
    public struct Span: Sendable, Equatable {
        /// The kind of data.
        public var kind: Kind
        /// Unicode scalar offsets in the original text.
        public var range: Range<Int>
        public init(kind: Kind, range: Range<Int>) { (self.kind, self.range) = (kind, range) }
    }

    /// The kind of redacted data. The redacted text has its raw value in brackets: `[EMAIL]`.
    public enum Kind: String, Sendable, CaseIterable {
        case name = "NAME"
        case email = "EMAIL"
        case phone = "PHONE"
        case address = "ADDRESS"
        case ssn = "SSN"
        case card = "CARD"
        case iban = "IBAN"
        case ip = "IP"
        case url = "URL"
        case birthDate = "BIRTHDATE"
        case record = "RECORD"
        case secret = "SECRET"
        case coordinates = "COORDINATES"
    }

    /// The redacted text.
    public var text: String
    /// In reading order, without overlaps.
    public var spans: [Span]
}

/// Replaces data that identifies people (SEN-5). Data with a fixed form is found by form and checksum, other data by
/// the words around it.
///
/// It errs on the side of redacting: a place or an organisation may be taken for a name. The scanners are hand-written.
public struct Redactor: Sendable {
    private let today: Day

    /// - Parameter today: tells years from other numbers.
    public init(today: Day = Day(number: Int32(Date().timeIntervalSince1970 / 86_400))) { self.today = today }

    /// Redacts one text. O(length of the text).
    public func redact(_ text: String) -> Redaction {
        let scalars = Array(text.unicodeScalars)
        let spans = spans(in: scalars)
        var redacted = String.UnicodeScalarView()
        var end = 0
        for span in spans {
            redacted.append(contentsOf: scalars[end..<span.range.lowerBound])
            redacted.append(contentsOf: "[\(span.kind.rawValue)]".unicodeScalars)
            end = span.range.upperBound
        }
        redacted.append(contentsOf: scalars[end...])
        return Redaction(text: String(redacted), spans: spans)
    }

    private static let formed: Set<Redaction.Kind> = [.iban, .card, .ssn]

    private func spans(in scalars: [Unicode.Scalar]) -> [Redaction.Span] {
        guard !scalars.isEmpty else { return [] }
        let words = WordReader.words(in: scalars)
        // In order of certainty: an earlier finding wins an overlap. A number of a known form keeps its kind even after
        // a different label: "account number DE89…".
        let numbers = NumberScanner(scalars).spans()
        let found =
            LinkScanner(scalars).spans() + numbers.filter { Self.formed.contains($0.kind) }
            + LabelScanner(scalars, words, today: today).spans()
            + numbers.filter { !Self.formed.contains($0.kind) } + AddressScanner(scalars, words).spans()
            + NameScanner(scalars, words).spans()
        var taken = [Bool](repeating: false, count: scalars.count)
        var kept: [Redaction.Span] = []
        for span in found where !span.range.isEmpty && !span.range.contains(where: { taken[$0] }) {
            for index in span.range { taken[index] = true }
            kept.append(span)
        }
        return kept.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}
