import Language
import Messages

/// What a reply may build on: the prompt that was sent.
struct ReplyContext {
    let prompt: PromptBuilder
    /// Stems of the suggestion's words.
    let suggested: Set<String>
    /// Stems of all words of the prompt.
    let given: Set<String>
    /// Numbers of the suggestion.
    let amounts: [Amount]
    /// Absolute values of the prompt's deviations.
    let deviations: Set<Double>

    init(_ prompt: PromptBuilder) {
        self.prompt = prompt
        suggested = Self.stems(prompt.suggestion ?? "")
        given = Self.stems(prompt.text)
        amounts = AmountReader.amounts(in: prompt.suggestion ?? "")
        deviations = Set(prompt.steps.map { Double(abs($0.halfSteps)) / 2 })
    }

    static func stems(_ text: String) -> Set<String> {
        Set(WordReader.words(in: text).filter(\.isAlphabetic).map { Stem.of($0.text) })
    }
}
