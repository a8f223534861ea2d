/// Whether the library covers a message (COA-7), by the median similarity of the three nearest moments.
enum Coverage {
    /// Similarity thresholds for one embedder.
    struct Calibration {
        let embedder: String
        /// Minimum similarity at which a message that names no topic counts as on topic.
        let gate: Double
        /// Minimum similarity at which a model may be asked.
        let coverage: Double
    }

    static let matches = 3

    /// One entry for each embedder; an embedder without an entry covers nothing. Similarity is 1/(1 + L2 distance):
    /// orthogonal unit vectors have 0.414.
    ///
    /// Data: the questions of `Tests/Coaching/Questions.swift` (53 on the coach's topics, 7 about oneself in general,
    /// 40 off topic; own material) against the 138 shipped moments; `IntentTests` repeats the measurement.
    ///
    /// | embedder | gate: off-topic that pass, on-topic that pass | coverage: on-topic naming a topic, general |
    /// |---|---|---|
    /// | minilm-l6-v2 | 0 of 40 (and 23 of 1,500 off-topic rows of clinc150), 44 of 53 | 53 of 53, 6 of 7 |
    /// | hashing-1 | 0 of 40, 3 of 53 | 43 of 43, 7 of 7 |
    ///
    /// Feature hashing compares shared words only, so it cannot separate on-topic from off-topic questions that name no
    /// topic: at 0.45 it passes 1 in 13 off-topic ones and misses 3 in 4 on-topic ones. With it the topic gate's words
    /// decide, and the threshold is the strictest one measured.
    static let calibrations = [
        Calibration(embedder: "minilm-l6-v2", gate: 0.475, coverage: 0.45),
        Calibration(embedder: "hashing-1", gate: 0.47, coverage: 0.425),
    ]

    static func calibration(_ embedder: String) -> Calibration? { calibrations.first { $0.embedder == embedder } }

    /// Median similarity of the nearest three; nil if there are fewer.
    static func similarity(_ matches: [Retrieval.Match]) -> Double? {
        matches.count >= Self.matches ? matches[matches.startIndex + Self.matches / 2].similarity : nil
    }
}
