import Foundation
import Messages
import Synchronization
import SystemKit
import TestTraits
import Testing

@testable import Bus

@Suite(.timeLimit(.minutes(1)), .tags(.deadline)) struct BusConnectionTests {
    /// Progress of `Count`.
    struct Step: Message, Equatable {
        var number: Int32
        enum CodingKeys: Int, CodingKey { case number = 1 }
    }

    struct Count: BusRequest {
        typealias Partial = Step
        static let type = MessageType(0xF002)
        static let service: ServiceName? = .worker
        var to: Int32
        enum CodingKeys: Int, CodingKey { case to = 1 }
        struct Reply: Message, Equatable {
            var sum: Int32
            enum CodingKeys: Int, CodingKey { case sum = 1 }
        }
    }

    /// Waits in its handler until it is cancelled.
    struct Hang: BusRequest, EmptyMessage {
        typealias Reply = Empty
        static let type = MessageType(0xF003)
        static let service: ServiceName? = .worker
        static let isRepeatable = false
    }

    /// A worker that hangs, and a stream that reports its start and its cancellation.
    private func hangingWorker(_ world: BusWorld, timing: BusTiming = BusWorld.patient) throws -> (
        BusConnection, AsyncStream<String>
    ) {
        let worker = try world.connection(.worker, timing: timing)
        let (stream, continuation) = AsyncStream<String>.makeStream()
        worker.handle(Hang.self) { _, _ in
            continuation.yield("began")
            do {
                try await Task.sleep(for: .seconds(600))
            } catch {
                continuation.yield("cancelled")
                throw error
            }
            return Empty()
        }
        return (worker, stream)
    }

    private func code(_ body: () async throws -> some Sendable) async -> ServiceError.Code? {
        do {
            _ = try await body()
            return nil
        } catch { return (error as? ServiceError)?.code }
    }

    @Test func aRequestFindsItsHandlerAndComesBack() async throws {
        let world = try BusWorld()
        let worker = try world.connection(.worker)
        worker.handle(Echo.self) { request, context in
            #expect(context.caller == .caller)
            return Echo.Reply(text: request.text + "!")
        }
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, caller]) {
            #expect(try await caller.request(Echo("hello")).text == "hello!")
            let ping = try await caller.request(Ping(), to: .worker)
            #expect(ping.service == .worker)
            #expect(try await caller.request(Ping(), to: .broker).service == .broker)
            let status = try await caller.request(BusStatus())
            let service = try #require(status.services.first { $0.service == .worker })
            #expect(service.answered == 2)
            #expect(service.workers.map(\.inFlight) == [0])
        }
    }

    @Test(arguments: [HandlerPlacement.pool, .socketThread]) func manyRequestsAtOnceAreAllAnswered(
        placement: HandlerPlacement
    ) async throws {
        let world = try BusWorld()
        let worker = try world.connection(.worker)
        worker.handle(Echo.self, on: placement) { request, _ in Echo.Reply(text: request.text) }
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, caller]) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<600 {
                    group.addTask {
                        let reply = try await caller.request(Echo("\(number)"), budget: .seconds(20))
                        #expect(reply.text == "\(number)")
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(caller.statistics.requested[Echo.type]?.count == 600)
        #expect(worker.statistics.handled[Echo.type]?.failures == [:])
    }

    @Test func errorsOfAHandlerArriveTypedAndOthersWithoutTheirText() async throws {
        struct Leaky: Error { let text = "secret journal text" }
        let world = try BusWorld()
        let worker = try world.connection(.worker)
        worker.handle(Echo.self) { request, _ in
            if request.text == "typed" { throw ServiceError(.conflict, "The offset is 7.", retryAfter: 5) }
            throw Leaky()
        }
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, caller]) {
            await #expect(throws: ServiceError(.conflict, "The offset is 7.", retryAfter: 5)) {
                try await caller.request(Echo("typed"))
            }
            await #expect {
                try await caller.request(Echo("leaky"))
            } throws: {
                ($0 as? ServiceError)?.code == .failed && !"\($0)".contains("secret")
            }
        }
    }

    @Test("The broker counts refusals, which are the caller's state, apart from faults of the service")
    func refusalsAndFaults() async throws {
        let world = try BusWorld()
        let worker = try world.connection(.worker)
        worker.handle(Echo.self) { request, _ in
            throw ServiceError(Int32(request.text).map(ServiceError.Code.init(rawValue:)) ?? .failed, "An error.")
        }
        let caller = try world.connection(.caller)
        let refusals: [ServiceError.Code] = [.invalid, .notFound, .conflict, .refused, .cancelled, .erased]
        let faults: [ServiceError.Code] = [.busy, .timeout, .interrupted, .storage, .failed, .init(rawValue: 99)]
        try await running([world.broker()], [worker, caller]) {
            for error in refusals + faults {
                let found = await code { try await caller.request(Echo("\(error.rawValue)")) }
                #expect(found == error)
            }
            let status = try await caller.request(BusStatus())
            let service = try #require(status.services.first { $0.service == .worker })
            #expect(service.answered == 0)
            #expect((service.refused, service.failed) == (Int64(refusals.count), Int64(faults.count)))
        }
    }

    @Test("The log names the cause of a failed request once, and the reply carries none")
    func causesStayInTheProcess() async throws {
        let world = try BusWorld()
        let worker = try world.connection(.worker)
        worker.handle(Echo.self) { request, _ in
            switch request.text {
            case "full disk":
                let file = open("/dev/full", O_WRONLY)
                defer { close(file) }
                guard write(file, "x", 1) == 1 else {
                    throw ServiceError(.storage, "Nothing was stored.", cause: SystemError("a private path"))
                }
            case "missing file":
                guard open("/nonexistent/private", O_RDONLY) >= 0 else { throw SystemError("a private path") }
            default: try Self.connectToClosedPort()
            }
            return Echo.Reply(text: "")
        }
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, caller]) {
            for (text, code) in [("full disk", ServiceError.Code.storage), ("missing file", .failed), ("", .failed)] {
                do {
                    _ = try await caller.request(Echo(text))
                    Issue.record("The request should have failed.")
                } catch let error as ServiceError {
                    #expect(error.code == code)
                    #expect(error.cause == nil)
                }
            }
        }
        let lines = world.notices.withLock { $0 }.filter { $0.contains("caused by") }
        #expect(lines.count == 3)
        for (line, cause) in zip(
            lines,
            [
                "storage, caused by SystemError (errno \(ENOSPC): ", "failed, caused by SystemError (errno \(ENOENT): ",
                "failed, caused by SystemError (errno \(ECONNREFUSED): ",
            ])
        {
            #expect(line.contains(cause))
            #expect(!line.contains("private"))
        }
    }

    /// Connects to tcpmux on this machine, where nothing listens.
    private static func connectToClosedPort() throws {
        #if canImport(Glibc)
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let file = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(1).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw SystemError("a private address") }
    }

    @Test func partialsComeInOrderBeforeTheReply() async throws {
        let world = try BusWorld()
        let worker = try world.connection(.worker)
        worker.handle(Count.self) { request, context in
            for number in 1...request.to { context.send(partial: Step(number: number)) }
            return Count.Reply(sum: request.to)
        }
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, caller]) {
            var steps: [Int32] = []
            var sum: Int32?
            for try await element in caller.stream(Count(to: 50)) {
                switch element {
                case .partial(let step): steps.append(step.number)
                case .reply(let reply): sum = reply.sum
                }
            }
            #expect(steps == Array(1...50))
            #expect(sum == 50)
        }
    }

    @Test func aSpentBudgetEndsTheRequestAndCancelsTheHandler() async throws {
        let world = try BusWorld()
        let (worker, told) = try hangingWorker(world)
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, caller]) {
            _ = try await caller.request(Ping(), to: .worker)
            let began = ContinuousClock.now
            #expect(await code { try await caller.request(Hang(), budget: .milliseconds(300)) } == .timeout)
            #expect(ContinuousClock.now - began < .seconds(2))
            var events = told.makeAsyncIterator()
            #expect(await events.next() == "began")
            #expect(await events.next() == "cancelled")
        }
    }

    @Test func cancellingTheCallerCancelsTheHandler() async throws {
        let world = try BusWorld()
        let (worker, told) = try hangingWorker(world)
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, caller]) {
            let task = Task { try await caller.request(Hang(), budget: .seconds(60)) }
            var events = told.makeAsyncIterator()
            #expect(await events.next() == "began")
            task.cancel()
            #expect(await code { try await task.value } == .cancelled)
            #expect(await events.next() == "cancelled")
        }
    }

    @Test func leavingAStreamCancelsItsRequest() async throws {
        let world = try BusWorld()
        let (worker, told) = try hangingWorker(world)
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, caller]) {
            var events = told.makeAsyncIterator()
            let task = Task { for try await _ in caller.stream(Hang(), budget: .seconds(60)) {} }
            #expect(await events.next() == "began")
            task.cancel()
            #expect(await events.next() == "cancelled")
        }
    }

    @Test func aRequestInsideAHandlerInheritsBudgetAndTrace() async throws {
        let world = try BusWorld()
        let middle = try world.connection(ServiceName(rawValue: "middle"))
        let worker = try world.connection(.worker)
        let seen = Mutex<[(TraceContext, Duration)]>([])
        struct Outer: BusRequest, EmptyMessage {
            typealias Reply = Empty
            static let type = MessageType(0xF004)
            static let service: ServiceName? = ServiceName(rawValue: "middle")
        }
        middle.handle(Outer.self) { _, context in
            seen.withLock { $0.append((context.trace, context.remaining)) }
            _ = try await middle.request(Echo("x"), budget: .seconds(60))
            return Empty()
        }
        worker.handle(Echo.self) { request, context in
            seen.withLock { $0.append((context.trace, context.remaining)) }
            return Echo.Reply(text: request.text)
        }
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, middle, caller]) {
            _ = try await caller.request(Outer(), budget: .seconds(3))
        }
        let hops = seen.withLock { $0 }
        #expect(hops.count == 2)
        #expect(hops[0].0.traceHigh == hops[1].0.traceHigh)
        #expect(hops[0].0.span != hops[1].0.span)
        #expect(hops[1].1 <= hops[0].1)
    }

    @Test func tooLargeAPayloadIsRefusedBeforeItLeaves() async throws {
        let world = try BusWorld()
        let caller = try world.connection(.caller)
        let text = String(repeating: "x", count: 9 << 20)
        try await running([world.broker()], [caller]) {
            #expect(await code { try await caller.request(Echo(text)) } == .invalid)
        }
    }

    @Test func aMebibyteTravelsWhole() async throws {
        let world = try BusWorld()
        let worker = try world.connection(.worker)
        worker.handle(Echo.self) { request, _ in Echo.Reply(text: request.text) }
        let caller = try world.connection(.caller)
        let text = String(repeating: "0123456789abcdef", count: 65_536)
        try await running([world.broker()], [worker, caller]) {
            let reply = try await caller.request(Echo(text), budget: .seconds(20))
            #expect(reply.text == text)
        }
    }

    @Test func everyHandlerHangingEndsTheProcess() async throws {
        var timing = BusTiming()
        (timing.hungAfter, timing.drain) = (.milliseconds(50), .milliseconds(50))
        let world = try BusWorld()
        let (ended, end) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let worker = try world.connection(.worker, credit: 1, timing: timing, exhausted: { end.yield() })
        worker.handle(Hang.self) { _, _ in
            // Ignores cancellation.
            await Task.detached { for await _ in released { break } }.value
            return Empty()
        }
        let caller = try world.connection(.caller)
        try await running([world.broker()], [worker, caller]) {
            _ = try await caller.request(Ping(), to: .worker)
            #expect(await code { try await caller.request(Hang(), budget: .milliseconds(200)) } == .timeout)
            for await _ in ended { break }
            release.yield()
        }
    }

    @Test func aConnectionRunsOnce() async throws {
        let world = try BusWorld()
        let caller = try world.connection(.caller)
        try await running([world.broker()], [caller]) {
            _ = try await caller.request(Ping(), to: .broker)
            #expect(await code { try await caller.run() } == .conflict)
        }
    }
}
