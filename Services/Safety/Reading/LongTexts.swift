import Language

/// Applies the rules to one long text at a time. Handlers have a thread for each processor, at least two, and a long text
/// may hold one for a tenth of a second: so another thread is free for short texts.
actor LongTexts {
    /// Texts from this size on are long.
    static let minimumBytes = 2_000

    func judge(_ text: String, _ classifier: SafetyClassifier) -> ([Word], SafetyClassifier.Judgement) {
        // The caller checks again and answers nothing.
        guard !Task.isCancelled else { return ([], classifier.judge([])) }
        let words = SafetyReader.read(text)
        return (words, classifier.judge(words))
    }
}
