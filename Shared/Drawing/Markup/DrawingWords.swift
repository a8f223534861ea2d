/// Words and dates by a person's settings, for the text of drawings and of their tables.
public struct DrawingWords: Sendable {
    /// The phrase of a catalogue's key with its placeholders filled. Keys begin with `drawing.`, `date.months.` or
    /// `date.weekdays.`.
    public var phrase: @Sendable (_ key: String, _ values: [String: String]) -> String
    /// A day in full: “Wed, Nov 22”. Days are counted since 1970-01-01.
    public var day: @Sendable (Int) -> String
    /// A day with its year: “Nov 22, 2026”.
    public var dayWithYear: @Sendable (Int) -> String
    /// A day at an axis: “Nov 22”.
    public var shortDay: @Sendable (Int) -> String
    /// The first day of a week, 1 (Sunday) … 7 (Saturday).
    public var firstWeekday: Int

    public init(
        firstWeekday: Int, day: @escaping @Sendable (Int) -> String, shortDay: @escaping @Sendable (Int) -> String,
        dayWithYear: (@Sendable (Int) -> String)? = nil,
        phrase: @escaping @Sendable (_ key: String, _ values: [String: String]) -> String
    ) {
        (self.phrase, self.day, self.shortDay, self.firstWeekday) = (phrase, day, shortDay, firstWeekday)
        self.dayWithYear = dayWithYear ?? day
    }

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { phrase("drawing." + key, values) }

    /// A day in a narrow column: a line may end after its first word only.
    func columnDay(_ day: Int) -> String {
        let words = self.day(day).split(separator: " ")
        return ([words.prefix(1).joined(), words.dropFirst().joined(separator: "\u{A0}")]).filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// “Nov”.
    func month(_ date: CivilDate) -> String { phrase("date.months.short.\(date.month)", [:]) }
    /// “Wed”.
    func weekday(_ number: Int) -> String { phrase("date.weekdays.short.\(number)", [:]) }
    /// How a day compares with the usual ones: “a little below your usual”.
    func step(_ step: Standing.Step) -> String { self("step.\(step)") }
}

extension String {
    /// With a capital letter, as a sentence begins.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
