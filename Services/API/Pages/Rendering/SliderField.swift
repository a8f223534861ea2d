import Localization
import Messages

/// A question with seven answers. No answer is preset, and the question may stay unanswered.
struct SliderField: Sendable {
    let name: String
    let label: String
    let text: String
    /// Subject of the question, such as last night.
    let explain: String
    let ends: String
    let choices: [Choice]
    /// The chosen answer in words, or that none is chosen.
    let given: String

    init(_ slider: CheckInSlider, chosen: Int? = nil, for reader: Reader) {
        name = slider.rawValue
        label = reader.words("signal.\(name)")
        text = reader.words("today.question.\(name)")
        explain = reader.words("today.explain.\(name)")
        ends = reader.words("today.ends.\(name)")
        given = chosen.map { "\($0)" } ?? reader.words("common.notGiven")
        choices = (1...7).map { (value: Int) in
            Choice(value: "\(value)", text: "\(value)", isSelected: value == chosen)
        }
    }
}
