import Language
import Messages

/// The trained half of the classifier (SAF-3): the probability of each kind of danger, passage by passage. See
/// MODEL.md.
///
/// One head detects crises, by the content of a passage. The other detects cautions, by content and by wording.
struct RiskHead: Sendable {
    /// The risk of a text's gravest passage, calibrated on whole texts.
    struct Risk: Equatable {
        /// Probability of `crisis`, 0 … 1.
        var crisis: Double
        /// Probability of `caution` or `crisis`, 0 … 1.
        var alert: Double
        /// The most probable reason for a crisis.
        var crisisReason: Verdict.Reason
        /// The most probable reason for a caution.
        var cautionReason: Verdict.Reason
        /// Whether passages are left that the heads have not read.
        var isPartial = false
    }

    /// Longest passage of one reading by the heads, in bytes. A passage has 24 words; a longer one is no prose, and is
    /// read in pieces.
    static let maximumPassageBytes = 2_000

    /// Classes of both heads in output order, with their level and reason.
    static let classes: [(name: String, level: Verdict.Level, reason: Verdict.Reason?)] = [
        ("safe", .safe, nil), ("distress", .caution, .distress), ("hint", .caution, .selfHarm),
        ("selfHarm", .crisis, .selfHarm),
        ("abuseOrDanger", .crisis, .abuseOrDanger), ("medicalEmergency", .crisis, .medicalEmergency),
        ("harmToOthers", .crisis, .harmToOthers),
    ]

    private let crisis: DenseHead
    private let alert: DenseHead
    private let embedder: any SentenceEmbedder
    private let classifier: SafetyClassifier

    /// - Returns: nil if the heads were not trained on this embedder's readings.
    /// - Throws: `DenseHead.Failure`.
    init?(embedder: any SentenceEmbedder, classifier: SafetyClassifier) throws {
        crisis = try DenseHead(json: CrisisWeights.json)
        alert = try DenseHead(json: AlertWeights.json)
        for head in [crisis, alert] where head.embedder != embedder.name || head.classes != Self.classes.map(\.name) {
            return nil
        }
        (self.embedder, self.classifier) = (embedder, classifier)
    }

    /// A passage and what the rules say about it.
    private struct Passage {
        var text: String
        var phrases: [Float]
        /// Order of reading: those with the rules' findings and words of danger first.
        var urgency: Float
    }

    /// The risk of a text; nil if it has no words. Equal passages are read once. If the limits do not allow all of
    /// them, those in which the rules see most are read, and `isPartial` is set.
    /// - Throws: the embedder's error; `CancellationError`.
    func risk(
        of text: String,
        within limits: ReadingLimits = ReadingLimits(maximumTokens: .max, maximumTime: .seconds(86_400))
    ) async throws -> Risk? {
        let start = ContinuousClock.now
        var (passages, seen, isPartial): ([Passage], Set<String>, Bool) = ([], [], false)
        for passage in Passages.of(text).flatMap(Self.pieces) where seen.insert(passage).inserted {
            try Task.checkCancellation()
            // Other requests come in between.
            if passages.count % 8 == 7 { await Task.yield() }
            let words = SafetyReader.read(passage)
            guard !words.isEmpty else { continue }
            let phrases = PhraseFeatures.of(words, classifier.judge(words), isQuestion: passage.contains("?"))
            passages.append(Passage(text: passage, phrases: phrases, urgency: PhraseFeatures.urgency(phrases)))
        }
        // Stable, so that equal passages of a calm text are read from its beginning.
        let order = passages.indices.sorted { (-passages[$0].urgency, $0) < (-passages[$1].urgency, $1) }
        passages = order.map { passages[$0] }
        var gravest: Risk?
        let readings = try await embedder.read(passages.map(\.text), within: limits.remaining(since: start))
        for (passage, reading) in zip(passages, readings) {
            guard let reading else {
                isPartial = true
                continue
            }
            guard let grave = crisis.probabilities(reading.meaning + passage.phrases),
                let any = alert.probabilities(reading.features + passage.phrases)
            else { continue }
            let risk = Self.risk(grave, any)
            gravest = gravest.map { Self.graver($0, risk) } ?? risk
        }
        guard var risk = gravest else {
            return isPartial
                ? Risk(crisis: 0, alert: 0, crisisReason: .distress, cautionReason: .distress, isPartial: true) : nil
        }
        risk.crisis = crisis.calibrated(risk.crisis, as: "crisis")
        risk.alert = alert.calibrated(risk.alert, as: "alert")
        risk.isPartial = isPartial
        return risk
    }

    /// Pieces of at most `maximumPassageBytes`; a passage within is its only piece. They overlap, so that a statement at
    /// the end of one is whole in the next.
    private static func pieces(of passage: String) -> [String] {
        guard passage.utf8.count > maximumPassageBytes else { return [passage] }
        let scalars = Array(passage.unicodeScalars)
        var (pieces, start) = ([String](), 0)
        while true {
            var (end, bytes) = (start, 0)
            while end < scalars.count, bytes + UTF8.width(scalars[end]) <= maximumPassageBytes {
                bytes += UTF8.width(scalars[end])
                end += 1
            }
            var piece = String.UnicodeScalarView()
            piece.append(contentsOf: scalars[start..<end])
            pieces.append(String(piece))
            guard end < scalars.count else { return pieces }
            start = end - overlap
        }
    }

    /// Scalars that two pieces share: longer than a plain statement, and far less than a piece.
    private static let overlap = 150

    /// - Parameters:
    ///   - grave: class probabilities by the crisis head.
    ///   - any: class probabilities by the caution head.
    private static func risk(_ grave: [Double], _ any: [Double]) -> Risk {
        func likeliest(_ level: Verdict.Level, _ probabilities: [Double]) -> Verdict.Reason {
            let places = classes.indices.filter { classes[$0].level == level }
            return places.max { probabilities[$0] < probabilities[$1] }.flatMap { classes[$0].reason } ?? .distress
        }
        let crisis = zip(classes, grave).reduce(0) { $1.0.level == .crisis ? $0 + $1.1 : $0 }
        return Risk(
            crisis: crisis, alert: 1 - any[0], crisisReason: likeliest(.crisis, grave),
            cautionReason: likeliest(.caution, any))
    }

    private static func graver(_ left: Risk, _ right: Risk) -> Risk {
        var both = left
        if right.crisis > left.crisis { (both.crisis, both.crisisReason) = (right.crisis, right.crisisReason) }
        if right.alert > left.alert { (both.alert, both.cautionReason) = (right.alert, right.cautionReason) }
        return both
    }
}
