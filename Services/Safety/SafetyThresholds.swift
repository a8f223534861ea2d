/// From which calibrated probability on the trained head speaks (`RiskHead.Risk`). One line for each decision.
///
/// Data: training texts out of fold (goemotions, lemotif, own rows) for false alarms, the development halves of the measuring sets for recall; by counts, never by
/// reading rows. Probabilities are calibrated over texts of which our own, half of them dangerous, weigh a little more than the plain
/// rest. `Services/Safety/MODEL.md` lists what these thresholds give on each set, `deploy/bench quality` measures it anew.
///
/// | threshold | what set it |
/// |---|---|
/// | crisisAlone | most of 103 explicit rows (92 %) while safe rows of the same set stay at 4 %; out of fold 0.2 % of goemotions, 0.3 % of lemotif |
/// | crisisWithHint | a rule's hint beside it: no further safe row |
/// | caution | most hints while goemotions stays under 2 % and the safe rows under 15 % (at 0.62: 15.6 %) |
/// | doubt | half of the rules' false crises on goemotions lie below, one of 103 explicit rows |
/// | release | two thirds of the rules' false cautions lie below, a tenth of their true ones |
enum SafetyThresholds {
    /// `crisis` without any word of danger.
    static let crisisAlone = 0.66
    /// `crisis` where a rule found a hint.
    static let crisisWithHint = 0.35
    /// `caution` without any word of danger.
    static let caution = 0.635
    /// Below this a rule's `crisis` is a `caution`.
    static let doubt = 0.29
    /// Below this a rule's caution is dropped.
    static let release = 0.33
}
