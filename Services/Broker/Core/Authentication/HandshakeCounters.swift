import Bus
import Synchronization

/// Counts the failures of a process, and says which are worth a line: those on a doubling count, so that a peer that
/// keeps trying does not fill the log.
final class HandshakeCounters: Sendable {
    private let counts = Mutex<[HandshakeFailure: Int64]>([:])

    /// - Returns: how often it has happened where that should be logged.
    func record(_ failure: HandshakeFailure) -> Int64? {
        counts.withLock { counts in
            let count = counts[failure, default: 0] + 1
            counts[failure] = count
            return count & (count - 1) == 0 ? count : nil
        }
    }

    var snapshot: [HandshakeFailure: Int64] { counts.withLock { $0 } }
}
