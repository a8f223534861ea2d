import Synchronization

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

/// Counts the handshake failures of a process and rate-limits their log lines: logs at powers of two, so that a
/// retrying peer does not fill the log.
final class HandshakeLedger: Sendable {
    private let counts = Mutex<[HandshakeFailure: Int64]>([:])

    /// - Returns: the count of this failure if it should be logged, else nil.
    func record(_ failure: HandshakeFailure) -> Int64? {
        counts.withLock { counts in
            let count = counts[failure, default: 0] + 1
            counts[failure] = count
            return count & (count - 1) == 0 ? count : nil
        }
    }

    var snapshot: [HandshakeFailure: Int64] { counts.withLock { $0 } }
}
