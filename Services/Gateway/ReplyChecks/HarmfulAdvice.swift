import Language

/// Whether a reply advises what may hurt, or shames.
enum HarmfulAdvice {
    static func reason(_ reply: ReplyText, _ context: ReplyContext) -> ReplyFault? {
        let (words, given) = (reply.words, context.suggested)
        if always.match(words) || unlessGiven.match(words, unless: given) { return .harm }
        // "Leave out alcohol" is in the library. A drink that the suggestion names must be left out by the reply too.
        if alcohol.match(words), alcohol.match(words, unless: given) || !leftOut.match(words) { return .harm }
        return shame.match(words) ? .shaming : nil
    }

    private static let alcohol = WordPatterns(WordList.replies.entries("alcohol"))
    private static let leftOut = WordPatterns(WordList.replies.entries("left out"))
    private static let always = WordPatterns(WordList.replies.entries("harm"))
    private static let unlessGiven = WordPatterns(WordList.replies.entries("harm unless suggested"))
    private static let shame = WordPatterns(WordList.replies.entries("shame"))
}
