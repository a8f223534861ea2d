import Language

/// A reply's text in the form that the reply checks read.
struct ReplyText {
    /// Coach reply and action on one line each, without invisible characters; the action ends with a full stop.
    let text: String
    /// Folded words; contractions are expanded.
    let words: [Word]

    init(_ reply: CloudReply) {
        text = [reply.coachReply, reply.nextAction ?? ""].map(Self.oneLine).filter { !$0.isEmpty }.map { part in
            part.last.map { ".!?".contains($0) } ?? true ? part : part + "."
        }.joined(separator: " ")
        words = Contractions.expand(WordReader.words(in: text))
    }

    /// Removes invisible characters: control characters, and format characters, which can hide or reorder words.
    static func oneLine(_ text: String) -> String {
        let seen = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .format }))
        return seen.split {
            $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        }.joined(separator: " ")
    }

    /// The first sentences of a text, on one line.
    static func sentences(_ count: Int, of text: String) -> String {
        SentenceSplitter.sentences(of: oneLine(text)).prefix(count).joined(separator: " ")
    }
}
