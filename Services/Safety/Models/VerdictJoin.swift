import Messages

/// Combines the rules' result and the trained head's risk into one verdict (SAF-3).
///
/// An explicit statement about the present is a crisis regardless of the head. Any other `crisis` of a rule becomes at
/// most a `caution`, and only if the head's crisis probability is very low. The head may raise any other level, and
/// drops a rule's mild caution if neither head sees a risk, unless plain words of despair hold it.
///
/// The head alone makes no medical emergency, because it takes "I had too much on my mind" for an overdose: it raises to
/// a caution of that reason, with a quiet card that names the number to call. Only a rule's medical hint and the head
/// together are a medical crisis.
///
/// The head reads only the clauses that the rules have not resolved: denied, past or other people's statements are left
/// to the rules, and next to them the head needs a higher probability.
///
/// A head that has not read the whole text lowers nothing.
enum VerdictJoin {
    static let rule = "head"

    /// - Parameter isAdvice: whether a program composed the text. The heads were trained on texts of people about
    ///   themselves, and take calm advice for signs of distress.
    static func join(_ judgement: SafetyClassifier.Judgement, _ risk: RiskHead.Risk?, isAdvice: Bool = false) -> Verdict
    {
        let rules = judgement.verdict
        guard let risk, !judgement.isExplicit else { return rules }
        if rules.level == .crisis {
            return risk.crisis < SafetyThresholds.doubt && !risk.isPartial
                ? Verdict(level: .caution, reason: .distress, rules: rules.rules + [rule]) : rules
        }
        let isHint = judgement.isHint && rules.reason != .concernForOthers && rules.reason != .disorderedEating
        let isDismissed = (judgement.isDismissed || judgement.isOver) && rules.level == .safe
        let crisis =
            isHint
            ? SafetyThresholds.crisisWithHint : isDismissed ? SafetyThresholds.dismissed : SafetyThresholds.crisisAlone
        if risk.crisis >= crisis {
            let reason = isHint && isGrave(rules.reason) ? rules.reason : risk.crisisReason
            guard reason == .medicalEmergency, rules.reason != .medicalEmergency else {
                return Verdict(level: .crisis, reason: reason, rules: rules.rules + [rule])
            }
            return Verdict(level: .caution, reason: .medicalEmergency, rules: rules.rules + [rule])
        }
        if rules.level == .caution {
            let seesNothing =
                !risk.isPartial && !judgement.isHeld && rules.reason != .unknownLanguage
                && risk.alert < SafetyThresholds.release
                && risk.crisis < SafetyThresholds.releaseCrisis
            return seesNothing ? Verdict(level: .safe) : rules
        }
        let caution =
            isAdvice
            ? SafetyThresholds.advice : isDismissed ? SafetyThresholds.dismissed : SafetyThresholds.caution
        return risk.alert >= caution
            ? Verdict(level: .caution, reason: risk.cautionReason, rules: [rule]) : rules
    }

    private static func isGrave(_ reason: Verdict.Reason?) -> Bool {
        switch reason {
        case .selfHarm, .abuseOrDanger, .medicalEmergency, .harmToOthers: true
        default: false
        }
    }
}
