import Messages

/// Payload of READY: the process, the types that it handles and its credit. Field numbers are in docs/bus-protocol.md.
package struct Ready: Message, Equatable {
    package var release: String
    package var processID: Int64
    /// Requests in flight that it accepts from this broker; 0 if it handles none.
    package var credit: Int32
    /// Request types that it handles.
    package var types: [UInt16]
    /// Event types that it consumes by `DeliverEvents`; empty if none are declared (it may consume none or all).
    package var consumes: [UInt16] = []
    enum CodingKeys: Int, CodingKey { case release = 1, processID, credit, types, consumes }
}
