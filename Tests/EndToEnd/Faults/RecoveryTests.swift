import Bus
import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

/// Recovery time after a death: from the kill to the first successful request that began after it, under load.
@Suite(.serialized, .tags(.deadline)) struct RecoveryTests {
    /// Sends many concurrent requests, and records the start and the result of each.
    private final class Load: Sendable {
        struct Request {
            let begin: ContinuousClock.Instant
            let end: ContinuousClock.Instant
            let error: ServiceError?
        }

        private let state = Mutex((isOver: false, requests: [Request]()))
        private let tasks: Mutex<[Task<Void, Never>]> = Mutex([])
        var requests: [Request] { state.withLock { $0.requests } }

        init(_ user: UserID, _ bus: BusConnection, width: Int = 16) {
            for _ in 0..<width {
                let task = Task {
                    while !self.state.withLock({ $0.isOver }) {
                        let begin = ContinuousClock.now
                        var failure: ServiceError?
                        do {
                            _ = try await bus.request(
                                ScoreQuery(user: user, today: World.lastDay), budget: .seconds(10))
                        } catch {
                            failure = error as? ServiceError ?? ServiceError(.failed, "\(error)")
                            try? await Task.sleep(for: .milliseconds(5))
                        }
                        let request = Request(begin: begin, end: .now, error: failure)
                        self.state.withLock { $0.requests.append(request) }
                    }
                }
                tasks.withLock { $0.append(task) }
            }
        }

        /// Time from an instant to the end of the first successful request that began after it.
        func firstSuccess(after instant: ContinuousClock.Instant) async throws -> Duration {
            try await eventually("a request succeeds again") {
                self.requests.filter { $0.begin > instant && $0.error == nil }.map(\.end).min().map { $0 - instant }
            }
        }

        func stop() async {
            state.withLock { $0.isOver = true }
            for task in tasks.withLock({ $0 }) { await task.value }
        }
    }

    /// Kills a process and returns the recovery time.
    private func strike(_ pid: Int32, _ load: Load) async throws -> Duration {
        try await eventually("the load runs") { load.requests.count { $0.error == nil } > 200 ? () : nil }
        let instant = ContinuousClock.now
        kill(pid, SIGKILL)
        return try await load.firstSuccess(after: instant)
    }

    private func milliseconds(_ durations: [Duration]) -> String {
        durations.map { "\(Int(($0 / .milliseconds(1)).rounded()))" }.joined(separator: ", ") + " ms"
    }

    @Test(
        "Two brokers: when one is killed the other takes over within 300 ms; every request ends in a reply or a typed error",
        .timeLimit(.minutes(3)))
    func twoBrokers() async throws {
        try await Stack.run(
            ["--scale", "scoring=2"], environment: ["PULSUM_BUS": "ipc://{data}/run/bus,ipc://{data}/run/bus2"]
        ) { stack in
            let user = try await stack.makeAccount()
            #expect(stack.processIDs(of: .broker).count == 2)
            var felt: [Duration] = []
            var failures = 0
            for _ in 0..<4 {
                let pids = try await eventually("two brokers know both workers") { () -> [Int32]? in
                    let pids = stack.processIDs(of: .broker)
                    guard pids.count == 2, stack.bus.statistics.connectedBrokers == 2 else { return nil }
                    return pids
                }
                // The older process is the one in use.
                let victim = felt.count.isMultiple(of: 2) ? pids[0] : pids[1]
                let load = Load(user, stack.bus)
                felt.append(try await strike(victim, load))
                await load.stop()
                let bad = load.requests.compactMap(\.error)
                #expect(bad.allSatisfy { [.interrupted, .unavailable, .timeout, .busy].contains($0.code) }, "\(bad)")
                failures += bad.count
            }
            print(
                "recovery, second broker: \(milliseconds(felt)) (goal 300 ms); \(failures) requests failed with a typed error"
            )
            #expect(felt.min() ?? .seconds(60) < .milliseconds(300))
            #expect(felt.allSatisfy { $0 < .seconds(8) })
        }
    }

    @Test("One broker: killed, it is started again and requests succeed within 1.5 s", .timeLimit(.minutes(3)))
    func oneBroker() async throws {
        try await Stack.run { stack in
            let user = try await stack.makeAccount()
            var felt: [Duration] = []
            for _ in 0..<3 {
                let pid = try await eventually("a broker") { stack.processIDs(of: .broker).first }
                let load = Load(user, stack.bus)
                felt.append(try await strike(pid, load))
                await load.stop()
                #expect(
                    load.requests.compactMap(\.error).allSatisfy {
                        [.interrupted, .unavailable, .timeout, .busy].contains($0.code)
                    })
            }
            print("recovery, broker started again: \(milliseconds(felt)) (goal 1500 ms)")
            // The best of three: a busy machine may hold up any one of them.
            #expect(felt.min() ?? .seconds(60) < .milliseconds(1500))
            #expect(felt.allSatisfy { $0 < .seconds(10) }, "its supervisor waits a little longer each time")
        }
    }

    @Test(
        "A worker is killed: what it held is answered by another within 1 s, and nothing fails; it comes back under its name",
        .timeLimit(.minutes(3)))
    func worker() async throws {
        try await Stack.run(["--scale", "scoring=2"]) { stack in
            let user = try await stack.makeAccount()
            var slowest: [Duration] = []
            for _ in 0..<3 {
                let pids = try await eventually("two workers") { () -> [Int32]? in
                    let workers =
                        try await stack.bus.request(BusStatus()).services.first { $0.service == .scoring }?.workers
                        ?? []
                    return workers.count == 2 ? workers.map { Int32($0.processID) } : nil
                }
                let load = Load(user, stack.bus)
                try await eventually("the load runs") { load.requests.count > 200 ? () : nil }
                let instant = ContinuousClock.now
                kill(pids[0], SIGKILL)
                _ = try await load.firstSuccess(after: instant + .milliseconds(500))
                await load.stop()
                let failed = load.requests.compactMap(\.error)
                #expect(failed.isEmpty, "\(failed)")
                let touched = load.requests.filter { $0.end > instant }.map { $0.end - max($0.begin, instant) }
                slowest.append(touched.max() ?? .zero)
            }
            print(
                "recovery, worker killed: the slowest request took \(milliseconds(slowest)) (goal 1000 ms); none failed"
            )
            #expect(slowest.min() ?? .seconds(60) < .seconds(1))
        }
    }
}
