/// How much a model may think and write for a reply of at most 520 characters, which is about 130 tokens of English and
/// as much again for JSON.
///
/// Phrasing two sentences needs no reasoning: the table holds the least effort that each model accepts. Reasoning tokens
/// count against the bound, so a model that cannot stop reasoning gets a larger one. A model that is not in the table
/// gets no effort, because a model that does not reason refuses the field, and the bound of a model that reasons.
///
/// Sources, as seen in November 2026: which efforts the models accept,
/// https://developers.openai.com/api/docs/guides/reasoning and
/// https://learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort ("gpt-5.1 defaults to none", "all
/// models before gpt-5.1 … do not support none", "gpt-5-pro … only supports high"); the error text "'minimal' is not
/// supported with the 'gpt-5.1' model", https://github.com/openai/openai-agents-python/issues/2089.
struct CloudModel: Equatable, Sendable {
    let name: String
    /// Value of the reasoning effort; nil leaves the field out.
    let effort: String?
    /// Most tokens of a reply, with its reasoning.
    let tokens: Int
    /// False for a model outside the table.
    let isKnown: Bool

    init(_ name: String) {
        self.name = name
        let row = Self.table.first { name.hasPrefix($0.beginning) && ($0.part.isEmpty || name.contains($0.part)) }
        (effort, tokens, isKnown) = (row?.effort, row?.tokens ?? 2_000, row != nil)
    }

    private struct Row {
        var beginning: String
        var part = ""
        var effort: String?
        var tokens: Int
    }

    /// The first row that matches counts.
    private static let table = [
        Row(beginning: "gpt-5", part: "-chat", effort: nil, tokens: 500),
        Row(beginning: "gpt-5-pro", effort: "high", tokens: 8_000),
        Row(beginning: "gpt-5.", part: "-pro", effort: "medium", tokens: 8_000),
        Row(beginning: "gpt-5", part: "-codex", effort: "low", tokens: 2_000),
        Row(beginning: "gpt-5.", effort: "none", tokens: 500),
        Row(beginning: "gpt-5", effort: "minimal", tokens: 1_000),
        Row(beginning: "o1", effort: "low", tokens: 2_000), Row(beginning: "o3", effort: "low", tokens: 2_000),
        Row(beginning: "o4", effort: "low", tokens: 2_000), Row(beginning: "gpt-4", effort: nil, tokens: 500),
    ]
}
