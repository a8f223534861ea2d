import Language

/// Whether a reply states an effect as certain.
enum Promises {
    static func reason(_ reply: ReplyText, _ context: ReplyContext) -> ReplyFault? {
        phrases.match(reply.words, unless: context.suggested) ? .promise : nil
    }

    /// "Will" before what nobody can know. "Will help", "will do" and "will you" are ordinary speech.
    private static let phrases = WordPatterns(WordList.replies.entries("promises"))
}
