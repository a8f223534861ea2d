import Localization
import Messages

/// What a browser shows while the server does not answer. The same for everybody; the browser adds who writes.
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
