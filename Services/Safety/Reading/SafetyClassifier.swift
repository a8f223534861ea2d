import Language
import Messages

/// The local rule-based classifier (SAF-3): phrases set a level, their context tempers it, and the gravest sentence
/// gives the text's verdict.
///
/// Pure, stateless and linear in the length of the text. English and German have full rules. Other languages of
/// `ForeignPhrases` have explicit phrases only; a sentence in one of them, or in an unrecognised language, is never
/// `safe`.
struct SafetyClassifier: Sendable {
    /// Limit in Unicode scalars. Longer requests are refused as `invalid`, because a verdict on a part of a text would
    /// be unsafe.
    static let maximumCharacters = 20_000
    /// Largest number of matches of phrases whose context is read, the gravest first. Prose has one in some 60
    /// characters; more of them are a text made to cost time.
    static let maximumHits = 200

    static let all =
        ExplicitRules.all + SelfHarmRules.all + WishRules.all + DangerRules.all + HarmRules.all + DistressRules.all
        + GermanRules.all + ForeignPhrases.all + [
            HarmlessPhrases.figurative
        ]
    /// All words of all phrases.
    static let vocabulary = Set(all.flatMap(\.patterns).flatMap(\.vocabulary))

    private let rules = RuleIndex(Self.all)
    private let idioms = RuleIndex([HarmlessPhrases.idioms])
    private let excuses = RuleIndex([ExplicitRules.excuses])
    private let recovery = RuleIndex([RecoveryPhrases.rule])

    /// The rules' result for a text.
    struct Judgement {
        /// The verdict, without a card.
        var verdict: Verdict
        /// Whether a phrase matched but does not count: denied, fictional, another person's, or long past.
        var isDismissed = false
        /// Whether the text describes a distant past and states that its writer is well now, whatever words of danger
        /// it has.
        var isOver = false
        /// Whether the text has a figure of speech ("dying of laughter").
        var isFigurative = false
        /// Whether the verdict rests on an explicit statement about the present. Trained heads do not lower it.
        var isExplicit = false
        /// Whether a caution rests on words about the present, and not only on past, asked or quoted ones.
        var isHint = false
        /// Whether a caution rests on plain words of despair. Trained heads do not drop it.
        var isHeld = false
        /// Clauses resolved by the rules alone: denied, past, another person's words or danger, disordered eating, and
        /// other languages. The trained heads do not read them, because an embedding does not separate "I want to" from
        /// "I do not want to", and the heads' embedding is English.
        var understood: Set<Int> = []
        /// Whether there were more matches than `maximumHits`.
        var isPartial = false
    }

    /// The verdict on a text, without a card.
    func classify(_ text: String) -> Verdict { judge(SafetyReader.read(text)).verdict }

    /// The rules' result for a text.
    /// - Parameter words: as `SafetyReader` reads them.
    func judge(_ words: [Word]) -> Judgement {
        var judgement = Judgement(verdict: Verdict(level: .safe))
        guard !words.isEmpty else { return judgement }
        let idiomatic = Set(idioms.hits(in: words).flatMap { Array($0.match.range) })
        let excused = Set(excuses.hits(in: words).flatMap { Array($0.match.range) })
        var hits = rules.hits(in: words).filter { hit in
            rules.rules[hit.rule].isExplicit
                ? !excused.contains(hit.match.range.upperBound - 1)
                : hit.match.range.allSatisfy { !idiomatic.contains($0) }
        }
        if hits.count > Self.maximumHits {
            judgement.isPartial = true
            // Of equal weight, those at the beginning and at the end of the text say most.
            let last = hits.count - 1
            let order = hits.indices.sorted {
                (-weight(of: hits[$0]), min($0, last - $0)) < (-weight(of: hits[$1]), min($1, last - $1))
            }
            hits = order.prefix(Self.maximumHits).sorted().map { hits[$0] }
        }
        let figurative = Set(
            hits.filter { rules.rules[$0.rule].name == HarmlessPhrases.figurative.name }.flatMap {
                Array($0.match.range)
            })
        judgement.isFigurative = !idiomatic.isEmpty || !figurative.isEmpty
        // A text that is quoted as a whole counts as the writer's own.
        let quotesCount = words.contains { !$0.isQuoted }

        let hasWriter = words.contains { WordLists.firstPerson.contains($0.text) }
        let recoveries = recovery.hits(in: words).map(\.match.range)
        let isRecovered = RecoveryPhrases.areMeant(recoveries, in: words)
        let recoveredAt = RecoveryPhrases.lastAsOfToday(recoveries, in: words)
        judgement.isOver = isRecovered && SentenceContext.tellsOfLongAgo(words)
        var findings: [Finding] = []
        var open: Set<Int> = []
        for hit in hits {
            let rule = rules.rules[hit.rule]
            let clauses = Set(hit.match.range.map { words[$0].clause })
            let context = SentenceContext(
                words, hit.match, hasWriter: hasWriter, isRecovered: isRecovered, recoveredAt: recoveredAt)
            guard var finding = judge(rule, context, quotesCount: quotesCount) else {
                judgement.isDismissed = true
                // A clause joined to a dismissed explicit statement is left to the heads.
                if !rule.isExplicit || context.isQuoted || !context.isJoined {
                    judgement.understood.formUnion(clauses)
                } else {
                    open.formUnion(clauses)
                }
                continue
            }
            if finding.level == .crisis, !finding.isExplicit, hit.match.range.contains(where: figurative.contains) {
                finding = Finding(.caution, .distress, "figurative")
            }
            finding.range = hit.match.range
            findings.append(finding)
            if finding.isTold || finding.reason == .concernForOthers || finding.reason == .disorderedEating {
                judgement.understood.formUnion(clauses)
            } else {
                open.formUnion(clauses)
            }
        }
        judgement.understood.subtract(open)
        if let place = WorldWishes.places(in: words).first {
            var finding = Finding(.crisis, .selfHarm, WorldWishes.rule.name)
            (finding.range, finding.isExplicit) = (place..<place + 1, true)
            findings.append(finding)
        }
        let foreign = foreignClauses(words)
        judgement.understood.formUnion(foreign ?? [])
        if foreign != nil { findings.append(Finding(.caution, .unknownLanguage, "language")) }
        if DistressDensity.isHeavy(words) { findings.append(Finding(.caution, .distress, "burden")) }
        guard var gravest = findings.max(by: { $0.gravity < $1.gravity }) else { return judgement }
        if gravest.level == .caution, let combined = combine(findings) { gravest = combined }
        var names: [String] = []
        for finding in findings
        where (finding.level == gravest.level || finding.rule == gravest.rule) && !names.contains(finding.rule) {
            names.append(finding.rule)
        }
        judgement.verdict = Verdict(level: gravest.level, reason: gravest.reason, rules: names)
        judgement.isExplicit = gravest.level == .crisis && findings.contains { $0.isExplicit }
        judgement.isHint =
            gravest.level == .caution && gravest.reason != .unknownLanguage
            && findings.contains { $0.level == .caution && !$0.isTold }
        judgement.isHeld =
            gravest.level == .caution
            && (gravest.reason == .concernForOthers || findings.contains { DistressRules.held.contains($0.rule) })
        return judgement
    }

    /// Explicit statements, then the levels of the rules.
    private func weight(of hit: RuleIndex.Hit) -> Int {
        let rule = rules.rules[hit.rule]
        return rule.isExplicit ? 10 : Int(rule.level.rawValue)
    }

    // MARK: One phrase

    private struct Finding {
        var level: Verdict.Level
        var reason: Verdict.Reason
        var rule: String
        /// The words of the finding; empty if it does not rest on particular words.
        var range = 0..<0
        var isExplicit = false
        /// Whether the rules have resolved the words: they are past, asked or quoted.
        var isTold = false
        init(_ level: Verdict.Level, _ reason: Verdict.Reason, _ rule: String) {
            (self.level, self.reason, self.rule) = (level, reason, rule)
        }

        /// Order of urgency within a level: something swallowed or a medical emergency now, then the writer's life,
        /// then danger from and to others.
        var gravity: Int {
            let urgency =
                switch reason {
                case .medicalEmergency: rule == "ingested" ? 9 : 6
                case .selfHarm: 8
                case .abuseOrDanger: 7
                case .harmToOthers: 5
                case .disorderedEating: 4
                case .distress: 3
                case .concernForOthers: 2
                default: 1
                }
            return Int(level.rawValue) * 10 + urgency
        }
    }

    /// The meaning of a phrase in its context; nil if it does not count.
    private func judge(_ rule: SafetyRule, _ context: SentenceContext, quotesCount: Bool) -> Finding? {
        let mild = Finding(.caution, .distress, rule.name)
        var told = mild
        told.isTold = true
        if quotesCount, context.isQuoted { return context.isAttributed ? nil : told }
        let isExplicit = rule.isExplicit
        if WorldWishes.denies(rule), WorldWishes.isDenied(context.match, in: context.words, by: rule) { return told }
        let isDenied = isExplicit ? context.isDeniedPlainly : context.isDenied
        if rule.isFirm ? context.isDeniedOutside || context.isDeniedDirectly : isDenied {
            return rule.level == .crisis && context.turnsAround ? mild : nil
        }
        if isExplicit ? context.hasStoppedPlainly : context.hasStopped { return nil }
        if isExplicit ? context.isAskedPlainly : context.isAsked {
            return rule.level == .crisis && !context.isAnsweredNo ? told : nil
        }
        guard rule.level == .crisis else {
            let isNotOwn = context.isFiction || context.nearestPerson == .third && rule.subject == .nearest
            return isNotOwn || context.time() == .recovered ? nil : Finding(.caution, rule.reason, rule.name)
        }

        let isFiction = isExplicit ? context.isInFiction || context.isFiction && context.isTitled : context.isFiction
        switch rule.subject {
        case .anyone:
            if context.isInFiction { return nil }
            if context.isLaughing { return mild }
            return context.time(isExplicit: isExplicit, reason: rule.reason) == .present
                ? Finding(.crisis, rule.reason, rule.name) : nil
        case .topic:
            if context.isInformation || context.isFiction { return nil }
            if context.isGrief { return mild }
            guard context.namesWriter else {
                return context.namesOthers ? concern(rule) : context.isAboutNobody ? nil : mild
            }
            if context.nearestPerson == .third { return concern(rule) }
        case .nearest:
            if context.nearestPerson == .third {
                // In the third person, strangers killing strangers is news; a father's threat to his child is not.
                return context.isFiction || rule.reason == .harmToOthers && !context.namesWriter ? nil : concern(rule)
            }
            // No speaker: a headline, a title, or a joke about people.
            if context.isAboutNobody { return mild }
            if isFiction { return context.isTitled ? nil : mild }
        case .own:
            if isFiction { return context.isTitled ? nil : mild }
        }
        switch context.time(isExplicit: isExplicit, reason: rule.reason) {
        case .recovered: return nil
        case .past: return told
        case .present: break
        }
        if rule.reason != .abuseOrDanger, isExplicit ? context.isLaughedOff : context.isJoking { return mild }
        var finding = Finding(.crisis, rule.reason, rule.name)
        finding.isExplicit = isExplicit
        return finding
    }

    /// Combines hints at suicide that mean little one by one: two of them are `crisis` ("the letters are written, you
    /// will not see me again").
    private func combine(_ findings: [Finding]) -> Finding? {
        let hints = findings.filter { $0.level == .caution && $0.reason == .selfHarm }
        guard let first = hints.first, hints.dropFirst().contains(where: { !$0.range.overlaps(first.range) }) else {
            return nil
        }
        return Finding(.crisis, .selfHarm, first.rule)
    }

    private func concern(_ rule: SafetyRule) -> Finding { Finding(.caution, .concernForOthers, rule.name) }

    // MARK: Language

    /// Clauses in a language without full rules; nil if there are none. The heads do not read them, because their
    /// embedding is English.
    private func foreignClauses(_ words: [Word]) -> Set<Int>? {
        if case .foreign = LanguageGuess.of(words) { return Set(words.map(\.clause)) }
        var foreign: Set<Int> = []
        var start = 0
        while start < words.count {
            var end = start
            while end < words.count, words[end].sentence == words[start].sentence { end += 1 }
            let sentence = words[start..<end]
            var isForeign = KnownWords.shared.areForeign(sentence)
            // Up to three words ("café au lait") do not suffice to identify a language.
            if sentence.count > 3, case .foreign = LanguageGuess.of(sentence) { isForeign = true }
            if isForeign { foreign.formUnion(sentence.map(\.clause)) }
            start = end
        }
        return foreign.isEmpty ? nil : foreign
    }
}
