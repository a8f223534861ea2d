import Language
import Messages

/// A named set of phrases for the same danger.
struct SafetyRule: Sendable {
    /// The person whose danger a phrase describes.
    enum Subject: Sendable {
        /// The writer: the phrase names them ("kill myself").
        case own
        /// The nearest subject before the phrase ("want to die").
        case nearest
        /// A noun ("suicide"): the writer only if the sentence also mentions them.
        case topic
        /// Anyone: help is needed in any case ("is not breathing").
        case anyone
    }

    /// Begins the names of the rules in `ExplicitRules`.
    static let explicitPrefix = "explicit-"

    let name: String
    let reason: Verdict.Reason
    let level: Verdict.Level
    let subject: Subject
    /// Whether the phrase has its own "not" and is not denied by another one before it ("no reason to live").
    let isFirm: Bool
    let patterns: [PhrasePattern]
    /// Lines that are not valid patterns; a test requires this to be empty.
    let rejected: [String]

    /// - Parameter phrases: one pattern per line.
    init(
        _ name: String, _ reason: Verdict.Reason, _ level: Verdict.Level = .crisis, _ subject: Subject = .own,
        firm: Bool = false, phrases: String
    ) {
        (self.name, self.reason, self.level, self.subject, isFirm) = (name, reason, level, subject, firm)
        var (patterns, rejected) = ([PhrasePattern](), [String]())
        for line in phrases.split(separator: "\n") {
            if let pattern = PhrasePattern(line) { patterns.append(pattern) } else { rejected.append(String(line)) }
        }
        (self.patterns, self.rejected) = (patterns, rejected)
    }

    /// Whether the rule is one of `ExplicitRules`.
    var isExplicit: Bool { name.hasPrefix(Self.explicitPrefix) }
}

/// Rules indexed by the first words of their phrases, so that matching is linear in the text and independent of the
/// number of rules.
struct RuleIndex: Sendable {
    struct Hit: Sendable {
        var rule: Int
        var match: PhrasePattern.Match
    }

    let rules: [SafetyRule]
    private let byStart: [String: [(rule: Int, pattern: PhrasePattern)]]

    init(_ rules: [SafetyRule]) {
        self.rules = rules
        var byStart: [String: [(rule: Int, pattern: PhrasePattern)]] = [:]
        for (index, rule) in rules.enumerated() {
            for pattern in rule.patterns {
                for start in pattern.starts { byStart[start, default: []].append((index, pattern)) }
            }
        }
        self.byStart = byStart
    }

    func hits(in words: [Word]) -> [Hit] {
        var hits: [Hit] = []
        for index in words.indices {
            for candidate in byStart[words[index].text] ?? [] {
                if let match = candidate.pattern.match(words, at: index) {
                    hits.append(Hit(rule: candidate.rule, match: match))
                }
            }
        }
        return hits
    }
}
