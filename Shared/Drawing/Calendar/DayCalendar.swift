/// Days by how they compare with the person's usual ones: months of small marks, the latest month first. Each mark is a
/// link to its day. A day above is filled, a usual one small, a day below hollow, so that they stay apart without colour.
/// Each day has its number, one without a score nothing else. A dot below a day is a check-in, a dash a journal entry.
///
/// Classes for the style sheet: `calendar` (figure), `calendar-reading` (the line of values), `calendar-months` (list),
/// `calendar-name`, `calendar-month` (drawing), `calendar-weekday`, `calendar-number`, `calendar-day` (link),
/// `calendar-target`, `calendar-mark` with `calendar-1` … `calendar-5` or `calendar-0` (a score compared with nothing),
/// `calendar-check-in`, `calendar-entry`, `calendar-legend`. The attribute `data-line` of the list is the id of the
/// line of values, `data-day` of a link its day.
public struct DayCalendar: Sendable {
    /// The person's activities on a day.
    public enum Deed: String, CaseIterable, Sendable { case checkIn, entry }

    /// A day with a score, a check-in or a journal entry.
    public struct Entry: Equatable, Sendable {
        /// Days since 1970-01-01.
        public let day: Int
        /// Nil if there was too little to compare with.
        public let step: Standing.Step?
        /// The score as text; nil while it is covered.
        public let score: String?
        /// Circumstances in words.
        public let remarks: [String]
        /// False for a day that has only deeds.
        public let isScored: Bool
        /// The person's activities.
        public let deeds: Set<Deed>

        public init(
            day: Int, step: Standing.Step?, score: String?, remarks: [String] = [], isScored: Bool = true,
            deeds: Set<Deed> = []
        ) {
            (self.day, self.step, self.score, self.remarks) = (day, step, score, remarks)
            (self.isScored, self.deeds) = (isScored, deeds)
        }
    }

    /// Side of a day's place.
    static let side = 24.0
    /// Height of the line of weekdays.
    static let head = 18.0

    /// Days since 1970-01-01, first to last; usually a year.
    public let days: ClosedRange<Int>
    /// By day.
    let entries: [Int: Entry]
    let title: String
    let id: String
    let words: DrawingWords
    let link: @Sendable (Int) -> String

    /// - Parameters:
    ///   - entries: at most one per day; those outside `days` are left out.
    ///   - title: name of the drawing.
    ///   - id: prefix of all ids, unique in the page.
    ///   - link: address of a day.
    public init(
        days: ClosedRange<Int>, entries: [Entry], title: String, id: String, words: DrawingWords,
        link: @escaping @Sendable (Int) -> String
    ) {
        (self.days, self.title, self.id, self.words, self.link) = (days, title, id, words, link)
        self.entries = Dictionary(entries.filter { days.contains($0.day) }.map { ($0.day, $0) }) { $1 }
    }

    // MARK: Text

    /// How many days there are of each step, and how many have no score.
    public var summary: String {
        let steps = counts.filter { $0.count > 0 }.map(text)
        return range + (steps.isEmpty ? "" : " " + steps.joined(separator: ", ").capitalizedFirst + ".")
    }

    /// The first and the last day, and how many days have no score.
    private var range: String {
        let missing = days.count - entries.values.count(where: \.isScored)
        let ends = ["from": words.dayWithYear(days.lowerBound), "to": words.dayWithYear(days.upperBound)]
        return words("calendar.days", ends)
            + (missing > 0
                ? " " + words("calendar.gaps", ["missing": "\(missing)", "days": "\(days.count)"]) : "")
    }

    /// Days of each step.
    private var counts: [(step: Standing.Step, count: Int)] {
        let steps = entries.values.compactMap(\.step)
        return Standing.Step.allCases.map { step in (step, steps.count { $0 == step }) }
    }

    private func text(_ count: (step: Standing.Step, count: Int)) -> String {
        words("calendar.count", ["step": words.step(count.step), "count": "\(count.count)"])
    }

    /// A row for each day.
    public var table: ChartTable {
        let hasRemarks = entries.values.contains { !remarks(of: $0).isEmpty }
        let keys = ["day", "score", "step"] + (hasRemarks ? ["remarks"] : [])
        return ChartTable(
            caption: title, headings: keys.map { words("calendar.headings.\($0)") },
            rows: days.map { day in
                let entry = entries[day]
                let cells = [
                    words.columnDay(day),
                    entry.flatMap { $0.isScored ? $0.score ?? "" : nil } ?? words("calendar.noScore"),
                    entry?.step.map(words.step) ?? "",
                ]
                return ChartTable.Row(
                    day: day, value: nil, comparison: nil,
                    cells: cells + (hasRemarks ? [entry.map(remarks)?.joined(separator: ", ") ?? ""] : []))
            })
    }

    private func remarks(of entry: Entry) -> [String] {
        entry.remarks + Deed.allCases.filter(entry.deeds.contains).map { words("calendar.deed.\($0)") }
    }

    private func reading(of entry: Entry) -> String {
        let score = entry.isScored ? entry.score : words("calendar.noScore")
        return ([words.day(entry.day), score, entry.step.map(words.step)].compactMap { $0 } + remarks(of: entry))
            .joined(separator: " · ")
    }

    // MARK: Drawing

    /// The legend with the number of days, the line of values, and the months.
    public var figure: DrawingElement {
        let last = entries.values.max { $0.day < $1.day }
        let months = months.map { month in
            DrawingElement(
                "li", [:],
                [
                    DrawingElement(
                        "p", ["class": "calendar-name", "id": "\(id)-\(month.year)-\(month.month)"],
                        text: "\(words.phrase("date.months.long.\(month.month)", [:])) \(month.year)"),
                    svg(month),
                ])
        }
        return DrawingElement(
            "figure", ["class": "calendar", "role": "group", "aria-labelledby": "\(id)-caption"],
            [
                DrawingElement("figcaption", ["id": "\(id)-caption"], text: range), legend,
                DrawingElement(
                    "p", ["class": "calendar-reading", "id": "\(id)-reading"], text: last.map(reading) ?? ""),
                DrawingElement("ul", ["class": "calendar-months", "data-line": "\(id)-reading"], months),
            ])
    }

    /// The latest first.
    private var months: [CivilDate] {
        let (first, last) = (CivilDate(day: days.lowerBound), CivilDate(day: days.upperBound))
        let count = (last.year - first.year) * 12 + last.month - first.month
        return (0...count).reversed().map { first.firstOfMonth(after: $0) }
    }

    /// Rows of a month. Most months need fewer; with the same height for all, they line up.
    private static let rows = 6

    /// One month, 168 units wide: seven columns, and a row for each week.
    private func svg(_ month: CivilDate) -> DrawingElement {
        let (first, next) = (month.day, month.firstOfMonth(after: 1).day)
        let offset = CivilDate.place(first, first: words.firstWeekday)
        var svg = Self.month(month, words, labelledBy: "\(id)-\(month.year)-\(month.month)")
        for day in first..<next where days.contains(day) {
            let (x, y) = Self.place(day - first + offset)
            guard let entry = entries[day] else {
                svg.append(Self.number(day, at: (x, y)))
                continue
            }
            let center = Self.center(of: (x, y))
            let mark: [DrawingElement] = entry.isScored ? [Self.mark(entry.step, center.x, center.y)] : []
            let deeds: [DrawingElement] = Self.deeds(entry.deeds, x + Self.side / 2, y + Self.side - 1.5)
            svg.append(Self.day(day, at: (x, y), link(day), reading(of: entry), mark + deeds))
        }
        return svg
    }

    /// An empty month with the letters of its weekdays.
    static func month(_ month: CivilDate, _ words: DrawingWords, labelledBy name: String) -> DrawingElement {
        let (width, height) = (coordinate(7 * side), coordinate(head + Double(rows) * side))
        var svg = DrawingElement(
            "svg",
            [
                "class": "calendar-month", "viewBox": "0 0 \(width) \(height)", "role": "group",
                "aria-labelledby": name,
            ])
        for column in 0..<7 {
            var letter = DrawingElement.text(
                "calendar-weekday", (Double(column) + 0.5) * side, 11, anchor: "middle",
                String(words.weekday((words.firstWeekday - 1 + column) % 7 + 1).prefix(1)))
            letter.set("aria-hidden", "true")
            svg.append(letter)
        }
        return svg
    }

    /// The upper left corner of the n-th place of a month.
    static func place(_ number: Int) -> (x: Double, y: Double) {
        (Double(number % 7) * side, head + Double(number / 7) * side)
    }

    /// Where the mark of a place is: below and after its number.
    static func center(of place: (x: Double, y: Double)) -> (x: Double, y: Double) {
        (place.x + 14.5, place.y + 13)
    }

    /// The number of a day. It is only to be seen: the link of a day has the whole date as its name.
    static func number(_ day: Int, at place: (x: Double, y: Double)) -> DrawingElement {
        DrawingElement(
            "text",
            [
                "class": "calendar-number", "x": coordinate(place.x + 1), "y": coordinate(place.y + 7),
                "aria-hidden": "true",
            ], text: "\(CivilDate(day: day).date)")
    }

    /// A day of a month, as a link with its number and its marks.
    static func day(
        _ day: Int, at place: (x: Double, y: Double), _ link: String, _ label: String, _ marks: [DrawingElement]
    ) -> DrawingElement {
        DrawingElement(
            "a", ["class": "calendar-day", "href": link, "aria-label": label, "data-day": "\(day)"],
            [
                DrawingElement(
                    "rect",
                    [
                        "class": "calendar-target", "x": coordinate(place.x), "y": coordinate(place.y),
                        "width": coordinate(side), "height": coordinate(side), "rx": "6",
                    ]),
                Self.number(day, at: place),
            ] + marks)
    }

    /// The mark of a step; its size grows with the day, as the rings do.
    private static func mark(_ step: Standing.Step?, _ x: Double, _ y: Double) -> DrawingElement {
        let radius =
            switch step {
            case .wellAbove: 7.0
            case .above: 5.5
            case .usual: 2.5
            case .below: 4.5
            case .wellBelow: 4.0
            case nil: 2.5
            }
        return .circle("calendar-mark calendar-\(step?.rawValue ?? 0)", x, y, radius)
    }

    /// A dot for a check-in, a dash for a journal entry, side by side around a place.
    private static func deeds(_ deeds: Set<Deed>, _ x: Double, _ y: Double) -> [DrawingElement] {
        let isPair = deeds.count > 1
        return Deed.allCases.filter(deeds.contains).map { deed in
            switch deed {
            case .checkIn: .circle("calendar-check-in", isPair ? x - 4 : x, y, 1.5)
            case .entry:
                .line(
                    "calendar-entry", coordinate(isPair ? x : x - 3), coordinate(y), coordinate(isPair ? x + 6 : x + 3),
                    coordinate(y))
            }
        }
    }

    /// The marks with their words and the number of their days.
    private var legend: DrawingElement {
        let side = coordinate(Self.side)
        return DrawingElement(
            "ul", ["class": "calendar-legend"],
            counts.map { count in
                DrawingElement(
                    "li", [:],
                    [
                        DrawingElement(
                            "svg", ["viewBox": "0 0 \(side) \(side)", "aria-hidden": "true"],
                            [Self.mark(count.step, Self.side / 2, Self.side / 2)]),
                        DrawingElement("span", text: text(count)),
                    ])
            }
                + Deed.allCases.compactMap { deed in
                    let count = entries.values.count { $0.deeds.contains(deed) }
                    guard count > 0 else { return nil }
                    return DrawingElement(
                        "li", [:],
                        [
                            DrawingElement(
                                "svg", ["viewBox": "0 0 \(side) \(side)", "aria-hidden": "true"],
                                Self.deeds([deed], Self.side / 2, Self.side / 2)),
                            DrawingElement("span", text: words("calendar.deeds.\(deed)", ["count": "\(count)"])),
                        ])
                })
    }
}
