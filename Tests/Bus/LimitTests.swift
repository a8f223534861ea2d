import CZeroMQ
import Fixtures
import Foundation
import Messages
import SystemKit
import TestTraits
import Testing

@testable import BrokerCore
@testable import Bus

/// Bounds on what a peer with a valid token can queue in a broker.
@Suite(.timeLimit(.minutes(1)), .tags(.deadline)) struct LimitTests {
    private static let raw = ServiceName(rawValue: "raw")

    private func echoing(_ world: BusWorld) throws -> BusConnection {
        let worker = try world.connection(.worker)
        worker.handle(Echo.self) { request, _ in Echo.Reply(text: request.text) }
        return worker
    }

    @Test func aMessageWithoutEndCostsEveryConnectionButNotTheMachine() async throws {
        let world = try BusWorld()
        let (worker, caller) = (try echoing(world), try world.connection(.caller))
        let token = try world.token(Self.raw)
        var limits = BrokerLimits()
        limits.memory = try #require(Memory.resident) + 256 << 20
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Peer/endless.py"
        let arguments = ["python3", script, world.directory + "/bus", Self.raw.rawValue, token]
        try await running([world.broker(limits: limits)], [worker, caller]) {
            #expect(try await caller.request(Echo("before")).text == "before")
            let result = try await Executable.run("/usr/bin/env", arguments)
            #expect(result.output == "hung up\n", "\(result.errors)")
            #expect(await world.heard("every connection is closed"))
            #expect(try await caller.request(Echo("after"), budget: .seconds(20)).text == "after")
        }
    }

    @Test func whoDoesNotReadWhatItAskedForIsGivenUp() async throws {
        let world = try BusWorld()
        let watcher = try world.connection(.caller)
        let (names, address) = ([ServiceName.worker, Self.raw], try world.endpoint().requests)
        let tokens = try names.map { try world.token($0) }
        var limits = BrokerLimits()
        limits.unreadBytes = 8 << 20
        try await running([world.broker(limits: limits)], [watcher]) {
            let worker = try RawPeer(address, name: .worker, token: tokens[0])
            try worker.register([Echo.type])
            #expect(await worker.next(.heartbeat) != nil)
            func ask(_ peer: RawPeer) async throws -> Header {
                var header = Header(kind: .request, type: Echo.type, service: worker.name, caller: peer.name)
                (header.budget, header.exchange) = (30_000, 1)
                try peer.send(header, Echo("tell me everything"))
                return try #require(await worker.next(.request)).0
            }
            // A peer that reads may receive any amount.
            let reader = try RawPeer(address, name: Self.raw, token: tokens[1])
            var request = try await ask(reader)
            for _ in 0..<24 {
                _ = worker.socket.send(request.answer(.partial), try Frame(count: 1 << 20))
                let partial = try #require(await reader.next(.partial))
                #expect(partial.1.count == 1 << 20)
            }
            _ = worker.socket.send(request.answer(.reply), nil)
            #expect(await reader.next(.reply) != nil)
            for size in [8 << 10, 1 << 20] {
                let deaf = try RawPeer(address, name: Self.raw, token: tokens[1], unread: 1)
                request = try await ask(deaf)
                for _ in 0..<(24 << 20) / size {
                    while worker.socket.send(request.answer(.partial), try Frame(count: size)) == .full {
                        try await Task.sleep(for: .milliseconds(1))
                    }
                }
                #expect(await worker.next(.cancel)?.0.exchange == request.exchange)
                _ = worker.socket.send(request.answer(.error), nil)
            }
            #expect(try await watcher.request(Ping(), to: .broker).service == .broker)
        }
    }

    @Test func aSubscriptionFarTooLongEndsOnlyItsConnection() async throws {
        let world = try BusWorld()
        let (scoring, watcher) = (try world.connection(.scoring), try world.connection(.api))
        let token = try world.token(Self.raw)
        let address = try world.endpoint().subscribe
        try await running([world.broker()], [scoring, watcher]) {
            let raw = try RawPeer(address, name: Self.raw, token: token, type: ZMQ_SUB)
            let monitor = try SocketMonitor(raw.context, of: raw.socket, name: "raw")
            try raw.socket.set(ZMQ_SUBSCRIBE, "")
            #expect(await raw.next(.event) != nil)
            try raw.socket.set(ZMQ_SUBSCRIBE, String(repeating: "x", count: 2_000))
            var isOver = false
            let end = ContinuousClock.now + .seconds(10)
            while !isOver, ContinuousClock.now < end {
                if case .disconnected = monitor.next() { isOver = true }
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(isOver)
            monitor.socket.close()
            var events = watcher.watch().makeAsyncIterator()
            while let event = await events.next() {
                if case .missed(.scoring) = event { break }
            }
        }
    }
}
