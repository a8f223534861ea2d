import Wire

/// A local calendar date (COM-1) without a time zone. Days since 1970-01-01 on the wire, `yyyy-MM-dd` in JSON.
public struct Day: Hashable, Sendable, Comparable, Strideable, Codable, CustomStringConvertible {
    /// Days since 1970-01-01.
    public let number: Int32

    public init(number: Int32) { self.number = number }

    /// A proleptic Gregorian date; nil if the date does not exist. Algorithm: H. Hinnant, "chrono-compatible low-level
    /// date algorithms".
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...31).contains(day), (-9999...9999).contains(year) else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(number: Int32(era * 146_097 + dayOfEra - 719_468))
        guard components == (year, month, day) else { return nil }
    }

    /// Parses `yyyy-MM-dd`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month 1 … 12 and day 1 … 31 in the proleptic Gregorian calendar.
    public var components: (year: Int, month: Int, day: Int) {
        let shifted = Int(number) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthIndex + 2) / 5 + 1)
    }

    public var description: String {
        let (year, month, day) = components
        func pad(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))"
    }

    public static func < (left: Day, right: Day) -> Bool { left.number < right.number }
    /// Days from this date to the other one; negative if the other one is earlier.
    public func distance(to other: Day) -> Int { Int(other.number) - Int(number) }
    /// Monday of its ISO week.
    public var monday: Day {
        let past = ((Int(number) + 3) % 7 + 7) % 7
        return advanced(by: -past)
    }
    /// The date this many days later. Traps on overflow of the 32-bit number.
    public func advanced(by days: Int) -> Day { Day(number: number + Int32(days)) }

    public init(from decoder: any Decoder) throws {
        if let number = try decoder.decodeWireNumber() {
            self.init(number: number)
            return
        }
        let container = try decoder.singleValueContainer()
        if decoder.isWire {
            self.init(number: try container.decode(Int32.self))
            return
        }
        guard let day = Day(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a day is written yyyy-MM-dd")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        if try encoder.encodeWire(number) { return }
        var container = encoder.singleValueContainer()
        if encoder.isWire { try container.encode(number) } else { try container.encode(description) }
    }
}

/// Milliseconds since 1970-01-01T00:00:00Z by the wall clock of the process that set it. No decision compares clocks of
/// different processes.
public typealias Milliseconds = Int64
