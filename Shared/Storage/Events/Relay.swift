import Messages
import Synchronization

/// Delivers committed events from the outbox to their consumers until it is cancelled. Several processes may run one on
/// the same database: one works at a time (`Store.alone`), and another takes over when it exits. Streams and positions
/// make repeated deliveries harmless.
public struct Relay: Sendable {
    /// Sends a batch to a consumer and returns its receipt. May throw; `ServiceError` decides about retries.
    public typealias Deliver = @Sendable (ServiceName, DeliverEvents) async throws -> DeliverReceipt

    /// Emits a user's current state to one consumer; called after the consumer lost its position.
    public typealias Replay = @Sendable (ServiceName, UserID, Transaction) throws -> Void

    private let store: Store
    private let replay: Replay
    private let log: @Sendable (String) -> Void
    private let rules: RelayCore.Rules

    /// A relay for this store; does nothing until `run`.
    /// - Parameter log: receives a sentence without content when a lane is parked or a consumer begins to fail.
    public init(
        store: Store, replay: @escaping Replay = { _, _, _ in }, log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(store: store, rules: RelayCore.Rules(), replay: replay, log: log)
    }

    init(
        store: Store, rules: RelayCore.Rules, replay: @escaping Replay = { _, _, _ in },
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.store, self.rules, self.replay, self.log) = (store, rules, replay, log)
    }

    /// Runs until the task is cancelled. Unfinished deliveries stay in the outbox and are repeated later without a
    /// second effect.
    /// - Parameters:
    ///   - deliver: sends one batch as a request; rethrows the request's errors.
    ///   - announced: the event types that a consumer's workers declared; all types by default.
    public func run(
        deliver: @escaping Deliver,
        announced: @escaping @Sendable (ServiceName) -> Announcement = { _ in Announcement() }
    ) async {
        var complained = false
        await store.alone("relay") { error in
            if !complained { log("The relay cannot start: \(error)") }
            complained = true
        } _: { store in
            await run(store, deliver, announced)
        }
    }

    private func run(
        _ store: Store, _ deliver: @escaping Deliver,
        _ announced: @escaping @Sendable (ServiceName) -> Announcement
    ) async {
        let inputs = RelayInputs()
        let tail = OutboxCache()
        store.onOutbox { events in
            tail.append(events)
            inputs.wake()
        }
        defer { store.onOutbox(nil) }
        await withDiscardingTaskGroup { group in
            // Commits by other processes do not call the hook: polls for them.
            group.addTask { while await Self.pause(.seconds(1)) { inputs.wake() } }
            var reader = OutboxReader(store: store, tail: tail, core: RelayCore(rules), replay: replay, log: log)
            inputs.wake()
            for await _ in inputs.wakes {
                if Task.isCancelled { break }
                await reader.finish(inputs.takeFinished())
                for delivery in await reader.next(announced) {
                    group.addTask {
                        let outcome = await Self.attempt(delivery, deliver)
                        inputs.finish(delivery, outcome)
                    }
                }
                if let wait = reader.wait() {
                    group.addTask { if await Self.pause(wait) { inputs.wake() } }
                }
            }
            group.cancelAll()
        }
    }

    private static func attempt(_ delivery: OutboxReader.Delivery, _ deliver: Deliver) async -> RelayCore.Outcome {
        guard !delivery.message.slices.isEmpty else { return .receipt(DeliverReceipt(streams: [])) }
        do {
            return .receipt(try await deliver(delivery.batch.consumer, delivery.message))
        } catch {
            return .failure(
                error as? ServiceError
                    ?? ServiceError(.unavailable, "The delivery ended with \(type(of: error)).", cause: error))
        }
    }

    /// False if the task was cancelled.
    private static func pause(_ duration: Duration) async -> Bool {
        do {
            try await Task.sleep(for: duration)
            return true
        } catch {
            return false
        }
    }
}

/// Inputs of the relay's loop: wakes and finished deliveries. Those that arrive while the loop works are taken together.
private final class RelayInputs: Sendable {
    let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let done = Mutex<[OutboxReader.Finished]>([])

    init() { (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func wake() { continuation.yield() }

    func finish(_ delivery: OutboxReader.Delivery, _ outcome: RelayCore.Outcome) {
        done.withLock { $0.append((delivery, outcome)) }
        wake()
    }

    func takeFinished() -> [OutboxReader.Finished] {
        done.withLock { done in
            defer { done = [] }
            return done
        }
    }
}
