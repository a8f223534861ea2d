import Localization
import Messages

/// Writing an entry and answering the three questions.
public struct PulseScreen: Screen {
    public static let template = "pulse"
    public let title: String
    let text: String
    let sliders: [SliderField]
    let flags: [BreakdownScreen.Flag]
    let hasFlags: Bool
    let tags: TagFields?
    let startable: [BreakdownScreen.Flag]
    let lasting: [LastingField]
    let hasLasting: Bool
    let limit: Int
    let key: String
    let problem: String?
    let voice: VoiceField?

    /// - Parameters:
    ///   - text: the typed text that could not be saved.
    ///   - flags: circumstances noted for today.
    ///   - starting: circumstances that were chosen to go on, before a failure.
    ///   - lasting: circumstances that go on.
    ///   - tags: tags in the person's own words; nil if they are not known.
    ///   - problem: why it could not be saved.
    ///   - key: identifier of the form.
    ///   - voice: whether an entry can be spoken; nil if unknown.
    public init(
        text: String = "", answers: [CheckInSlider: Int] = [:], flags: [ContextFlag],
        starting: [ContextFlag] = [], lasting: [LastingContext] = [], tags: TagFields? = nil,
        problem: String? = nil, key: String,
        voice: Voice? = nil, for reader: Reader
    ) {
        title = reader.words("pulse.title")
        sliders = [.stress, .energy, .sleepQuality].map { SliderField($0, chosen: answers[$0], for: reader) }
        let open = Set(lasting.map(\.flag))
        let others = ContextFlag.all.filter { !open.contains($0) }
        self.flags = others.map { BreakdownScreen.Flag($0, isSet: flags.contains($0), reader) }
        startable = others.map { BreakdownScreen.Flag($0, isSet: starting.contains($0), reader) }
        (hasFlags, self.tags) = (!others.isEmpty, tags)
        self.lasting = lasting.map { LastingField($0, on: reader.today, next: "/pulse", for: reader) }
        hasLasting = !lasting.isEmpty
        (self.text, self.problem, self.key) = (text, problem, key)
        self.voice = VoiceField(voice, for: reader)
        limit = SubmitJournal.maximumCharacters
    }
}
