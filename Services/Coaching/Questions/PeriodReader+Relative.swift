import Language
import Localization
import Messages

/// Periods that are named by their distance, by their ends, or in digits.
extension PeriodReader {
    typealias Found = (position: Int, length: Int, period: Period)

    /// “three weeks ago”, “vor zwei Tagen”. Weeks and months are those of the calendar.
    func ago(_ text: FoldedText) -> [Found] {
        let all = text.words
        return all.indices.compactMap { index in
            guard let unit = CalendarWords.days[all[index]] else { return nil }
            let isEnglish = index + 1 < all.count && ["ago", "back"].contains(all[index + 1])
            // The number is the longest that ends before the unit: “twenty one days ago”.
            let number = (max(0, index - 3)..<index).lazy.compactMap { start in
                self.number(in: all, at: start).flatMap { $0.next == index ? (start: start, count: $0.value) : nil }
            }.first
            guard let (start, count) = number, count < 40 else { return nil }
            let isGerman = start > 0 && all[start - 1] == "vor"
            guard isEnglish || isGerman else { return nil }
            let phrase = (isEnglish ? all[start...index + 1] : all[(start - 1)...index]).joined(separator: " ")
            let place = text.position(of: phrase) ?? 0
            switch unit {
            case 1: return (place, phrase.count, onDay(today.advanced(by: -count)))
            case 7:
                let days = week(count).days
                return (place, phrase.count, count <= 2 ? week(count) : fromTo(days.lowerBound, days.upperBound))
            case 30: return (place, phrase.count, count <= 2 ? month(count) : earlier(month: count))
            default:
                if count == 1 { return nil }
                return (place, phrase.count, year(today.components.year - count, "inYear"))
            }
        }
    }

    private func earlier(month count: Int) -> Period {
        let (year, month, _) = today.components
        let months = year * 12 + month - 1 - count
        let name = words("date.months.long.\(months % 12 + 1)")
        return Period(
            Self.month(months % 12 + 1, months / 12, until: today),
            words("period.inMonth", ["month": name, "year": "\(months / 12)"]))
    }

    /// “2026-03-14”, “am 14.3.”
    func digits(_ text: FoldedText) -> [Found] {
        let all = text.words
        return all.indices.compactMap { index in
            // “14.3.” is one word, “14/3” are two.
            var (parts, ends) = ([Int](), [Int]())
            for end in index..<min(index + 3, all.count) {
                let more = all[end].split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
                guard !more.contains(nil), parts.count + more.count <= 3 else { break }
                parts += more.compactMap(\.self)
                ends += more.map { _ in end + 1 }
            }
            guard parts.count >= 2 else { return nil }
            let (first, second) = (parts[0], parts[1])
            let third = parts.count > 2 ? parts[2] : nil
            var (date, count) = (Day?.none, 2)
            if (1990...today.components.year).contains(first), let third {
                (date, count) = (Day(year: first, month: second, day: third), 3)
            } else if (1...31).contains(first), (1...12).contains(second) {
                let isNamed = index > 0 && ["am", "vom", "seit", "bis", "den", "dem", "on"].contains(all[index - 1])
                let year = third.flatMap { (1990...today.components.year).contains($0) ? $0 : nil }
                guard isNamed || year != nil else { return nil }
                let this = Day(year: year ?? today.components.year, month: second, day: first)
                count = year == nil ? 2 : 3
                date = this.flatMap {
                    year == nil && $0 > today ? Day(year: today.components.year - 1, month: second, day: first) : $0
                }
            }
            guard let date, date <= today else { return nil }
            let phrase = all[index..<ends[count - 1]].joined(separator: " ")
            return (text.position(of: phrase) ?? 0, phrase.count, onDay(date))
        }
    }

    func onDay(_ day: Day) -> Period {
        if day == today { return Period(day...day, words("period.today")) }
        if day == today.advanced(by: -1) { return Period(day...day, words("period.yesterday")) }
        return Period(day...day, words("period.onDay", ["date": date(day)]))
    }

    func fromTo(_ first: Day, _ last: Day) -> Period {
        Period(first...max(first, last), words("period.fromTo", ["from": date(first), "through": date(last)]))
    }

    /// The 90 days before a day.
    func before(_ day: Day) -> Period {
        Period(
            day.advanced(by: -90)...day.advanced(by: -1), words("period.before", ["count": "90", "date": date(day)]))
    }

    /// Joins “from March to May” to one period, and makes “since last week” reach until today.
    func joined(_ found: [Found], in text: FoldedText) -> [Found] {
        var found = found.map { one -> Found in
            let head = text.text.prefix(one.position).split(separator: " ").suffix(2)
            guard head.contains(where: { ["since", "seit"].contains($0) }), one.period.weekdays == nil,
                one.period.days.upperBound < today || !one.period.isOneDay, one.period.days.upperBound <= today,
                one.period.label != since(one.period.days.lowerBound).label
            else { return one }
            return (one.position, one.length, since(one.period.days.lowerBound))
        }
        if found.count == 2, found.allSatisfy({ $0.period.weekdays == nil }) {
            let (one, two) = (found[0], found[1])
            let head = text.text.prefix(one.position).split(separator: " ").last ?? ""
            let between = text.text.dropFirst(one.position + one.length + 1).prefix(
                max(0, two.position - one.position - one.length))
            let link = between.split(separator: " ").first ?? ""
            let isRange =
                ["from", "between", "von", "vom", "zwischen"].contains(head)
                && ["to", "until", "till", "through", "and", "bis", "und"].contains(link)
            let isComparison = head == "between" && text.has(anyOf: ["difference", "unterschied", "compare"])
            if isRange, !isComparison, one.period.days.lowerBound <= two.period.days.lowerBound {
                found = [
                    (
                        one.position, two.position + two.length - one.position,
                        fromTo(one.period.days.lowerBound, two.period.days.upperBound)
                    )
                ]
            }
        }
        return found
    }

    /// The period of the same kind before one: last week before this week, March before April.
    func previous(to period: Period) -> Period {
        for (ago, one) in [week(0), week(1)].enumerated() where one == period { return week(ago + 1) }
        for (ago, one) in [month(0), month(1)].enumerated() where one == period { return month(ago + 1) }
        let (year, month, _) = period.days.lowerBound.components
        let end = min(Self.month(month, year, until: .init(number: .max)).upperBound, today)
        if period.days.lowerBound.components.2 == 1, period.days.upperBound == end {
            let months = year * 12 + month - 2
            return earlierMonth(months / 12, months % 12 + 1)
        }
        if period.count > 300, period.days.lowerBound.components.2 == 1 { return self.year(year - 1, "inYear") }
        let length = period.isOneDay ? 1 : period.count
        let last = period.days.lowerBound.advanced(by: -1)
        return period.isOneDay
            ? onDay(last) : Period(last.advanced(by: 1 - length)...last, words("period.daysBefore", count: length))
    }

    private func earlierMonth(_ year: Int, _ month: Int) -> Period {
        Period(
            Self.month(month, year, until: today),
            words("period.inMonth", ["month": words("date.months.long.\(month)"), "year": "\(year)"]))
    }
}
