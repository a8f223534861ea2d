import Localization
import Messages

/// The words of calendars, folded.
package enum CalendarWords {
    /// 0 (Sunday) … 6 (Saturday).
    package static func weekdays(_ language: Localization.Language) -> [String: Int] {
        language == .english ? englishWeekdays : germanWeekdays
    }

    /// 1 … 12, with short forms.
    package static func months(_ language: Localization.Language) -> [String: Int] {
        language == .english ? englishMonths : germanMonths
    }

    /// Words before a day or a date that belong to it.
    package static func prefixes(_ language: Localization.Language) -> Set<String> {
        language == .english ? ["on", "this"] : ["am", "vom", "diesen"]
    }

    /// Days in one of a unit of the calendar; months and years are rounded.
    package static let days: [String: Int] = {
        var days: [String: Int] = [:]
        for (words, count) in [
            ("day days night nights tag tage tagen nacht nachte nachten", 1), ("week weeks woche wochen", 7),
            ("month months monat monate monaten", 30), ("year years jahr jahre jahren", 365),
        ] {
            for word in words.split(separator: " ") { days[String(word)] = count }
        }
        return days
    }()

    /// Names separated by spaces, spellings of one by slashes.
    package static func numbered(_ names: String, from first: Int = 0) -> [String: Int] {
        var numbers: [String: Int] = [:]
        for (index, group) in names.split(separator: " ").enumerated() {
            for name in group.split(separator: "/") { numbers[String(name)] = first + index }
        }
        return numbers
    }

    private static let englishWeekdays = numbered("sunday monday tuesday wednesday thursday friday saturday")
    private static let germanWeekdays = numbered(
        "sonntag montag dienstag mittwoch donnerstag freitag samstag/sonnabend")
    private static let englishMonths = numbered(
        """
        january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct \
        november/nov december/dec
        """, from: 1)
    private static let germanMonths = numbered(
        """
        januar/janner/jan februar/feb marz/mrz april/apr mai juni/jun juli/jul august/aug september/sep/sept oktober/okt \
        november/nov dezember/dez
        """, from: 1)
}

extension Day {
    /// Years that people name: those of the longest lives, and the next ten.
    package var namedYears: ClosedRange<Int> { components.year - 130...components.year + 10 }
}
