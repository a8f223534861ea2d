import Language

/// Whether a reply leaves the coach's role: it speaks of its prompt or of itself, gives orders to software, or asks for
/// the person's data.
enum ReplyRole {
    static func reason(_ reply: ReplyText, _ context: ReplyContext) -> ReplyFault? {
        // "The next task" is an injection in what a person pastes, and ordinary in a coach's sentence.
        let text = reply.text.replacing("next task", with: "next thing")
        if InjectionDetector.hasPhrase(text) || talk.match(reply.words, unless: context.suggested) {
            return .instruction
        }
        if labels.contains(where: reply.text.contains) { return .instruction }
        if requests.match(reply.words, unless: context.suggested) { return .question }
        let asks = SentenceSplitter.sentences(of: reply.text).filter { $0.hasSuffix("?") }.contains { sentence in
            questions.match(Contractions.expand(WordReader.words(in: sentence)), unless: context.suggested)
        }
        return asks ? .question : nil
    }

    /// Labels of the prompt and of transcripts.
    private static let labels = [
        "Tone:", "Topic:", "Situation:", "Suggestion:", "System:", "User:", "Assistant:", "Coach:", "Note:", "Human:",
        "AI:", "Reply:",
    ]

    private static let talk = WordPatterns(WordList.replies.entries("role"))
    private static let requests = WordPatterns(WordList.replies.entries("requests"))

    /// Only in sentences that end with a question mark.
    private static let questions = WordPatterns(WordList.replies.entries("questions"))
}
