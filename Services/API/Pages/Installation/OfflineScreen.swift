import Localization
import Messages

/// The page that a browser shows while the server does not answer. It is the same for everybody; the browser adds the
/// person.
public struct OfflineScreen: Screen {
    public static let template = "offline"
    public let title: String
    let sliders: [SliderField]
    let questions: [SliderField]
    let limit = SubmitJournal.maximumCharacters

    public init(for reader: Reader) {
        title = reader.words("offline.title")
        questions = [.sleepQuality, .energy, .stress].map { SliderField($0, for: reader) }
        sliders = questions.reversed()
    }
}
