import CrisisCards
import Language
import Messages

/// The safety service. Verdicts and resources depend on the classifier and the directory only, so that no other failure
/// can prevent them (SAF-4). A local language model can only make a verdict graver.
struct SafetyService: Sendable {
    private let classifier = SafetyClassifier()
    private let longTexts = LongTexts()
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
        // The request may have waited for a thread until nobody wants its answer.
        try Task.checkCancellation()
        let effort = request.effort ?? .prompt
        var verdict = await verdict(
            request.text, isAdvice: request.isAdvice, within: Self.limits(effort, for: request.text, until: deadline))
        try Task.checkCancellation()
        let (withoutModel, readInPart) = (verdict.withoutModel, verdict.readInPart)
        // No level is graver than a crisis, so its card does not wait for the model.
        if let model, verdict.level < .crisis {
            verdict = LocalRisk.join(verdict, await model.verdict(request.text, until: deadline))
        }
        verdict.withoutModel = withoutModel
        verdict.readInPart = readInPart
        if verdict.level == .crisis, let reason = verdict.reason {
            verdict.card = CrisisCardWriter.card(
                country: request.country, reason: reason, inGerman: LanguageGuess.of(request.text) == .german)
        } else if verdict.level == .caution, verdict.reason == .medicalEmergency {
            verdict.card = CrisisCardWriter.card(
                country: request.country, reason: .distress, inGerman: LanguageGuess.of(request.text) == .german)
        }
        return verdict
    }

    /// What the sentence model may take for one text.
    private static func limits(
        _ effort: Classify.Effort, for text: String, until deadline: ContinuousClock.Instant
    ) -> ReadingLimits {
        switch effort {
        case .thorough:
            ReadingLimits(maximumTokens: 8_192, maximumTime: max(promptTime, deadline - .now - LocalRisk.reserve))
        case .brief:
            ReadingLimits(
                maximumTokens: text.unicodeScalars.count > maximumBriefCharacters ? 0 : 256, maximumTime: promptTime)
        default: ReadingLimits(maximumTokens: 4_096, maximumTime: promptTime)
        }
    }

    /// Longest text that a brief reading gives to the model, in Unicode scalars.
    private static let maximumBriefCharacters = 600

    /// For rules and model together: 10,000 characters of anything are answered within a quarter of a second.
    private static let promptTime = Duration.milliseconds(150)

    /// Without limits of tokens or time.
    static let unlimited = ReadingLimits(maximumTokens: .max, maximumTime: .seconds(86_400))

    /// The verdict of this process alone, without a card. The heads are asked only if they can change the verdict; they
    /// read English. If they may not read all of the text, the verdict says so and is at least `caution`.
    /// - Parameter isAdvice: whether a program composed the text for a person.
    func verdict(_ text: String, isAdvice: Bool = false, within limits: ReadingLimits = Self.unlimited) async -> Verdict
    {
        let start = ContinuousClock.now
        let (words, judgement): ([Word], SafetyClassifier.Judgement)
        if text.utf8.count > LongTexts.minimumBytes {
            (words, judgement) = await longTexts.judge(text, classifier)
        } else {
            words = SafetyReader.read(text)
            judgement = classifier.judge(words)
        }
        let verdict = await verdict(
            text, words, judgement, isAdvice: isAdvice, within: limits.remaining(since: start))
        return judgement.isPartial ? verdict.asReadInPart : verdict
    }

    private func verdict(
        _ text: String, _ words: [Word], _ judgement: SafetyClassifier.Judgement, isAdvice: Bool,
        within limits: ReadingLimits
    ) async -> Verdict {
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
        guard limits.maximumTokens > 0 else { return rules.asReadInPart }
        do {
            let risk = try await head.risk(of: Self.open(text, words, judgement.understood), within: limits)
            let verdict = VerdictJoin.join(judgement, risk, isAdvice: isAdvice)
            return risk?.isPartial == true ? verdict.asReadInPart : verdict
        } catch {
            // A cancelled request has no answer; the caller of this function checks.
            if !(error is CancellationError) { headFailed(error) }
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
