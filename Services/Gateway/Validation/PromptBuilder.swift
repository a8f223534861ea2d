import Messages

/// The only prompt that can leave the machine. It is built here from enumerations, rounded numbers and the shipped
/// library (GAT-3).
struct PromptBuilder: Sendable, Equatable {
    /// The system prompt, the same for everybody.
    static let instructions = """
        You phrase brief wellbeing coaching. Write coachReply as one or two short sentences, calm and matter-of-fact, in plain English, to the reader as "you". \
        Build only on the facts given and use their words. Make no medical claims, name no illness, give no dosage, promise nothing. \
        nextAction is one small step of at most twelve words from the suggestion, or null.
        """

    /// The prompt of this call.
    let text: String
    /// Selects the vocabulary that a grounded reply may use.
    let topic: Topic
    /// The text of the suggestion in the prompt; nil if there is none.
    let suggestion: String?
    /// The deviations in the prompt.
    let steps: [SignalStep]

    /// - Parameter moment: the text of a micro-moment in the shipped library; nil for any other id, which is then
    ///   omitted from the prompt.
    /// - Throws: `Refusal` at the gate `schema` for a value outside the enumerations or their ranges.
    init(_ request: Phrase, moment: (String) -> String?) throws(Refusal) {
        guard Topic.names.contains(where: { $0.value == request.topSignal }),
            let rationale = Self.rationales[request.rationale],
            request.toneHints.count <= Phrase.Tone.names.count,
            request.toneHints.allSatisfy({ tone in Phrase.Tone.names.contains { $0.value == tone } }),
            Set(request.zScoreSummary.map(\.signal)).count == request.zScoreSummary.count,
            request.zScoreSummary.allSatisfy({ step in step.signal.entry != nil && (-12...12).contains(step.halfSteps) }
            )
        else { throw Refusal(.schema, "The request holds a value this release does not know.") }
        var lines: [String] = []
        if !request.toneHints.isEmpty {
            lines.append("Tone: \(request.toneHints.map(\.description).joined(separator: ", ")).")
        }
        lines.append("Topic: \(Self.topics[request.topSignal] ?? "general wellbeing").")
        lines.append("Situation: \(rationale).")
        let steps = request.zScoreSummary.sorted { $0.signal < $1.signal }
        if !steps.isEmpty {
            let words = steps.compactMap { step in
                step.signal.entry.map { "\($0.prompt) \(Self.number(step.halfSteps))" }
            }
            lines.append("Compared with their usual, in standard deviations: \(words.joined(separator: "; ")).")
        }
        suggestion = request.topMomentID.flatMap(moment)
        if let suggestion { lines.append("Suggestion: \(suggestion)") }
        (text, topic, self.steps) = (lines.joined(separator: "\n"), request.topSignal, steps)
    }

    /// Half steps as a decimal: −3 is "-1.5".
    private static func number(_ halfSteps: Int32) -> String {
        (halfSteps < 0 ? "-" : halfSteps > 0 ? "+" : "") + "\(abs(halfSteps) / 2).\(halfSteps % 2 == 0 ? 0 : 5)"
    }

    private static let rationales: [Phrase.Rationale: String] = [
        .belowUsual: "this is below their usual level", .aboveUsual: "this is above their usual level",
        .asUsual: "this is at their usual level",
        .askedAbout: "they asked about this",
    ]

    private static let topics: [Topic: String] = [
        .none: "general wellbeing", .sleep: "sleep", .stress: "stress", .energy: "energy",
        .hrv: "heart rate variability", .mood: "mood",
        .movement: "movement", .mindfulness: "mindfulness", .nutrition: "nutrition", .goals: "goals",
    ]
}
