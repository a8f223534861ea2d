import Messages

/// Payload of READY: who this process is, what it answers and how much it takes at once. Field numbers are in PROTOCOL.md.
package struct Ready: Message, Equatable {
    package var release: String
    package var processID: Int64
    /// Requests it takes at once from this broker; 0 where it answers nothing.
    package var credit: Int32
    /// Request types it answers.
    package var types: [UInt16]
    /// Event types it takes by `DeliverEvents`; empty where it takes none, or every one.
    package var hears: [UInt16] = []
    enum CodingKeys: Int, CodingKey { case release = 1, processID, credit, types, hears }
}
