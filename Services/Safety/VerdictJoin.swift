import Messages

/// One verdict of what the rules found and what the trained head makes of it (SAF-3).
///
/// Explicit words alarm alone: the head makes at most a `caution` of a rule's `crisis`, and only where it hardly sees one. It raises the rest, and lets go of
/// a rule's mild caution where neither head sees anything.
enum VerdictJoin {
    static let rule = "head"

    static func join(_ rules: Verdict, _ risk: RiskHead.Risk?) -> Verdict {
        guard let risk, rules.reason != .unknownLanguage else { return rules }
        if rules.level == .crisis {
            return risk.crisis < SafetyThresholds.doubt ? Verdict(level: .caution, reason: .distress, rules: rules.rules + [rule]) : rules
        }
        let isHint = rules.level == .caution && rules.reason != .concernForOthers
        if risk.crisis >= (isHint ? SafetyThresholds.crisisWithHint : SafetyThresholds.crisisAlone) {
            return Verdict(level: .crisis, reason: isHint && isGrave(rules.reason) ? rules.reason : risk.crisisReason, rules: rules.rules + [rule])
        }
        if rules.level == .caution {
            let seesNothing = risk.alert < SafetyThresholds.release && risk.crisis < SafetyThresholds.releaseCrisis
            return seesNothing ? Verdict(level: .safe) : rules
        }
        return risk.alert >= SafetyThresholds.caution ? Verdict(level: .caution, reason: risk.cautionReason, rules: [rule]) : rules
    }

    private static func isGrave(_ reason: Verdict.Reason?) -> Bool {
        switch reason {
        case .selfHarm, .abuseOrDanger, .medicalEmergency, .harmToOthers: true
        default: false
        }
    }
}
