import Messages

extension HealthRecordKind {
    /// True for totals of food and drink, and for weights.
    var isFoodOrWeight: Bool { [.kilocalories, .protein, .water, .bodyMass].contains(self) }
}
