import LocalTime
import Messages

/// A date as tables of apps and spreadsheets have it, with or without a local time: `2021-06-01 00:00:00`, `6/1/2021
/// 0:00`, `1.6.2021`.
struct TableDate: Equatable {
    /// Which of the first two numbers of `6/1/2021` is the month.
    enum Order { case monthFirst, dayFirst }

    private var numbers: (first: Int, second: Int, year: Int)
    private var order: Order?

    /// A date as written, without its time.
    struct Key: Hashable {
        fileprivate var first: Int
        fileprivate var second: Int
        fileprivate var year: Int
        fileprivate var order: Order?

        /// As `TableDate.day`.
        func day(_ given: Order) -> Day? {
            let isMonthFirst = (order ?? given) == .monthFirst
            return Day(year: year, month: isMonthFirst ? first : second, day: isMonthFirst ? second : first)
        }
    }

    /// Times of one date: as many as show whether there are several, and the finest grain.
    struct Times {
        private(set) var seen: Set<Int64> = []

        mutating func see(_ time: Int64) {
            guard !seen.contains(time) else { return }
            if seen.count < 2 || !seen.contains(where: { Self.grain($0) <= Self.grain(time) }) { seen.insert(time) }
        }

        private static func grain(_ time: Int64) -> Int { time % 3600 == 0 ? 2 : time % 60 == 0 ? 1 : 0 }
    }

    /// The date without its time.
    var key: Key { Key(first: numbers.first, second: numbers.second, year: numbers.year, order: order) }
    /// Local time, s since midnight.
    package let time: Int64

    package static func == (left: TableDate, right: TableDate) -> Bool {
        left.numbers == right.numbers && left.order == right.order && left.time == right.time
    }

    /// Parses a date; nil for any other format.
    package init?(_ text: String) {
        // A UTC offset is ignored: the local time decides the day.
        let parts = text.split(separator: " ").filter { $0.first != "+" && $0.first != "-" }
        guard let date = parts.first, let separator = date.first(where: { !$0.isNumber }) else { return nil }
        let numbers = date.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard numbers.count == 3, numbers.allSatisfy({ (0...9999).contains($0) }) else { return nil }
        let year = { (year: Int) in year < 100 ? 2000 + year : year }
        switch separator {
        case "-": (self.numbers, order) = ((numbers[1], numbers[2], numbers[0]), .monthFirst)
        case "/": (self.numbers, order) = ((numbers[0], numbers[1], year(numbers[2])), nil)
        case ".": (self.numbers, order) = ((numbers[0], numbers[1], year(numbers[2])), .dayFirst)
        default: return nil
        }
        guard let time = Self.time(parts.dropFirst()) else { return nil }
        self.time = time
        guard day(.monthFirst) ?? day(.dayFirst) != nil else { return nil }
    }

    private static func time(_ parts: ArraySlice<Substring>) -> Int64? {
        guard let clock = parts.first else { return 0 }
        let numbers = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) ?? -1 }
        guard (2...3).contains(numbers.count), (0...23).contains(numbers[0]),
            numbers.dropFirst().allSatisfy({ (0...59).contains($0) })
        else { return nil }
        var hour = numbers[0]
        if let half = parts.dropFirst().first?.uppercased() {
            guard parts.count == 2, half == "AM" || half == "PM", (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "PM" ? 12 : 0)
        }
        return hour * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }

    /// The date, assuming this order unless the format implies one; nil if it does not exist.
    package func day(_ given: Order) -> Day? {
        key.day(given)
    }

    /// Infers the order of day and month in a file: the order in which all dates exist, or else the one with the
    /// smaller steps between successive dates.
    struct OrderSearch {
        private var (isMonthFirst, isDayFirst) = (true, true)
        private var steps: (monthFirst: Int, dayFirst: Int) = (0, 0)
        private var last: TableDate?
        private var differs = false

        /// Adds the next date of the file.
        package mutating func see(_ date: TableDate) {
            let (month, day) = (date.day(.monthFirst), date.day(.dayFirst))
            (isMonthFirst, isDayFirst) = (isMonthFirst && month != nil, isDayFirst && day != nil)
            if month != day { differs = true }
            if let last, let before = last.day(.monthFirst), let month {
                steps.monthFirst += abs(before.distance(to: month))
            }
            if let last, let before = last.day(.dayFirst), let day { steps.dayFirst += abs(before.distance(to: day)) }
            last = date
        }

        /// The inferred order; nil if both or neither fit.
        package var order: Order? {
            switch (isMonthFirst, isDayFirst) {
            case (true, false): .monthFirst
            case (false, true): .dayFirst
            case (false, false): nil
            case (true, true):
                !differs || steps.monthFirst < steps.dayFirst
                    ? .monthFirst : steps.dayFirst < steps.monthFirst ? .dayFirst : nil
            }
        }
    }
}
