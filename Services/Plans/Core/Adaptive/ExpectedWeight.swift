import Foundation

/// The corridor in which weight is expected while a person eats as planned.
public enum ExpectedWeight {
    /// The interval that holds a weigh-in with a probability of about 80 %, kg: the balance between target and
    /// expenditure, whose uncertainty grows with time; water from day to day; and glycogen with its water, of which half
    /// is expected to settle within days, because it is unknown how the person ate before.
    /// - Parameters:
    ///   - start: weight on the day before the first day of the target, kg.
    ///   - days: days eaten since; at least 0.
    ///   - kilocalories: energy target, kcal a day.
    public static func range(
        from start: Double, after days: Int, kilocalories: Double, expenditure: Expenditure,
        parameters: FilterParameters = .standard
    ) -> ClosedRange<Double> {
        let days = Double(max(0, days))
        let balance = kilocalories - expenditure.kilocalories
        let glycogen = parameters.glycogenPerKilocalorie * balance * (1 - exp(-days / parameters.glycogenTime)) / 2
        let middle = start + balance * days / parameters.kilocaloriesPerKilogram + glycogen
        let rate = (expenditure.high - expenditure.low) / 2 * days / parameters.kilocaloriesPerKilogram
        // Start and weigh-in both carry water.
        let water = Expenditure.quantile * parameters.waterSpread * start * 2.0.squareRoot()
        let half = (rate * rate + water * water + glycogen * glycogen).squareRoot()
        return (middle - half)...(middle + half)
    }
}
