import Fixtures
import Messages
import Testing

@testable import Safety

/// What is said plainly of now stands beside words that excuse, deny or date something else; and what is excused, denied or over itself.
@Suite struct PlainStatementTests {
    /// The level by the rules alone and, where the sentence model is installed, by rules and heads.
    private func levels(_ text: String) async -> [Verdict.Level] {
        let rules = SafetyClassifier().classify(text).level
        return SafetyMeasure.hasHead ? [rules, await SafetyMeasure.service.verdict(text).level] : [rules]
    }

    @Test(
        "SAF-3 A denial, an end or a question reaches only the words that it governs",
        arguments: [
            "I don't feel loved and I want to die.", "I don't want to be a burden I want to die", "I don't feel anything I just want to die",
            "I'm not saying this for attention I want to die", "I can't sleep and just want to die.", "I can no longer cope and want to die.",
            "I stopped eating and want to die", "I quit and want to die", "My mom asked about school and I want to die",
            "I never sleep and want to kill myself",
            "I don't know what to do I want to die", "I can't eat because I want to die", "I don't feel loved I have no reason to live",
            "Ich esse nichts mehr und will mich umbringen", "I will not hesitate to kill myself",
        ])
    func reach(text: String) async {
        for level in await levels(text) { #expect(level == .crisis) }
    }

    @Test(
        "SAF-3 What is itself denied, stopped or asked is no crisis",
        arguments: [
            "I don't want to die", "I don't think I want to die", "I never said I want to die", "I stopped wanting to die two years ago",
            "I have never in my life wanted to die", "I do not really want to kill myself", "ich will nicht sterben", "Ich will mich nicht umbringen",
            "I don't feel like I want to die", "I no longer want to die", "She asked if I want to die and I said no", "I stopped thinking about killing myself",
        ])
    func denied(text: String) async {
        for level in await levels(text) { #expect(level < .crisis) }
    }
}
