import Fixtures
import PlansCore

/// A way to estimate a person's expenditure from the first days.
enum ExpenditureMethod: String, CaseIterable {
    case ours
    case formula = "the formula"
    case balance = "the naive 28-day balance"
    case smoothed = "the smoothed weight"

    /// Share of a new weigh-in in the smoothed weight; the customary value of trend weights (Walker, The Hacker's Diet).
    private static let smoothing = 0.1
    private static let window = 28

    /// kcal a day, for every method but ours; nil where the method has no answer.
    func estimate(_ days: ArraySlice<SyntheticEater.Day>, formula: Double) -> Double? {
        switch self {
        case .ours: nil
        case .formula: formula
        case .balance: Self.balance(days.suffix(Self.window), weights: days.suffix(Self.window).map(\.kilograms))
        case .smoothed:
            Self.balance(days.suffix(Self.window), weights: Array(Self.smoothed(days).suffix(Self.window)))
        }
    }

    /// Mean recorded intake less the energy of the change from the first to the last weight.
    private static func balance(_ days: ArraySlice<SyntheticEater.Day>, weights: [Double?]) -> Double? {
        let intakes = days.compactMap(\.intake)
        let known = weights.enumerated().compactMap { index, weight in weight.map { (index, $0) } }
        guard !intakes.isEmpty, let first = known.first, let last = known.last, last.0 > first.0 else { return nil }
        let change = (last.1 - first.1) / Double(last.0 - first.0)
        return intakes.reduce(0, +) / Double(intakes.count) - change * Targets.kilocaloriesPerKilogram
    }

    private static func smoothed(_ days: ArraySlice<SyntheticEater.Day>) -> [Double?] {
        var trend: Double?
        return days.map { day in
            if let weight = day.kilograms { trend = trend.map { $0 + smoothing * (weight - $0) } ?? weight }
            return trend
        }
    }
}
