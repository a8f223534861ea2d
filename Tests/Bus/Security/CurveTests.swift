import CZeroMQ
import Foundation
import Messages
import TestTraits
import Testing

@testable import Bus

/// Guarantee (e): no peer without a key can send or receive a byte. Real sockets over the loopback.
@Suite(.timeLimit(.minutes(1)), .tags(.deadline)) struct CurveTests {
    private func answering(_ keys: KeyWorld) throws -> BusConnection {
        let worker = try keys.connection(.worker)
        worker.handle(Echo.self) { request, _ in Echo.Reply(text: request.text) }
        return worker
    }

    /// Retries until a reply arrives: while connections are re-established, a request that is not repeatable may be
    /// interrupted.
    private func asked(_ caller: BusConnection, _ text: String) async throws -> String {
        while true {
            do {
                return try await caller.request(Echo(text), budget: .seconds(20)).text
            } catch let error as ServiceError where error.code == .interrupted {
                continue
            }
        }
    }

    @Test func peersWithKeysTalkAndWatch() async throws {
        let keys = try KeyWorld(try BusWorld(), .worker, .caller, .scoring)
        let (worker, caller, scoring) = (
            try answering(keys), try keys.connection(.caller), try keys.connection(.scoring)
        )
        try await running([keys.broker()], [worker, caller, scoring]) {
            let reply = try await caller.request(Echo("hello"))
            #expect(reply.text == "hello")
            var events = caller.watch().makeAsyncIterator()
            var isPresent = false
            while !isPresent, let event = await events.next() { if case .missed(.scoring) = event { isPresent = true } }
            let user = UserID.random()
            scoring.publish(ScoreUpdated.type, user: user, id: nil)
            while let event = await events.next() {
                guard case .event(let event) = event, event.type == ScoreUpdated.type.rawValue else { continue }
                #expect(event.user == user && event.service == .scoring)
                break
            }
        }
    }

    @Test func aKeyGrantsWhatItsFileSays() async throws {
        let keys = try KeyWorld(try BusWorld(), .scoring)
        let imported = ServiceName(rawValue: "garmin-import")
        try keys.admit(imported, grants: "call ScoreQuery\n")
        let scoring = try keys.connection(.scoring)
        let day = Day(number: 0)
        scoring.handle(ScoreQuery.self) { request, _ in
            ScoreReport(day: request.today, status: .noData, personalised: false)
        }
        let caller = try keys.connection(imported)
        try await running([keys.broker()], [scoring, caller]) {
            let reply = try await caller.request(ScoreQuery(user: .random(), today: day))
            #expect(reply.day == day)
            await #expect {
                try await caller.request(ScoreHistory(user: .random(), from: day, through: day, today: day))
            } throws: {
                ($0 as? ServiceError)?.code == .refused
            }
        }
    }

    @Test func aStrangersKeyIsRefusedAndNamedOnBothSides() async throws {
        let world = try BusWorld()
        let keys = try KeyWorld(world, .caller)
        try keys.write(try CurvePair.generate().secret, keys.store(.caller).secretPath(.caller))
        let broker = try keys.broker()
        let caller = try keys.connection(.caller)
        try await running([broker], [caller]) {
            #expect(await world.heard("nobody in \(keys.folder(.broker)) has its key"))
            #expect(await world.heard("does not accept the key"))
            #expect(broker.handshakeFailures[.unknownKey] ?? 0 > 0)
            while caller.statistics.handshakeFailures[.refused] == nil { try await Task.sleep(for: .milliseconds(10)) }
            await #expect { try await caller.request(Ping(), to: .broker, budget: .milliseconds(300)) } throws: {
                ($0 as? ServiceError)?.code == .unavailable
            }
        }
    }

    @Test func aPeerThatWasGivenAnotherBrokersKeySaysSo() async throws {
        let world = try BusWorld()
        let keys = try KeyWorld(world, .caller)
        var wrong = KeyFile()
        try wrong.add(try CurvePair.generate().key, on: "d")
        try keys.write(wrong.text, keys.store(.caller).publicPath(.broker))
        let broker = try keys.broker()
        let caller = try keys.connection(.caller)
        try await running([broker], [caller]) {
            #expect(await world.heard("most likely its key is not one of those in broker.public"))
            #expect(await world.heard("with another key for this broker"))
            #expect(broker.handshakeFailures[.wrongBrokerKey] ?? 0 > 0)
            // Sharing the correct file is sufficient.
            try keys.shareBrokerKeys(with: .caller)
            #expect(try await caller.request(Ping(), to: .broker, budget: .seconds(20)).service == .broker)
        }
    }

    @Test(arguments: [ZMQ_DEALER, ZMQ_PUB, ZMQ_SUB])
    func aTokenAtAnAddressForKeysGetsNothingInOrOut(type: Int32) async throws {
        let world = try BusWorld()
        let keys = try KeyWorld(world, .worker, .caller)
        let token = try world.token(.caller)
        let endpoint = try world.tcp()
        let address = type == ZMQ_DEALER ? endpoint.requests : type == ZMQ_PUB ? endpoint.publish : endpoint.subscribe
        let broker = try keys.broker()
        let (worker, caller) = (try answering(keys), try keys.connection(.caller))
        try await running([broker], [worker, caller]) {
            _ = try await caller.request(Echo("up"))
            let raw = try RawPeer(address, name: .caller, token: token, type: type)
            if type == ZMQ_SUB { try raw.socket.set(ZMQ_SUBSCRIBE, "") }
            if type == ZMQ_DEALER {
                var header = Header(
                    kind: .request, type: Echo.type, service: BrokerWorld.name(.worker), caller: raw.name)
                (header.budget, header.exchange) = (5_000, 1)
                try raw.send(header, Echo("let me in"))
            }
            // Both sides detect the mismatch; the one that closes first reports the reason, the other only the close.
            #expect(await world.heard("takes keys"))
            #expect(
                (broker.handshakeFailures[.wrongMechanism] ?? 0) + (broker.handshakeFailures[.interrupted] ?? 0) > 0)
            _ = try await caller.request(Echo("still up"))
            if type != ZMQ_PUB { #expect(raw.socket.receive(Frame()) == .nothing) }
        }
    }

    @Test func aKeyAtAnAddressForTokensIsNamed() async throws {
        let world = try BusWorld()
        let keys = try KeyWorld(world, .caller)
        try FileManager.default.removeItem(atPath: keys.store(.broker).secretPath(.broker))
        let caller = try keys.connection(.caller)
        try await running([keys.broker()], [caller]) {
            #expect(await world.heard("takes tokens"))
        }
    }

    @Test func aKeyIsRotatedWithoutARestartOfAnything() async throws {
        let world = try BusWorld()
        let keys = try KeyWorld(world, .worker, .caller)
        let old = try #require(try keys.store(.caller).pair(of: .caller))
        let (worker, caller) = (try answering(keys), try keys.connection(.caller))
        try await running([keys.broker()], [worker, caller]) {
            #expect(try await caller.request(Echo("old")).text == "old")
            // Both keys are valid: a second process joins with the new key while the first stays connected.
            let replacement = try CurvePair.generate()
            try keys.give(.caller, replacement, to: .caller)
            let second = try keys.connection(.caller)
            let joining = Task { try await second.run() }
            #expect(try await second.request(Echo("new"), budget: .seconds(20)).text == "new")
            #expect(try await caller.request(Echo("old, still")).text == "old, still")
            // The old key is revoked: its connected peers rejoin with the current contents of their key files.
            try keys.revoke(.caller, old.key.id)
            #expect(await world.heard("The credentials of caller were revoked"))
            #expect(try await asked(caller, "again") == "again")
            #expect(try await asked(second, "again") == "again")
            await second.drain()
            try await joining.value
        }
    }

    @Test func aRevokedKeyIsThrownOutAndStaysOut() async throws {
        let world = try BusWorld()
        let keys = try KeyWorld(world, .worker, .caller)
        let key = try #require(try keys.store(.caller).pair(of: .caller)).key
        let broker = try keys.broker()
        let (worker, caller) = (try answering(keys), try keys.connection(.caller))
        try await running([broker], [worker, caller]) {
            #expect(try await caller.request(Echo("in")).text == "in")
            try keys.revoke(.caller, key.id)
            #expect(await world.heard("caller: its key \(key.id) was revoked"))
            #expect(broker.handshakeFailures[.revokedKey] ?? 0 > 0)
            // Another of its sockets may have been refused first; connected peers are re-checked once a second.
            let deadline = ContinuousClock.now + .seconds(5)
            while ContinuousClock.now < deadline,
                (try? await caller.request(Echo("not yet out"), budget: .milliseconds(300))) != nil
            {
                try await Task.sleep(for: .milliseconds(10))
            }
            await #expect { try await caller.request(Echo("out"), budget: .milliseconds(300)) } throws: {
                ($0 as? ServiceError)?.code == .unavailable
            }
            // The others reconnected by themselves.
            while broker.status.services.first(where: { $0.service == .worker })?.workers.count != 1 {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    @Test func theBrokersKeyIsRotatedUnderItsPeers() async throws {
        let world = try BusWorld()
        let keys = try KeyWorld(world, .worker, .caller)
        let old = try #require(try keys.store(.broker).pair(of: .broker))
        let broker = try keys.broker()
        let (worker, caller) = (try answering(keys), try keys.connection(.caller))
        try await running([broker], [worker, caller]) {
            #expect(try await caller.request(Echo("old")).text == "old")
            try keys.give(.broker, try .generate(), to: .broker)
            for peer in [ServiceName.worker, .caller] { try keys.shareBrokerKeys(with: peer) }
            // A peer that arrives before the broker's rotation finds the key in use.
            let early = try keys.connection(.caller)
            let joining = Task { try await early.run() }
            #expect(try await early.request(Echo("early"), budget: .seconds(20)).text == "early")
            await early.drain()
            try await joining.value
            broker.reload()
            try keys.revoke(.broker, old.key.id)
            for peer in [ServiceName.worker, .caller] { try keys.shareBrokerKeys(with: peer) }
            let late = try keys.connection(.caller)
            let second = Task { try await late.run() }
            #expect(try await asked(late, "new") == "new")
            #expect(try await asked(caller, "new") == "new")
            await late.drain()
            try await second.value
        }
    }

    @Test func nothingReadableGoesOverTheWire() async throws {
        let world = try BusWorld()
        let keys = try KeyWorld(world, .worker, .caller)
        let endpoint = try world.tcp()
        let port = try #require(UInt16(endpoint.requests.split(separator: ":").last ?? ""))
        // Three free ports of another test bus, each forwarded to the broker's.
        let outside = try BusWorld().tcp()
        let first = try #require(UInt16(outside.requests.split(separator: ":").last ?? ""))
        let proxies = try (UInt16(0)..<3).map { try RecordingProxy(port: first + $0, target: port + $0) }
        defer { for proxy in proxies { proxy.stop() } }
        let worker = try answering(keys)
        let caller = try keys.connection(.caller, at: outside)
        let secret = "quetzalcanary on the wire"
        try await running([keys.broker()], [worker, caller]) {
            for _ in 0..<20 {
                let reply = try await caller.request(Echo(secret))
                #expect(reply.text == secret)
            }
            var events = caller.watch().makeAsyncIterator()
            _ = await events.next()
        }
        let bytes = Data(proxies.flatMap(\.bytes))
        #expect(bytes.count > 20 * (Header.size + secret.utf8.count))
        #expect(bytes.range(of: Data("CURVE".utf8)) != nil)
        var needles = [Data(secret.utf8), Data("quetzalcanary".utf8), Data("worker".utf8), Data("caller".utf8)]
        for name in [ServiceName.caller, .broker] {
            let pair = try #require(try keys.store(name).pair(of: name))
            needles.append(Data(pair.secret.utf8))
            // The caller's identity is hidden, too: the client's key travels encrypted.
            if name == .caller { needles.append(Data(pair.key.bytes)) }
        }
        for needle in needles { #expect(bytes.range(of: needle) == nil) }
    }

    @Test func encryptedTrafficIsNotSlow() async throws {
        let keys = try KeyWorld(try BusWorld(), .worker, .caller)
        let (worker, caller) = (try answering(keys), try keys.connection(.caller))
        try await running([keys.broker()], [worker, caller]) {
            _ = try await caller.request(Echo("up"))
            let text = String(repeating: "x", count: 1_000)
            let start = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<64 { group.addTask { for _ in 0..<50 { _ = try await caller.request(Echo(text)) } } }
                try await group.waitForAll()
            }
            // About 20,000 a second on two idle cores; a tenth of that indicates a defect, not a loaded machine.
            #expect(ContinuousClock.now - start < .seconds(10))
        }
    }

    @Test func aDirectoryOthersMayEnterIsNoPlaceForTheBus() async throws {
        let world = try BusWorld()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: world.directory)
        await #expect { try await world.broker().run() } throws: { "\($0)".contains("chmod 700 \(world.directory)") }
    }

    @Test func theMirrorTakesNoLargeFrames() async throws {
        let world = try BusWorld()
        let token = try world.token(.scoring)
        let endpoint = try world.endpoint()
        let caller = try world.connection(.caller)
        try await running([world.broker()], [caller]) {
            _ = try await caller.request(Ping(), to: .broker)
            let raw = try RawPeer(endpoint.publish, name: .scoring, token: token, type: ZMQ_PUB)
            var events = caller.watch().makeAsyncIterator()
            let header = Header(kind: .event, caller: raw.name)
            // The connection ends and is re-established; sufficiently small messages are delivered.
            let publishing = Task {
                while !Task.isCancelled {
                    _ = raw.socket.send(header, try Frame(count: 5_000))
                    try raw.send(
                        header,
                        MirrorEvent(service: .scoring, epoch: 7, sequence: 1, type: MessageType(0), user: nil, id: nil))
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            while let event = await events.next() { if case .missed(.scoring) = event { break } }
            publishing.cancel()
            _ = try await caller.request(Ping(), to: .broker)
        }
    }
}
