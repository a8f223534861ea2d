import Language
import Messages

/// Validates a cloud reply before it is shown (COA-9). The service requests the safety verdict in between.
enum ReplyValidator {
    /// Minimum share of grounded content words, 0 … 1.
    static let minimumGrounding = 0.5
    /// Characters.
    static let maximumReplyLength = 400
    /// Characters.
    static let maximumActionLength = 120

    /// The reply as it would be shown: at most two sentences and one action on one line; `!` and `?` are kept.
    /// - Throws: `Refusal` if the rest is empty, too long, or holds contact data or markup.
    static func sanitised(_ reply: CloudReply) throws(Refusal) -> CloudReply {
        let text = sentences(2, of: reply.coachReply)
        let action = reply.nextAction.map { sentences(1, of: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        guard !text.isEmpty, text.count <= maximumReplyLength, (action?.count ?? 0) <= maximumActionLength else {
            throw Refusal(.secondWall, "schema")
        }
        guard Redaction.isClean(text), Redaction.isClean(action ?? "") else { throw Refusal(.secondWall, "redaction") }
        guard [text, action ?? ""].allSatisfy(isPlain) else { throw Refusal(.secondWall, "markup") }
        return CloudReply(coachReply: text, nextAction: action)
    }

    private static func sentences(_ count: Int, of text: String) -> String {
        SentenceSplitter.sentences(of: oneLine(text)).prefix(count).joined(separator: " ")
    }

    /// Removes invisible characters: control characters, and format characters, which can hide or reorder words.
    private static func oneLine(_ text: String) -> String {
        let seen = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .format }))
        return seen.split {
            $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        }.joined(separator: " ")
    }

    /// True for prose without markup, code, quoted instructions, or anything a browser or reader could take for an
    /// address.
    private static func isPlain(_ text: String) -> Bool {
        guard !text.contains(where: { "<>{}[]|\\`@#*_=~^$".contains($0) }), !text.contains("://") else { return false }
        // A dot between letters is a host, a file or a method; no prose word has one.
        let letters = Array(text)
        return !letters.indices.dropFirst().dropLast().contains {
            letters[$0] == "." && letters[$0 - 1].isLetter && letters[$0 + 1].isLetter
        }
    }

    /// The lower grounding of the reply and its action, so that neither compensates for the other.
    static func grounding(_ reply: CloudReply, in words: PromptBuilder) -> Double {
        let parts = [
            grounding(reply.coachReply, in: words) ?? 0, reply.nextAction.flatMap { grounding($0, in: words) },
        ]
        return parts.compactMap(\.self).min() ?? 0
    }

    /// Share (0 … 1) of the text's content words that occur in the prompt or in its topic's vocabulary; nil if it has
    /// none. Words match by their first five letters, which ignores inflections.
    private static func grounding(_ text: String, in words: PromptBuilder) -> Double? {
        let given = Set(stems(words.text)).union(stems(vocabulary[words.topic] ?? ""))
        let said = stems(text).filter { !neutral.contains($0) }
        guard !said.isEmpty else { return nil }
        return Double(said.count { given.contains($0) }) / Double(said.count)
    }

    /// True if the reply names an illness, a drug, a dose, a cure or a guarantee.
    static func makesMedicalClaim(_ reply: CloudReply) -> Bool {
        let words = WordReader.words(in: reply.coachReply + " " + (reply.nextAction ?? "")).map(\.text)
        return words.contains { word in claims.contains(word) || claimStems.contains { word.hasPrefix($0) } }
    }

    private static func stems(_ text: String) -> [String] {
        WordReader.words(in: text).filter { $0.isAlphabetic && $0.text.count > 2 }.map { String($0.text.prefix(5)) }
    }

    /// Words common in any coaching text; they neither ground a reply nor count against it.
    private static let neutral: Set<String> = Set(
        stems(
            """
            the and but you your yours yourself this that these those with for from into out off over under about above below than then when while who what which how why
            are was were been being have has had does did can could may might will would should must not nor yes let lets get got make makes take takes give gives keep
            keeps try tries start begin go going come see look looks looking feel feels feeling find seem seems want need like help helps helping some any few bit little
            small short easy simple gentle gently calm calmly kind kindly good better best well nice enough more most less least much many each every other another one
            two both first next last now today tonight tomorrow yesterday moment moments minute minutes hour hours day days time times week right still just only even
            also too very really quite here there again back before after until during through maybe perhaps okay fine usual usually step steps way ways thing things
            its it's their them they his her our let's it'll you're you'll you've that's i'm don't there's
            """))

    private static let vocabulary: [Topic: String] = [
        .none: "wellbeing rest breathe pause walk water",
        .sleep:
            "sleep asleep night bed bedtime rest rested tired evening screen light dim wind debt nap wake morning quality",
        .stress:
            "stress stressed tense tension breathe breath breathing pause relax relaxed slow exhale inhale shoulders rest recovery load",
        .energy: "energy tired fatigue rest recovery walk water light pace break movement sleep",
        .hrv: "heart rate variability hrv recovery rest body breathing slow load nervous system",
        .mood: "mood feelings emotion journal write talk friend kindness gratitude light walk positive",
        .movement: "movement move walk walking steps stretch stretching stand activity active body legs outside",
        .mindfulness: "mindful mindfulness attention breath breathing notice present meditation body scan pause quiet",
        .nutrition: "nutrition food eat eating meal protein vegetables water drink breakfast lunch dinner caffeine",
        .goals: "goal goals plan habit progress week track focus practice",
    ]

    private static let claims: Set<String> = [
        "cure", "cures", "cured", "treat", "treats", "treated", "dose", "doses", "mg", "mcg", "pill", "pills", "drug",
        "drugs", "heal", "heals", "illness",
        "illnesses",
        "ssri", "adhd", "ptsd", "ocd", "cancer", "apnea", "apnoea",
    ]
    private static let claimStems = [
        "diagnos", "prescri", "medicat", "medicin", "dosage", "disease", "disorder", "symptom", "syndrome", "clinical",
        "antidepress", "therapeut",
        "patholog", "guarant", "insomnia", "depressi", "arrhythm", "hypertens", "diabet", "infection", "treatment",
        "melatonin", "ibuprofen", "aspirin",
    ]
}

extension Redaction {
    /// True if the text holds nothing with the form of an identifier. Names and addresses are ignored: they are guessed
    /// from capital letters and would match titles of the public library. No person's text reaches this check.
    static func isClean(_ text: String) -> Bool {
        Redactor().redact(text).spans.allSatisfy { $0.kind == .name || $0.kind == .address }
    }
}
