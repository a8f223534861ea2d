import Language

/// Whether a reply speaks as a doctor would: doses, drugs, supplements, treatments, illnesses.
///
/// A word that the suggestion itself uses ("tablet" for a device, "alcohol") does not count where it is ambiguous; drugs,
/// doses and illnesses always count.
enum MedicalAdvice {
    static func reason(_ reply: ReplyText, _ context: ReplyContext) -> ReplyFault? {
        let (words, given) = (reply.words, context.suggested)
        if doses.match(words) { return .dose }
        if drugs.match(words) || ambiguousDrugs.match(words, unless: given) { return .drug }
        if supplements.match(words) || ambiguousSupplements.match(words, unless: given) { return .supplement }
        if treatments.match(words) || ambiguousTreatments.match(words, unless: given) { return .treatment }
        if illnesses.match(words) || ambiguousIllnesses.match(words, unless: given) { return .diagnosis }
        return nil
    }

    private static let doses = WordPatterns(WordList.replies.entries("doses"))
    private static let drugs = WordPatterns(WordList.replies.entries("drugs"))
    private static let ambiguousDrugs = WordPatterns(WordList.replies.entries("drugs unless suggested"))
    private static let supplements = WordPatterns(WordList.replies.entries("supplements"))
    private static let ambiguousSupplements = WordPatterns(WordList.replies.entries("supplements unless suggested"))
    private static let treatments = WordPatterns(WordList.replies.entries("treatments"))
    private static let ambiguousTreatments = WordPatterns(WordList.replies.entries("treatments unless suggested"))
    private static let illnesses = WordPatterns(WordList.replies.entries("illnesses"))
    private static let ambiguousIllnesses = WordPatterns(WordList.replies.entries("illnesses unless suggested"))
}
