import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit
import Synchronization
import TestTraits
import Testing

/// Machine faults other than process death.
@Suite(.serialized, .tags(.deadline)) struct FaultTests {
    private static func run(_ command: String...) async throws -> Bool {
        try await Executable.run("/usr/bin/env", command).status == 0
    }

    @Test(
        "The disk is full for a while: whoever writes is told so, nobody falls over, and what was accepted is there once",
        .needs(.smallFileSystems), .timeLimit(.minutes(4)))
    func fullDisk() async throws {
        let scratch = try Scratch()
        let data = scratch.file("data")
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try #require(try await Self.run("mount", "-t", "tmpfs", "-o", "size=48m,mode=700", "tmpfs", data))
        let stack = try await Stack.start(scratch: scratch)
        try await stack.during(remove: false) { stack in
            var users: [UserID] = []
            for name in ["Ada", "Ben"] { users.append(try await stack.makeAccount(name)) }
            let crowd = Crowd(users, bus: stack.bus)
            await crowd.start()
            try await eventually("everybody writes") { await crowd.written.allSatisfy { $0 > 3 } ? () : nil }
            try Data().write(to: URL(fileURLWithPath: data + "/ballast"))
            let ballast = try FileHandle(forWritingTo: URL(fileURLWithPath: data + "/ballast"))
            var size = 0
            let piece = Data(repeating: 0x55, count: 64 << 10)
            while (try? ballast.write(contentsOf: piece)) != nil { size += piece.count }
            let refused = try await eventually("a service says that the disk is full") { () -> ServiceError? in
                do {
                    _ = try await stack.bus.request(
                        SubmitJournal(
                            user: users[0], day: World.lastDay, at: 1, text: String(repeating: "x", count: 4_000)),
                        id: .random())
                    return nil
                } catch {
                    return (error as? ServiceError).flatMap { $0.code == .storage ? $0 : nil }
                }
            }
            #expect(refused.message.contains("space") || refused.message.contains("disk"), "\(refused)")
            #expect(
                try await stack.bus.request(JournalQuery(user: users[0], limit: 1)).entries.count == 1,
                "what is there can be read")
            let during = await crowd.written
            try ballast.close()
            try FileManager.default.removeItem(atPath: data + "/ballast")
            try await eventually("they go on") {
                await zip(crowd.written, during).allSatisfy { $0 > $1 + 2 } ? () : nil
            }
            let writers = try await crowd.stop()
            try await stack.settle()
            var total = 0
            for writer in writers {
                // Also includes the long entries that were stored before the disk was full.
                let entries = try await stack.bus.request(JournalQuery(user: writer.user, limit: 100)).entries.filter {
                    !$0.text.hasPrefix("xxx")
                }
                #expect(Set(entries.map(\.text)) == Set(writer.written) && entries.count == writer.written.count)
                total += entries.count
            }
            for service in Topology.services {
                #expect(try await stack.bus.request(ListParked(), to: service).lanes.isEmpty)
            }
            print(
                "full disk: \(size >> 20) MiB of ballast; \(total) entries accepted, each there once; \(writers.reduce(0) { $0 + $1.retries }) retries"
            )
        }
        _ = try await Self.run("umount", data)
        scratch.remove()
    }

    @Test(
        "The clock is set back by hours and forward by days: requests, events and budgets do not notice",
        .timeLimit(.minutes(4)))
    func clockStepped() async throws {
        let scratch = try Scratch()
        let clock = try await SteppedClock(in: scratch)
        try await Stack.start(environment: clock.environment, scratch: scratch).during { stack in
            var users: [UserID] = []
            for name in ["Ada", "Ben", "Cem"] { users.append(try await stack.makeAccount(name)) }
            let importer = try await stack.makeAccount("Ida")
            let crowd = Crowd(users, bus: stack.bus)
            await crowd.start()
            let job = EntityID.random()
            try await stack.upload(try World.export(in: scratch, days: 60), for: importer, job: job)
            for seconds in [-7_200, 86_400 * 3, -86_400, 0] {
                try clock.step(to: seconds)
                let before = await crowd.written
                try await eventually("they go on writing") {
                    await zip(crowd.written, before).allSatisfy { $0 > $1 + 3 } ? () : nil
                }
                // Proves that the step is effective: a check-in for a day three days ahead is accepted while the clock
                // is advanced.
                let day = World.lastDay.advanced(by: 4)
                let future = SubmitCheckIn(
                    user: importer, day: day, at: World.noon(World.lastDay), stress: 3, energy: 4, sleepQuality: 4)
                #expect(((try? await stack.bus.request(future)) != nil) == (seconds > 86_400))
            }
            let writers = try await crowd.stop()
            #expect(try await stack.importEnded(job, for: importer).phase == .done)
            try await stack.settle()
            var total = 0
            for writer in writers { total += try await writer.expectEach(on: stack.bus) }
            for service in Topology.services {
                #expect(try await stack.bus.request(ListParked(), to: service).lanes.isEmpty)
            }
            let slowest = writers.map(\.slowest).max() ?? .zero
            #expect(slowest < .seconds(5), "no budget follows the wall clock")
            print(
                "clock stepped by -2 h, +3 d, -1 d and back: \(total) entries accepted, each there once; the slowest took \(slowest); \(writers.reduce(0) { $0 + $1.retries }) retries"
            )
        }
    }

    @Test("A worker whose handlers hang is given up when no slot is left; the others answer", .timeLimit(.minutes(3)))
    func hangs() async throws {
        try await Stack.run { stack in
            let (released, release) = AsyncStream.makeStream(of: Void.self)
            let isExhausted = Mutex(false)
            // Ignores cancellation, like an endless loop.
            let hanging = try stack.join(as: .safety, credit: 1, exhausted: { isExhausted.withLock { $0 = true } }) {
                connection in
                connection.handle(Classify.self) { _, _ in
                    await Task.detached { for await _ in released {} }.value
                    throw ServiceError(.failed, "hung")
                }
            }
            try await eventually("two workers") { try await stack.workers(of: .safety) == 2 ? () : nil }
            var outcomes: [ServiceError.Code?: Int] = [:]
            try await eventually("it has no slot left", within: .seconds(60)) { () -> Void? in
                let results = await withTaskGroup(of: ServiceError.Code?.self) { group in
                    for _ in 0..<48 {
                        group.addTask {
                            do {
                                _ = try await stack.bus.request(
                                    Classify(text: "A calm day.", country: "DE"), budget: .seconds(5))
                                return nil
                            } catch {
                                return (error as? ServiceError)?.code ?? .failed
                            }
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                for result in results { outcomes[result, default: 0] += 1 }
                return isExhausted.withLock { $0 } ? () : nil
            }
            let lost = outcomes.filter { $0.key != nil }.values.reduce(0, +)
            #expect(outcomes.keys.allSatisfy { $0 == nil || $0 == .timeout }, "\(outcomes)")
            #expect(lost == 1, "a slot that hangs gets nothing more")
            // In production the process would end here and be restarted.
            release.finish()
            await hanging.drain()
            for _ in 0..<50 { _ = try await stack.bus.request(Classify(text: "A calm day.", country: "DE")) }
            print(
                "a worker that hangs: \(lost) requests timed out, \(outcomes[nil, default: 0]) were answered meanwhile; then it was given up"
            )
        }
    }
}
