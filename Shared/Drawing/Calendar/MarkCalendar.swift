/// Days on which something was: months of small marks, the latest month first, each mark a link to its day, larger for
/// more. A day without one has only its number.
///
/// Classes for the style sheet: those of `DayCalendar`.
public struct MarkCalendar: Sendable {
    /// A day with a mark.
    public struct Entry: Equatable, Sendable {
        /// Days since 1970-01-01.
        public let day: Int
        /// How much it was, 0 … 1.
        public let share: Double
        /// The same in words.
        public let text: String

        public init(day: Int, share: Double, text: String) {
            self.day = day
            self.share = share
            self.text = text
        }
    }

    /// Days since 1970-01-01, first to last.
    let days: ClosedRange<Int>
    /// By day.
    let entries: [Int: Entry]
    let caption: String
    let id: String
    let words: DrawingWords
    let link: @Sendable (Int) -> String

    /// - Parameters:
    ///   - entries: at most one per day; those outside `days` are left out.
    ///   - id: prefix of all ids, unique in the page.
    ///   - link: address of a day.
    public init(
        days: ClosedRange<Int>, entries: [Entry], caption: String, id: String, words: DrawingWords,
        link: @escaping @Sendable (Int) -> String
    ) {
        self.days = days
        self.entries = Dictionary(entries.filter { days.contains($0.day) }.map { ($0.day, $0) }) { $1 }
        self.caption = caption
        self.id = id
        self.words = words
        self.link = link
    }

    /// The line of values and the months.
    public var figure: DrawingElement {
        let last = entries.values.max { $0.day < $1.day }
        let (first, end) = (CivilDate(day: days.lowerBound), CivilDate(day: days.upperBound))
        let count = (end.year - first.year) * 12 + end.month - first.month
        let months = (0...count).reversed().map { first.firstOfMonth(after: $0) }.map { month in
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
                DrawingElement("figcaption", ["id": "\(id)-caption"], text: caption),
                DrawingElement(
                    "p", ["class": "calendar-reading", "id": "\(id)-reading"], text: last.map(reading) ?? ""),
                DrawingElement("ul", ["class": "calendar-months", "data-line": "\(id)-reading"], months),
            ])
    }

    private func reading(of entry: Entry) -> String { "\(words.day(entry.day)) · \(entry.text)" }

    private func svg(_ month: CivilDate) -> DrawingElement {
        let offset = CivilDate.place(month.day, first: words.firstWeekday)
        var svg = DayCalendar.month(month, words, labelledBy: "\(id)-\(month.year)-\(month.month)")
        for day in month.day..<month.firstOfMonth(after: 1).day where days.contains(day) {
            let place = DayCalendar.place(day - month.day + offset)
            guard let entry = entries[day] else {
                svg.append(DayCalendar.number(day, at: place))
                continue
            }
            let center = DayCalendar.center(of: place)
            let radius = 2.5 + 4.5 * max(0, min(1, entry.share))
            let mark = DrawingElement.circle("calendar-mark calendar-2", center.x, center.y, radius)
            svg.append(DayCalendar.day(day, at: place, link(day), reading(of: entry), [mark]))
        }
        return svg
    }
}
