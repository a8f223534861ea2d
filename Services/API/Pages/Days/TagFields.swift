import Messages

/// The own tags of a day in a form: those of the day, the most used ones to choose, and a field for new ones.
public struct TagFields: Sendable {
    /// Most tags to choose, besides those of the day.
    static let offered = 8
    let choices: [Choice]
    /// New tags as they were typed, before a failure.
    let typed: String
    let limit = OwnTag.maximumPerDay * (OwnTag.maximumCharacters + 2)

    /// - Parameters:
    ///   - chosen: the tags of the day.
    ///   - known: all tags of the person, most used first.
    public init(chosen: [String], known: [String], typed: String = "") {
        let keys = Set(chosen.map(OwnTag.key))
        let others = known.filter { !keys.contains(OwnTag.key($0)) }.prefix(Self.offered)
        choices =
            chosen.map { Choice(value: $0, text: $0, isSelected: true) }
            + others.map { Choice(value: $0, text: $0, isSelected: false) }
        self.typed = typed
    }

    /// The tags of a field with several, separated by commas.
    public static func typed(_ text: String) -> [String] {
        text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isNewline }).map(String.init).filter {
            $0.contains { !$0.isWhitespace }
        }
    }
}
