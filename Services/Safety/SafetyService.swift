import Language
import Messages

/// Answers what the classifier and the directory know. Keeps nothing and asks nobody, so nothing else being down can stop it (SAF-4).
struct SafetyService: Sendable {
    private let classifier = SafetyClassifier()
    /// nil without the sentence model: then the rules decide alone.
    private let head: RiskHead?

    init(embedder: (any SentenceEmbedder)? = nil) {
        let classifier = classifier
        head = embedder.flatMap { try? RiskHead(json: PackageResources.safety_head_json, embedder: $0, classifier: classifier) }
    }

    /// - Throws: `BusError(.invalid)` for a text of more than `SafetyClassifier.maximumCharacters`.
    func classify(_ request: Classify) async throws -> Verdict {
        guard request.text.unicodeScalars.count <= SafetyClassifier.maximumCharacters else {
            throw BusError(.invalid, "A text has at most \(SafetyClassifier.maximumCharacters) characters; send it in parts.")
        }
        var verdict = await verdict(request.text)
        if verdict.level == .crisis, let reason = verdict.reason {
            verdict.card = CrisisCardWriter.card(country: request.country, reason: reason, inGerman: LanguageGuess.of(request.text) == .german)
        }
        return verdict
    }

    /// Without a card. The head is asked only where it may change the verdict; it reads English.
    func verdict(_ text: String) async -> Verdict {
        let rules = classifier.classify(text)
        guard let head, LanguageGuess.of(text) == .english else { return rules }
        return VerdictJoin.join(rules, try? await head.risk(of: text))
    }

    func resources(_ request: CrisisResources) -> CrisisCard { CrisisCardWriter.card(country: request.country, reason: request.reason) }
}
