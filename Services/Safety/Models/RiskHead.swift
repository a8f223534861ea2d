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
    }

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

    /// The risk of a text; nil if it has no words.
    /// - Throws: the embedder's error.
    func risk(of text: String) async throws -> Risk? {
        let passages = Passages.of(text)
        let readings = try await embedder.read(passages)
        var gravest: Risk?
        for (passage, reading) in zip(passages, readings) {
            let words = SafetyReader.read(passage)
            let phrases = PhraseFeatures.of(words, classifier.judge(words), isQuestion: passage.contains("?"))
            guard let grave = crisis.probabilities(reading.meaning + phrases),
                let any = alert.probabilities(reading.features + phrases)
            else { continue }
            let risk = Self.risk(grave, any)
            gravest = gravest.map { Self.graver($0, risk) } ?? risk
        }
        return gravest.map { risk in
            var calibrated = risk
            calibrated.crisis = crisis.calibrated(risk.crisis, as: "crisis")
            calibrated.alert = alert.calibrated(risk.alert, as: "alert")
            return calibrated
        }
    }

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
