import Foundation
import Messages

/// Computes what a reply may say from the values that were sent, without the coach's code: medians, usual bands, counts
/// and differences of the expected days. Scores and sleep debt are the services' own, because no sample holds them.
struct QuestionOracle {
    /// Days that a question is about.
    struct Days: Equatable {
        var first: Day
        var last: Day
        /// Only these days of the week, 1 (Sunday) … 7 (Saturday); empty for all.
        var weekdays: Set<Int> = []

        func contains(_ day: Day) -> Bool {
            day >= first && day <= last && (weekdays.isEmpty || weekdays.contains(Self.weekday(day)))
        }
        var count: Int { (0...Int(last.number - first.number)).count { contains(first.advanced(by: $0)) } }
        static func weekday(_ day: Day) -> Int { ((Int(day.number) + 4) % 7 + 7) % 7 + 1 }
    }

    /// Daily values by the subject's key.
    let values: [String: [Day: Double]]
    let today: Day

    // MARK: Statistics

    static func median(_ values: [Double]) -> Double? {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return nil }
        return sorted.count % 2 == 1
            ? sorted[sorted.count / 2] : (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
    }

    private func during(_ days: Days, _ subject: String) -> [Double] {
        (values[subject] ?? [:]).filter { days.contains($0.key) }.map(\.value)
    }

    /// Median ± 1.4826 MAD of the last 90 values within the 98 days before the first day of a period that lie before
    /// another day; empty with fewer than 14.
    private func band(_ subject: String, before day: Day, from first: Day) -> [Double] {
        let earlier = (values[subject] ?? [:]).filter { $0.key < day && $0.key >= first.advanced(by: -98) }
        return band(earlier.sorted { $0.key < $1.key }.suffix(90).map(\.value))
    }

    private func band(_ values: [Double]) -> [Double] {
        guard values.count >= 14, let middle = Self.median(values),
            let spread = Self.median(values.map { abs($0 - middle) })
        else { return [] }
        return [max(0, middle - 1.4826 * spread), middle + 1.4826 * spread]
    }

    // MARK: What a reply may hold

    /// Values that a reply about a subject's days may name.
    func status(_ subject: String, _ days: Days) -> [Double] {
        let had = during(days, subject)
        let latest = (values[subject] ?? [:]).max { $0.key < $1.key }?.value
        let week = today.advanced(by: -6)
        return [Self.median(had), latest, Double(had.count), Double(days.count)].compactMap { $0 }
            + band(subject, before: min(days.first, week), from: days.first)
            + band(subject, before: days.first, from: days.first)
    }

    func compare(_ subject: String, _ days: Days, _ other: Days) -> [Double] {
        let (now, then) = (during(days, subject), during(other, subject))
        var allowed = status(subject, days) + status(subject, other)
        if let one = Self.median(now), let two = Self.median(then) { allowed.append(abs(one - two)) }
        return allowed
    }

    /// Values that the reason of a day may name: every subject's on that day and the day before, and its usual band.
    func cause(_ day: Day) -> [Double] {
        values.flatMap { key, byDay in
            [byDay[day], byDay[day.advanced(by: -1)]].compactMap { $0 } + band(key, before: day, from: day)
                + band(key, before: day.advanced(by: -1), from: day)
        }
    }

    /// Numbers that name days: lengths of periods, parts of dates, and the ends of scales.
    func labels(_ days: [Days]) -> Set<Double> {
        var allowed: Set<Double> = [0, 1, 7, 14, 20, 30, 90, 100]
        for days in days {
            allowed.insert(Double(days.count))
            for day in [days.first, days.last] {
                let (year, month, number) = day.components
                allowed.formUnion([Double(year), Double(month), Double(number)])
            }
        }
        return allowed
    }
}

/// A number as a reply shows it.
struct ShownNumber: CustomStringConvertible {
    var value: Double
    /// Half of its last shown place.
    var precision: Double
    var description: String { "\(value)" }

    func equals(_ other: Double) -> Bool { abs(value - other) <= precision + 1e-6 }

    /// The numbers of a text; durations in seconds.
    static func all(in text: String, german: Bool) -> [ShownNumber] {
        var rest = text.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
        var numbers: [ShownNumber] = []
        for match in rest.matches(of: /(\d+) h (\d+) min|(\d+) h\b|(\d+) min\b/).reversed() {
            let hours = Double(match.1 ?? match.3 ?? "0") ?? 0
            let minutes = Double(match.2 ?? match.4 ?? "0") ?? 0
            numbers.append(ShownNumber(value: hours * 3600 + minutes * 60, precision: match.3 == nil ? 30 : 1_800))
            rest.replaceSubrange(match.range, with: " ")
        }
        let pattern = german ? /\d{1,3}(\.\d{3})+(,\d+)?|\d+(,\d+)?/ : /\d{1,3}(\,\d{3})+(\.\d+)?|\d+(\.\d+)?/
        for match in rest.matches(of: pattern) {
            let plain = match.0.replacing(german ? "." : ",", with: "").replacing(",", with: ".")
            let digits = plain.split(separator: ".").dropFirst().first?.count ?? 0
            guard let value = Double(plain) else { continue }
            numbers.append(ShownNumber(value: value, precision: 0.5 * pow(10, -Double(digits))))
        }
        return numbers
    }
}
