import Drawing
import Localization
import Messages

/// A year of days by how they compare with the person's usual ones; each opens its breakdown.
public struct CalendarScreen: Screen {
    public static let template = "calendar"
    /// Days that are shown.
    public static let days = 365
    public let title: String
    let finding: String
    /// The legend, the line of values and the months as markup; nil without scores.
    let figure: String?
    let table: String?
    /// Address of the previous year; nil if it has no data.
    let older: String?
    /// Address of the year after; nil for the latest.
    let newer: String?

    /// - Parameters:
    ///   - scores: oldest first, with their comparisons; days without a score may be absent.
    ///   - last: the last day shown.
    ///   - isCovered: whether today's number is covered until the check-in.
    ///   - hasOlder: whether anything is known of earlier years.
    ///   - deeds: check-ins and journal entries by day.
    ///   - contexts: flags by day.
    public init(
        _ scores: [ScoreReport], until last: Day, isCovered: Bool, hasOlder: Bool,
        deeds: [Day: Set<DayCalendar.Deed>] = [:], contexts: [DayContext] = [], for reader: Reader
    ) {
        title = reader.words("calendar.title")
        let first = last.advanced(by: 1 - Self.days)
        let flags = Dictionary(
            contexts.map { ($0.day, $0.flags.map { reader.words("flag.\($0)") }) }, uniquingKeysWith: { $1 })
        var entries = scores.filter { (first...last).contains($0.day) }.compactMap { report -> DayCalendar.Entry? in
            guard let score = report.score else { return nil }
            let day = report.day
            let hides = isCovered && day == reader.today
            return DayCalendar.Entry(
                day: Int(day.number), step: Standing(report.comparison).step,
                score: hides ? nil : reader.formats.number(score.rounded()),
                remarks: flags[day] ?? [], deeds: deeds[day] ?? [])
        }
        let scored = Set(entries.map(\.day))
        entries += deeds.keys.filter { (first...last).contains($0) && !scored.contains(Int($0.number)) }.map { day in
            DayCalendar.Entry(
                day: Int(day.number), step: nil, score: nil, remarks: flags[day] ?? [], isScored: false,
                deeds: deeds[day] ?? [])
        }
        let calendar = DayCalendar(
            days: Int(first.number)...Int(last.number), entries: entries, title: title, id: "calendar",
            words: reader.drawingWords
        ) { "/breakdown?day=\(Day(number: Int32($0)))" }
        finding = entries.isEmpty ? reader.words("calendar.nothing") : calendar.summary
        (figure, table) = entries.isEmpty ? (nil, nil) : (calendar.figure.markup, calendar.table.element.markup)
        older = hasOlder ? "/calendar?until=\(first.advanced(by: -1))" : nil
        newer =
            last < reader.today
            ? "/calendar?until=\(min(last.advanced(by: Self.days), reader.today))" : nil
    }
}
