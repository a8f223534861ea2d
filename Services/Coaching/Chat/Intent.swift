import Messages
import Moments

/// What a message is about (COA-8), and whether the coach has anything to say to it.
struct Intent: Equatable {
    var topic: Topic
    /// The message named the topic; else it was found in the moments or the signals.
    var isNamed: Bool
    /// The library has something to say to it; without that nothing is asked of a model (COA-7).
    var isCovered: Bool

    /// Phrases that decide whatever else a message says.
    private static let overrides: [(phrase: String, topic: Topic)] = [
        ("rmssd", .hrv), ("sdnn", .hrv), ("hrv", .hrv), ("heart rate", .hrv), ("herzfrequenz", .hrv), ("insomnia", .sleep), ("can't sleep", .sleep),
        ("cannot sleep", .sleep), ("fall asleep", .sleep), ("schlaflos", .sleep), ("nicht schlafen", .sleep), ("burned out", .stress), ("burnt out", .stress),
        ("gratitude", .mood), ("meditat", .mindfulness), ("breathing exercise", .mindfulness),
    ]

    /// Questions about oneself or the day that name no topic.
    private static let general = [
        "how am i", "how are my", "how is my", "how's my", "how was my", "how did i", "what should i do", "what can i do", "what do i do", "what now",
        "help me feel",
        "any tip", "a tip", "suggest something", "any suggestion", "any advice", "some advice", "recommend something", "what do you recommend", "my score",
        "my day", "my week", "my data", "feel better", "i feel", "i'm feeling", "i am feeling", "wie geht es mir",
        "wie war mein", "was soll ich", "was kann ich", "ein tipp", "ich fühle",
    ]

    /// - Parameters:
    ///   - matches: the moments nearest to the message, most similar first; nil where there is no embedding. Then the topic gate lets everything pass, and
    ///     nothing counts as covered.
    ///   - embedder: what made the vectors.
    ///   - kind: what the trained gate takes the message for, told whether it names a topic; nil where there is no such gate.
    /// - Returns: nil where the message is about something else.
    static func of(
        _ message: String, matches: [Retrieval.Match]?, embedder: String, signals: SignalState?, kind: (_ namesTopic: Bool) -> TopicGate.Kind? = { _ in nil }
    ) -> Intent? {
        let text = message.lowercased().replacing("’", with: "'")
        let calibration = Coverage.calibration(embedder)
        let similarity = Coverage.similarity(matches ?? []) ?? 0
        let isCovered = calibration.map { similarity >= $0.coverage } ?? false
        let isNear = calibration.map { similarity >= $0.gate } ?? false
        // The topic of the gate, unless a phrase says it better.
        let named = overrides.first { text.contains($0.phrase) }?.topic ?? TopicWords.topic(of: text)
        let kind = kind(named != .none)
        if let kind, kind != .onTopic { return nil }
        if named != .none { return Intent(topic: named, isNamed: true, isCovered: isCovered) }
        guard isNear || matches == nil || kind == .onTopic || general.contains(where: text.contains) else { return nil }
        if isNear || kind == .onTopic, let topic = dominant(matches?.prefix(2) ?? []) { return Intent(topic: topic, isNamed: false, isCovered: isCovered) }
        return Intent(topic: signals?.strongest?.signal.entry?.topic ?? .none, isNamed: false, isCovered: isCovered)
    }

    /// The topic with the most similarity behind it, the nearer one's where even.
    private static func dominant(_ matches: ArraySlice<Retrieval.Match>) -> Topic? {
        var sums: [Topic: Double] = [:]
        for match in matches where match.moment.topic != .none { sums[match.moment.topic, default: 0] += match.similarity }
        let most = sums.values.max()
        return matches.first { sums[$0.moment.topic] == most }?.moment.topic
    }
}
