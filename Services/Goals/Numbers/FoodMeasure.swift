import Messages

/// Which measures count food or weight, whose amounts are hidden with the numbers of plans (PLN-10).
enum FoodMeasure {
    /// Units of energy and of drink, and the words that name them.
    private static let words: Set<String> = [
        "kcal", "cal", "cals", "calorie", "calories", "kilocalorie", "kilocalories", "kalorie", "kalorien",
        "kilokalorie", "kilokalorien", "kj", "kilojoule", "kilojoules", "joule", "joules",
        "ml", "cl", "dl", "l", "litre", "litres", "liter", "liters", "millilitre", "millilitres", "milliliter",
        "milliliters",
    ]

    /// Every weight of a body, energy and volume, and every mass, which may be that of protein; counts by their unit or
    /// name.
    static func isOne(_ measure: MeasureContent) -> Bool {
        if [.bodyMass, .mass, .energy, .volume].contains(measure.kind) { return true }
        let text = "\(measure.unit) \(measure.title ?? "")".lowercased()
        return text.split { !$0.isLetter }.contains { words.contains(String($0)) }
    }
}

extension HealthRecordKind {
    /// True for totals of food and drink, and for weights.
    var isFoodOrWeight: Bool { [.kilocalories, .protein, .water, .bodyMass].contains(self) }
}
