import Messages
import Synchronization

/// Limits the texts of one person that this process has judged while their requests wait, so that many concurrent
/// requests take the slots of safety and of the sentence model from nobody else. The other texts wait in the database.
public final class FairShares: Sendable {
    /// Texts of one person at a time.
    public static let maximumAtOnce = 2

    private let running = Mutex<[UserID: Int]>([:])

    public init() {}

    /// - Returns: false if as many are running as a person may have; else `end` must follow.
    public func begin(_ user: UserID) -> Bool {
        running.withLock { running in
            guard running[user, default: 0] < Self.maximumAtOnce else { return false }
            running[user, default: 0] += 1
            return true
        }
    }

    /// Ends what `begin` began.
    public func end(_ user: UserID) {
        running.withLock { running in
            let left = running[user, default: 0] - 1
            running[user] = left > 0 ? left : nil
        }
    }

    /// Milliseconds between two readings in full of long texts of one person who has many: about a sixtieth of the time
    /// of one processor.
    public static func pause(of text: String) -> Milliseconds {
        max(1_000, Milliseconds(text.unicodeScalars.count) * 6)
    }
}
