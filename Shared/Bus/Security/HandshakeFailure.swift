/// The cause of a failed handshake; the likely cause if only a symptom is visible.
public enum HandshakeFailure: String, Sendable, CaseIterable {
    case wrongBrokerKey = "broker_key"
    case unknownKey = "unknown_key"
    case revokedKey = "revoked_key"
    case wrongToken = "token"
    case wrongMechanism = "mechanism"
    /// The name is not a valid service name.
    case badIdentity = "identity"
    /// Reported by a peer: the broker refused it without a reason.
    case refused = "refused"
    /// Reported by a broker: the peer hung up, for one of these causes or because it exited.
    case interrupted = "interrupted"
    /// Not ZMTP, or an unsupported version of it.
    case notUnderstood = "protocol"
}
