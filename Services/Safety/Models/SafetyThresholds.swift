/// Calibrated probabilities (`RiskHead.Risk`) from which the trained heads change a verdict, one for each decision.
///
/// Data: training texts out of fold (goemotions, lemotif, own rows) for false alarms, and the development halves of the
/// test sets for recall. The thresholds were chosen from counts, never by reading rows. Probabilities are calibrated
/// over texts in which our own rows, half of them dangerous, weigh a little more than the general ones.
/// `Services/Safety/Models/MODEL.md` lists the results on each set; `deploy/bench quality` repeats the measurement.
///
/// | threshold | criterion |
/// |---|---|
/// | crisisAlone | most of 103 explicit rows (92 %), 4 % of safe rows; out of fold 0.2 % of goemotions, 0 of lemotif |
/// | crisisWithHint | with a rule's hint: no further safe row |
/// | caution | most hints with lemotif under 2 %; goemotions is at 1.1 %, the safe rows at 12 % |
/// | dismissed | stricter near dismissed words of danger; chosen on our own rows (`DeniedRows.looked`) |
/// | advice | as `dismissed`; `ReplyMeasure` counts replies that were written without sight of it |
/// | doubt | two thirds of the rules' false crises on general texts lie below it, and 1 in 100 of their true ones |
/// | release, releaseCrisis | ¾ of the rules' false cautions on general texts, 1 in 100 true ones lie below both |
enum SafetyThresholds {
    /// Minimum probability for `crisis` without any word of danger.
    static let crisisAlone = 0.62
    /// Minimum probability for `crisis` if a rule found a hint.
    static let crisisWithHint = 0.25
    /// Minimum probability for `caution` without any word of danger.
    static let caution = 0.68
    /// Minimum probability for `caution` or `crisis` in the rest of a text whose words of danger the rules found to be
    /// denied, past or of another person.
    static let dismissed = 0.90
    /// Minimum probability for `caution` without any word of danger in a text that a program composed for the person.
    static let advice = 0.90
    /// A rule's `crisis` becomes `caution` if the probability of a crisis is below this.
    static let doubt = 0.16
    /// A rule's caution is dropped if the probability of a caution or crisis is below this and that of a crisis below
    /// `releaseCrisis`.
    static let release = 0.10
    /// Upper bound of the crisis probability for dropping a rule's caution.
    static let releaseCrisis = 0.02
}
