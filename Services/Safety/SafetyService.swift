import CrisisCards
import Language
import Messages

/// Answers what the classifier and the directory know, so that nothing else being down can stop it (SAF-4). A local language model may only add to that.
struct SafetyService: Sendable {
    private let classifier = SafetyClassifier()
    /// nil without the sentence model: then the rules decide alone.
    private let head: RiskHead?

    /// nil where none is configured.
    private let model: LocalRisk?

    /// Told each time the heads could not be made or could not judge a text.
    private let headFailed: @Sendable (any Error) -> Void

    init(embedder: (any SentenceEmbedder)? = nil, model: LocalRisk? = nil, headFailed: @escaping @Sendable (any Error) -> Void = { _ in }) {
        (self.model, self.headFailed) = (model, headFailed)
        let classifier = classifier
        do {
            head = try embedder.flatMap { try RiskHead(embedder: $0, classifier: classifier) }
        } catch {
            headFailed(error)
            head = nil
        }
    }

    /// - Parameter deadline: when whoever asks stops waiting.
    /// - Throws: `BusError(.invalid)` for a text of more than `SafetyClassifier.maximumCharacters`.
    func classify(_ request: Classify, until deadline: ContinuousClock.Instant = .now + Classify.budget) async throws -> Verdict {
        guard request.text.unicodeScalars.count <= SafetyClassifier.maximumCharacters else {
            throw BusError(.invalid, "A text has at most \(SafetyClassifier.maximumCharacters) characters; send it in parts.")
        }
        var verdict = await verdict(request.text)
        let withoutModel = verdict.withoutModel
        // Nothing is graver than a crisis; its card does not wait for a model.
        if let model, verdict.level < .crisis { verdict = LocalRisk.join(verdict, await model.verdict(request.text, until: deadline)) }
        verdict.withoutModel = withoutModel
        if verdict.level == .crisis, let reason = verdict.reason {
            verdict.card = CrisisCardWriter.card(country: request.country, reason: reason, inGerman: LanguageGuess.of(request.text) == .german)
        }
        return verdict
    }

    /// Of this process alone, without a card. The heads are asked only where they may change the verdict; they read
    /// English. Where they are absent or fail, the rules' verdict stands and says so.
    func verdict(_ text: String) async -> Verdict {
        let words = SafetyReader.read(text)
        let judgement = classifier.judge(words)
        var rules = judgement.verdict
        guard let head else {
            rules.withoutModel = true
            return rules
        }
        guard !judgement.isExplicit, LanguageGuess.of(text) == .english else { return rules }
        do {
            return VerdictJoin.join(judgement, try await head.risk(of: Self.open(text, words, judgement.understood)))
        } catch {
            headFailed(error)
            rules.withoutModel = true
            return rules
        }
    }

    /// The text without the clauses that the rules have understood.
    private static func open(_ text: String, _ words: [Word], _ understood: Set<Int>) -> String {
        guard !understood.isEmpty else { return text }
        var scalars = Array(text.unicodeScalars)
        for word in words where understood.contains(word.clause) {
            for index in word.range where index < scalars.count { scalars[index] = " " }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
