/// A week of ISO 8601: it begins on Monday and belongs to the year of its Thursday.
public struct ISOWeek: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The year of the week's Thursday.
    public let year: Int
    /// 1 … 53.
    public let week: Int
    /// Its Monday, in days since 1970-01-01.
    public let monday: Int

    /// The week that contains a day.
    /// - Parameter day: days since 1970-01-01.
    public init(day: Int) {
        // 1970-01-01 was a Thursday.
        monday = day - ((day + 3) % 7 + 7) % 7
        let thursday = monday + 3
        year = Self.year(of: thursday)
        week = (thursday - Self.firstDay(of: year)) / 7 + 1
    }

    /// The week so many weeks later; earlier for a negative number.
    public func advanced(by weeks: Int) -> ISOWeek { ISOWeek(day: monday + 7 * weeks) }

    /// Its Sunday, in days since 1970-01-01.
    public var sunday: Int { monday + 6 }

    public static func < (left: ISOWeek, right: ISOWeek) -> Bool { left.monday < right.monday }

    /// Such as `2026-W05`.
    public var description: String { "\(year)-W\(week < 10 ? "0" : "")\(week)" }

    /// January 1st of a year, in days since 1970-01-01.
    private static func firstDay(of year: Int) -> Int {
        let past = year - 1
        return 365 * past + floored(past, 4) - floored(past, 100) + floored(past, 400) - 719_162
    }

    private static func year(of day: Int) -> Int {
        // Never too late a year: one has 365 or 366 days.
        var year = 1970 + floored(day, day < 0 ? 365 : 366)
        while firstDay(of: year + 1) <= day { year += 1 }
        return year
    }

    private static func floored(_ value: Int, _ divisor: Int) -> Int {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }
}
