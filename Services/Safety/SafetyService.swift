import CrisisCards
import Language
import Messages

/// The safety service. Verdicts and resources depend on the classifier and the directory only, so that no other failure
/// can prevent them (SAF-4). A local language model can only make a verdict graver.
struct SafetyService: Sendable {
    private let classifier = SafetyClassifier()
    /// nil without the sentence model: the rules then decide alone.
    private let head: RiskHead?

    /// nil if no local model is configured.
    private let model: LocalRisk?

    /// Told each time the heads could not be made or could not judge a text.
    private let headFailed: @Sendable (any Error) -> Void

    init(
        embedder: (any SentenceEmbedder)? = nil, model: LocalRisk? = nil,
        headFailed: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        (self.model, self.headFailed) = (model, headFailed)
        let classifier = classifier
        do {
            head = try embedder.flatMap { try RiskHead(embedder: $0, classifier: classifier) }
        } catch {
            headFailed(error)
            head = nil
        }
    }

    /// The verdict on a text, with a card for a crisis. A caution about a medical emergency has a quiet card, which names
    /// the number to call.
    /// - Parameter deadline: the time at which the caller stops waiting.
    /// - Throws: `ServiceError(.invalid)` for a text of more than `SafetyClassifier.maximumCharacters` scalars.
    func classify(_ request: Classify, until deadline: ContinuousClock.Instant = .now + Classify.budget) async throws
        -> Verdict
    {
        guard request.text.unicodeScalars.count <= SafetyClassifier.maximumCharacters else {
            throw ServiceError(
                .invalid, "A text has at most \(SafetyClassifier.maximumCharacters) characters; send it in parts.")
        }
        var verdict = await verdict(request.text, isAdvice: request.isAdvice)
        let withoutModel = verdict.withoutModel
        // No level is graver than a crisis, so its card does not wait for the model.
        if let model, verdict.level < .crisis {
            verdict = LocalRisk.join(verdict, await model.verdict(request.text, until: deadline))
        }
        verdict.withoutModel = withoutModel
        if verdict.level == .crisis, let reason = verdict.reason {
            verdict.card = CrisisCardWriter.card(
                country: request.country, reason: reason, inGerman: LanguageGuess.of(request.text) == .german)
        } else if verdict.level == .caution, verdict.reason == .medicalEmergency {
            verdict.card = CrisisCardWriter.card(
                country: request.country, reason: .distress, inGerman: LanguageGuess.of(request.text) == .german)
        }
        return verdict
    }

    /// The verdict of this process alone, without a card. The heads are asked only if they can change the verdict; they
    /// read English.
    /// - Parameter isAdvice: whether a program composed the text for a person.
    func verdict(_ text: String, isAdvice: Bool = false) async -> Verdict {
        let words = SafetyReader.read(text)
        let judgement = classifier.judge(words)
        var rules = judgement.verdict
        guard let head else {
            rules.withoutModel = true
            return rules
        }
        guard !judgement.isExplicit, LanguageGuess.of(text) == .english else { return rules }
        guard
            rules.level > .safe
                || !EverydayQuestion.matches(text, words) && !EverydayReport.matches(text, words)
        else { return rules }
        do {
            let risk = try await head.risk(of: Self.open(text, words, judgement.understood))
            return VerdictJoin.join(judgement, risk, isAdvice: isAdvice)
        } catch {
            headFailed(error)
            rules.withoutModel = true
            return rules
        }
    }

    /// The text without the clauses that the rules have resolved.
    private static func open(_ text: String, _ words: [Word], _ understood: Set<Int>) -> String {
        guard !understood.isEmpty else { return text }
        var scalars = Array(text.unicodeScalars)
        for word in words where understood.contains(word.clause) {
            for index in word.range where index < scalars.count { scalars[index] = " " }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
