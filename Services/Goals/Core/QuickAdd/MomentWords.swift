import Language
import Localization

/// Words for days and their parts, folded, of one language.
struct MomentWords {
    struct Phrase {
        var words: [String]
        /// Days after today; nil if the phrase names a part of the day only.
        var offset: Int?
        var part: DayTime?
    }

    /// Longer phrases first.
    let phrases: [Phrase]
    /// Parts of a day, as they follow a day: “yesterday morning”.
    let parts: [String: DayTime]
    /// Names of weekdays that are also other words; they count after “on” and “last” only.
    let shortWeekdays: [String: Int]
    /// Words before a day that make it a habit or a limit: “every Monday”, “since yesterday”.
    let blockers: Set<String>
    /// Words that place a weekday before today.
    let last: Set<String>

    static func of(_ language: Localization.Language) -> MomentWords { language == .english ? english : german }

    private static func phrases(_ list: [(String, Int?, DayTime?)]) -> [Phrase] {
        list.map { Phrase(words: $0.0.split(separator: " ").map(String.init), offset: $0.1, part: $0.2) }
            .sorted { $0.words.count > $1.words.count }
    }

    private static let english = MomentWords(
        phrases: phrases([
            ("this morning", 0, .morning), ("this afternoon", 0, .afternoon), ("this evening", 0, .evening),
            ("tonight", 0, .evening), ("last night", -1, .lateEvening), ("last evening", -1, .evening),
            ("earlier today", 0, nil), ("today", 0, nil), ("yesterday", -1, nil), ("tomorrow", 1, nil),
            ("the day before yesterday", -2, nil), ("day before yesterday", -2, nil),
            ("in the morning", nil, .morning), ("in the afternoon", nil, .afternoon),
            ("in the evening", nil, .evening), ("at noon", nil, .noon), ("at midday", nil, .noon),
            ("around noon", nil, .noon),
        ]),
        parts: [
            "morning": .morning, "noon": .noon, "afternoon": .afternoon, "evening": .evening, "night": .lateEvening,
        ],
        shortWeekdays: CalendarWords.numbered("sun mon tue/tues wed thu/thur/thurs fri sat"),
        blockers: ["every", "each", "next", "until", "till", "since", "before", "after", "by", "than"],
        last: ["last"])

    private static let german = MomentWords(
        phrases: phrases([
            ("heute", 0, nil), ("gestern", -1, nil), ("vorgestern", -2, nil), ("morgen", 1, nil),
            ("ubermorgen", 2, nil), ("letzte nacht", -1, .lateEvening), ("vergangene nacht", -1, .lateEvening),
            ("am morgen", nil, .morning), ("am vormittag", nil, .morning), ("am mittag", nil, .noon),
            ("am nachmittag", nil, .afternoon), ("am abend", nil, .evening), ("morgens", nil, .morning),
            ("vormittags", nil, .morning), ("mittags", nil, .noon), ("nachmittags", nil, .afternoon),
            ("abends", nil, .evening),
        ]),
        parts: [
            "morgen": .morning, "fruh": .morning, "vormittag": .morning, "mittag": .noon, "nachmittag": .afternoon,
            "abend": .evening,
        ],
        shortWeekdays: [:],
        blockers: [
            "jeden", "jede", "jeder", "jedes", "nachsten", "nachste", "nachster", "kommenden", "bis", "seit", "ab",
            "vor", "nach", "als", "guten",
        ],
        last: ["letzten", "letzter", "letzte", "vergangenen", "vorigen"])
}
