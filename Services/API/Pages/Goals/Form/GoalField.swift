import Localization

/// A field of a form about goals and terms: its typed text, and the sentence that says what has to change. Its name is
/// the field's place in the message, so that an error of the service is shown at its field.
struct GoalField: Sendable {
    let name: String
    let label: String
    let typed: String
    let isLine: Bool
    let isLong: Bool
    let isChoice: Bool
    /// Whether it takes a day, in `day-input.mustache`.
    let isDay: Bool
    /// Keyboard that a phone shows; nil for the usual one.
    let mode: String?
    /// Most characters; nil without a limit.
    let limit: Int?
    let choices: [Choice]
    let isNeeded: Bool
    /// A sentence below the field; nil for none.
    let advice: String?
    /// Why the field is refused; nil if it is not.
    let fault: String?
    let isInvalid: Bool
    /// Ids of the elements that describe the field; nil for none.
    let described: String?

    /// Whether something is typed in it, or has to change.
    var isFilled: Bool { isInvalid || !typed.isEmpty }

    /// The control that takes the text.
    enum Control: Sendable {
        /// One line of at most so many characters.
        case line(Int)
        /// Several lines.
        case long(Int)
        /// A day, shown as these formats write it.
        case day(Formats)
        case amount
        case wholeNumber
        case choice([(value: String, text: String)])
    }

    /// - Parameters:
    ///   - name: place in the message, such as `targets[1].value`.
    ///   - label: in the reader's language.
    init(
        _ name: String, _ label: String, _ control: Control, in form: TypedForm, isNeeded: Bool = false,
        advice: String? = nil
    ) {
        self.name = name
        self.label = label
        self.isNeeded = isNeeded
        var typed = form.texts[name] ?? ""
        var sentences = advice.map { [$0] } ?? []
        var (mode, limit) = (String?.none, Int?.none)
        var (isDay, isLong, choices) = (false, false, [Choice]?.none)
        switch control {
        case .line(let longest): limit = longest
        case .long(let longest): (isLong, limit) = (true, longest)
        case .day(let formats):
            isDay = true
            typed = formats.retyped(typed)
            sentences.append(formats.typedExample)
        case .amount: (mode, limit) = ("decimal", 24)
        case .wholeNumber: (mode, limit) = ("numeric", 6)
        case .choice(let offered):
            choices = offered.map { Choice(value: $0.value, text: $0.text, isSelected: $0.value == typed) }
        }
        self.typed = typed
        self.advice = sentences.isEmpty ? nil : sentences.joined(separator: " ")
        fault = form.faults[name]
        isInvalid = fault != nil
        var ids: [String] = []
        if !sentences.isEmpty { ids.append("\(name)-advice") }
        if fault != nil { ids.append("\(name)-fault") }
        described = ids.isEmpty ? nil : ids.joined(separator: " ")
        self.isDay = isDay
        self.mode = mode
        self.limit = limit
        self.isLong = isLong
        (isChoice, self.choices) = (choices != nil, choices ?? [])
        isLine = !isLong && !isDay && choices == nil
    }
}

/// The texts of a form, and what has to change, both by the names of the fields.
public struct TypedForm: Sendable {
    /// As typed, without white space around.
    public var texts: [String: String]
    /// Sentences for the person.
    public var faults: [String: String]
    /// A sentence about the form as a whole; nil for none.
    public var problem: String?

    public init(_ texts: [String: String] = [:], faults: [String: String] = [:], problem: String? = nil) {
        (self.texts, self.faults, self.problem) = (texts, faults, problem)
    }

    /// Whether a field below a name, such as `milestones`, has to change.
    func hasFaults(below name: String) -> Bool { faults.keys.contains { $0.hasPrefix(name) } }

    /// Sentences above the form: about the whole form first, then of fields that are not shown.
    func notes(shown names: some Sequence<String>) -> [String] {
        let hidden = Set(faults.keys).subtracting(names)
        return (problem.map { [$0] } ?? []) + hidden.sorted().compactMap { faults[$0] }
    }
}
