import Language
import Localization
import Messages

/// Finds the words that say when something was done, and reads them against the person's date and hour.
struct MomentReader {
    /// A reading of some tokens.
    struct Found {
        var tokens: Range<Int>
        var day: Day?
        var time: DayTime?
        /// Whether the time is one of the clock, which is more exact than a part of the day.
        var isClock = false
    }

    /// The readings that agree with each other, as one.
    struct Moment {
        var day: Day?
        var time: DayTime?
        /// The tokens that were understood.
        var tokens: Set<Int> = []
    }

    let language: Localization.Language
    let today: Day
    /// 0 … 23.
    let hour: Int
    private let words: MomentWords
    private let dates: DateReader
    private let clocks: ClockReader
    private let quantities: QuantityReader

    /// Before this hour “this evening” is that of the day before.
    private static let morning = 4

    init(language: Localization.Language, today: Day, hour: Int) {
        (self.language, self.today, self.hour) = (language, today, hour)
        words = .of(language)
        dates = DateReader(language, today: today)
        let weekdays = CalendarWords.weekdays(language)
        clocks = ClockReader(language, followers: Set(words.phrases.map { $0.words[0] } + weekdays.keys))
        quantities = QuantityReader(language)
    }

    /// Reads the moment of a sentence. Words that contradict each other, such as two days, are not understood.
    func read(_ tokens: [Token]) -> Moment {
        var found: [Found] = []
        var index = 0
        while index < tokens.count {
            if let next = reading(tokens, index) {
                found.append(next)
                index = next.tokens.upperBound
            } else {
                index += 1
            }
        }
        if Set(found.compactMap(\.day)).count > 1 { found.removeAll { $0.day != nil } }
        if Set(found.filter(\.isClock).compactMap(\.time)).count > 1 { found.removeAll(where: \.isClock) }
        let parts = Set(found.filter { !$0.isClock }.compactMap(\.time))
        if parts.count > 1 { found.removeAll { $0.day == nil && !$0.isClock } }
        return moment(found)
    }

    private func moment(_ found: [Found]) -> Moment {
        var moment = Moment(tokens: Set(found.flatMap(\.tokens)))
        moment.day = found.lazy.compactMap(\.day).first
        let part = found.lazy.filter { !$0.isClock }.compactMap(\.time).first
        guard var clock = found.lazy.filter(\.isClock).compactMap(\.time).first else {
            moment.time = part.map { moment.day ?? today == today ? $0.until(hour: hour) : $0 }
            return moment
        }
        // “At seven in the evening” is nineteen o'clock; “last night at one” is today.
        if let part, part.isAfterNoon, clock.end < 12 * 60 {
            if part == .lateEvening, clock.end < 5 * 60 {
                moment.day = moment.day?.advanced(by: 1)
            } else {
                clock = DayTime(start: clock.start + 12 * 60, end: clock.end + 12 * 60)
            }
        }
        moment.time = clock
        return moment
    }

    private func reading(_ tokens: [Token], _ index: Int) -> Found? {
        if let ago = ago(tokens, index) { return ago }
        if let (minutes, end) = clocks.time(in: tokens, at: index) {
            let time = DayTime(start: minutes.lowerBound, end: minutes.upperBound)
            return Found(tokens: index..<end, time: time, isClock: true)
        }
        guard !words.blockers.contains(tokens.text(index - 1)) else { return nil }
        if let (day, end) = dates.date(in: tokens, at: index) { return Found(tokens: index..<end, day: day) }
        return named(tokens, index) ?? weekday(tokens, index)
    }

    // MARK: Named days

    private func named(_ tokens: [Token], _ index: Int) -> Found? {
        for phrase in words.phrases {
            guard var end = tokens.end(of: phrase.words, at: index) else { continue }
            var part = phrase.part
            if phrase.offset != nil, part == nil {
                // “Heute Nacht” may be the one before or the one to come.
                if tokens.text(end) == "nacht" { return nil }
                if let after = words.parts[tokens.text(end)] { (part, end) = (after, end + 1) }
            }
            let isEvening = phrase.offset == 0 && part == .evening && hour < Self.morning
            let day = phrase.offset.map { today.advanced(by: isEvening ? -1 : $0) }
            return Found(tokens: index..<end, day: day, time: part)
        }
        return nil
    }

    /// “Monday”, “last Sunday”, “on Tuesday evening”, “Dienstagabend”.
    private func weekday(_ tokens: [Token], _ index: Int) -> Found? {
        var (place, isLast, hasPrefix) = (index, false, false)
        let (prefixes, weekdays) = (CalendarWords.prefixes(language), CalendarWords.weekdays(language))
        while prefixes.contains(tokens.text(place)) || words.last.contains(tokens.text(place)) {
            isLast = isLast || words.last.contains(tokens.text(place))
            (place, hasPrefix) = (place + 1, true)
        }
        var (name, part, end) = (tokens.text(place), DayTime?.none, place + 1)
        if weekdays[name] == nil, let (suffix, time) = words.parts.first(where: { name.hasSuffix($0.key) }),
            let weekday = weekdays.keys.first(where: { name == $0 + suffix })
        {
            (name, part) = (weekday, time)
        }
        guard let number = weekdays[name] ?? (hasPrefix ? words.shortWeekdays[name] : nil) else { return nil }
        if part == nil, let after = words.parts[tokens.text(end)] { (part, end) = (after, end + 1) }
        // 1970-01-01 was a Thursday.
        let weekday = (((Int(today.number) + 4) % 7) + 7) % 7
        let ago = (weekday - number + 7) % 7
        return Found(tokens: index..<end, day: today.advanced(by: -(isLast && ago == 0 ? 7 : ago)), time: part)
    }

    // MARK: Time that has passed

    /// “3 days ago”, “an hour ago”, “vor einer Woche”, “vor 20 Minuten”.
    private func ago(_ tokens: [Token], _ index: Int) -> Found? {
        let isGerman = language == .german
        if isGerman, tokens.text(index) != "vor" { return nil }
        let start = isGerman ? index + 1 : index
        func end(_ next: Int) -> Int? { isGerman ? next : tokens.text(next) == "ago" ? next + 1 : nil }
        if let (days, next) = days(tokens, start), let end = end(next) {
            return Found(tokens: index..<end, day: today.advanced(by: -days))
        }
        let found =
            isGerman ? quantities.simpleQuantity(in: tokens, at: start) : quantities.quantity(in: tokens, at: start)
        guard let found, found.amount.kind == .duration, found.amount.value <= 86_400, let end = end(found.next)
        else { return nil }
        let begin = hour * 60 - Int((found.amount.value / 60).rounded())
        let (day, minute) = begin < 0 ? (today.advanced(by: -1), begin + 24 * 60) : (today, begin)
        // The minute is not known, so the moment lies in an hour.
        let time = DayTime(start: minute, end: min(minute + 60, 24 * 60))
        return Found(tokens: index..<end, day: day, time: time, isClock: true)
    }

    private func days(_ tokens: [Token], _ index: Int) -> (days: Int, next: Int)? {
        let articles: Set = ["a", "one", "ein", "einer", "einem"]
        let number =
            articles.contains(tokens.text(index))
            ? (value: 1, next: index + 1) : NumberReader(language).number(in: tokens, at: index)
        guard let number, number.value == number.value.rounded(), (1...1000).contains(number.value) else { return nil }
        // Months and years ago are no days that can be counted.
        guard let days = CalendarWords.days[tokens.text(number.next)], days <= 7 else { return nil }
        return (Int(number.value) * days, number.next + 1)
    }
}
