/// The days that a chart names below its horizontal axis.
enum ChartAxis {
    /// A label and the day it is drawn at.
    struct Label: Equatable, Sendable {
        let day: Int
        let text: String
    }

    /// A week names its days, up to four months four dates, longer ranges months or years, as many as have room. A
    /// January carries its year alone, another first month its year too.
    static func labels(_ days: ClosedRange<Int>, _ size: ChartSize, _ words: DrawingWords) -> [Label] {
        switch days.count {
        case ...8: days.map { Label(day: $0, text: words.weekday(CivilDate.weekday($0))) }
        case ...124:
            (0...3).map { days.lowerBound + Int((Double(days.count - 1) * Double($0) / 3).rounded()) }
                .map { Label(day: $0, text: words.shortDay($0)) }
        default: months(days, size == .narrow ? 4 : 6, words)
        }
    }

    private static func months(_ days: ClosedRange<Int>, _ maximum: Int, _ words: DrawingWords) -> [Label] {
        let (first, last) = (CivilDate(day: days.lowerBound), CivilDate(day: days.upperBound))
        let count = (last.year - first.year) * 12 + last.month - first.month + 1
        let months = (0...count).map { first.firstOfMonth(after: $0) }.filter { days.contains($0.day) }
        // Months at multiples of the step, so that years begin with their first month.
        func starts(_ step: Int) -> [CivilDate] { months.filter { ($0.year * 12 + $0.month - 1) % step == 0 } }
        let starts = [1, 2, 3, 6, 12, 24, 60].lazy.map(starts).first { $0.count <= maximum } ?? starts(120)
        return starts.map { start in
            let month = words.month(start) + (start == starts.first ? " \(start.year)" : "")
            return Label(day: start.day, text: start.month == 1 ? "\(start.year)" : month)
        }
    }
}
