import Bus
import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

/// Load beyond capacity.
@Suite(.serialized, .tags(.deadline)) struct OverloadTests {
    @Test("One person's ten years do not hold up another's journal", .timeLimit(.minutes(6)))
    func fairness() async throws {
        try await Stack.run { stack in
            let (ada, ben) = (try await stack.makeAccount("Ada"), try await stack.makeAccount("Ben"))
            try await stack.settle()
            let days = 3_650
            let path = stack.scratch.file("ten-years.xml")
            try CanaryTests.export(value: 50, days: days).write(toFile: path, atomically: true, encoding: .utf8)
            var number = 0
            // Time from the entry to the score that includes it.
            func journey() async throws -> Duration {
                number += 1
                let begin = ContinuousClock.now
                let day = World.lastDay.advanced(by: -number)
                _ = try await stack.bus.request(
                    SubmitJournal(user: ben, day: day, at: World.noon(day), text: "A calm, happy day."),
                    budget: .seconds(20))
                // Asked for, because a view of events may miss some.
                try await eventually("the score includes the entry", within: .seconds(60)) {
                    let breakdown = try await stack.bus.request(
                        BreakdownQuery(user: ben, day: day, today: World.lastDay.advanced(by: 1)),
                        budget: .seconds(20))
                    return breakdown.contributions.contains { $0.signal == .sentiment && $0.value != nil } ? () : nil
                }
                return ContinuousClock.now - begin
            }
            var calm: [Duration] = []
            for _ in 0..<10 { calm.append(try await journey()) }

            let job = EntityID.random()
            try await stack.upload(path, for: ada, job: job)
            var busy: [Duration] = []
            var waiting: Int64 = 0
            while true {
                busy.append(try await journey())
                let pending = try await stack.bus.request(ListParked(), to: .ingestion).pending
                waiting = max(waiting, pending)
                let phase = try await stack.bus.request(ImportQuery(user: ada, job: job)).phase
                if phase == .done && pending == 0 || number >= days { break }
            }
            let metrics = try await stack.bus.request(
                MetricsQuery(user: ada, from: World.lastDay.advanced(by: -399), through: World.lastDay)
            ).days
            #expect(metrics.count == 400)
            try await stack.settle()
            func text(_ times: [Duration]) -> String {
                let sorted = times.sorted()
                return
                    "median \(milliseconds(sorted[sorted.count / 2])), worst \(milliseconds(sorted[sorted.count - 1])) of \(sorted.count)"
            }
            print(
                "fairness: entry to score \(text(calm)) alone; \(text(busy)) beside a ten-year import with up to \(waiting) events waiting"
            )
            #expect(busy.sorted()[busy.count / 2] < .seconds(1))
            #expect(busy.allSatisfy { $0 < .seconds(15) })
        }
    }

    private final class Refusals: Sendable {
        private let state = Mutex<[Duration]>([])
        var times: [Duration] { state.withLock { $0 } }
        func add(_ time: Duration) { state.withLock { $0.append(time) } }
    }

    @Test(
        "A full queue says busy at once, with when to come back; those who back off are all served",
        .timeLimit(.minutes(3)))
    func fullQueue() async throws {
        try await Stack.run { stack in
            let pid = try await eventually("safety runs") { stack.processIDs(of: .safety).first }
            _ = try await stack.bus.request(Classify(text: "A calm day.", country: "DE"))
            kill(pid, SIGSTOP)
            let begin = ContinuousClock.now
            let refused = Refusals()
            let bus = stack.bus
            let outcomes = await withTaskGroup(of: String.self) { group in
                for _ in 0..<1_500 {
                    group.addTask {
                        do {
                            _ = try await bus.request(
                                Classify(text: "A calm day.", country: "DE"), budget: .seconds(20))
                            return "answered"
                        } catch {
                            guard let error = error as? ServiceError else { return "untyped" }
                            if error.code == .busy, error.retryAfter != nil { refused.add(ContinuousClock.now - begin) }
                            return "\(error.code)"
                        }
                    }
                }
                // Requests that meet a full queue back off, and succeed in the end.
                for _ in 0..<200 {
                    group.addTask {
                        do {
                            _ = try await eventually("the queue is full") { refused.times.count > 0 ? true : nil }
                            _ = try await bus.requestRetrying(
                                Classify(text: "A calm day.", country: "DE"), budget: .seconds(20),
                                timeout: .seconds(30))
                            return "answered later"
                        } catch {
                            return "\(error)"
                        }
                    }
                }
                group.addTask {
                    _ = try? await eventually("the queue is full") { refused.times.count > 400 ? true : nil }
                    kill(pid, SIGCONT)
                    return "continued"
                }
                var outcomes: [String: Int] = [:]
                for await outcome in group { outcomes[outcome, default: 0] += 1 }
                return outcomes
            }
            let latest = refused.times.max() ?? .zero
            print(
                "full queue: \(outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")); the last refusal after \(milliseconds(latest))"
            )
            #expect(
                outcomes["busy", default: 0] > 400
                    && outcomes["busy", default: 0] + outcomes["answered", default: 0] == 1_500)
            #expect(outcomes["answered later"] == 200)
            #expect(refused.times.count == outcomes["busy"], "each refusal says when to come back")
        }
    }

    @Test("A slow consumer holds up nobody else, and gets everything once and in order", .timeLimit(.minutes(4)))
    func slowConsumer() async throws {
        try await Stack.run { stack in
            var users: [UserID] = []
            for name in ["Ada", "Ben", "Cem"] { users.append(try await stack.makeAccount(name)) }
            let coach = try await eventually("a coach") { stack.processIDs(of: .coaching).first }
            kill(coach, SIGSTOP)
            defer { kill(coach, SIGCONT) }
            let heard = Mutex<[UserID: [UInt64]]>([:])
            let connection = try stack.join(as: .coaching) { connection in
                connection.handle(DeliverEvents.self) { batch, _ in
                    // One event of each stream, after a while.
                    try await Task.sleep(for: .milliseconds(150))
                    return heard.withLock { heard in
                        DeliverReceipt(
                            streams: batch.slices.map { slice in
                                let last = heard[slice.user]?.last ?? 0
                                if let next = slice.events.first(where: { $0.sequence == last + 1 }) {
                                    heard[slice.user, default: []].append(next.sequence)
                                }
                                return StreamReceipt(user: slice.user, acknowledged: heard[slice.user]?.last ?? 0)
                            })
                    }
                }
            }
            try await eventually("the real coach is counted out", within: .seconds(20)) {
                try await stack.workers(of: .coaching) == 1 ? () : nil
            }
            var slowest = Duration.zero
            for number in 0..<15 {
                for user in users {
                    let day = World.lastDay.advanced(by: -number)
                    let begin = ContinuousClock.now
                    _ = try await stack.bus.request(
                        SubmitCheckIn(
                            user: user, day: day, at: World.noon(day), stress: 3, energy: Int32(1 + number % 7),
                            sleepQuality: 4))
                    slowest = max(slowest, ContinuousClock.now - begin)
                }
            }
            let behind = try await stack.bus.request(ListParked(), to: .scoring).pending
            try await eventually("everything arrives", within: .seconds(60)) {
                try await stack.bus.request(ListParked(), to: .scoring).pending == 0 ? () : nil
            }
            let sequences = heard.withLock { $0 }
            for user in users { #expect(sequences[user] == Array(1...15), "\(sequences[user] ?? [])") }
            print(
                "slow consumer: 45 check-ins, the slowest in \(milliseconds(slowest)), while up to \(behind) events waited; each heard once and in order"
            )
            #expect(slowest < .seconds(6))
            await connection.drain()
        }
    }

    private func milliseconds(_ duration: Duration) -> String { "\(Int((duration / .milliseconds(1)).rounded())) ms" }
}
