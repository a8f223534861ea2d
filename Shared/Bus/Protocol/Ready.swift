import Messages

/// Payload of READY: the process, the types that it handles and its credit. Field numbers are in docs/bus-protocol.md.
struct Ready: Message, Equatable {
    var release: String
    var processID: Int64
    /// Requests in flight that it accepts from this broker; 0 if it handles none.
    var credit: Int32
    /// Request types that it handles.
    var types: [UInt16]
    /// Event types that it consumes by `DeliverEvents`; empty if none are declared (it may consume none or all).
    var consumes: [UInt16] = []
    enum CodingKeys: Int, CodingKey { case release = 1, processID, credit, types, hears }
}
