import GoalsCore
import Language
import Localization
import Messages

/// Chooses the measure that an amount of a sentence is recorded in.
///
/// A distance or mass needs no name if the person has one measure of the kind: “ran 5 km” is recorded in the only
/// distance. All others need a word of the measure's name or unit, because push-ups are no pages, a run's half hour is no
/// sleep, energy that was burnt was not eaten, and a body's weight is no load. Of several measures those of active goals come first; if several remain, none is
/// chosen.
struct MeasureChoice {
    private struct Candidate {
        var id: EntityID
        var unit: MeasureUnit
        var form: TitleForm
        var isInGoal: Bool
    }

    private let candidates: [Candidate]
    private let sentence: TitleForm

    /// - Parameters:
    ///   - measures: only those whose texts may be used.
    ///   - inGoals: measures in which an active goal counts.
    init(_ sentence: String, among measures: [Measure], inGoals: Set<EntityID>, language: Language) {
        self.sentence = TitleForm(sentence, language: language)
        candidates = measures.compactMap { measure in
            MeasureFacts(measure.content).coreUnit.map {
                Candidate(
                    id: measure.facts.id, unit: $0,
                    form: TitleForm("\(measure.content.title ?? "") \(measure.content.unit)", language: language),
                    isInGoal: inGoals.contains(measure.facts.id))
            }
        }
    }

    /// The value of an amount in the chosen measure; nil if no measure or more than one fits.
    func value(of amount: Amount) -> MeasuredValue? {
        let ofKind = candidates.filter { $0.unit.kind == amount.kind }
        // “Weight 72 kg” names a body's weight, which is no mass that adds up.
        let ofBody = amount.kind == .mass ? candidates.filter { $0.unit.kind == .bodyMass } : []
        var fitting = (ofKind + ofBody).filter { $0.form.sharesWords(with: sentence) }
        if fitting.isEmpty, amount.kind == .distance || amount.kind == .mass { fitting = ofKind }
        if fitting.count > 1 { fitting = fitting.filter(\.isInGoal) }
        guard fitting.count == 1, let chosen = fitting.first else { return nil }
        return MeasuredValue(measure: chosen.id, value: Self.rounded(chosen.unit.value(ofCanonical: amount.value)))
    }

    /// Twelve digits: 26.2 miles stay 26.2 on their way through metres.
    private static func rounded(_ value: Double) -> Double {
        guard value != 0, value.isFinite else { return value }
        var scale = 1e11
        var size = abs(value)
        while size >= 10 { (size, scale) = (size / 10, scale / 10) }
        while size < 1 { (size, scale) = (size * 10, scale * 10) }
        return (value * scale).rounded() / scale
    }
}
