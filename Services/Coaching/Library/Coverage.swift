/// Whether the library has something to say to a message (COA-7), measured by the median similarity of the three nearest moments.
enum Coverage {
    /// What a similarity means with one embedder.
    struct Calibration {
        let embedder: String
        /// From here on a message that names no topic is taken to be about the library's matters.
        let gate: Double
        /// From here on something may be asked of a model about it.
        let coverage: Double
    }

    static let matches = 3

    /// One line for each embedder, with the data it was calibrated on; one that is not here covers nothing. Similarity is 1/(1 + L2 distance): unit vectors that
    /// have nothing in common lie at 0.414.
    ///
    /// Data: the questions of `Tests/Coaching/Questions.swift` (53 on the coach's topics, 7 about oneself in general, 40 on other matters; own material) against
    /// the 138 shipped moments; `IntentTests` measures it anew.
    ///
    /// | embedder | gate: other matters that pass, own ones | coverage: own ones that name a topic, general ones |
    /// |---|---|---|
    /// | minilm-l6-v2 | 0 of 40 (and 23 of 1,500 off-topic rows of clinc150), 44 of 53 | 53 of 53, 6 of 7 |
    /// | hashing-1 | 0 of 40, 3 of 53 | 43 of 43, 7 of 7 |
    ///
    /// Feature hashing sees shared words only: among questions that name no topic it cannot tell own matters from others (at 0.45 it lets pass 1 in 13 of the
    /// others and misses 3 in 4 of its own), so that there the words of the topic gate decide and the threshold is the strictest that was measured.
    static let calibrations = [
        Calibration(embedder: "minilm-l6-v2", gate: 0.475, coverage: 0.45),
        Calibration(embedder: "hashing-1", gate: 0.47, coverage: 0.425),
    ]

    static func calibration(_ embedder: String) -> Calibration? { calibrations.first { $0.embedder == embedder } }

    /// Median similarity of the nearest three; nil where there are fewer.
    static func similarity(_ matches: [Retrieval.Match]) -> Double? {
        matches.count >= Self.matches ? matches[matches.startIndex + Self.matches / 2].similarity : nil
    }
}
