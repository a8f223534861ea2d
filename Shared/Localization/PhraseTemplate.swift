/// One phrase of a catalogue: text with placeholders, such as `"{count} nights since {date}"`.
struct PhraseTemplate: Equatable, Sendable {
    enum Part: Equatable, Sendable {
        case text(String)
        case placeholder(String)
    }

    let parts: [Part]

    /// Why a phrase cannot be read.
    struct Malformed: Error, Equatable { let phrase: String }

    /// - Throws: `Malformed` for a brace without its partner or a name that is not letters and digits.
    init(_ phrase: String) throws {
        // By UTF-8: almost all phrases of a catalogue are without placeholders, and each is read at the start.
        let bytes = phrase.utf8
        let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        var parts: [Part] = []
        var rest = bytes[...]
        while let brace = rest.firstIndex(where: { $0 == open || $0 == close }) {
            guard rest[brace] == open, let end = rest[brace...].firstIndex(of: close) else {
                throw Malformed(phrase: phrase)
            }
            let name = phrase[bytes.index(after: brace)..<end]
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
                throw Malformed(phrase: phrase)
            }
            if brace > rest.startIndex { parts.append(.text(String(phrase[rest.startIndex..<brace]))) }
            parts.append(.placeholder(String(name)))
            rest = rest[bytes.index(after: end)...]
        }
        if !rest.isEmpty { parts.append(.text(String(phrase[rest.startIndex...]))) }
        self.parts = parts
    }

    /// Names of the placeholders, each once.
    var placeholders: Set<String> {
        Set(
            parts.compactMap { part in
                if case .placeholder(let name) = part { name } else { nil }
            })
    }

    /// The phrase with its placeholders filled; one without a value keeps its braces, so that tests find it.
    func filled(_ values: [String: String]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .placeholder(let name): values[name] ?? "{\(name)}"
            }
        }.joined()
    }
}
