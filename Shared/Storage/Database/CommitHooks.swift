import Messages
import Synchronization

/// Callbacks that run after a commit.
final class CommitHooks: Sendable {
    struct Hooks {
        var onCommit: (@Sendable ([CommittedEvent]) -> Void)?
        var onOutbox: (@Sendable ([OutboxCache.Entry]) -> Void)?
        var onTrace: (@Sendable ([TracedStep]) -> Void)?
    }

    private let hooks = Mutex(Hooks())

    func set(_ change: (inout Hooks) -> Void) { hooks.withLock { change(&$0) } }

    /// Calls each hook once with the effects of all jobs of a commit, in their order.
    func committed(_ effects: Scope.Effects) {
        let hooks = hooks.withLock { $0 }
        if !effects.steps.isEmpty { hooks.onTrace?(effects.steps) }
        if !effects.events.isEmpty { hooks.onCommit?(effects.events) }
        if effects.changesOutbox { hooks.onOutbox?(effects.outbox) }
    }
}

/// A committed event as published on the mirror, without content.
public struct CommittedEvent: Sendable, Equatable {
    /// The event's type.
    public let type: MessageType
    /// The person concerned.
    public let user: UserID
    /// The entity that changed.
    public let id: EntityID
}
