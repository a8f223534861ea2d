import ServiceLifecycle

/// One thing that runs as long as the process does.
struct Part: Service {
    let name: String
    let isVital: Bool
    let stop: (@Sendable () async -> Void)?
    let run_: @Sendable () async throws -> Void

    init(name: String, isVital: Bool, stop: (@Sendable () async -> Void)?, run: @escaping @Sendable () async throws -> Void) {
        (self.name, self.isVital, self.stop, run_) = (name, isVital, stop, run)
    }

    func run() async throws {
        if let stop {
            try await withGracefulShutdownHandler {
                try await run_()
            } onGracefulShutdown: {
                Task { await stop() }
            }
        } else {
            do {
                try await cancelWhenGracefulShutdown { try await run_() }
            } catch is CancellationError where Task.isShuttingDownGracefully || Task.isCancelled {
                return
            }
        }
    }

    /// Runs `body` until it returns or the task is cancelled.
    static func restarting(
        _ body: @Sendable () async throws -> Void, failed: @Sendable (any Error, Duration) -> Void
    ) async throws {
        var pause = Duration.milliseconds(100)
        while true {
            let start = ContinuousClock.now
            do {
                return try await body()
            } catch {
                try Task.checkCancellation()
                if ContinuousClock.now - start > .seconds(30) { pause = .milliseconds(100) }
                failed(error, pause)
                try await Task.sleep(for: pause)
                pause = min(pause * 2, .seconds(10))
            }
        }
    }
}
