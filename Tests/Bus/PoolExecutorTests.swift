import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Bus

/// The threads of handlers: every job runs, and one that computes delays no other as long as a thread is free.
@Suite(.tags(.deadline)) struct PoolExecutorTests {
    private final class Shared<Value: Sendable>: Sendable {
        let value: Mutex<Value>
        init(_ value: Value) { self.value = Mutex(value) }
    }

    @Test func everyJobRunsOnceHoweverManyThreadsAddThem() async throws {
        let pool = try PoolExecutor(threads: 3)
        let count = Shared(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<2_000 {
                        await Task(executorPreference: pool) { count.value.withLock { $0 += 1 } }.value
                    }
                }
            }
        }
        #expect(count.value.withLock { $0 } == 32_000)
    }

    @Test(.timeLimit(.minutes(1))) func aThreadThatSleptIsWokenForEachJob() async throws {
        let pool = try PoolExecutor(threads: 2)
        for round in 0..<300 {
            // From a job that comes immediately to one that finds all threads asleep.
            if round % 3 > 0 { usleep(UInt32(round * 20)) }
            await Task(executorPreference: pool) {}.value
        }
    }

    @Test func aJobThatComputesDelaysNoOtherWhileAThreadIsFree() async throws {
        let pool = try PoolExecutor(threads: 2)
        let isComputing = Shared(true)
        let computing = Task(executorPreference: pool) {
            usleep(1_000_000)
            isComputing.value.withLock { $0 = false }
        }
        for _ in 0..<200 { await Task(executorPreference: pool) {}.value }
        #expect(isComputing.value.withLock { $0 })
        await computing.value
    }

    @Test func jobsWaitWhileAllThreadsComputeAndThenRun() async throws {
        let pool = try PoolExecutor(threads: 2)
        let computing = (0..<2).map { _ in Task(executorPreference: pool) { _ = usleep(200_000) } }
        let waiting = (0..<100).map { number in Task(executorPreference: pool) { number } }
        var numbers: [Int] = []
        for task in waiting { numbers.append(await task.value) }
        #expect(numbers == Array(0..<100))
        for task in computing { await task.value }
    }

    @Test func aHandlerAndTheRequestsInItRunOnThePool() async throws {
        let world = try BusWorld()
        let worker = try world.connection(.worker)
        worker.handle(Echo.self) { request, _ in
            let ping = try await worker.request(Ping(), to: .broker)
            let isOnPool = withUnsafeCurrentTask { $0?.unownedTaskExecutor == worker.pool.asUnownedTaskExecutor() }
            return Echo.Reply(text: isOnPool ? "\(ping.service)" : "another executor")
        }
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, caller]) {
            let reply = try await caller.request(Echo(""))
            #expect(reply.text == "broker")
        }
    }
}
