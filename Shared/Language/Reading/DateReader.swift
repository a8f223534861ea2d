import Localization
import Messages

/// Reads calendar dates: `2026-03-10`, `10.3.2026`, `1.3.`, “8 March”, “March 8th”, “am 8. März”.
///
/// A date without a year is the latest that is not after today. `3/4` is two dates, so it is none.
package struct DateReader: Sendable {
    package let language: Localization.Language
    package let today: Day

    package init(_ language: Localization.Language, today: Day) {
        self.language = language
        self.today = today
    }

    /// The date that begins at a place, with the words before it that belong to it, and the place after it.
    package func date(in tokens: [Token], at index: Int) -> (day: Day, next: Int)? {
        var start = CalendarWords.prefixes(language).contains(tokens.text(index)) ? index + 1 : index
        if tokens.text(start) == "the" { start += 1 }
        return dashed(tokens, start) ?? dotted(tokens, start) ?? dayAndMonth(tokens, start)
            ?? monthAndDay(tokens, start)
    }

    private func dashed(_ tokens: [Token], _ index: Int) -> (day: Day, next: Int)? {
        guard index + 4 < tokens.count, tokens[index].kind == .number,
            tokens[index + 1...index + 4].allSatisfy(\.isGlued)
        else { return nil }
        return Day(tokens[index...index + 4].map(\.text).joined()).map { ($0, index + 5) }
    }

    private func dotted(_ tokens: [Token], _ index: Int) -> (day: Day, next: Int)? {
        guard tokens.indices.contains(index), tokens[index].kind == .number else { return nil }
        let parts = tokens[index].text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2, parts[0].count <= 2, parts[1].count <= 2, let day = Int(parts[0]),
            let month = Int(parts[1])
        else { return nil }
        if parts.count == 3, let year = year(parts[2]) {
            return Day(year: year, month: month, day: day).map { ($0, index + 1) }
        }
        guard parts.count == 2, language == .german, tokens.text(index + 1) == ".", tokens.isGlued(index + 1) else {
            return nil
        }
        return latest(month, day).map { ($0, index + 2) }
    }

    private func dayAndMonth(_ tokens: [Token], _ index: Int) -> (day: Day, next: Int)? {
        guard let (day, after) = ordinal(tokens, index) else { return nil }
        var next = after
        if language == .german {
            guard tokens.text(next) == ".", tokens.isGlued(next) else { return nil }
            next += 1
        } else if tokens.text(next) == "of" {
            next += 1
        }
        guard let month = CalendarWords.months(language)[tokens.text(next)] else { return nil }
        if let year = year(tokens.text(next + 1)) {
            return Day(year: year, month: month, day: day).map { ($0, next + 2) }
        }
        return latest(month, day).map { ($0, next + 1) }
    }

    private func monthAndDay(_ tokens: [Token], _ index: Int) -> (day: Day, next: Int)? {
        guard language == .english, let month = CalendarWords.months(language)[tokens.text(index)],
            let (day, next) = ordinal(tokens, index + 1),
            // “March 5 km” is an amount.
            UnitWords.units[tokens.text(next)] == nil
        else { return nil }
        let place = tokens.text(next) == "," ? next + 1 : next
        if let year = year(tokens.text(place)) {
            return Day(year: year, month: month, day: day).map { ($0, place + 1) }
        }
        return latest(month, day).map { ($0, next) }
    }

    /// “8”, “8th”.
    private func ordinal(_ tokens: [Token], _ index: Int) -> (day: Int, next: Int)? {
        guard let day = Int(tokens.text(index)), (1...31).contains(day) else { return nil }
        let hasEnding = tokens.isGlued(index + 1) && ["st", "nd", "rd", "th"].contains(tokens.text(index + 1))
        return (day, hasEnding ? index + 2 : index + 1)
    }

    private func year(_ text: String) -> Int? {
        text.count == 4 ? Int(text).flatMap { today.namedYears.contains($0) ? $0 : nil } : nil
    }

    private func latest(_ month: Int, _ day: Int) -> Day? {
        let year = today.components.year
        // 29 February exists in one year of up to eight.
        return (0...8).lazy.compactMap { Day(year: year - $0, month: month, day: day) }.first { $0 <= today }
    }
}
