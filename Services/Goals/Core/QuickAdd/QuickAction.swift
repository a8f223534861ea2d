import Language
import Messages

/// A sentence as an action, to be shown to the person before it is saved.
public struct QuickAction: Equatable, Sendable {
    /// The sentence without the words that were understood, with a capital first letter.
    public var title: String
    /// At most one of each kind, in the order of the sentence.
    public var amounts: [Amount]
    /// Today unless the sentence names another day; it may lie in the future.
    public var day: Day
    /// nil if the sentence says nothing about it.
    public var time: DayTime?

    public init(title: String, amounts: [Amount] = [], day: Day, time: DayTime? = nil) {
        (self.title, self.amounts, self.day, self.time) = (title, amounts, day, time)
    }
}
