import Language
import Localization
import Messages

/// A number in a message with the values that it may have: “2.600” is 2600 where people write 2.6 as “2,6”.
struct PlanNumber: Equatable {
    var values: [Double]
    /// nil without one that is known.
    var unit: MeasureUnit?

    // MARK: Reading

    /// The numbers of a message, in its order; at most four.
    static func all(in message: String) -> [PlanNumber] {
        let tokens = Token.all(in: Array(message.unicodeScalars.prefix(2_000)), groupsBySpace: true)
        var numbers: [PlanNumber] = []
        for (place, token) in tokens.enumerated() where token.kind == .number && numbers.count < 4 {
            let digits = token.text.utf8.count { (0x30...0x39).contains($0) }
            var values = [Localization.Language.english, .german].compactMap {
                NumberReader.value(of: token.text, in: $0)
            }
            if values.count == 2, values[0] == values[1] { values.removeLast() }
            guard !values.isEmpty, digits <= 9 else { continue }
            values.sort(by: >)
            let word = tokens.text(place + 1)
            if word == "k" { values = values.map { $0 * 1_000 } }
            numbers.append(PlanNumber(values: values, unit: units[word] ?? UnitWords.units[word]))
        }
        return numbers
    }

    /// Words that are units only of what a plan has.
    private static let units: [String: MeasureUnit] = [
        "cal": .kilocalorie, "cals": .kilocalorie, "gr": .gram, "gramme": .gram, "pound": .pound, "pounds": .pound,
    ]

    // MARK: Comparing

    /// Largest difference from a target, as a share of it: people round.
    private static let near = 0.02

    /// The target of a plan that the number names; nil for none.
    func target(of targets: PlannedTargets) -> PlanTarget? {
        let rate = abs(targets.weeklyKilograms)
        let candidates: [(target: PlanTarget, unit: MeasureUnit, amount: Double)] = [
            (.calories, .kilocalorie, Double(targets.kilocalories)),
            (.calories, .kilojoule, BodyUnits.kilojoules(kilocalories: Double(targets.kilocalories))),
            (.protein, .gram, Double(targets.proteinGrams)),
            (.water, .millilitre, Double(targets.waterMillilitres)),
            (.water, .litre, Double(targets.waterMillilitres) / 1_000),
            (.weeklyRate, .kilogram, rate), (.weeklyRate, .pound, BodyUnits.pounds(kilograms: rate)),
        ]
        let distances = candidates.flatMap { candidate -> [(PlanTarget, Double)] in
            guard candidate.amount > 0, unit == nil || unit == candidate.unit else { return [] }
            return values.map { (candidate.target, abs($0 - candidate.amount) / candidate.amount) }
        }
        return distances.filter { $0.1 <= Self.near }.min { $0.1 < $1.1 }?.0
    }
}
