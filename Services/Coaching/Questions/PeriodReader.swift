import Language
import Localization
import Messages

/// Reads the periods that a message names, in English and German: “last week”, “since March”, “on Tuesdays”,
/// “im Frühling”. All are periods up to today.
struct PeriodReader {
    let today: Day
    let words: Catalogue

    /// The periods in the order of the text, at most two.
    func periods(in text: FoldedText) -> [Period] {
        var found: [(position: Int, length: Int, period: Period)] = []
        for rule in Self.fixed {
            for phrase in rule.phrases {
                if let position = text.position(of: phrase) {
                    found.append((position, phrase.count, rule.make(self)))
                }
            }
        }
        found += counted(text) + dated(text) + weekdays(text) + ago(text) + digits(text)
        // The longer phrase wins where two overlap: “the week before last” holds “last”.
        var kept: [(position: Int, length: Int, period: Period)] = []
        for one in found.sorted(by: { $0.length > $1.length })
        where !kept.contains(where: {
            $0.position < one.position + one.length && one.position < $0.position + $0.length
        }) {
            kept.append(one)
        }
        return joined(kept.sorted { $0.position < $1.position }, in: text).prefix(2).map(\.period)
    }

    // MARK: Named periods

    private static let fixed: [(phrases: [String], make: @Sendable (PeriodReader) -> Period)] = [
        (
            [
                "today", "todays", "this morning", "so far today", "right now", "last 24 hours", "heute",
                "heute morgen",
                "heute fruh", "heute bisher", "gerade", "jetzt", "gerade eben",
            ],
            { $0.day(0, "today") }
        ),
        (
            [
                "last night", "last nights", "this night", "overnight", "letzte nacht", "heute nacht",
                "vergangene nacht", "letzter nacht", "diese nacht", "vergangener nacht",
            ],
            { $0.day(0, "lastNight") }
        ),
        (["yesterday", "yesterdays", "gestern"], { $0.day(1, "yesterday") }),
        (
            ["day before yesterday", "the day before yesterday", "vorgestern"],
            { $0.day(2, "dayBeforeYesterday") }
        ),
        (
            ["this week", "this weeks", "so far this week", "diese woche", "dieser woche", "laufenden woche"],
            { $0.week(0) }
        ),
        (
            [
                "last week", "last weeks", "the past week", "past week", "previous week", "letzte woche",
                "letzter woche",
                "vergangene woche", "vorige woche", "der letzten woche", "vorwoche", "voriger woche",
                "vergangener woche",
                "vergangenen woche", "der vorwoche",
            ], { $0.week(1) }
        ),
        (["the week before last", "week before last", "vorletzte woche", "vorletzter woche"], { $0.week(2) }),
        (["this month", "this months", "diesen monat", "diesem monat", "dieser monat"], { $0.month(0) }),
        (
            [
                "last month", "last months", "previous month", "letzten monat", "letztem monat", "letzter monat",
                "vergangenen monat",
                "vormonat",
            ], { $0.month(1) }
        ),
        (
            ["this year", "so far this year", "year to date", "dieses jahr", "diesem jahr", "heuer"],
            { $0.year($0.today.components.year, "thisYear") }
        ),
        (
            ["last year", "previous year", "letztes jahr", "letzten jahr", "letztem jahr", "vorjahr", "voriges jahr"],
            { $0.year($0.today.components.year - 1, "lastYear") }
        ),
        (
            ["a year ago", "one year ago", "this time last year", "vor einem jahr", "letztes jahr um diese zeit"],
            { reader in
                let middle = reader.today.advanced(by: -364)
                return Period(middle.advanced(by: -27)...middle, reader.words("period.yearAgo"))
            }
        ),
        (
            [
                "lately", "recently", "these days", "nowadays", "currently", "at the moment", "aktuell", "zurzeit",
                "zur zeit", "die letzte zeit", "letzter zeit", "in der letzten zeit", "in letzter zeit", "zuletzt",
                "neuerdings",
                "momentan", "derzeit",
                "past fortnight", "last fortnight", "fortnight", "the last two weeks", "past two weeks",
            ], { $0.last(14, "lately") }
        ),
        (
            [
                "usual", "usually", "normally", "than normal", "my normal", "my baseline", "my average",
                "meinem durchschnitt", "mein durchschnitt", "gewohnlich", "fur gewohnlich", "than average", "sonst",
                "ublich", "normalerweise",
                "normal",
            ],
            { $0.usual }
        ),
        (["spring", "fruhling", "fruhjahr"], { $0.season(3, "spring") }),
        (["summer", "sommer"], { $0.season(6, "summer") }),
        (["autumn", "fall", "herbst"], { $0.season(9, "autumn") }),
        (["winter"], { $0.season(12, "winter") }),
        (
            [
                "last weekend", "the past weekend", "past weekend", "this weekend", "over the weekend",
                "letztes wochenende",
                "letzten wochenende", "vergangenes wochenende", "vergangenen wochenende", "dieses wochenende",
                "diesem wochenende", "ubers wochenende",
            ],
            { reader in
                let sunday = reader.today.advanced(by: -((reader.today.weekday + 6) % 7))
                return Period(sunday.advanced(by: -1)...sunday, reader.words("period.lastWeekend"))
            }
        ),
        (
            ["the month before last", "month before last", "vorletzten monat", "vorletztem monat"],
            { $0.month(2) }
        ),
        (
            [
                "on weekends", "at weekends", "weekends", "weekend nights", "weekend days", "every weekend",
                "an den wochenenden", "wochenenden", "wochenends", "jedes wochenende", "on the weekend",
                "at the weekend", "am wochenende",
                "an wochenenden",
            ],
            { Period($0.last(90, "").days, $0.words("period.weekends"), weekdays: [1, 7]) }
        ),
        (
            [
                "weeknights", "work nights", "school nights", "weekday nights", "work days", "wochentags",
                "arbeitstagen",
                "an arbeitstagen", "an werktagen", "werktagen", "in der arbeitswoche",
                "on weekdays", "during the week", "on workdays", "on work days", "on working days", "weekdays",
                "workdays", "unter der woche", "an wochentagen", "werktags",
            ],
            { Period($0.last(90, "").days, $0.words("period.workdays"), weekdays: [2, 3, 4, 5, 6]) }
        ),
        (["last days", "past days", "recent days", "letzten tage", "letzten tagen"], { $0.last(7, "lastSeven") }),
        (
            ["recent weeks", "past weeks", "the last weeks", "letzten wochen", "vergangenen wochen"],
            { $0.last(28, "") }
        ),
        (
            [
                "recent months", "past months", "the last months", "last quarter", "this quarter", "letzten monate",
                "letzten monaten", "vergangenen monaten", "letzten quartal", "letztes quartal",
            ], { $0.last(90, "") }
        ),
        (["half a year", "last half year", "halben jahr", "halbes jahr", "letzten halben jahr"], { $0.last(182, "") }),
        (
            ["ever", "of all time", "all time", "in total", "jemals", "insgesamt", "uberhaupt", "bisher"],
            { $0.ever }
        ),
    ]

    /// Words of periods, for mending slips of the finger.
    static func vocabulary() -> [String] {
        fixed.flatMap(\.phrases) + CalendarWords.days.keys + weekdayNames.flatMap { $0.one + $0.many } + months.keys
            + before + approximate.keys + NumberWords.simple
    }

    /// The 90 days before the last week, with which the last week is compared.
    var usual: Period {
        Period(today.advanced(by: -97)...today.advanced(by: -7), words("period.usual"))
    }

    /// Thirty years until today; nothing is older.
    var ever: Period { Period(today.advanced(by: -10_950)...today, words("period.ever")) }

    private func day(_ ago: Int, _ name: String) -> Period {
        let day = today.advanced(by: -ago)
        return Period(day...day, words("period.\(name)"))
    }

    func last(_ days: Int, _ name: String) -> Period {
        Period(
            today.advanced(by: 1 - days)...today,
            name.isEmpty ? words("period.lastDays", count: days) : words("period.\(name)"))
    }

    func week(_ ago: Int) -> Period {
        // An ISO week for everybody, as goals, reviews and plans count.
        let start = today.monday.advanced(by: -7 * ago)
        return Period(start...min(start.advanced(by: 6), today), words("period.week.\(ago)"))
    }

    func month(_ ago: Int) -> Period {
        var (year, month, _) = today.components
        month -= ago
        if month < 1 { (year, month) = (year - 1, month + 12) }
        return Period(Self.month(month, year, until: today), words("period.month.\(ago)"))
    }

    func year(_ year: Int, _ name: String) -> Period {
        let (first, last) = (Day(year: year, month: 1, day: 1)!, Day(year: year, month: 12, day: 31)!)
        return Period(first...min(last, today), words("period.\(name)", ["year": "\(year)"]))
    }

    /// The latest season of three months that has begun, by the meteorological calendar of the northern hemisphere.
    private func season(_ month: Int, _ name: String) -> Period {
        let (year, now, _) = today.components
        let begins = month == 12 ? (now >= 12 ? year : year - 1) : (now >= month ? year : year - 1)
        let first = Day(year: begins, month: month, day: 1)!
        let end =
            month == 12
            ? Self.month(2, begins + 1, until: .init(number: .max)).upperBound
            : Self.month(month + 2, begins, until: .init(number: .max)).upperBound
        return Period(first...min(end, today), words("period.season.\(name)"))
    }

    static func month(_ month: Int, _ year: Int, until today: Day) -> ClosedRange<Day> {
        let first = Day(year: year, month: month, day: 1)!
        let next = month == 12 ? Day(year: year + 1, month: 1, day: 1)! : Day(year: year, month: month + 1, day: 1)!
        return first...max(first, min(next.advanced(by: -1), today))
    }

    // MARK: Counted, dated and weekday periods

    /// Articles, and words that name about a number.
    private static let approximate: [String: Int] = [
        "a": 1, "ein": 1, "eine": 1, "einem": 1, "einer": 1, "einen": 1, "couple": 2, "beiden": 2, "few": 5,
        "several": 5, "paar": 5, "einigen": 5, "mehreren": 5,
    ]

    /// A whole number in digits or words of any language that begins at a place, and the place after it.
    func number(in words: [String], at index: Int) -> (value: Int, next: Int)? {
        if let value = Self.approximate[words[index]] { return (value, index + 1) }
        let tokens = words[index...].prefix(4).map { word in
            Token(kind: word.first?.isNumber ?? false ? .number : .word, text: word, range: 0..<0, isGlued: false)
        }
        return Language.allCases.lazy.compactMap { NumberReader($0).number(in: tokens, at: 0) }.first.flatMap { found in
            Int(exactly: found.value).map { ($0, index + found.next) }
        }
    }

    private static let before: Set = [
        "last", "past", "previous", "latest", "over", "letzten", "letzte", "vergangenen", "vorigen", "letzter",
    ]

    /// “the last 14 nights”, “in den letzten drei Wochen”, “over a couple of weeks”.
    private func counted(_ text: FoldedText) -> [(position: Int, length: Int, period: Period)] {
        // “a couple of weeks” reads like “couple weeks”.
        let all = text.words
        return all.indices.dropLast(2).compactMap { index in
            guard Self.before.contains(all[index]) else { return nil }
            var next = index + 1
            if ["a", "ein"].contains(all[next]), next + 2 < all.count { next += 1 }
            guard let (count, end) = number(in: all, at: next) else { return nil }
            next = end
            if next < all.count - 1, ["of", "full", "ganzen", "vollen"].contains(all[next]) { next += 1 }
            guard next < all.count, let days = CalendarWords.days[all[next]], (1...3_660).contains(count) else {
                return nil
            }
            let phrase = all[index...next].joined(separator: " ")
            return (text.position(of: phrase) ?? 0, phrase.count, last(min(count * days, 10_950), ""))
        }
    }

    /// “in March”, “March 2024”, “since 3 March”, “seit dem 3. März”, “2024”.
    private func dated(_ text: FoldedText) -> [(position: Int, length: Int, period: Period)] {
        let all = text.words
        return all.indices.compactMap { index -> (position: Int, length: Int, period: Period)? in
            let word = all[index]
            let before = index > 0 ? all[index - 1] : ""
            let after = index + 1 < all.count ? all[index + 1] : ""
            let isSince = all[max(0, index - 3)..<index].contains { ["since", "seit"].contains($0) }
            if let year = Int(word), (1990...today.components.year).contains(year), Self.month(named: before) == nil {
                var period = self.year(year, "inYear")
                if isSince { period = since(period.days.lowerBound) }
                return (text.position(of: word) ?? 0, word.count, period)
            }
            // “may” and “march” are months only next to a preposition, a day or a year.
            guard let month = Self.month(named: word) else { return nil }
            let far = index > 1 ? all[index - 2] : ""
            let day = [before == "of" ? far : before, after].lazy.compactMap(Self.dayNumber).first
            // “March 2024”, “March 14 2024”.
            let end = Self.dayNumber(after) == nil ? index + 1 : index + 2
            let year = (end < all.count ? Int(all[end]) : nil).flatMap {
                (1990...today.components.year).contains($0) ? $0 : nil
            }
            let isRange = text.has(anyOf: ["between", "zwischen"]) && ["and", "und"].contains(before)
            let isNamed = Self.prepositions.contains(before) || isSince || day != nil || year != nil || isRange
            guard isNamed || !(word.count <= 3 || word == "march") else { return nil }
            let latest = month <= today.components.month ? today.components.year : today.components.year - 1
            var days = Self.month(month, year ?? latest, until: today)
            guard days.lowerBound <= today else { return nil }
            if let day, let date = Day(year: year ?? latest, month: month, day: day), date <= today {
                days = date...date
            }
            let phrase = year == nil ? word : all[index...end].joined(separator: " ")
            let position = text.position(of: phrase) ?? 0
            if isSince { return (position, phrase.count, since(days.lowerBound)) }
            if before == "before" || before == "vor" || before == "dem" && far == "vor" {
                return (position, phrase.count, self.before(days.lowerBound))
            }
            let label =
                days.lowerBound == days.upperBound && day != nil
                ? words("period.onDay", ["date": date(days.lowerBound)])
                : words(
                    "period.inMonth",
                    ["month": words("date.months.long.\(month)"), "year": "\(days.lowerBound.components.year)"])
            return (position, phrase.count, Period(days, label))
        }
    }

    /// “3”, “3rd”.
    private static func dayNumber(_ word: String) -> Int? {
        let digits = word.prefix { $0.isNumber }
        guard ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) else { return nil }
        return Int(digits).flatMap { (1...31).contains($0) ? $0 : nil }
    }

    func since(_ first: Day) -> Period {
        Period(min(first, today)...today, words("period.since", ["date": date(first)]))
    }

    func date(_ day: Day) -> String {
        let (year, month, number) = day.components
        return words(
            "period.date", ["day": "\(number)", "month": words("date.months.long.\(month)"), "year": "\(year)"])
    }

    private static let prepositions: Set = [
        "in", "since", "during", "of", "last", "im", "seit", "letzten", "than", "als", "for", "from", "between", "to",
        "until", "till", "before", "vs", "versus", "against", "this", "von", "bis", "zwischen", "vor", "gegen", "vom",
        "zum", "early", "late", "mid", "anfang", "ende", "mitte", "with", "mit",
    ]

    private static func month(named word: String) -> Int? { months[word] }

    private static let months = CalendarWords.months(.english).merging(CalendarWords.months(.german)) { $1 }

    /// “on Tuesdays” is every Tuesday of the last 90 days, “on Tuesday” the latest one.
    private func weekdays(_ text: FoldedText) -> [(position: Int, length: Int, period: Period)] {
        var found: [(position: Int, length: Int, period: Period)] = []
        for (index, names) in Self.weekdayNames.enumerated() {
            let weekday = index + 1
            for name in names.many {
                guard let position = text.position(of: name) else { continue }
                let label = words("period.onWeekdays", ["weekday": words("period.weekdays.\(weekday)")])
                found.append((position, name.count, Period(last(90, "").days, label, weekdays: [weekday])))
            }
            for name in names.one {
                guard let position = text.position(of: name) else { continue }
                let ago = (today.weekday - weekday + 7) % 7
                let day = today.advanced(by: -ago)
                if text.has(anyOf: ["every \(name)", "each \(name)", "jeden \(name)"]) {
                    let label = words("period.onWeekdays", ["weekday": words("period.weekdays.\(weekday)")])
                    found.append((position, name.count, Period(last(90, "").days, label, weekdays: [weekday])))
                    continue
                }
                let isSince = text.has(anyOf: ["since \(name)", "seit \(name)"])
                let label = words("period.onDay", ["date": words("date.weekdays.long.\(weekday)")])
                found.append((position, name.count, isSince ? since(day) : Period(day...day, label)))
            }
        }
        return found
    }

    private static let weekdayNames: [(one: [String], many: [String])] = (0..<7).map { number in
        func names(_ language: Localization.Language) -> [String] {
            CalendarWords.weekdays(language).filter { $0.value == number }.keys.sorted()
        }
        let (english, german) = (names(.english), names(.german))
        return (english + german, english.map { $0 + "s" } + german.flatMap { [$0 + "s", $0 + "en"] })
    }
}
