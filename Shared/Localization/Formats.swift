import Foundation
import Messages

/// Text of dates, times, numbers and quantities by a person's settings. Words come from the catalogue, the separators
/// of numbers from the language (Unicode CLDR through Foundation); the patterns are ours, because Foundation's do not
/// combine a language with another region's order.
public struct Formats: Sendable {
    /// The settings that all text follows.
    public let settings: DisplaySettings
    let catalogue: Catalogue
    private let decimalSeparator: String
    private let groupingSeparator: String
    /// The first day of the week, 1 (Sunday) … 7 (Saturday).
    public let firstWeekday: Int

    /// Stands between a number and its unit, so that a line never breaks there.
    static let narrowSpace = "\u{202F}"
    static let minus = "\u{2212}"

    /// - Parameter catalogue: of the settings' language.
    public init(_ settings: DisplaySettings, _ catalogue: Catalogue) {
        (self.settings, self.catalogue) = (settings, catalogue)
        let numbers = Locale(identifier: settings.language.numberLocale(in: settings.region))
        decimalSeparator = numbers.decimalSeparator ?? "."
        groupingSeparator = numbers.groupingSeparator ?? ","
        let locale = Locale(identifier: "\(settings.language.rawValue)_\(settings.region)")
        let days: [Locale.Weekday] = [.sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday]
        firstWeekday = (days.firstIndex(of: locale.firstDayOfWeek) ?? 1) + 1
    }

    // MARK: Dates and times

    /// “Wed, Nov 22”, “Wed 22 Nov” or “Mi., 22. Nov.”
    public func date(_ day: Day) -> String { date(day, "short") }
    /// “Nov 22”, “22 Nov” or “22. Nov.”.
    public func shortDate(_ day: Day) -> String { date(day, "brief") }
    /// “Wednesday, November 22, 2026”, “Wednesday 22 November 2026” or “Mittwoch, 22. November 2026”.
    public func longDate(_ day: Day) -> String { date(day, "long") }
    /// “Nov 22, 2026”, “22 Nov 2026” or “22. Nov. 2026”.
    public func dateWithYear(_ day: Day) -> String { date(day, "withYear") }
    /// “November 2026”.
    public func month(of day: Day) -> String { date(day, "month") }

    /// “Nov 22”, “22 Nov” or “22. Nov.”, without the weekday.
    public func dayAndMonth(_ day: Day) -> String { date(day, "dayAndMonth") }
    /// “Wednesday”.
    public func weekday(_ day: Day) -> String { catalogue("date.weekdays.long.\(day.weekday)") }
    /// “Nov”.
    public func shortMonth(_ day: Day) -> String { catalogue("date.months.short.\(day.components.month)") }

    /// “11/22/2026”, “22/11/2026” or “22.11.2026”: a day as text of a field; `day(typed:)` reads it.
    public func typed(_ day: Day) -> String { date(day, "typed") }

    /// The text of a field for a day: a day as `typed(_:)`, anything else as it is.
    public func retyped(_ text: String) -> String { day(typed: text).map(typed) ?? text }

    /// Says how to write a day, with an example.
    public var typedExample: String {
        catalogue("date.typedExample", ["day": typed(Day(number: Self.exampleDay))])
    }

    /// 2026-12-31, which shows what is the day and what the month.
    private static let exampleDay: Int32 = 20_818

    /// Reads a day that a person typed: three numbers in the order of `typed(_:)`, whatever is between them, the year with
    /// four digits, or `yyyy-mm-dd`.
    /// - Returns: nil for anything else and for a day that no month has.
    public func day(typed text: String) -> Day? {
        if let day = Day(text) { return day }
        let between: Set<Character> = [".", "/", "-", ",", " ", "\u{A0}", "\u{202F}"]
        let parts = text.split(whereSeparator: { between.contains($0) }).map { String($0) }
        let isNumbers = parts.allSatisfy { part in part.utf8.allSatisfy { (48...57).contains($0) } }
        guard isNumbers, parts.count == 3, parts[0].count <= 2, parts[1].count <= 2, parts[2].count == 4 else {
            return nil
        }
        guard let first = Int(parts[0]), let second = Int(parts[1]), let year = Int(parts[2]) else { return nil }
        let isMonthFirst = settings.language == .english && Self.monthFirst.contains(settings.region)
        return Day(year: year, month: isMonthFirst ? first : second, day: isMonthFirst ? second : first)
    }

    private func date(_ day: Day, _ style: String) -> String {
        let (year, month, date) = day.components
        let pattern = Self.monthFirst.contains(settings.region) ? "date.monthFirst.\(style)" : "date.dayFirst.\(style)"
        return catalogue(
            pattern,
            [
                "weekday": catalogue("date.weekdays.short.\(day.weekday)"),
                "longWeekday": catalogue("date.weekdays.long.\(day.weekday)"),
                "day": "\(date)", "month": catalogue("date.months.short.\(month)"),
                "longMonth": catalogue("date.months.long.\(month)"), "monthNumber": "\(month)", "year": "\(year)",
            ])
    }

    /// Regions that write the month before the day in English (Unicode CLDR, `en_US` and what inherits from it).
    private static let monthFirst: Set<String> = ["US", "PH", "PR", "GU", "VI", "AS", "MP", "UM"]

    /// “7:40 AM” or “07:40”.
    /// - Parameter minute: minutes after midnight on the wall clock, 0 … 1439.
    public func time(minute: Int) -> String {
        let (hours, minutes) = (minute / 60, minute % 60)
        let rest = minutes < 10 ? "0\(minutes)" : "\(minutes)"
        switch settings.clock {
        case .twentyFourHours: return (hours < 10 ? "0\(hours)" : "\(hours)") + ":" + rest
        case .twelveHours:
            let half = catalogue(hours < 12 ? "time.morning" : "time.afternoon")
            return "\((hours + 11) % 12 + 1):\(rest)\(Self.narrowSpace)\(half)"
        }
    }

    /// “48–73” or “48 bis 73”.
    public func range(_ low: String, _ high: String) -> String {
        catalogue("number.range", ["low": low, "high": high])
    }

    // MARK: Numbers and quantities

    /// “1,690.5” or “1.690,5”; the minus is U+2212. Rounded to the nearest.
    /// - Parameters:
    ///   - value: finite.
    ///   - digits: after the decimal separator, 0 … 6.
    public func number(_ value: Double, digits: Int = 0) -> String {
        precondition(value.isFinite && (0...6).contains(digits))
        let fixed = String(format: "%.\(digits)f", abs(value))
        let whole = fixed.prefix { $0 != "." }
        let isZero = !fixed.contains { ("1"..."9").contains($0) }
        var grouped = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index) % 3 == 0 { grouped += groupingSeparator }
            grouped.append(digit)
        }
        let fraction = digits > 0 ? decimalSeparator + fixed.suffix(digits) : ""
        return (value < 0 && !isZero ? Self.minus : "") + grouped + fraction
    }

    /// A number and its unit's symbol, which stay on one line: “58 ms”.
    public func quantity(_ value: Double, _ unit: String, digits: Int = 0) -> String {
        number(value, digits: digits) + Self.narrowSpace + unit
    }

    /// “7 h 40 min”, “40 min”; rounded to whole minutes.
    /// - Parameter seconds: of any sign.
    public func duration(seconds: Double) -> String {
        let minutes = Int((abs(seconds) / 60).rounded())
        let sign = seconds < 0 && minutes > 0 ? Self.minus : ""
        let (hours, rest) = (minutes / 60, minutes % 60)
        let parts = [
            hours > 0 ? "\(hours)\(Self.narrowSpace)h" : nil,
            rest > 0 || hours == 0 ? "\(rest)\(Self.narrowSpace)min" : nil,
        ]
        return sign + parts.compactMap { $0 }.joined(separator: " ")
    }

    /// “72.4 kg”, “159.6 lb” or “11 st 5.6 lb”.
    public func mass(kilograms: Double) -> String {
        let pounds = BodyUnits.pounds(kilograms: kilograms)
        switch settings.units {
        case .metric: return quantity(kilograms, "kg", digits: 1)
        case .unitedStates: return quantity(pounds, "lb", digits: 1)
        case .unitedKingdom:
            let (tenths, perStone) = ((pounds * 10).rounded(), BodyUnits.poundsPerStone * 10)
            let stones = (tenths / perStone).rounded(.towardZero)
            return quantity(stones, "st") + " " + quantity(abs(tenths - stones * perStone) / 10, "lb", digits: 1)
        }
    }

    /// “1,690 kcal” or “7,071 kJ”.
    public func energy(kilocalories: Double) -> String {
        quantity(kilocalories * settings.energy.perKilocalorie, settings.energy.rawValue)
    }
}

extension Day {
    /// 1 (Sunday) … 7 (Saturday); 1970-01-01 was a Thursday.
    fileprivate var weekday: Int { ((Int(number) + 4) % 7 + 7) % 7 + 1 }
}
