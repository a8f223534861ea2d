import Messages

/// A number in a message with the values that it may have: “2.600” is 2600 where people write 2.6 as “2,6”.
struct PlanNumber: Equatable {
    /// The unit behind it.
    enum Unit: Equatable {
        case kilocalorie, kilojoule, gram, millilitre, litre, kilogram, pound
    }

    var values: [Double]
    /// nil without one that is known.
    var unit: Unit?

    // MARK: Reading

    /// The numbers of a message, in its order; at most four.
    static func all(in message: String) -> [PlanNumber] {
        let characters = Array(message.lowercased().prefix(2_000))
        var numbers: [PlanNumber] = []
        var place = 0
        while place < characters.count, numbers.count < 4 {
            guard isDigit(characters[place]) else {
                place += 1
                continue
            }
            var groups = [""]
            var hasDecimalMark = false
            while place < characters.count {
                if isDigit(characters[place]) {
                    groups[groups.count - 1].append(characters[place])
                } else if isSeparator(at: place, characters) {
                    hasDecimalMark = ".,".contains(characters[place])
                    groups.append("")
                } else {
                    break
                }
                place += 1
            }
            var values = values(of: groups, hasDecimalMark: hasDecimalMark)
            let word = word(at: place, characters)
            if word == "k" { values = values.map { $0 * 1_000 } }
            if !values.isEmpty { numbers.append(PlanNumber(values: values, unit: units[word])) }
        }
        return numbers
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    /// A point, comma or apostrophe between digits, or a space before three of them.
    private static func isSeparator(at place: Int, _ characters: [Character]) -> Bool {
        let digits = characters[(place + 1)...].prefix { isDigit($0) }.count
        if ".,'’".contains(characters[place]) { return digits > 0 }
        return [" ", "\u{A0}", "\u{202F}", "\u{2009}"].contains(characters[place]) && digits == 3
    }

    private static func values(of groups: [String], hasDecimalMark: Bool) -> [Double] {
        guard groups.joined().count <= 9 else { return [] }
        let isGrouped =
            groups.count > 1 && (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
        var values: [Double] = []
        if groups.count == 1 || isGrouped, let whole = Double(groups.joined()) { values.append(whole) }
        if groups.count == 2, hasDecimalMark, let value = Double(groups.joined(separator: ".")) { values.append(value) }
        return values
    }

    /// The word behind a number, with or without a space.
    private static func word(at place: Int, _ characters: [Character]) -> String {
        String(characters[place...].drop { $0.isWhitespace }.prefix { $0.isLetter })
    }

    private static let units: [String: Unit] = {
        let words: [(Unit, String)] = [
            (.kilocalorie, "kcal cal cals calories calorie kalorien kalorie kilokalorien kilocalories"),
            (.kilojoule, "kj kilojoule kilojoules"), (.gram, "g gr gram grams gramm gramme"),
            (.millilitre, "ml millilitre millilitres milliliter milliliters"),
            (.litre, "l liter liters litre litres litern"), (.kilogram, "kg kilo kilos kilogram kilograms kilogramm"),
            (.pound, "lb lbs pound pounds"),
        ]
        return Dictionary(
            words.flatMap { unit, words in words.split(separator: " ").map { (String($0), unit) } },
            uniquingKeysWith: { first, _ in first })
    }()

    // MARK: Comparing

    /// Largest difference from a target, as a share of it: people round.
    private static let near = 0.02

    /// The target of a plan that the number names; nil for none.
    func target(of targets: PlannedTargets) -> PlanTarget? {
        let rate = abs(targets.weeklyKilograms)
        let candidates: [(target: PlanTarget, unit: Unit, amount: Double)] = [
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
