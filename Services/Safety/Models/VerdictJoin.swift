import Messages

/// One verdict of what the rules found and what the trained head makes of it (SAF-3).
///
/// An explicit statement of now alarms alone. Of any other `crisis` of a rule the head makes at most a `caution`, and only where it hardly sees one. It raises
/// the rest, and drops a rule's mild caution where neither head sees anything, unless plain words of despair hold it. It reads only what the rules have not
/// understood: what is denied, over or somebody else's is left to them, and beside that it has to be surer.
enum VerdictJoin {
    static let rule = "head"

    static func join(_ judgement: SafetyClassifier.Judgement, _ risk: RiskHead.Risk?) -> Verdict {
        let rules = judgement.verdict
        guard let risk, !judgement.isExplicit else { return rules }
        if rules.level == .crisis {
            return risk.crisis < SafetyThresholds.doubt ? Verdict(level: .caution, reason: .distress, rules: rules.rules + [rule]) : rules
        }
        let isHint = judgement.isHint && rules.reason != .concernForOthers && rules.reason != .disorderedEating
        let isDismissed = (judgement.isDismissed || judgement.isOver) && rules.level == .safe
        let crisis = isHint ? SafetyThresholds.crisisWithHint : isDismissed ? SafetyThresholds.dismissed : SafetyThresholds.crisisAlone
        if risk.crisis >= crisis {
            return Verdict(level: .crisis, reason: isHint && isGrave(rules.reason) ? rules.reason : risk.crisisReason, rules: rules.rules + [rule])
        }
        if rules.level == .caution {
            let seesNothing =
                !judgement.isHeld && rules.reason != .unknownLanguage && risk.alert < SafetyThresholds.release && risk.crisis < SafetyThresholds.releaseCrisis
            return seesNothing ? Verdict(level: .safe) : rules
        }
        return risk.alert >= (isDismissed ? SafetyThresholds.dismissed : SafetyThresholds.caution)
            ? Verdict(level: .caution, reason: risk.cautionReason, rules: [rule]) : rules
    }

    private static func isGrave(_ reason: Verdict.Reason?) -> Bool {
        switch reason {
        case .selfHarm, .abuseOrDanger, .medicalEmergency, .harmToOthers: true
        default: false
        }
    }
}
