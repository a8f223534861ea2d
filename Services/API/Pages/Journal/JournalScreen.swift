import Localization
import Messages

/// The journal, newest first, by months and by words.
public struct JournalScreen: Screen {
    public static let template = "journal"
    public let title: String
    let words: String
    let sections: [Section]
    let isEmpty: Bool
    let emptyText: String
    let months: [Month]
    let hasMonths: Bool
    let older: String?
    /// Count and names of entries that could not be opened.
    let damaged: String?

    /// The entries of a month.
    struct Section: Sendable {
        let name: String
        let entries: [Entry]
    }

    /// One entry.
    struct Entry: Sendable {
        let id: String
        let date: String
        let text: String
        let mood: String
    }

    /// A link to a month.
    struct Month: Sendable {
        let name: String
        let count: String
        let address: String
        let isCurrent: Bool
    }

    /// - Parameters:
    ///   - entries: newest first, each with its minute on the wall clock.
    ///   - words: the words of the search; empty without a search.
    ///   - month: the month shown, `yyyy-mm`; empty for all.
    ///   - older: address of the entries before these; nil at the end.
    ///   - damaged: entries that could not be opened.
    public init(
        _ entries: [(entry: JournalEntry, minute: Int)], words: String = "", months: [JournalMonth] = [],
        month: String = "", older: String?, damaged: DamagedRows? = nil, for reader: Reader
    ) {
        title = reader.words("journal.title")
        var sections: [(name: String, entries: [Entry])] = []
        for (entry, minute) in entries {
            let name = reader.formats.month(of: entry.day)
            let shown = Entry(
                id: "\(entry.id)", date: "\(reader.dayName(entry.day)), \(reader.time(minute: minute))",
                text: entry.text, mood: reader.mood(of: entry))
            if sections.last?.name == name {
                sections[sections.count - 1].entries.append(shown)
            } else {
                sections.append((name, [shown]))
            }
        }
        self.sections = sections.map { Section(name: $0.name, entries: $0.entries) }
        isEmpty = entries.isEmpty && damaged == nil
        self.damaged = damaged.map { reader.sentence($0) }
        emptyText = reader.words(words.isEmpty ? "journal.empty" : "journal.notFound")
        self.months = months.compactMap { entry in
            guard let first = Day(year: Int(entry.year), month: Int(entry.month), day: 1) else { return nil }
            let key = "\(first)".prefix(7)
            return Month(
                name: reader.formats.month(of: first), count: reader.formats.number(Double(entry.entries)),
                address: "/journal?month=\(key)", isCurrent: key == month)
        }
        hasMonths = months.count > 1
        (self.words, self.older) = (words, older)
    }
}

extension Reader {
    /// Count and names of the rows of a list that could not be opened.
    func sentence(_ damaged: DamagedRows) -> String {
        words(
            "journal.damaged",
            ["count": formats.number(Double(damaged.count)), "names": damaged.names.joined(separator: ", ")])
    }

    /// The origin of an entry's mood, or the reason for its absence; with the person's correction if there is one.
    func mood(of entry: JournalEntry) -> String {
        if entry.mood?.keptOut == true { return words("journal.keptOut") }
        if let own = entry.mood?.value { return words("journal.ownMood", ["mood": word(own)]) }
        guard let analysis = entry.analysis else { return words("journal.unread") }
        guard let sentiment = analysis.sentiment else { return words("journal.noMood") }
        return words("journal.mood", ["mood": word(sentiment)])
    }

    private func word(_ sentiment: Double) -> String { words("mood.\(MoodWord(sentiment: sentiment))") }
}

/// One entry: its text to edit, its mood to correct, its deletion.
public struct EntryScreen: Screen {
    public static let template = "entry"
    public let title: String
    let id: String
    let text: String
    let revision: String
    let limit: Int
    let mood: String
    let moods: [Choice]
    let isKeptOut: Bool
    let problem: String?
    let voice: VoiceField?

    /// - Parameters:
    ///   - text: the typed text that could not be saved; nil for the stored text.
    ///   - problem: why it could not be saved.
    ///   - voice: whether an entry can be spoken; nil if unknown.
    public init(
        _ entry: JournalEntry, minute: Int, text: String? = nil, problem: String? = nil,
        voice: Voice? = nil, for reader: Reader
    ) {
        self.voice = VoiceField(voice, for: reader)
        title = "\(reader.dayName(entry.day)), \(reader.time(minute: minute))"
        (id, self.text, self.problem) = ("\(entry.id)", text ?? entry.text, problem)
        revision = "\(entry.revision)"
        limit = SubmitJournal.maximumCharacters
        mood = reader.mood(of: entry)
        // The middle of each word's range.
        let values: [(MoodWord, Double)] = [
            (.veryPleasant, 0.8), (.pleasant, 0.4), (.neutral, 0), (.unpleasant, -0.4), (.veryUnpleasant, -0.8),
        ]
        let own = entry.mood?.value.map { MoodWord(sentiment: $0) }
        moods =
            [Choice(value: "", text: reader.words("journal.asRead"), isSelected: own == nil)]
            + values.map { Choice(value: "\($0.1)", text: reader.words("mood.\($0.0)"), isSelected: $0.0 == own) }
        isKeptOut = entry.mood?.keptOut ?? false
    }
}
