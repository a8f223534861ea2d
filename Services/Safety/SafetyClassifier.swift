import Language
import Messages

/// The local classifier (SAF-3): phrases decide, their surroundings temper, the gravest sentence is the verdict of the text.
///
/// Pure and without state; linear in the length of the text. English and German have full rules; the other languages of `ForeignPhrases` explicit
/// phrases only, and a sentence in them, or in a language nobody recognises, is never `safe`.
struct SafetyClassifier: Sendable {
    /// Longer requests are refused as `invalid`: nothing is judged by its first part.
    static let maximumCharacters = 20_000

    private static let all =
        SelfHarmRules.all + WishRules.all + DangerRules.all + HarmRules.all + DistressRules.all + GermanRules.all + ForeignPhrases.all + [
            HarmlessPhrases.figurative
        ]
    /// Every word of a phrase.
    static let vocabulary = Set(all.flatMap(\.patterns).flatMap(\.vocabulary))

    private let rules = RuleIndex(Self.all)
    private let idioms = RuleIndex([HarmlessPhrases.idioms])

    /// What the rules make of a text.
    struct Judgement {
        /// Without a card.
        var verdict: Verdict
        /// A phrase stood there and meant nothing: denied, told of a story, somebody else's, long past.
        var isDismissed = false
        /// A figure of speech stood there ("dying of laughter").
        var isFigurative = false
    }

    /// The verdict without a card.
    func classify(_ text: String) -> Verdict { judge(SafetyReader.read(text)).verdict }

    /// - Parameter words: as `SafetyReader` reads them.
    func judge(_ words: [Word]) -> Judgement {
        var judgement = Judgement(verdict: Verdict(level: .safe))
        guard !words.isEmpty else { return judgement }
        let idiomatic = Set(idioms.hits(in: words).flatMap { Array($0.match.range) })
        let hits = rules.hits(in: words).filter { $0.match.range.allSatisfy { !idiomatic.contains($0) } }
        let figurative = Set(hits.filter { rules.rules[$0.rule].name == HarmlessPhrases.figurative.name }.flatMap { Array($0.match.range) })
        judgement.isFigurative = !idiomatic.isEmpty || !figurative.isEmpty
        // Everything in quotation marks is nobody else's word.
        let quotesCount = words.contains { !$0.isQuoted }

        let hasWriter = words.contains { WordLists.firstPerson.contains($0.text) }
        var findings: [Finding] = []
        for hit in hits {
            let rule = rules.rules[hit.rule]
            guard var finding = judge(rule, SentenceContext(words, hit.match, hasWriter: hasWriter), quotesCount: quotesCount) else {
                judgement.isDismissed = true
                continue
            }
            if finding.level == .crisis, hit.match.range.contains(where: figurative.contains) { finding = Finding(.caution, .distress, "figurative") }
            finding.range = hit.match.range
            findings.append(finding)
        }
        if let finding = unknownLanguage(words) { findings.append(finding) }
        if Burden.isHeavy(words) { findings.append(Finding(.caution, .distress, "burden")) }
        guard var gravest = findings.max(by: { $0.gravity < $1.gravity }) else { return judgement }
        if gravest.level == .caution, let combined = combined(findings) { gravest = combined }
        var names: [String] = []
        for finding in findings where (finding.level == gravest.level || finding.rule == gravest.rule) && !names.contains(finding.rule) {
            names.append(finding.rule)
        }
        judgement.verdict = Verdict(level: gravest.level, reason: gravest.reason, rules: names)
        return judgement
    }

    // MARK: One phrase

    private struct Finding {
        var level: Verdict.Level
        var reason: Verdict.Reason
        var rule: String
        /// The words that say it; empty where no single ones do.
        var range = 0..<0
        init(_ level: Verdict.Level, _ reason: Verdict.Reason, _ rule: String) { (self.level, self.reason, self.rule) = (level, reason, rule) }

        /// What needs help soonest wins: something swallowed or a body failing now, then the writer's life, then danger from and to others.
        var gravity: Int {
            let urgency =
                switch reason {
                case .medicalEmergency: rule == "ingested" ? 9 : 6
                case .selfHarm: 8
                case .abuseOrDanger: 7
                case .harmToOthers: 5
                case .distress: 3
                case .concernForOthers: 2
                default: 1
                }
            return Int(level.rawValue) * 10 + urgency
        }
    }

    /// What a phrase means where it stands; nil where it means nothing.
    private func judge(_ rule: SafetyRule, _ context: SentenceContext, quotesCount: Bool) -> Finding? {
        let mild = Finding(.caution, .distress, rule.name)
        if quotesCount, context.isQuoted { return context.isAttributed ? nil : mild }
        if !rule.isFirm, context.isDenied { return rule.level == .crisis && context.turnsAround ? mild : nil }
        if context.hasStopped { return nil }
        if context.isAsked { return rule.level == .crisis ? mild : nil }
        guard rule.level == .crisis else {
            return context.isFiction || context.nearestPerson == .third && rule.subject == .nearest ? nil : Finding(.caution, rule.reason, rule.name)
        }

        switch rule.subject {
        case .anyone:
            if context.isFiction { return nil }
            if context.isLaughing { return mild }
            return context.time == .present ? Finding(.crisis, rule.reason, rule.name) : nil
        case .topic:
            if context.isInformation || context.isFiction { return nil }
            if context.isGrief { return mild }
            guard context.namesWriter else { return context.namesOthers ? concern(rule) : context.isAboutNobody ? nil : mild }
            if context.nearestPerson == .third { return concern(rule) }
        case .nearest:
            if context.nearestPerson == .third {
                // Strangers who kill strangers are news; a father who says so to his child is not.
                return context.isFiction || rule.reason == .harmToOthers && !context.namesWriter ? nil : concern(rule)
            }
            // Nobody speaks here: a headline, a title, a joke about people.
            if context.isAboutNobody { return mild }
            if context.isFiction { return context.isTitled ? nil : mild }
        case .own:
            if context.isFiction { return context.isTitled ? nil : mild }
        }
        switch context.time {
        case .recovered: return nil
        case .past: return mild
        case .present: break
        }
        return context.isJoking && rule.reason != .abuseOrDanger ? mild : Finding(.crisis, rule.reason, rule.name)
    }

    /// Hints at a last step that say little one by one: two of them are `crisis` ("the letters are written, you will not see me again").
    private func combined(_ findings: [Finding]) -> Finding? {
        let hints = findings.filter { $0.level == .caution && $0.reason == .selfHarm }
        guard let first = hints.first, hints.dropFirst().contains(where: { !$0.range.overlaps(first.range) }) else { return nil }
        return Finding(.crisis, .selfHarm, first.rule)
    }

    private func concern(_ rule: SafetyRule) -> Finding { Finding(.caution, .concernForOthers, rule.name) }

    // MARK: Language

    /// A finding where some sentence is in a language without full rules. Sentences of up to three words speak the language of the text.
    private func unknownLanguage(_ words: [Word]) -> Finding? {
        let unknown = Finding(.caution, .unknownLanguage, "language")
        switch LanguageGuess.of(words) {
        case .foreign, .undetermined: return unknown
        case .none, .english, .german: break
        }
        var start = 0
        while start < words.count {
            var end = start
            while end < words.count, words[end].sentence == words[start].sentence { end += 1 }
            if end - start > 3 {
                switch LanguageGuess.of(words[start..<end]) {
                case .foreign: return unknown
                // A list of names or figures inside a text that is otherwise understood is no language of its own.
                case .undetermined, .none, .english, .german: break
                }
            }
            start = end
        }
        return nil
    }
}
