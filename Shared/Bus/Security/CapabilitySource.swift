import Messages

/// Supplies capabilities to a process that makes requests about people on its own behalf. A process without a source
/// passes on the capabilities of the request it handles.
public protocol CapabilitySource: Sendable {
    /// The capabilities for such a request from the cache; nil if they must be fetched first.
    func ready(_ type: MessageType, user: UserID, audience: ServiceName) -> CapabilityField?

    /// Fetches fresh capabilities for such a request: after `ready` returned nil, or after the answering service
    /// refused the cached ones. Nil if none can exist; the answering service then decides.
    /// - Throws: `ServiceError` if they exist but cannot be fetched now.
    func fetch(_ type: MessageType, user: UserID, audience: ServiceName, over bus: any Requesting) async throws
        -> CapabilityField?
}
