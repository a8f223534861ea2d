import PlansCore
import Testing

/// A person whose weight falls by the same amount each day from the first on: they were eating less before.
@Suite struct SteadyLossTests {
    /// kg a week.
    private static let pound = 0.45359237
    private static let intake = 2_000.0
    /// Intake and 7,700 kcal for each kilogram lost.
    private static let truth = intake + pound * 7_700 / 7

    @Test(
        "PLN-2 2,000 kcal a day and a pound a week lost: the stated interval holds the expenditure",
        arguments: [
            (Sex.male, 46.0, 178.0, Activity.light, [28, 42]), (.male, 30, 180, .moderate, [28, 42]),
            (.female, 35, 168, .moderate, [28, 42]),
            // The formula's own interval ends near the truth: four weeks do not outweigh it.
            (.female, 40, 170, .light, [42]),
        ])
    func interval(_ sex: Sex, _ age: Double, _ height: Double, _ activity: Activity, _ lengths: [Int]) {
        let body = Body(sex: sex, ageYears: age, heightCentimetres: height, kilograms: 88)
        let formula = Energy.expenditure(body, activity: activity)
        for days in lengths {
            var filter = ExpenditureFilter(formula: formula, hasCycle: sex == .female)
            filter.fit(
                (0..<days).map { day in
                    ExpenditureFilter.Day(
                        day: day, kilograms: ((88 - Double(day) * Self.pound / 7) * 1_000).rounded() / 1_000,
                        intake: day < days - 1 ? Self.intake : nil)
                })
            let learned = filter.estimate()
            #expect(learned.source == .adaptive)
            #expect((learned.low...learned.high).contains(Self.truth), "\(days) days: \(learned)")
        }
    }
}
