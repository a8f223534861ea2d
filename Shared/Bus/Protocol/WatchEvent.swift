import Messages

/// One element of a watcher's stream.
public enum WatchEvent: Sendable, Equatable {
    /// Something was committed.
    case event(MirrorEvent)
    /// Events of this service may have been missed: query its state again.
    case missed(ServiceName)
}
