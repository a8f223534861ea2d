import Fixtures
import PlansCore

/// Errors of the methods on made-up people.
struct PlansJudge {
    /// One person after one horizon.
    private struct Answer {
        let horizon: Int
        let truth: Double
        let estimates: [ExpenditureMethod: Double]
        let isCovered: Bool
        let width: Double
        let groups: Set<Group>
    }

    /// People of one kind.
    enum Group: String, CaseIterable {
        case cycles = "with a menstrual cycle"
        case pauses = "with a pause of the diet"
        case stalls = "whose weight stands still"
        case sparse = "who record fewer than 70 % of days"
    }

    private let answers: [Answer]
    private let people: Int
    /// Time of the filter for a day of one person.
    let microsecondsPerDay: Double

    init(seeds: Range<UInt64>) {
        var (answers, time, days) = ([Answer](), Duration.zero, 0)
        let length = PlansBenchmark.horizons.last ?? 0
        for seed in seeds {
            let person = SyntheticEater(seed: seed, length: length) { isFemale, age, height, kilograms in
                Energy.mifflinStJeor(Self.body(isFemale, age, height, kilograms))
            }
            let start = ContinuousClock.now
            let filters = Self.follow(person)
            time += ContinuousClock.now - start
            days += length
            for (horizon, learned) in filters { answers.append(Self.answer(person, horizon, learned)) }
        }
        (self.answers, people) = (answers, seeds.count)
        microsecondsPerDay = time / .microseconds(1) / Double(max(1, days))
    }

    private static func body(_ isFemale: Bool, _ age: Double, _ height: Double, _ kilograms: Double) -> Body {
        Body(sex: isFemale ? .female : .male, ageYears: age, heightCentimetres: height, kilograms: kilograms)
    }

    /// The formula's prediction for a weight.
    private static func formula(_ person: SyntheticEater, _ kilograms: Double) -> Double {
        Energy.mifflinStJeor(body(person.isFemale, person.age, person.height, kilograms)) * person.factor
    }

    /// The learned expenditure after each horizon. The filter knows the formula at the first weigh-in, and sex and age.
    private static func follow(_ person: SyntheticEater) -> [(Int, Expenditure)] {
        let first = person.days.lazy.compactMap(\.kilograms).first ?? person.kilograms
        let prior = formula(person, first)
        var filter = ExpenditureFilter(
            prior: (prior, Energy.formulaSpread * prior), hasCycle: person.isFemale && person.age < 50)
        var learned: [(Int, Expenditure)] = []
        for (index, day) in person.days.enumerated() {
            filter.add(day: index, kilograms: day.kilograms, intake: day.intake)
            if PlansBenchmark.horizons.contains(index + 1) { learned.append((index + 1, filter.posterior())) }
        }
        return learned
    }

    private static func answer(_ person: SyntheticEater, _ horizon: Int, _ learned: Expenditure) -> Answer {
        let days = person.days[..<horizon]
        let truth = person.days[horizon - 1].expenditure
        let latest = days.compactMap(\.kilograms).last ?? person.kilograms
        let formula = formula(person, latest)
        var estimates = [ExpenditureMethod.ours: learned.kilocalories]
        for method in ExpenditureMethod.allCases where method != .ours {
            // A method without an answer falls back on the formula.
            estimates[method] = method.estimate(days, formula: formula) ?? formula
        }
        let groups: [(Group, Bool)] = [
            (.cycles, person.cycles), (.pauses, person.pauses), (.stalls, person.stalls),
            (.sparse, person.recording < 0.7),
        ]
        return Answer(
            horizon: horizon, truth: truth, estimates: estimates,
            isCovered: (learned.low...learned.high).contains(truth), width: learned.high - learned.low,
            groups: Set(groups.filter(\.1).map(\.0)))
    }

    // MARK: Figures

    /// Estimate less truth, kcal a day.
    func errors(_ method: ExpenditureMethod, _ horizon: Int, _ group: Group? = nil) -> [Double] {
        chosen(horizon, group).compactMap { answer in answer.estimates[method].map { $0 - answer.truth } }
    }

    /// Mean of the errors.
    func bias(_ method: ExpenditureMethod, _ horizon: Int, _ group: Group? = nil) -> Double {
        Self.mean(errors(method, horizon, group))
    }

    /// Share of true values within the 80 % interval.
    func coverage(_ horizon: Int, _ group: Group? = nil) -> Double {
        Self.mean(chosen(horizon, group).map { $0.isCovered ? 1 : 0 })
    }

    /// Mean of the absolute values.
    static func absolute(_ errors: [Double]) -> Double { mean(errors.map(abs)) }

    private static func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }

    private func chosen(_ horizon: Int, _ group: Group?) -> [Answer] {
        answers.filter { answer in answer.horizon == horizon && (group.map(answer.groups.contains) ?? true) }
    }

    func printTables() {
        var table = Table(
            "Expenditure of \(people) made-up people: mean absolute error, kcal a day (mean error)",
            [""] + PlansBenchmark.horizons.map { "\($0) days" })
        for method in ExpenditureMethod.allCases {
            let cells = PlansBenchmark.horizons.map { horizon in
                "\(Table.number(Self.absolute(errors(method, horizon)))) (\(Table.number(bias(method, horizon))))"
            }
            table.row(method.rawValue, cells[0], cells[1], cells[2])
        }
        let coverages = PlansBenchmark.horizons.map { Table.number(100 * coverage($0)) + " %" }
        table.row("80 % interval of ours holds", coverages[0], coverages[1], coverages[2])
        let widths = PlansBenchmark.horizons.map { "± " + Table.number(Self.mean(chosen($0, nil).map(\.width)) / 2) }
        table.row("80 % interval of ours, kcal", widths[0], widths[1], widths[2])
        table.print()
        var groups = Table("Ours by group, after 28 days", ["", "people", "error", "mean error", "interval holds"])
        for group in Group.allCases {
            let errors = errors(.ours, 28, group)
            groups.row(
                "people " + group.rawValue, "\(errors.count)", Table.number(Self.absolute(errors)),
                Table.number(bias(.ours, 28, group)), Table.number(100 * coverage(28, group)) + " %")
        }
        groups.print()
    }
}
