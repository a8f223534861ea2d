import Language

/// The trained half of the topic gate (COA-7): what kind of message this is. Without the sentence model there is none, and the words of the gate decide.
struct TopicGate: Sendable {
    enum Kind: String, CaseIterable {
        case onTopic, offTopic
        /// A question about an illness or its treatment: for a doctor, not for a coach.
        case medical
        /// An attempt to steer a language model ("ignore your instructions").
        case injection
    }

    /// From these probabilities on; set on the training rows out of fold, see `Training/MODEL.md`.
    private enum Threshold {
        /// A message that names no topic passes where it is this likely on topic.
        static let passes = 0.11
        /// One that names a topic is stopped only where it is this unlikely.
        static let stopsNamed = 0.05
        static let medical = 0.45
        static let injection = 0.60
    }

    private let head: DenseHead

    init?(embedder: String) {
        guard let head = GateHead.load(embedder: embedder), head.classes == Kind.allCases.map(\.rawValue) else { return nil }
        self.head = head
    }

    /// nil where the readings say nothing; then the words decide.
    /// - Parameters:
    ///   - readings: of the message's windows; of each kind the likeliest window counts.
    ///   - namesTopic: the message has a word of the coach's matters.
    func kind(_ readings: [SentenceReading], namesTopic: Bool) -> Kind? {
        var likely: [Kind: Double] = [:]
        for reading in readings where !reading.isEmpty {
            for (kind, probability) in zip(Kind.allCases, head.probabilities(reading.features) ?? []) { likely[kind] = max(likely[kind] ?? 0, probability) }
        }
        guard !likely.isEmpty else { return nil }
        if likely[.injection, default: 0] >= Threshold.injection { return .injection }
        if likely[.medical, default: 0] >= Threshold.medical { return .medical }
        return likely[.onTopic, default: 0] >= (namesTopic ? Threshold.stopsNamed : Threshold.passes) ? .onTopic : .offTopic
    }
}
