import ServiceLifecycle

/// One thing that runs as long as the process does.
struct Part: Service {
    /// How it ends when the process drains.
    enum Ending: Sendable {
        /// Its task is cancelled.
        case cancelled
        /// It is asked, and ends by itself.
        case asked(@Sendable () async -> Void)
        /// It listens to ServiceLifecycle's graceful shutdown by itself; cancelled where that takes longer than `patience`.
        case byItself
    }

    static let patience = Duration.seconds(2)

    let name: String
    /// Its end, other than by draining, ends the process.
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
                        try await Task.sleep(for: Self.patience)
                    }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        }
    }

    /// What a part throws while it is being stopped says only that it was stopped.
    private func quietly(_ run: () async throws -> Void) async throws {
        do {
            try await run()
        } catch  where Task.isShuttingDownGracefully || Task.isCancelled {
            return
        }
    }

    /// Runs `body` until it returns or the task is cancelled; after an error again, with a pause that grows from 0.1 s to 10 s.
    static func restarting(_ body: @Sendable () async throws -> Void, failed: @Sendable (any Error, Duration) -> Void) async throws {
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
