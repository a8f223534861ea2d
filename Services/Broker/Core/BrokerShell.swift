import Bus
import CZeroMQ
import Messages
import Synchronization
import SystemKit

/// A broker on its own thread: owns the event loop and its restarts.
public final class BrokerShell: Sendable {
    /// The settings that it was created with.
    public let configuration: BrokerConfiguration
    private let wakeup: Wakeup
    private let stopping = Atomic(false)
    private let reloading = Atomic(false)
    private let ledger = HandshakeCounters()
    private let copy: Mutex<BusStatus.Reply>

    /// - Throws: `ServiceError` if the process has no file descriptor left.
    public init(_ configuration: BrokerConfiguration) throws {
        self.configuration = configuration
        wakeup = try Wakeup()
        copy = Mutex(BusStatus.Reply(services: [], uptime: 0, release: configuration.release, refusedFrames: 0))
    }

    deinit { wakeup.close() }

    /// Binds the sockets and serves on its own thread until `stop` or until the calling task is cancelled.
    /// - Throws: `ServiceError(.conflict)` if another broker runs at the endpoint; another code if the endpoint cannot
    ///   be bound; `.failed` if the process exceeds its memory limit without any connection.
    public func run() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                do {
                    try SocketThread.start { [self] in
                        do {
                            try serve()
                            continuation.resume()
                        } catch {
                            continuation.resume(throwing: error)
                        }
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            stop()
        }
    }

    private func serve() throws {
        // The lock is held until the sockets are closed.
        let lock: EndpointLock? =
            if let path = configuration.endpoint.path { try EndpointLock(path: path) } else { nil }
        // Restarts the loop after a peer's credentials were revoked, the broker's own key changed, or the memory limit
        // was exceeded. This closes every connection but does not end the process.
        while !stopping.load(ordering: .relaxed) {
            try serveOnce()
            Memory.trim()
            if !stopping.load(ordering: .relaxed), let limit = configuration.limits.memory, let bytes = Memory.resident,
                bytes > limit
            {
                throw ServiceError(
                    .failed, "The broker holds \(bytes >> 20) MiB without a connection, of the \(limit >> 20) it may.")
            }
        }
        _ = consume lock
    }

    /// Frees all memory of the loop before it returns.
    private func serveOnce() throws {
        try BrokerLoop(configuration, wakeup, ledger).run(
            stopping: { stopping.load(ordering: .relaxed) },
            reloading: { reloading.exchange(false, ordering: .relaxed) },
            publish: { status in copy.withLock { $0 = status } })
    }

    /// Ends `run` after open calls were answered, at most one second later. Idempotent; may be called from any thread.
    public func stop() {
        stopping.store(true, ordering: .relaxed)
        wakeup.signal()
    }

    /// Reads the broker's own key again. If it changed, every connection is closed and authenticates again. May be
    /// called from any thread.
    public func reload() {
        reloading.store(true, ordering: .relaxed)
        wakeup.signal()
    }

    /// Refused and failed connections since the start, by likely cause.
    public var handshakeFailures: [HandshakeFailure: Int64] { ledger.snapshot }

    /// The reply to `BusStatus`; at most 250 ms old.
    public var status: BusStatus.Reply { copy.withLock { $0 } }
}
