import Messages
import Synchronization

/// Sentences that services composed for one person, from the form that asked for them to the page that shows them once.
/// They are in memory only: after a restart the page shows its own words.
final class OneTimeTexts: Sendable {
    /// Most texts; the oldest is dropped first.
    private static let capacity = 256

    private struct Kept {
        let id: EntityID
        let user: UserID
        let text: String
    }

    private let kept = Mutex<[Kept]>([])

    /// - Returns: the id by which the next page asks for it.
    func keep(_ text: String, for user: UserID) -> EntityID {
        let id = EntityID.random()
        kept.withLock { kept in
            if kept.count == Self.capacity { kept.removeFirst() }
            kept.append(Kept(id: id, user: user, text: text))
        }
        return id
    }

    /// The text, which is forgotten; nil for everybody else's and for one that was shown.
    func take(_ id: EntityID, for user: UserID) -> String? {
        kept.withLock { kept in
            guard let index = kept.firstIndex(where: { $0.id == id && $0.user == user }) else { return nil }
            return kept.remove(at: index).text
        }
    }
}
