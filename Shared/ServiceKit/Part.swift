import ServiceLifecycle

/// One thing that runs as long as the process does.
struct Part: Service {
    let name: String
    let isVital: Bool
    let stop: (@Sendable () async -> Void)?
    let body: @Sendable () async throws -> Void

    init(name: String, isVital: Bool, stop: (@Sendable () async -> Void)?, body: @escaping @Sendable () async throws -> Void) {
        (self.name, self.isVital, self.stop, self.body) = (name, isVital, stop, body)
    }

    func run() async throws {
        if let stop {
            try await withGracefulShutdownHandler {
                try await body()
            } onGracefulShutdown: {
                Task { await stop() }
            }
        } else {
            do {
                try await cancelWhenGracefulShutdown { try await body() }
            } catch  where Task.isShuttingDownGracefully || Task.isCancelled {
                // What a cancelled task throws says only that it was cancelled.
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
