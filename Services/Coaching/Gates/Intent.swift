import Messages
import Moments

/// The topic of a message (COA-8), and whether the library covers it.
struct Intent: Equatable {
    var topic: Topic
    /// Whether the message names the topic; otherwise it was inferred from the moments or the signals.
    var isNamed: Bool
    /// Whether the library covers the message. Without coverage no model is asked (COA-7).
    var isCovered: Bool

    /// Phrases that determine the topic regardless of the rest of the message.
    private static let overrides: [(phrase: String, topic: Topic)] = [
        ("rmssd", .hrv), ("sdnn", .hrv), ("hrv", .hrv), ("heart rate", .hrv), ("herzfrequenz", .hrv),
        ("insomnia", .sleep), ("can't sleep", .sleep),
        ("cannot sleep", .sleep), ("fall asleep", .sleep), ("schlaflos", .sleep), ("nicht schlafen", .sleep),
        ("burned out", .stress), ("burnt out", .stress),
        ("gratitude", .mood), ("meditat", .mindfulness), ("breathing exercise", .mindfulness),
    ]

    /// Questions about oneself or the day that name no topic.
    private static let general = [
        "how am i", "how are my", "how is my", "how's my", "how was my", "how did i", "what should i do",
        "what can i do", "what do i do", "what now",
        "help me feel",
        "any tip", "a tip", "suggest something", "any suggestion", "any advice", "some advice", "recommend something",
        "what do you recommend", "my score",
        "my day", "my week", "my data", "feel better", "i feel", "i'm feeling", "i am feeling", "wie geht es mir",
        "wie war mein", "was soll ich", "was kann ich", "ein tipp", "ich fühle",
    ]

    /// - Parameters:
    ///   - matches: the moments nearest to the message, most similar first; nil without an embedding: then every
    ///     message passes the topic gate and none is covered.
    ///   - embedder: name of the embedder that made the vectors.
    ///   - kind: the trained gate's classification, given whether the message names a topic; nil without such a gate.
    /// - Returns: nil if the message is off topic.
    static func of(
        _ message: String, matches: [Retrieval.Match]?, embedder: String, signals: SignalState?,
        kind: (_ namesTopic: Bool) -> TopicGate.Kind? = { _ in nil }
    ) -> Intent? {
        let text = message.lowercased().replacing("’", with: "'")
        let calibration = Coverage.calibration(embedder)
        let similarity = Coverage.similarity(matches ?? []) ?? 0
        let isCovered = calibration.map { similarity >= $0.coverage } ?? false
        let isNear = calibration.map { similarity >= $0.gate } ?? false
        // An override phrase takes precedence over the gate's topic.
        let named = overrides.first { text.contains($0.phrase) }?.topic ?? TopicNames.topic(of: text)
        let kind = kind(named != .none)
        if let kind, kind != .onTopic { return nil }
        if named != .none { return Intent(topic: named, isNamed: true, isCovered: isCovered) }
        guard isNear || matches == nil || kind == .onTopic || general.contains(where: text.contains) else { return nil }
        if isNear || kind == .onTopic, let topic = dominant(matches?.prefix(2) ?? []) {
            return Intent(topic: topic, isNamed: false, isCovered: isCovered)
        }
        return Intent(topic: signals?.strongest?.signal.entry?.topic ?? .none, isNamed: false, isCovered: isCovered)
    }

    /// The topic with the largest summed similarity; on a tie that of the nearer moment.
    private static func dominant(_ matches: ArraySlice<Retrieval.Match>) -> Topic? {
        var sums: [Topic: Double] = [:]
        for match in matches where match.item.topic != .none {
            sums[match.item.topic, default: 0] += match.similarity
        }
        let most = sums.values.max()
        return matches.first { sums[$0.item.topic] == most }?.item.topic
    }
}
