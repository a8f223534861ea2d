import Messages

/// Where a process that asks about persons on its own account gets its capabilities. Processes without one pass on what came with the request they answer.
public protocol CapabilitySource: Sendable {
    /// What goes with such a request, at once; nil where it has to be fetched first.
    func ready(_ type: MessageType, user: UserID, audience: ServiceName) -> CapabilityField?

    /// What goes with such a request, as it would be made now: where none was ready, and where the one that was sent is refused. Nil where there is none, so
    /// that the service that answers decides.
    /// - Throws: `BusError` where it could be had and could not be got now.
    func fetch(_ type: MessageType, user: UserID, audience: ServiceName, over bus: any Requesting) async throws -> CapabilityField?
}
