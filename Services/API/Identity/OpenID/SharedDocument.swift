/// A document of the provider, fetched once for everybody who asks meanwhile and kept for a while.
actor SharedDocument<Value: Sendable> {
    private struct Kept {
        let task: Task<Result<Value, OpenIDError>, Never>
        let at: ContinuousClock.Instant
        var lifetime: Duration
    }

    /// Shortest time between two fetches, also after a failure.
    static var pause: Duration { .seconds(2) }

    private let lifetime: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void
    private let fetch: @Sendable () async throws(OpenIDError) -> Value
    private var kept: Kept?

    /// - Parameters:
    ///   - lifetime: time after which it is fetched again.
    ///   - now: the clock.
    ///   - sleep: waits for an instant of that clock.
    init(
        lifetime: Duration = .seconds(3600), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void = {
            try await Task.sleep(until: $0, clock: .continuous)
        }, fetch: @escaping @Sendable () async throws(OpenIDError) -> Value
    ) {
        self.lifetime = lifetime
        self.now = now
        self.sleep = sleep
        self.fetch = fetch
    }

    /// - Parameter instant: a document whose fetch began earlier is fetched again, `pause` after that fetch at the
    ///   earliest. The call waits for this; the earlier document is returned only to a cancelled task.
    func value(since instant: ContinuousClock.Instant? = nil) async throws(OpenIDError) -> Value {
        func isNew(_ kept: Kept) -> Bool { instant.map { kept.at >= $0 } ?? true }
        if let kept, !isNew(kept) {
            // The first of the waiting calls that goes on starts the fetch; the others find it in `kept`.
            try? await sleep(kept.at + Self.pause)
        }
        let current: Kept
        if let kept, now() - kept.at < (isNew(kept) ? kept.lifetime : min(kept.lifetime, Self.pause)) {
            current = kept
        } else {
            // Not a child of the request, which others wait for too.
            let task = Task { [fetch] () async -> Result<Value, OpenIDError> in
                do throws(OpenIDError) { return .success(try await fetch()) } catch { return .failure(error) }
            }
            current = Kept(task: task, at: now(), lifetime: lifetime)
            kept = current
        }
        let result = await current.task.value
        if case .failure = result, kept?.task == current.task { kept?.lifetime = Self.pause }
        return try result.get()
    }
}
