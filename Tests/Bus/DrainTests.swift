import Fixtures
import Messages
import TestTraits
import Testing

@testable import Bus

@Suite(.timeLimit(.minutes(1)), .tags(.deadline)) struct DrainTests {
    @Test func aDrainFinishesWhatIsInHandAndLetsItAsk() async throws {
        let world = try BusWorld()
        let worker = try world.connection(.worker)
        let (began, beginning) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        worker.handle(Echo.self) { request, _ in
            beginning.yield()
            for await _ in released { break }
            // The first reply arrives after the broker's answer to DRAIN.
            for _ in 1...2 { _ = try await worker.request(Ping(), to: .broker) }
            return Echo.Reply(text: request.text)
        }
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, caller]) {
            async let reply = caller.request(Echo("last"), budget: .seconds(20))
            for await _ in began { break }
            async let drained: Void = worker.drain()
            try await eventually("the worker drains") { try await isDraining(caller) ? () : nil }
            release.yield()
            let last = try await reply
            #expect(last.text == "last")
            await drained
            let error = await #expect(throws: ServiceError.self) { try await worker.request(Ping(), to: .broker) }
            #expect(error?.code == .cancelled)
        }
    }

    /// True once a worker has taken leave of the broker.
    private func isDraining(_ caller: BusConnection) async throws -> Bool {
        try await caller.request(BusStatus()).services.contains { $0.workers.contains(where: \.draining) }
    }

    @Test func aConnectionDrainedBeforeItRunsEndsAtOnce() async throws {
        let world = try BusWorld()
        let caller = try world.connection(.caller)
        await caller.drain()
        try await caller.run()
    }
}
