import ServiceLifecycle

/// A task that runs for the lifetime of the process.
struct HostedTask: Service {
    /// How it stops when the process drains.
    enum Ending: Sendable {
        /// Its task is cancelled.
        case cancelled
        /// It is asked to stop and returns by itself.
        case asked(@Sendable () async -> Void)
        /// It handles ServiceLifecycle's graceful shutdown itself; cancelled after `stopTimeout`.
        case byItself
    }

    static let stopTimeout = Duration.seconds(2)

    let name: String
    /// True if the process exits when it ends before draining.
    let isVital: Bool
    let ending: Ending
    let body: @Sendable () async throws -> Void

    init(_ name: String, isVital: Bool, ending: Ending, _ body: @escaping @Sendable () async throws -> Void) {
        (self.name, self.isVital, self.ending, self.body) = (name, isVital, ending, body)
    }

    func run() async throws {
        switch ending {
        case .asked(let ask):
            try await withGracefulShutdownHandler {
                try await body()
            } onGracefulShutdown: {
                Task { await ask() }
            }
        case .cancelled:
            try await quietly { try await cancelWhenGracefulShutdown { try await body() } }
        case .byItself:
            try await quietly {
                try await withThrowingTaskGroup { group in
                    group.addTask { try await body() }
                    group.addTask {
                        try await gracefulShutdown()
                        try await Task.sleep(for: Self.stopTimeout)
                    }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        }
    }

    /// Ignores errors thrown during the shutdown: they are its consequence.
    private func quietly(_ run: () async throws -> Void) async throws {
        do {
            try await run()
        } catch  where Task.isShuttingDownGracefully || Task.isCancelled {
            return
        }
    }

    /// Runs `body` until it returns or the task is cancelled. Restarts it after an error, with a pause that doubles
    /// from 0.1 s to 10 s and resets after 30 s without an error.
    static func restarting(_ body: @Sendable () async throws -> Void, failed: @Sendable (any Error, Duration) -> Void)
        async throws
    {
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
