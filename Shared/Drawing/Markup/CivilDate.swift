/// A date of the Gregorian calendar, for the labels of axes and months.
struct CivilDate: Equatable, Sendable {
    let year: Int
    /// 1 … 12.
    let month: Int
    /// 1 … 31.
    let date: Int

    init(year: Int, month: Int, date: Int) { (self.year, self.month, self.date) = (year, month, date) }

    /// - Parameter day: days since 1970-01-01. The arithmetic is Howard Hinnant's `civil_from_days`.
    init(day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        date = dayOfYear - (153 * part + 2) / 5 + 1
        month = part < 10 ? part + 3 : part - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01 (Hinnant, `days_from_civil`).
    var day: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + date - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The first day of a month so many months later.
    func firstOfMonth(after months: Int = 0) -> CivilDate {
        let index = year * 12 + month - 1 + months
        return CivilDate(year: Int((Double(index) / 12).rounded(.down)), month: (index % 12 + 12) % 12 + 1, date: 1)
    }

    static let monday = 2

    /// 1 (Sunday) … 7 (Saturday); 1970-01-01 was a Thursday.
    static func weekday(_ day: Int) -> Int { ((day + 4) % 7 + 7) % 7 + 1 }

    /// Place of a day in its week, 0 … 6.
    /// - Parameter first: the first day of a week, 1 (Sunday) … 7 (Saturday).
    static func place(_ day: Int, first: Int) -> Int { (weekday(day) - first + 7) % 7 }
}
