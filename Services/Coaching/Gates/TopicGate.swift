import Language

/// The trained half of the topic gate (COA-7), which classifies messages. Without the sentence model there is none, and
/// the word lists decide.
struct TopicGate: Sendable {
    enum Kind: String, CaseIterable {
        case onTopic, offTopic
        /// A question about an illness or its treatment, which is for a doctor.
        case medical
        /// An attempt to steer a language model ("ignore your instructions").
        case injection
    }

    /// Minimum probabilities, set on the training rows out of fold; see `Training/MODEL.md`.
    private enum Threshold {
        /// A message that names no topic passes from this on-topic probability on.
        static let passes = 0.11
        /// A message that names a topic is rejected only below this on-topic probability.
        static let namedOnTopic = 0.05
        static let medical = 0.45
        static let injection = 0.60
    }

    private let head: DenseHead

    init?(embedder: String) {
        guard let head = GateHead.load(embedder: embedder), head.classes == Kind.allCases.map(\.rawValue) else {
            return nil
        }
        self.head = head
    }

    /// The kind of a message; nil if the readings are empty, and then the word lists decide.
    /// - Parameters:
    ///   - readings: of the message's windows; the maximum over the windows counts for each kind.
    ///   - namesTopic: whether the message has a word from the topic word lists.
    func kind(_ readings: [SentenceReading], namesTopic: Bool) -> Kind? {
        var likely: [Kind: Double] = [:]
        for reading in readings where !reading.isEmpty {
            for (kind, probability) in zip(Kind.allCases, head.probabilities(reading.features) ?? []) {
                likely[kind] = max(likely[kind] ?? 0, probability)
            }
        }
        guard !likely.isEmpty else { return nil }
        if likely[.injection, default: 0] >= Threshold.injection { return .injection }
        if likely[.medical, default: 0] >= Threshold.medical { return .medical }
        return likely[.onTopic, default: 0] >= (namesTopic ? Threshold.namedOnTopic : Threshold.passes)
            ? .onTopic : .offTopic
    }
}
