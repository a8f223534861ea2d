import Localization
import Messages

/// A question for the reason of a target of the plan: “why 2,000?”, “why so much protein?”, “warum 2000 kcal?”.
public struct PlanQuestion: Equatable, Sendable {
    /// The target asked about.
    public var target: PlanTarget

    /// Reads a message by rules.
    /// - Parameters:
    ///   - message: one message of a person.
    ///   - targets: of the person's plan; a number alone is a question only if it is one of them.
    /// - Returns: nil if the message asks for no such reason.
    public static func read(_ message: String, targets: PlannedTargets?) -> PlanQuestion? {
        let text = Wrappers.stripped(FoldedText(message))
        guard text.words.count <= 16, asksReason(text), !isOfOthers(text) else { return nil }
        let numbers = PlanNumber.all(in: message)
        let named = named(in: text, numbers)
        if let named, text.has(anyOf: amounts + plans) || !numbers.isEmpty { return PlanQuestion(target: named) }
        // Words that name another thing: “why did I sleep 2,000 minutes?”
        guard named == nil, let targets, Subject.named(in: text).isEmpty, text.words.count <= 9 else { return nil }
        return numbers.lazy.compactMap { $0.target(of: targets) }.first.map { PlanQuestion(target: $0) }
    }

    private static func asksReason(_ text: FoldedText) -> Bool {
        text.has(anyOf: ["why", "how come", "warum", "wieso", "weshalb", "wozu", "reason for", "grund fur"])
            || text.has(anyOf: ["how", "where", "wie", "woher"])
                && text.has(
                    anyOf: [
                        "come from", "comes from", "come up with", "you get", "did you get", "calculated", "computed",
                        "arrive at", "kommst du auf", "kommt", "kommen", "berechnet", "rechnest",
                    ])
    }

    /// What was burnt, eaten or drunk is no target, and “why is protein important?” asks about everybody.
    private static func isOfOthers(_ text: FoldedText) -> Bool {
        text.has(
            anyOf: [
                "burn*", "did i", "have i", "was i", "were my", "yesterday", "last", "important", "healthy", "good for",
                "bad for", "verbrann*", "verbrenn*", "verbrauch*", "habe ich", "hab ich", "war", "waren", "gestern",
                "letzte*", "wichtig", "gesund", "gut fur", "schlecht fur",
            ])
    }

    private static func named(in text: FoldedText, _ numbers: [PlanNumber]) -> PlanTarget? {
        if text.has(anyOf: ["protein", "proteins", "eiweiss", "proteine", "proteinziel", "eiweissziel"]) {
            return .protein
        }
        if text.has(
            anyOf: ["water", "wasser", "drink", "drinking", "trinken", "fluid", "fluids", "flussigkeit", "trinkmenge"])
        {
            return .water
        }
        if text.has(
            anyOf: [
                "calorie", "calories", "cals", "kcal", "kj", "kilojoule", "kilojoules", "kilocalories", "kalorie",
                "kalorien", "kilokalorien", "kalorienziel", "energieziel", "so little food", "eat so little",
                "eat so much", "so wenig essen", "so viel essen",
            ])
        {
            return .calories
        }
        let isWeekly = text.has(anyOf: ["week", "weekly", "woche", "wochentlich", "abnehmtempo", "wochenrate"])
        if isWeekly,
            text.has(anyOf: ["kg", "kilo", "kilos", "lb", "lbs", "pound", "pounds", "pfund", "rate", "pace"])
                || text.has(anyOf: ["so slow", "so slowly", "so langsam", "lose", "abnehmen", "gain", "zunehmen"])
        {
            return .weeklyRate
        }
        // “Why 165 g?”, “warum 2,6 l?”
        if numbers.contains(where: { $0.unit == .gram }) { return .protein }
        return numbers.contains { $0.unit == .millilitre || $0.unit == .litre } ? .water : nil
    }

    private static let amounts = [
        "so much", "so many", "so little", "so few", "that much", "that many", "this much", "this many", "that little",
        "only", "just", "exactly", "as much", "so viel", "so viele", "so wenig", "so wenige", "nur", "gerade", "genau",
        "bloss", "so hoch", "so niedrig", "so high", "so low", "so slow", "so slowly", "so langsam",
    ]
    private static let plans = [
        "target", "targets", "goal", "plan", "plans", "my calories", "my protein", "my water", "ziel", "ziele",
        "vorgabe",
        "meine kalorien", "mein eiweiss", "mein protein", "mein wasser", "kalorienziel", "energieziel", "proteinziel",
        "eiweissziel", "trinkmenge", "abnehmtempo", "wochenrate",
    ]
}
