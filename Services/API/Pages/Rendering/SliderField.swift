import Localization
import Messages

/// A question with seven answers, none of them chosen before, that can be left alone.
struct SliderField: Sendable {
    let name: String
    let label: String
    let text: String
    /// Subject of the question, such as last night.
    let explain: String
    let ends: String
    let choices: [Choice]

    init(_ slider: CheckInSlider, chosen: Int? = nil, for reader: Reader) {
        name = slider.rawValue
        label = reader.words("signal.\(name)")
        text = reader.words("today.question.\(name)")
        explain = reader.words("today.explain.\(name)")
        ends = reader.words("today.ends.\(name)")
        choices = (1...7).map { (value: Int) in
            Choice(value: "\(value)", text: "\(value)", isSelected: value == chosen)
        }
    }
}
