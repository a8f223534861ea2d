/// The stage of a chat message that has no reply yet. Each stage is reported on the mirror only, as an event
/// without content; before the first one the message's safety is checked.
public enum ReplyStage: String, Sendable, CaseIterable {
    /// The message was judged safe; the reply is composed from the person's numbers and the library.
    case composing
    /// The gateway is asked to phrase the composed reply.
    case phrasing

    /// Type of the events that report the stage.
    public var type: MessageType {
        switch self {
        case .composing: MessageType(0x0682)
        case .phrasing: MessageType(0x0683)
        }
    }

    /// Name of the events that report the stage.
    public var eventName: String {
        switch self {
        case .composing: "ReplyComposing"
        case .phrasing: "ReplyPhrasing"
        }
    }
}
