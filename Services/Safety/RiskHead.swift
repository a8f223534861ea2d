import Language
import Messages

/// The trained half of the classifier (SAF-3): how likely each kind of danger is, passage by passage. See MODEL.md.
struct RiskHead: Sendable {
    /// Of the gravest passage of a text, calibrated for texts.
    struct Risk: Equatable {
        /// 0 … 1: the probability of `crisis`, and of `caution` or `crisis`.
        var crisis: Double
        var alert: Double
        /// The likeliest reason for a crisis, and for a caution.
        var crisisReason: Verdict.Reason
        var cautionReason: Verdict.Reason
    }

    /// Classes of the head, in its order, with what they mean.
    static let classes: [(name: String, level: Verdict.Level, reason: Verdict.Reason?)] = [
        ("safe", .safe, nil), ("distress", .caution, .distress), ("hint", .caution, .selfHarm), ("selfHarm", .crisis, .selfHarm),
        ("abuseOrDanger", .crisis, .abuseOrDanger), ("medicalEmergency", .crisis, .medicalEmergency), ("harmToOthers", .crisis, .harmToOthers),
    ]

    private let head: DenseHead
    private let embedder: any SentenceEmbedder
    private let classifier: SafetyClassifier

    /// - Returns: nil where the head was not trained on this embedder's vectors.
    /// - Throws: `DenseHead.Failure`.
    init?(json: [UInt8], embedder: any SentenceEmbedder, classifier: SafetyClassifier) throws {
        head = try DenseHead(json: json)
        guard head.embedder == embedder.name, embedder.dimensions + PhraseFeatures.count == head.inputs, head.classes == Self.classes.map(\.name) else {
            return nil
        }
        (self.embedder, self.classifier) = (embedder, classifier)
    }

    /// - Throws: what the embedder throws.
    /// - Returns: nil for a text without words.
    func risk(of text: String) async throws -> Risk? {
        let passages = Passages.of(text)
        let vectors = try await embedder.embed(passages)
        var gravest: Risk?
        for (passage, vector) in zip(passages, vectors) {
            let words = SafetyReader.read(passage)
            let features = vector + PhraseFeatures.of(words, classifier.judge(words), isQuestion: passage.contains("?"))
            guard let probabilities = head.probabilities(features) else { continue }
            let risk = Self.risk(probabilities)
            gravest = gravest.map { Self.graver($0, risk) } ?? risk
        }
        return gravest.map { risk in
            var calibrated = risk
            calibrated.crisis = head.calibrated(risk.crisis, as: "crisis")
            calibrated.alert = head.calibrated(risk.alert, as: "alert")
            return calibrated
        }
    }

    private static func risk(_ probabilities: [Double]) -> Risk {
        func likeliest(_ level: Verdict.Level) -> Verdict.Reason {
            let places = classes.indices.filter { classes[$0].level == level }
            return places.max { probabilities[$0] < probabilities[$1] }.flatMap { classes[$0].reason } ?? .distress
        }
        let crisis = zip(classes, probabilities).reduce(0) { $1.0.level == .crisis ? $0 + $1.1 : $0 }
        return Risk(crisis: crisis, alert: 1 - probabilities[0], crisisReason: likeliest(.crisis), cautionReason: likeliest(.caution))
    }

    private static func graver(_ left: Risk, _ right: Risk) -> Risk {
        var both = left
        if right.crisis > left.crisis { (both.crisis, both.crisisReason) = (right.crisis, right.crisisReason) }
        if right.alert > left.alert { (both.alert, both.cautionReason) = (right.alert, right.cautionReason) }
        return both
    }
}
