import Messages

/// What a watcher of the mirror sees.
public enum WatchEvent: Sendable, Equatable {
    /// Something was committed.
    case event(MirrorEvent)
    /// Something of this service may have been missed: ask again.
    case missed(ServiceName)
}
