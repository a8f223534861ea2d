import Fixtures
import Messages
import Testing

@testable import Safety

/// Plain present statements next to words that excuse, deny or date something else; and statements that are excused,
/// denied or past themselves.
@Suite struct PlainStatementTests {
    /// The level by the rules alone and, where the sentence model is installed, by rules and heads.
    private func levels(_ text: String) async -> [Verdict.Level] {
        let rules = SafetyClassifier().classify(text).level
        return SafetyMeasure.hasHead ? [rules, await SafetyMeasure.service.verdict(text).level] : [rules]
    }

    @Test(
        "SAF-3 A denial, an end or a question reaches only the words that it governs",
        arguments: [
            "I don't feel loved and I want to die.", "I don't want to be a burden I want to die",
            "I don't feel anything I just want to die",
            "I'm not saying this for attention I want to die", "I can't sleep and just want to die.",
            "I can no longer cope and want to die.",
            "I have no friends and want to die", "I stopped eating and want to die", "I quit and want to die",
            "My mom asked about school and I want to die",
            "Ich kann nicht schlafen und will sterben.", "Ich habe keine Freunde und will sterben.",
            "I never sleep and want to kill myself",
            "I don't know what to do I want to die", "I can't eat because I want to die",
            "I don't feel loved I have no reason to live",
            "Ich esse nichts mehr und will mich umbringen", "I will not hesitate to kill myself",
        ])
    func reach(text: String) async {
        for level in await levels(text) { #expect(level == .crisis) }
    }

    @Test(
        "SAF-3 A statement that is denied, stopped or asked is no crisis",
        arguments: [
            "I don't want to die", "I don't think I want to die", "I never said I want to die",
            "I stopped wanting to die two years ago",
            "I have never in my life wanted to die", "I do not really want to kill myself", "ich will nicht sterben",
            "Ich will mich nicht umbringen",
            "I don't feel like I want to die", "I no longer want to die", "She asked if I want to die and I said no",
            "I stopped thinking about killing myself",
        ])
    func denied(text: String) async {
        for level in await levels(text) { #expect(level < .crisis) }
    }

    @Test(
        "SAF-3 A past, a joke, a recovery or a word of fiction excuses only its own words",
        arguments: [
            // told of long ago
            "He left me three months ago and I want to kill myself.", "My wife died last year and I want to die.",
            "I can't escape the past, I want to die.",
            "I used to be happy, I want to die.", "Seit der Scheidung vor zwei Jahren will ich sterben.",
            "Since the accident two years ago I want to end my life",
            // "fine" and "over" next to what is happening
            "I told everyone I am fine. I took all my pills.", "It's over. I took all my pills.",
            "I feel better already. I cut my wrists.",
            "I was raped. I'm okay.", "I took all my pills, he left me two years ago",
            // relapse
            "I was three months clean and last night I cut my wrists.",
            "After two years clean I relapsed and cut myself.",
            // jokes
            "This is not a joke, I want to die tonight.", "I'm not even joking, I'm going to kill myself",
            "I wish I was joking but I want to die",
            "Kein Witz, ich will sterben.",
            // words of fiction
            "My dad collapsed during the game and is not breathing.",
            "I was watching a show and now I have chest pain.",
            "He beats me if I don't show him my phone.", "I'll show them all, I am going to kill myself.",
            // idioms
            "He beats me at home.", "He beats me to punish me.", "I keep hurting myself and my life is falling apart.",
            "I want to die for what I did.",
            "I deserve to die for what I did.",
            // who speaks
            "She left, want to die.", "Mum is yelling again, just want to die",
        ])
    func excuses(text: String) async {
        for level in await levels(text) { #expect(level == .crisis) }
    }

    @Test(
        "SAF-3 German main clauses with the verb first",
        arguments: [
            "Heute Abend bringe ich mich um.", "Früher oder später bringe ich mich um.",
            "Dann nehme ich mir das Leben.", "Deshalb ritze ich mich.",
            "Dann erschieße ich mich.", "Morgen bring ich mich um", "Ich ritze mich",
            "Weil ich allein bin, will ich sterben",
        ])
    func german(text: String) async {
        for level in await levels(text) { #expect(level == .crisis) }
    }

    @Test(
        "SAF-3 An excused statement is no crisis",
        arguments: [
            "Two years ago I wanted to die, today I am fine", "In the show she says I want to die",
            "I would die for chocolate", "he beats me at chess",
            "I hurt myself at the gym", "I wanted to die. I recovered and today I am happy",
            "When I was 19 I overdosed, I am well now",
            "Das Thema bringt mich um den Schlaf", "I used to want to die years ago",
        ])
    func excused(text: String) async {
        for level in await levels(text) { #expect(level < .crisis) }
    }

    @Test(
        "SAF-3 A wish denied in another language is a caution at most",
        arguments: [
            "ไม่อยากตาย", "我想死你了", "笑得我要死", "自殺する人が多い", "não quero morrer", "non voglio morire", "не хочу умереть",
            "لا أريد أن أموت",
            "tidak ingin mati", "không muốn chết", "ne želim umrijeti", "nu vreau să mor", "no quiero morir",
            "ik wil niet dood", "nie chcę umrzeć",
        ])
    func deniedAbroad(text: String) async {
        for level in await levels(text) { #expect(level < .crisis) }
    }
}
