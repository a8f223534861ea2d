import Messages

/// A date as written by apps and people: RFC 3339, HealthKit's format, twelve-hour clocks, seconds or milliseconds
/// since 1970, or a day alone.
enum DateText: Equatable {
    /// s since 1970; `offset` is the text's UTC offset in s, nil if it has none.
    case instant(Int64, offset: Int32?)
    /// A calendar day without a time.
    case day(Day)

    /// Parses a date; nil if the text is in no known format or has a time without an offset.
    package init?(_ text: String) {
        // Some phones write narrow (U+202F) and no-break spaces.
        let text = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\u{202f}" || $0 == "\u{a0}" ? " " : $0 }))
        if let seconds = Double(text), let instant = Self.epoch(seconds) {
            self = .instant(instant, offset: nil)
            return
        }
        guard let day = Day(text.prefix(10)) else { return nil }
        var rest = text.dropFirst(10)
        guard let separator = rest.first else {
            self = .day(day)
            return
        }
        guard separator == "T" || separator == " " || separator == "t" else { return nil }
        rest = rest.dropFirst()
        let clock = rest.prefix { $0.isNumber || $0 == ":" || $0 == "." }
        rest = rest.dropFirst(clock.count).drop { $0 == " " }
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), var hour = Int64(parts[0]), let minute = Int64(parts[1]),
            (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        let second = parts.count == 3 ? Double(parts[2]) : 0
        guard let second, second >= 0, second < 61 else { return nil }
        let half = rest.prefix(2).uppercased()
        if half == "AM" || half == "PM" {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "PM" ? 12 : 0)
            rest = rest.dropFirst(2).drop { $0 == " " }
        }
        guard let offset = Self.offset(rest) else { return nil }
        self = .instant(
            Int64(day.number) * 86_400 + hour * 3600 + minute * 60 + Int64(second) - Int64(offset), offset: offset)
    }

    /// Converts seconds or milliseconds since 1970. Numbers above 1e11 are milliseconds: as seconds they would be after
    /// the year 5000.
    static func epoch(_ number: Double) -> Int64? {
        guard number.isFinite, abs(number) < 1e14 else { return nil }
        return Int64((abs(number) > 1e11 ? number / 1000 : number).rounded(.down))
    }

    /// Seconds of `Z`, `+01:00`, `+0100` or `GMT+1`; nil for anything else. A missing offset is never assumed.
    private static func offset(_ text: Substring) -> Int32? {
        var text = text
        for zone in ["GMT", "UTC"] where text.hasPrefix(zone) {
            text = text.dropFirst(3)
            if text.isEmpty { return 0 }
        }
        if text == "Z" || text == "z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" || sign == "\u{2212}" else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard digits.count <= 4, !digits.isEmpty, let number = Int32(digits), number >= 0 else { return nil }
        let (hours, minutes) = digits.count <= 2 ? (number, 0) : (number / 100, number % 100)
        guard hours <= 18, minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == "+" ? 1 : -1)
    }
}
