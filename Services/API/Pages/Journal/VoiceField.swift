import Localization
import Messages

/// Whether an entry can be spoken.
public struct Voice: Sendable {
    let reply: TranscriptionQuery.Reply
    let isClearText: Bool

    /// - Parameter isClearText: true if others in the network can read along.
    public init(_ reply: TranscriptionQuery.Reply, isClearText: Bool) {
        (self.reply, self.isClearText) = (reply, isClearText)
    }
}

/// Speaking an entry, below its text field.
struct VoiceField: Sendable {
    /// Speech is recognised, and browsers allow recording at this address.
    let canRecord: Bool
    /// Speech is recognised, but browsers give pages without encryption no microphone.
    let isInsecure: Bool
    /// If the server does not recognise the reader's language, the page points to the keyboard's dictation.
    let isOff: Bool
    /// The address that takes the recording.
    let whereTo: String
    /// Longest recording in seconds.
    let seconds = Transcribe.maximumSeconds
    /// Samples per second that the server takes.
    let rate = Transcribe.sampleRate

    /// - Returns: nil if the state is unknown, so that no recording is offered that would fail.
    init?(_ voice: Voice?, for reader: Reader) {
        guard let voice else { return nil }
        let languages = voice.reply.languages
        let isRead = languages.isEmpty || languages.contains(reader.settings.language.rawValue)
        isOff = voice.reply.state == .notConfigured || !isRead
        isInsecure = !isOff && voice.isClearText
        canRecord = !isOff && !voice.isClearText
        whereTo = reader.words(voice.reply.isExperimental == true ? "voice.experimental" : "voice.where")
    }
}
