import Language
import Messages

/// A named set of phrases that mean the same danger.
struct SafetyRule: Sendable {
    /// Whose danger the phrase speaks of.
    enum Subject: Sendable {
        /// The phrase names its writer ("kill myself").
        case own
        /// Whoever is the nearest subject before it ("want to die").
        case nearest
        /// A noun ("suicide"): the writer's only where the sentence speaks of them too.
        case topic
        /// Whoever it is, help is needed ("is not breathing").
        case anyone
    }

    let name: String
    let reason: Verdict.Reason
    let level: Verdict.Level
    let subject: Subject
    /// True where the phrase holds its own "not" and no other denies it ("no reason to live").
    let isFirm: Bool
    let patterns: [PhrasePattern]
    /// Lines that are not patterns; a test keeps this empty.
    let rejected: [String]

    /// One pattern a line.
    init(_ name: String, _ reason: Verdict.Reason, _ level: Verdict.Level = .crisis, _ subject: Subject = .own, firm: Bool = false, phrases: String) {
        (self.name, self.reason, self.level, self.subject, isFirm) = (name, reason, level, subject, firm)
        var (patterns, rejected) = ([PhrasePattern](), [String]())
        for line in phrases.split(separator: "\n") {
            if let pattern = PhrasePattern(line) { patterns.append(pattern) } else { rejected.append(String(line)) }
        }
        (self.patterns, self.rejected) = (patterns, rejected)
    }
}

/// Rules by the word their phrases start with, so that a text costs its own length and not the number of rules.
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
                if let match = candidate.pattern.match(words, at: index) { hits.append(Hit(rule: candidate.rule, match: match)) }
            }
        }
        return hits
    }
}
