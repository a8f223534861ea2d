import Foundation
import Messages

/// The days that a word of the acceptance file means, computed apart from the coach's reader. Weeks begin on Monday.
struct QuestionDays {
    private let today: Day

    init(_ today: Day) { self.today = today }

    private func ago(_ from: Int, _ through: Int = 0) -> QuestionOracle.Days {
        QuestionOracle.Days(first: today.advanced(by: -from), last: today.advanced(by: -through))
    }

    var lastSeven: QuestionOracle.Days { ago(6) }
    /// The 90 days before the last week.
    var usual: QuestionOracle.Days { ago(97, 7) }

    /// - Parameter entry: `[from, through]` in days from today, or a word.
    func days(_ entry: Any) -> QuestionOracle.Days {
        if let offsets = entry as? [Int], offsets.count == 2 { return ago(-offsets[0], -offsets[1]) }
        guard let word = entry as? String else { return lastSeven }
        let monday = (QuestionOracle.Days.weekday(today) + 5) % 7
        let (year, month, _) = today.components
        switch word {
        case "today", "lastNight", "tonight": return ago(0)
        case "yesterday": return ago(1, 1)
        case "dayBeforeYesterday": return ago(2, 2)
        case "thisWeek": return ago(monday)
        case "lastWeek": return ago(monday + 7, monday + 1)
        case "weekBeforeLast": return ago(monday + 14, monday + 8)
        case "lastSeven", "last7": return ago(6)
        case "lately": return ago(13)
        case "lastThirty", "last30": return ago(29)
        case "usual": return usual
        case "thisMonth": return self.month(year, month)
        case "lastMonth": return month == 1 ? self.month(year - 1, 12) : self.month(year, month - 1)
        case "thisYear": return days(year, 1, year, 12)
        case "lastYear": return days(year - 1, 1, year - 1, 12)
        case "yearBeforeLast": return days(year - 2, 1, year - 2, 12)
        case "yearAgo": return ago(391, 364)
        case "spring": return season(3)
        case "summer": return season(6)
        case "autumn": return season(9)
        case "winter": return season(12)
        case "ever": return ago(10_950)
        case "weekends", "weekdays":
            var days = ago(89)
            days.weekdays = word == "weekends" ? [1, 7] : [2, 3, 4, 5, 6]
            return days
        case "monthBeforeLast":
            let months = year * 12 + month - 1 - 2
            return self.month(months / 12, months % 12 + 1)
        case "lastWeekend":
            let sunday = (QuestionOracle.Days.weekday(today) + 6) % 7
            return ago(sunday + 1, sunday)
        default: return named(word) ?? lastSeven
        }
    }

    /// Where the file names no days: those that an answer may choose, such as the last week or month.
    var choices: [QuestionOracle.Days] { [ago(6), ago(29), ago(13), ago(0), ago(1, 1), ago(89)] }

    /// Days of the same length just before others, at least a week.
    func before(_ days: QuestionOracle.Days) -> QuestionOracle.Days {
        let length = max(7, Int(days.last.number - days.first.number) + 1)
        return QuestionOracle.Days(first: days.first.advanced(by: -length), last: days.first.advanced(by: -1))
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    /// `month:March`, `since:March`, `weekday:Tuesday` for every Tuesday, `last:Tuesday` for the latest.
    private func named(_ word: String) -> QuestionOracle.Days? {
        let parts = word.lowercased().split(separator: ":").map(String.init)
        guard parts.count == 2 else { return nil }
        let (isSince, isBefore) = (parts[0] == "since", parts[0] == "before")
        let name = parts[0] == "weekday" ? parts[1] + "s" : parts[1]
        if let index = Self.months.firstIndex(of: name) {
            let (year, month, _) = today.components
            let days = self.month(index + 1 <= month ? year : year - 1, index + 1)
            if isBefore {
                return QuestionOracle.Days(first: days.first.advanced(by: -90), last: days.first.advanced(by: -1))
            }
            return isSince ? QuestionOracle.Days(first: days.first, last: today) : days
        }
        if let index = Self.weekdays.firstIndex(of: name) {
            let back = (QuestionOracle.Days.weekday(today) - index - 1 + 7) % 7
            return ago(back, isSince ? 0 : back)
        }
        if let index = Self.weekdays.firstIndex(where: { name == $0 + "s" }) {
            var days = ago(89)
            days.weekdays = [index + 1]
            return days
        }
        return nil
    }

    private func month(_ year: Int, _ month: Int) -> QuestionOracle.Days { days(year, month, year, month) }

    private func season(_ first: Int) -> QuestionOracle.Days {
        let (year, month, _) = today.components
        let begins = month >= first ? year : year - 1
        return first == 12 ? days(begins, 12, begins + 1, 2) : days(begins, first, begins, first + 2)
    }

    /// From the first day of a month through the last of another, until today at most.
    private func days(_ year: Int, _ month: Int, _ lastYear: Int, _ lastMonth: Int) -> QuestionOracle.Days {
        let next = lastMonth == 12 ? (lastYear + 1, 1) : (lastYear, lastMonth + 1)
        let first = Day(year: year, month: month, day: 1) ?? today
        let end = (Day(year: next.0, month: next.1, day: 1) ?? today).advanced(by: -1)
        return QuestionOracle.Days(first: min(first, today), last: min(end, today))
    }
}
