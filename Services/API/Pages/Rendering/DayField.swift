import Localization

/// A field for a day in `day-input.mustache`: a text in the person's order of day, month and year, as a browser's own
/// field follows the browser's settings. `Formats.day(typed:)` reads it.
struct DayField: Sendable {
    let name: String
    let label: String
    let typed: String
    /// Says how to write a day.
    let advice: String
    let isNeeded: Bool
    let isInvalid: Bool
    /// Ids of the elements that describe the field.
    let described: String

    /// - Parameters:
    ///   - text: a day as `yyyy-mm-dd`, or as it was typed.
    ///   - problem: id of the sentence that says why it is refused; nil if it is not.
    init(_ name: String, _ text: String, label: String, problem: String? = nil, for reader: Reader) {
        self.name = name
        self.label = label
        typed = reader.formats.retyped(text)
        advice = reader.formats.typedExample
        isNeeded = true
        isInvalid = problem != nil
        described = ["\(name)-advice", problem].compactMap(\.self).joined(separator: " ")
    }
}
