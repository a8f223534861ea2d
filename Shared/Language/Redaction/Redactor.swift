/// What was found in a text and what it reads like without it.
public struct Redaction: Sendable, Equatable {
    public struct Span: Sendable, Equatable {
        public var kind: Kind
        /// Unicode scalar offsets in the original text.
        public var range: Range<Int>
        public init(kind: Kind, range: Range<Int>) { (self.kind, self.range) = (kind, range) }
    }

    /// Stands in the text as its name in brackets: `[EMAIL]`.
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

    public var text: String
    /// In reading order, not overlapping.
    public var spans: [Span]
}

/// Replaces what identifies people (SEN-5): by form and checksum where there is one, by the words around it otherwise.
///
/// Errs on the side of redacting: a place or an organisation may go as a name. Hand-written scanners, linear in the length of the text.
public struct Redactor: Sendable {
    public init() {}

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
        // In order of certainty: what is found first keeps its place. A number of a known form keeps its kind also after another label: "account number DE89…".
        let numbers = NumberScanner(scalars).spans()
        let found =
            LinkScanner(scalars).spans() + numbers.filter { Self.formed.contains($0.kind) } + LabelScanner(scalars, words).spans()
            + numbers.filter { !Self.formed.contains($0.kind) } + AddressScanner(scalars, words).spans() + NameScanner(scalars, words).spans()
        var taken = [Bool](repeating: false, count: scalars.count)
        var kept: [Redaction.Span] = []
        for span in found where !span.range.isEmpty && !span.range.contains(where: { taken[$0] }) {
            for index in span.range { taken[index] = true }
            kept.append(span)
        }
        return kept.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}
