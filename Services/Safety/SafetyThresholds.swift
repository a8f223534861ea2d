/// From which calibrated probability on the trained head speaks (`RiskHead.Risk`). One line for each decision.
///
/// Data: training texts out of fold (goemotions, lemotif, own rows) for false alarms, the development halves of the measuring sets for recall; by counts, never by
/// reading rows. `Services/Safety/MODEL.md` lists what these thresholds give on each set, `deploy/bench quality` measures it anew.
///
/// | threshold | what set it |
/// |---|---|
/// | crisisAlone | head alone, out of fold: 0.1 % of goemotions, none of lemotif |
/// | crisisWithHint | a rule's hint beside it: no further goemotions row, two more of 103 explicit ones |
/// | caution | highest recall of hints with at most 2 % of goemotions and lemotif at `caution` or above (at 0.20: 2.4 % and 3.8 %) |
/// | doubt | half of the rules' false crises on goemotions lie below, one of 103 explicit rows |
/// | release | two thirds of the rules' false cautions lie below, a tenth of their true ones |
enum SafetyThresholds {
    /// `crisis` without any word of danger.
    static let crisisAlone = 0.70
    /// `crisis` where a rule found a hint.
    static let crisisWithHint = 0.30
    /// `caution` without any word of danger.
    static let caution = 0.40
    /// Below this a rule's `crisis` is a `caution`.
    static let doubt = 0.08
    /// Below this a rule's caution is dropped.
    static let release = 0.05
}
