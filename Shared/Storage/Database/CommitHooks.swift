import Messages
import Synchronization

/// Who is told of what was committed.
final class CommitHooks: Sendable {
    struct Hooks {
        var onCommit: (@Sendable ([CommittedEvent]) -> Void)?
        var onOutbox: (@Sendable ([OutboxTail.Entry]) -> Void)?
        var onTrace: (@Sendable ([TracedStep]) -> Void)?
    }

    private let hooks = Mutex(Hooks())

    func set(_ change: (inout Hooks) -> Void) { hooks.withLock { change(&$0) } }

    /// Tells once of all that shared a commit, in its order.
    func committed(_ effects: Scope.Effects) {
        let hooks = hooks.withLock { $0 }
        if !effects.steps.isEmpty { hooks.onTrace?(effects.steps) }
        if !effects.events.isEmpty { hooks.onCommit?(effects.events) }
        if effects.changesOutbox { hooks.onOutbox?(effects.outbox) }
    }
}

/// What the mirror tells of a committed event: no content.
public struct CommittedEvent: Sendable, Equatable {
    public let type: MessageType
    public let user: UserID
    public let id: EntityID
}
