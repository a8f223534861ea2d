import Bus
import CZeroMQ
import Messages
import Synchronization
import SystemKit

/// A broker on its own thread: owns the sockets, feeds `BrokerCore`.
public final class BrokerShell: Sendable {
    public let configuration: BrokerConfiguration
    private let wakeup: Wakeup
    private let stopping = Atomic(false)
    private let reloading = Atomic(false)
    private let ledger = HandshakeLedger()
    private let copy: Mutex<BusStatus.Reply>

    /// - Throws: `BusError` where the process has no file descriptor left.
    public init(_ configuration: BrokerConfiguration) throws {
        self.configuration = configuration
        wakeup = try Wakeup()
        copy = Mutex(BusStatus.Reply(services: [], uptime: 0, release: configuration.release, refusedFrames: 0))
    }

    deinit { wakeup.close() }

    /// Binds and serves until `stop`; cancelling the caller stops too. The work is done on a thread of its own.
    /// - Throws: `BusError(.conflict)` where another broker is alive at the endpoint, another code where it cannot be bound, `.failed` where it holds too much
    ///   memory for nobody.
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
        // Held until the sockets are closed.
        let lock: EndpointLock? = if let path = configuration.endpoint.path { try EndpointLock(path: path) } else { nil }
        // Begun anew where somebody inside may be there no longer, the broker's own key has changed, or it holds too much: like a restart, but of connections
        // only.
        while !stopping.load(ordering: .relaxed) {
            try serveOnce()
            Memory.trim()
            if !stopping.load(ordering: .relaxed), let limit = configuration.limits.memory, let bytes = Memory.resident, bytes > limit {
                throw BusError(.failed, "The broker holds \(bytes >> 20) MiB without a connection, of the \(limit >> 20) it may.")
            }
        }
        _ = consume lock
    }

    /// What it holds is gone when it returns.
    private func serveOnce() throws {
        try BrokerLoop(configuration, wakeup, ledger).run(
            stopping: { stopping.load(ordering: .relaxed) }, reloading: { reloading.exchange(false, ordering: .relaxed) },
            publish: { status in copy.withLock { $0 = status } })
    }

    /// Ends `run` after what is in hand has been answered, at most a second later. May be called from anywhere, more than once.
    public func stop() {
        stopping.store(true, ordering: .relaxed)
        wakeup.signal()
    }

    /// Reads the broker's own key again; where it has changed, every connection is closed and proves itself anew. May be called from anywhere.
    public func reload() {
        reloading.store(true, ordering: .relaxed)
        wakeup.signal()
    }

    /// Connections refused or failed since the start, by likely cause.
    public var handshakeFailures: [HandshakeFailure: Int64] { ledger.snapshot }

    /// What `BusStatus` answers; at most a quarter of a second old.
    public var status: BusStatus.Reply { copy.withLock { $0 } }
}
