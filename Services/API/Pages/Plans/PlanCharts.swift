import Drawing
import Localization
import Messages

/// The course of weight and intake, each with the corridor that the plans of that time expected.
struct PlanCharts: Sendable {
    let weight: Chart?
    let intake: Chart?
    let hasCharts: Bool
    let emptyCharts: String

    /// A drawing with the table behind it, as markup.
    struct Chart: Sendable {
        let id: String
        let chartTitle: String
        let finding: String
        let figure: String
        let table: String
    }

    /// Share of the energy target on each side that still counts as near it; the same as for adherence.
    static let near = 0.1

    /// - Parameter days: first and last day of the drawings.
    init(_ course: [CourseDay], _ days: ClosedRange<Day>, for reader: Reader) {
        let shown = course.filter { days.contains($0.day) }
        let axis = Int(days.lowerBound.number)...Int(days.upperBound.number)
        weight = Self.weight(shown, axis, reader)
        intake = Self.intake(shown, axis, reader)
        hasCharts = weight != nil || intake != nil
        emptyCharts = reader.words("plan.chart.empty")
    }

    // MARK: Weight

    private static func weight(_ course: [CourseDay], _ days: ClosedRange<Int>, _ reader: Reader) -> Chart? {
        let (unit, perKilogram) = reader.settings.units.scale
        let values = course.compactMap { day in
            day.kilograms.flatMap { ChartValue(day: Int(day.day.number), value: $0 * perKilogram) }
        }
        let formats = reader.formats
        var chart = TimeChart(
            .metric, days: days, values: values, history: [], title: finding(course, reader), id: "weight",
            words: reader.drawingWords, axis: { formats.number($0, digits: 1) },
            quantity: { formats.quantity($0, unit, digits: 1) })
        chart.corridor = course.compactMap { day in
            guard let low = day.expectedLow, let high = day.expectedHigh, low <= high else { return nil }
            let range = (low * perKilogram)...(high * perKilogram)
            return ChartValue(
                day: Int(day.day.number), value: (range.lowerBound + range.upperBound) / 2, band: range)
        }
        return made(chart, "plan.chart.weight", reader)
    }

    /// The last weight and where it lies, in words.
    private static func finding(_ course: [CourseDay], _ reader: Reader) -> String {
        guard let last = course.last(where: { $0.kilograms != nil }), let kilograms = last.kilograms else { return "" }
        var place = "alone"
        if let low = last.expectedLow, let high = last.expectedHigh {
            place = kilograms < low ? "below" : kilograms > high ? "above" : "within"
        }
        return reader.words(
            "plan.chart.weightFinding.\(place)", ["weight": reader.formats.mass(kilograms: kilograms)])
    }

    // MARK: Intake

    private static func intake(_ course: [CourseDay], _ days: ClosedRange<Int>, _ reader: Reader) -> Chart? {
        let (formats, energy) = (reader.formats, reader.settings.energy)
        let (unit, per) = (energy.rawValue, energy.perKilocalorie)
        let values = course.compactMap { day in
            day.kilocalories.flatMap { ChartValue(day: Int(day.day.number), value: $0 * per) }
        }
        let recorded = course.filter { $0.kilocalories != nil && $0.targetKilocalories != nil }
        let close = recorded.count { day in
            guard let intake = day.kilocalories, let target = day.targetKilocalories else { return false }
            return abs(intake - target) <= near * target
        }
        let finding =
            recorded.isEmpty
            ? reader.words("plan.chart.intakeAlone")
            : reader.words("plan.chart.intakeFinding", count: recorded.count, nil, ["near": "\(close)"])
        var chart = TimeChart(
            .total, days: days, values: values, history: [], title: finding, id: "intake",
            words: reader.drawingWords, axis: { formats.number($0) }, quantity: { formats.quantity($0, unit) })
        chart.corridor = course.compactMap { day in
            day.targetKilocalories.flatMap { target in
                ChartValue(
                    day: Int(day.day.number), value: target * per,
                    band: (target * (1 - near) * per)...(target * (1 + near) * per))
            }
        }
        return made(chart, "plan.chart.intake", reader)
    }

    private static func made(_ chart: TimeChart, _ title: String, _ reader: Reader) -> Chart? {
        chart.figure.map { figure in
            Chart(
                id: "\(chart.id)-table", chartTitle: reader.words(title), finding: chart.title, figure: figure.markup,
                table: chart.table.element.markup)
        }
    }
}
