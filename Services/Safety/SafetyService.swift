import Messages

/// Answers what the classifier and the directory know. Keeps nothing and asks nobody, so nothing else being down can stop it (SAF-4).
struct SafetyService: Sendable {
    private let classifier = SafetyClassifier()

    /// - Throws: `BusError(.invalid)` for a text of more than `SafetyClassifier.maximumCharacters`.
    func classify(_ request: Classify) throws -> Verdict {
        guard request.text.unicodeScalars.count <= SafetyClassifier.maximumCharacters else {
            throw BusError(.invalid, "A text has at most \(SafetyClassifier.maximumCharacters) characters; send it in parts.")
        }
        var verdict = classifier.classify(request.text)
        if verdict.level == .crisis, let reason = verdict.reason { verdict.card = CrisisCardWriter.card(country: request.country, reason: reason) }
        return verdict
    }

    func resources(_ request: CrisisResources) -> CrisisCard { CrisisCardWriter.card(country: request.country, reason: request.reason) }
}
