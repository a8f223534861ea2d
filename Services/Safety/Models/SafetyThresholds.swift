/// From which calibrated probability on the trained heads speak (`RiskHead.Risk`). One line for each decision.
///
/// Data: training texts out of fold (goemotions, lemotif, own rows) for false alarms, the development halves of the measuring sets for recall; by counts, never by
/// reading rows. Probabilities are calibrated over texts of which our own, half of them dangerous, weigh a little more than the plain
/// rest. `Services/Safety/Models/MODEL.md` lists what these thresholds give on each set, `deploy/bench quality` measures it anew.
///
/// | threshold | what set it |
/// |---|---|
/// | crisisAlone | most of 103 explicit rows (92 %) while safe rows of the same set stay at 4 %; out of fold 0.2 % of goemotions, none of lemotif |
/// | crisisWithHint | a rule's hint beside it: no further safe row |
/// | caution | most hints while lemotif stays under 2 %; goemotions is at 1.1 %, the safe rows at 12 % |
/// | dismissed | beside words of danger that the rules found denied, over or not the writer's, the head has to be surer; chosen on our own rows (`DeniedRows.looked`) |
/// | doubt | two thirds of the rules' false crises on plain texts lie below, one in a hundred of their true ones |
/// | release, releaseCrisis | three quarters of the rules' false cautions on plain texts lie below both, one in a hundred of their true ones |
enum SafetyThresholds {
    /// `crisis` without any word of danger.
    static let crisisAlone = 0.62
    /// `crisis` where a rule found a hint.
    static let crisisWithHint = 0.25
    /// `caution` without any word of danger.
    static let caution = 0.68
    /// `caution` or `crisis` in the rest of a text whose words of danger the rules found denied, over or somebody else's.
    static let dismissed = 0.90
    /// A rule's `crisis` is a `caution` where the probability of a crisis is below this.
    static let doubt = 0.16
    /// A rule's caution is dropped where the probability of a caution or crisis is below this,
    static let release = 0.10
    /// and that of a crisis below this.
    static let releaseCrisis = 0.02
}
