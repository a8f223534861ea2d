/// Why two sockets did not get to talk; the likely cause where only the symptom is seen.
public enum HandshakeFailure: String, Sendable, CaseIterable {
    case wrongBrokerKey = "broker_key"
    case unknownKey = "unknown_key"
    case revokedKey = "revoked_key"
    case wrongToken = "token"
    case wrongMechanism = "mechanism"
    /// A name that is none.
    case badIdentity = "identity"
    /// Seen by a peer: the broker says no, not why.
    case refused = "refused"
    /// Seen by a broker: the other side hung up, for one of these reasons or because it ended.
    case interrupted = "interrupted"
    /// Something that is no ZMTP, or another version of it.
    case notUnderstood = "protocol"
}
