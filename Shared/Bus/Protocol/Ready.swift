import Messages

/// Payload of READY: who this process is, what it answers and how much it takes at once. Field numbers are in PROTOCOL.md.
struct Ready: Message, Equatable {
    var release: String
    var processID: Int64
    /// Requests it takes at once from this broker; 0 where it answers nothing.
    var credit: Int32
    /// Request types it answers.
    var types: [UInt16]
    /// Event types it takes by `DeliverEvents`; empty where it takes none, or every one.
    var hears: [UInt16] = []
    enum CodingKeys: Int, CodingKey { case release = 1, processID, credit, types, hears }
}
