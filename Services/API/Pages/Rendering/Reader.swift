import Drawing
import Localization
import Messages

/// The person who reads a page: language, formats and the current moment where they are.
public struct Reader: Sendable {
    /// Language, region and clock.
    public let settings: DisplaySettings
    /// The words of the settings' language.
    public let words: Catalogue
    /// Dates, numbers and units by the settings.
    public let formats: Formats
    /// The current local date.
    public let today: Day
    /// Minutes after midnight on the wall clock, 0 … 1439.
    public let minute: Int
    /// Hour from which pages ask how the day was.
    public let eveningHour: Int

    public init(
        _ settings: DisplaySettings, today: Day, minute: Int, eveningHour: Int = DisplaySettings.usualEveningHour
    ) {
        (self.settings, self.today, self.minute, self.eveningHour) = (settings, today, minute, eveningHour)
        words = .shipped(settings.language)
        formats = Formats(settings, words)
    }

    /// Whether the person's evening has begun.
    public var isEvening: Bool { minute >= eveningHour * 60 }

    /// “Today”, “Yesterday” or the date; with the year unless it is this one.
    public func dayName(_ day: Day) -> String {
        switch day.distance(to: today) {
        case 0: words("common.today")
        case 1: words("common.yesterday")
        default:
            day.components.year == today.components.year ? formats.date(day) : formats.dateWithYear(day)
        }
    }

    /// “today”, “yesterday” or the date, within a sentence.
    public func dayNameInSentence(_ day: Day) -> String {
        let name = dayName(day)
        return (0...1).contains(day.distance(to: today)) ? name.prefix(1).lowercased() + name.dropFirst() : name
    }

    /// Words and dates of the drawings.
    var drawingWords: DrawingWords {
        let (words, formats) = (words, formats)
        return DrawingWords(
            firstWeekday: formats.firstWeekday, day: { formats.date(Day(number: Int32($0))) },
            shortDay: { formats.dayAndMonth(Day(number: Int32($0))) },
            dayWithYear: { formats.dateWithYear(Day(number: Int32($0))) }, phrase: { words($0, $1) })
    }
}
