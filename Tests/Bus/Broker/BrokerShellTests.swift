import CZeroMQ
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import BrokerCore
@testable import Bus

@Suite(.timeLimit(.minutes(1)), .tags(.deadline)) struct BrokerShellTests {
    private func worker(_ world: BusWorld, brokers: [String] = ["bus"]) throws -> BusConnection {
        let worker = try world.connection(.worker, brokers: brokers)
        worker.handle(Echo.self) { request, _ in Echo.Reply(text: request.text) }
        return worker
    }

    @Test func aWrongTokenIsRefusedAndNamedInTime() async throws {
        let world = try BusWorld()
        _ = try world.token(.worker)
        let impostor = try world.connection(.worker, token: "wrong")
        try await running([world.broker()], [impostor]) {
            #expect(await world.heard("does not accept the token of worker"))
            #expect(await world.heard("worker: its token is not the one in"))
            await #expect {
                try await impostor.request(Ping(), to: .broker, budget: .milliseconds(300))
            } throws: {
                ($0 as? ServiceError)?.code == .unavailable
            }
        }
    }

    @Test func aRepairedTokenLetsTheProcessInWithoutARestart() async throws {
        let world = try BusWorld()
        let path = world.directory + "/tokens/caller"
        let caller = try world.connection(.caller, token: "new")
        try "old".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try await running([world.broker()], [caller]) {
            #expect(await world.heard("does not accept the token of caller"))
            try "new\n".write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            #expect(try await caller.request(Ping(), to: .broker, budget: .seconds(20)).service == .broker)
        }
    }

    @Test func aTokenFileOthersCanReadIsNotAccepted() async throws {
        let world = try BusWorld()
        let caller = try world.connection(.caller)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: world.directory + "/tokens/caller")
        try await running([world.broker()], [caller]) {
            #expect(await world.heard("can be read by others"))
        }
    }

    @Test func badFramesAreRefusedCountedAndHurtNobody() async throws {
        let world = try BusWorld()
        let worker = try worker(world)
        let caller = try world.connection(.caller)
        let token = try world.token(ServiceName(rawValue: "raw"))
        let address = try world.endpoint().requests
        try await running([world.broker()], [worker, caller]) {
            let raw = try RawPeer(address, name: ServiceName(rawValue: "raw"), token: token)
            try raw.send([[]])
            try raw.send([[1, 2, 3], [4]])
            try raw.send([[UInt8](repeating: 0x50, count: Header.size), []])
            try raw.send([[1], [2], [3], [4]])
            var unknown = [UInt8](repeating: 0, count: Header.size)
            (unknown[0], unknown[1], unknown[2]) = (0x50, 1, 99)
            try raw.send([unknown, []])
            try raw.register([])
            #expect(await raw.next(.heartbeat) != nil)
            #expect(try await caller.request(Echo("still here")).text == "still here")
            #expect(try await caller.request(BusStatus()).refusedFrames == 5)
        }
    }

    @Test func whoComesUnderAnothersNumberIsNotTakenForThem() async throws {
        let world = try BusWorld()
        let worker = try worker(world)
        let caller = try world.connection(.caller)
        let (raw, scoring) = (ServiceName(rawValue: "raw"), ServiceName.scoring)
        let tokens = try [scoring: world.token(scoring), raw: world.token(raw)]
        let address = try world.endpoint().requests
        try await running([world.broker()], [worker, caller]) {
            func peer(_ name: ServiceName, _ routingID: String) throws -> RawPeer {
                try RawPeer(address, name: name, token: tokens[name] ?? "", routingID: routingID)
            }
            func ask(_ peer: RawPeer, as name: ServiceName, exchange: UInt64) throws {
                var header = Header(
                    kind: .request, type: Echo.type, service: BrokerWorld.name(.worker), caller: BrokerWorld.name(name))
                (header.budget, header.exchange) = (2_000, exchange)
                try peer.send(header, Echo("hello"))
            }
            _ = try await caller.request(Echo("ready"))
            // Uses libzmq's own connection numbering, so that a departed peer's number is free for the next.
            let first = try peer(scoring, "\0four")
            try first.register([])
            #expect(await first.next(.heartbeat) != nil)
            first.close()
            // Until the broker's libzmq detects the disconnect, it gives that number to no other peer; the broker
            // itself may still attribute it to the first.
            var answer: (Header, Frame)?
            var second = try peer(raw, "\0four")
            for exchange in 1...100 as ClosedRange<UInt64> where answer == nil {
                try ask(second, as: scoring, exchange: exchange)
                answer = await second.next(.error, .reply, within: .milliseconds(200))
                if answer == nil { second = try peer(raw, "\0four") }
            }
            let (header, payload) = try #require(answer)
            #expect(header.kind == .error)
            #expect(try Codec.decode(ServiceError.self, from: payload).code == .refused)
            try ask(second, as: raw, exchange: 1_000)
            #expect(await second.next(.reply, .error)?.0.kind == .reply)
            // Numbers that libzmq never assigns.
            let before = try await caller.request(BusStatus()).refusedFrames
            #expect(before > 0)
            let third = try peer(raw, "\u{1}four")
            try third.register([])
            #expect(await third.next(.heartbeat, within: .milliseconds(500)) == nil)
            #expect(try await caller.request(BusStatus()).refusedFrames == before + 1)
        }
    }

    @Test func aReadyThatSaysTooMuchIsRefused() async throws {
        let world = try BusWorld()
        let caller = try world.connection(.caller)
        let name = ServiceName(rawValue: "raw")
        let token = try world.token(name)
        let address = try world.endpoint().requests
        try await running([world.broker()], [caller]) {
            let raw = try RawPeer(address, name: name, token: token)
            func ready(_ release: String, credit: Int32) throws {
                try raw.send(
                    Header(kind: .ready, caller: raw.name),
                    Ready(release: release, processID: 1, credit: credit, types: [Echo.type.rawValue]))
            }
            try ready(String(repeating: "1", count: 65), credit: 1)
            let (_, payload) = try #require(await raw.next(.error))
            #expect(
                try Codec.decode(ServiceError.self, from: payload)
                    == ServiceError(.invalid, "This release is too long."))
            try ready("1", credit: .max)
            #expect(await raw.next(.heartbeat) != nil)
            let workers = try await caller.request(BusStatus()).services.first { $0.service == name }?.workers
            #expect(workers?.map(\.credit) == [BrokerLimits().credit])
        }
    }

    @Test func callingWithoutPermissionUnderAForeignNameOrAnUnknownTypeIsRefused() async throws {
        let world = try BusWorld()
        let caller = try world.connection(.caller)
        let token = try world.token(ServiceName(rawValue: "raw"))
        let address = try world.endpoint().requests
        try await running([world.broker()], [caller]) {
            await #expect {
                try await caller.request(ScoreQuery(user: .random(), today: Day(number: 0)))
            } throws: {
                ($0 as? ServiceError)?.code == .refused
            }
            let raw = try RawPeer(address, name: ServiceName(rawValue: "raw"), token: token)
            for (type, name) in [(Echo.type, ServiceName.caller), (MessageType(0x0FFF), ServiceName(rawValue: "raw"))] {
                var header = Header(
                    kind: .request, type: type, service: BrokerWorld.name(.worker), caller: BrokerWorld.name(name))
                (header.budget, header.exchange) = (1_000, 7)
                try raw.send(header, Empty())
                let (answer, payload) = try #require(await raw.next(.error))
                #expect(answer.exchange == 7)
                #expect(try Codec.decode(ServiceError.self, from: payload).code == .refused)
            }
            try raw.register([ScoreQuery.type])
            let (_, payload) = try #require(await raw.next(.error))
            #expect(try Codec.decode(ServiceError.self, from: payload).code == .refused)
        }
    }

    @Test func aFrameFarTooLargeEndsOnlyItsConnection() async throws {
        let world = try BusWorld()
        let worker = try worker(world)
        let caller = try world.connection(.caller)
        let token = try world.token(ServiceName(rawValue: "raw"))
        let address = try world.endpoint().requests
        var limits = BrokerLimits()
        limits.payloadBytes = 100_000
        let broker = try world.broker(limits: limits)
        try await running([broker], [worker, caller]) {
            let raw = try RawPeer(address, name: ServiceName(rawValue: "raw"), token: token)
            var header = Header(kind: .request, type: Echo.type, service: BrokerWorld.name(.worker), caller: raw.name)
            (header.budget, header.exchange) = (5_000, 1)
            _ = raw.socket.send(header, try Frame(count: 100_001))
            let (_, payload) = try #require(await raw.next(.error))
            #expect(try Codec.decode(ServiceError.self, from: payload).code == .invalid)
            _ = raw.socket.send(header, try Frame(count: 4 << 20))
            #expect(try await caller.request(Echo("fine")).text == "fine")
        }
    }

    @Test func aWorkerThatVanishesHasItsRequestGivenToAnother() async throws {
        let world = try BusWorld()
        let caller = try world.connection(.caller)
        let token = try world.token(.worker)
        let address = try world.endpoint().requests
        let second = try worker(world)
        try await running([world.broker()], [caller]) {
            let raw = try RawPeer(address, name: .worker, token: token)
            try raw.register([Echo.type])
            async let reply = caller.request(Echo("precious"), budget: .seconds(20))
            let (header, _) = try #require(await raw.next(.request))
            #expect(header.attempt == 0)
            raw.close()
            let answering = Task { try await second.run() }
            #expect(try await reply.text == "precious")
            await second.drain()
            try await answering.value
        }
    }

    @Test func aRestartedBrokerIsFoundAgainAndWaitingRequestsAreAnswered() async throws {
        let world = try BusWorld()
        let worker = try worker(world)
        let caller = try world.connection(.caller)
        let first = try world.broker()
        try await running([], [worker, caller]) {
            let serving = Task { try await first.run() }
            #expect(try await caller.request(Echo("before")).text == "before")
            first.stop()
            try await serving.value
            async let waiting = caller.request(Echo("while away"), budget: .seconds(20))
            let second = try world.broker()
            let again = Task { try await second.run() }
            #expect(try await waiting.text == "while away")
            second.stop()
            try await again.value
        }
    }

    @Test func withTwoBrokersTheLossOfOneIsNotNoticed() async throws {
        let world = try BusWorld()
        let worker = try worker(world, brokers: ["one", "two"])
        let caller = try world.connection(.caller, brokers: ["one", "two"])
        let one = try world.broker("one")
        try await running([world.broker("two")], [worker, caller]) {
            let serving = Task { try await one.run() }
            for _ in 0..<20 { _ = try await caller.request(Echo("x")) }
            let stream = Task {
                for number in 0..<300 {
                    let reply = try await caller.request(Echo("\(number)"), budget: .seconds(20))
                    #expect(reply.text == "\(number)")
                }
            }
            one.stop()
            try await serving.value
            try await stream.value
        }
    }

    @Test func aSecondBrokerAtTheSamePathIsRefused() async throws {
        let world = try BusWorld()
        let caller = try world.connection(.caller)
        try await running([world.broker()], [caller]) {
            _ = try await caller.request(Ping(), to: .broker)
            await #expect {
                try await world.broker().run()
            } throws: {
                ($0 as? ServiceError)?.code == .conflict && "\($0)".contains("Another broker is running")
            }
            _ = try await caller.request(Ping(), to: .broker)
        }
    }

    @Test func theMirrorCarriesWhatItsProducerMayPublish() async throws {
        let world = try BusWorld()
        let scoring = try world.connection(.scoring)
        let coaching = try world.connection(.coaching)
        let watcher = try world.connection(.api)
        let (user, id) = (UserID.random(), EntityID.random())
        try await running([world.broker()], [scoring, coaching, watcher]) {
            var events = watcher.watch().makeAsyncIterator()
            // A service is present once its first heartbeat has arrived.
            var present: Set<ServiceName> = []
            while let event = await events.next() {
                if case .missed(let service) = event { present.insert(service) }
                if present.isSuperset(of: [.scoring, .coaching]) { break }
            }
            coaching.publish(ScoreUpdated.type, user: user, id: id)
            scoring.publish(ScoreUpdated.type, user: user, id: id)
            while let event = await events.next() {
                guard case .event(let event) = event else { continue }
                #expect(event.service == .scoring)
                #expect(event.user == user)
                #expect(event.id == id)
                break
            }
            #expect(await world.heard("may not publish ScoreUpdated"))
        }
    }

    @Test func underAFloodOthersStillJoinAndTheMirrorGoesOn() async throws {
        let world = try BusWorld()
        let scoring = try world.connection(.scoring)
        let late = try world.connection(.api)
        let name = ServiceName(rawValue: "raw")
        let token = try world.token(name)
        let address = try world.endpoint().requests
        try await running([world.broker()], [scoring]) {
            let raw = try RawPeer(address, name: name, token: token)
            try raw.register([])
            #expect(await raw.next(.heartbeat) != nil)
            // Sends sixty-four heartbeats together, faster than the broker reads them, so that its socket is never
            // empty.
            let flood = Flood(raw)
            try flood.start(
                MessageBatchTests.frames(Array(repeating: [], count: 64)) { _ in
                    Header(kind: .heartbeat, caller: raw.name)
                })
            defer { flood.stop() }
            let start = ContinuousClock.now
            while flood.full.load(ordering: .relaxed) == 0 { try await Task.sleep(for: .milliseconds(10)) }
            var events = late.watch().makeAsyncIterator()
            async let ran: Void = late.run()
            #expect(try await late.request(Ping(), to: .broker, budget: .seconds(20)).service == .broker)
            while let event = await events.next() {
                if case .missed(.scoring) = event { break }
            }
            scoring.publish(ScoreUpdated.type, user: .random(), id: .random())
            while let event = await events.next() {
                if case .event(let event) = event, event.service == .scoring { break }
            }
            #expect(ContinuousClock.now - start < .seconds(10))
            #expect(flood.full.load(ordering: .relaxed) > 1)
            await late.drain()
            try await ran
        }
    }
}

/// A thread that sends the same message as fast as the pipe accepts it. Sendable although a raw peer is not: from
/// `start` on only that thread uses the peer.
private final class Flood: @unchecked Sendable {
    private let raw: RawPeer
    private let stopping = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)
    /// Number of times the pipe was full.
    let full = Atomic(0)

    init(_ raw: RawPeer) { self.raw = raw }

    func start(_ frames: [[UInt8]]) throws {
        try SocketThread.start { [self] in
            while !stopping.load(ordering: .relaxed) {
                do {
                    try raw.send(frames)
                } catch {
                    full.wrappingAdd(1, ordering: .relaxed)
                    sched_yield()
                }
            }
            raw.close()
            ended.signal()
        }
    }

    func stop() {
        stopping.store(true, ordering: .relaxed)
        ended.wait()
    }
}
