import Synchronization

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

/// Counts the failures of a process, and says which are worth a line: those on a doubling count, so that a peer that keeps trying does not fill the log.
final class HandshakeLedger: Sendable {
    private let counts = Mutex<[HandshakeFailure: Int64]>([:])

    /// - Returns: how often it has happened where that should be told.
    func record(_ failure: HandshakeFailure) -> Int64? {
        counts.withLock { counts in
            let count = counts[failure, default: 0] + 1
            counts[failure] = count
            return count & (count - 1) == 0 ? count : nil
        }
    }

    var snapshot: [HandshakeFailure: Int64] { counts.withLock { $0 } }
}
