import CZeroMQ
import Foundation
import Messages
import TestTraits
import Testing

@testable import BrokerCore
@testable import Bus

@Suite(.timeLimit(.minutes(1)), .tags(.deadline)) struct MessageBatchTests {
    private static func header(_ exchange: UInt64, _ kind: Header.Kind = .request) -> Header {
        Header(kind: kind, exchange: exchange)
    }

    /// The two frames that carry the payloads together.
    static func frames(_ payloads: [[UInt8]], _ header: (Int) -> Header = { MessageBatchTests.header(UInt64($0) + 1) })
        -> [[UInt8]]
    {
        var headers = [UInt8](repeating: 0, count: payloads.count * Header.size)
        for (index, payload) in payloads.enumerated() {
            headers[(index * Header.size)...].withUnsafeMutableBytes {
                header(index).write(
                    to: UnsafeMutableRawBufferPointer(rebasing: $0[..<Header.size]), payloadSize: UInt32(payload.count))
            }
        }
        return [headers, payloads.flatMap { $0 }]
    }

    private static func read(_ frames: [[UInt8]]) throws -> [(exchange: UInt64, payload: [UInt8])] {
        var result: [(UInt64, [UInt8])] = []
        try frames[0].withUnsafeBytes { headers in
            try MessageBatch.forEach(in: headers, try Frame(frames[1])) {
                result.append(($0.exchange, Array($1.bytes)))
            }
        }
        return result
    }

    private static func fault(_ frames: [[UInt8]]) -> Header.Fault? {
        do {
            _ = try read(frames)
            return nil
        } catch { return error as? Header.Fault }
    }

    @Test func everyMessageComesOutInOrderWithItsPayload() throws {
        let payloads: [[UInt8]] = [[1, 2, 3], [], [UInt8](repeating: 7, count: 5_000), [9]]
        let read = try Self.read(Self.frames(payloads))
        #expect(read.map(\.exchange) == [1, 2, 3, 4])
        #expect(read.map(\.payload) == payloads)
        // Alone it is an ordinary message: the payload is the whole second frame, whatever the header's size field
        // contains.
        #expect(try Self.read([Self.frames([[1, 2]])[0], [5, 6, 7]]).map(\.payload) == [[5, 6, 7]])
        #expect(
            try Self.read(Self.frames(Array(repeating: [], count: MessageBatch.maximumCount))).count
                == MessageBatch.maximumCount)
    }

    @Test func aBatchThatDoesNotAddUpIsRefused() {
        let good = Self.frames([[1, 2], [3]])
        #expect(Self.fault([good[0], [1, 2, 3, 4]]) == .sizes)
        #expect(Self.fault([good[0], [1, 2]]) == .sizes)
        #expect(Self.fault([Array(good[0].dropLast()), good[1]]) == .length)
        #expect(Self.fault([good[0] + [0], good[1]]) == .length)
        #expect(Self.fault(Self.frames(Array(repeating: [1], count: MessageBatch.maximumCount + 1))) == .length)
        #expect(Self.fault(Self.frames([[UInt8](repeating: 0, count: MessageBatch.maximumSize), [1]])) == .sizes)
        var marked = good
        marked[0][Header.size] = 0
        #expect(Self.fault(marked) == .magic)
        // Messages before the malformed header are accepted.
        var before: [UInt64] = []
        #expect(throws: Header.Fault.magic) {
            try marked[0].withUnsafeBytes { headers in
                try MessageBatch.forEach(in: headers, try Frame(marked[1])) { header, _ in
                    before.append(header.exchange)
                }
            }
        }
        #expect(before == [1])
        // Sizes whose sum overflows.
        var huge = good
        for index in 12..<16 { (huge[0][index], huge[0][Header.size + index]) = (0xFF, 0xFF) }
        #expect(Self.fault(huge) == .sizes)
    }

    @Test func whatIsLargeOrForAPeerOfAnOlderReleaseGoesAlone() throws {
        var batch = MessageBatch(isSingle: false)
        let (small, large) = (try Frame(count: 1_000), try Frame(count: 1 << 20))
        #expect(batch.hasRoom(for: large))
        batch.add(Self.header(1), large)
        #expect(!batch.hasRoom(for: nil))
        batch.removeAll()
        for index in 0..<MessageBatch.usualCount {
            #expect(batch.hasRoom(for: small))
            batch.add(Self.header(UInt64(index) + 1), small)
        }
        #expect(!batch.hasRoom(for: nil))
        var single = MessageBatch(isSingle: true)
        single.add(Self.header(1), small)
        #expect(!single.hasRoom(for: nil))
    }

    /// More than the broker sends in one batch.
    private static let asked = 40

    /// Sends all requests as a raw peer in one message; returns the number of headers in each message with replies, and
    /// the replies' exchanges.
    private func ask(announcing: Bool) async throws -> (counts: [Int], exchanges: [UInt64], texts: [String]) {
        let world = try BusWorld()
        let worker = try world.connection(.worker, credit: 64)
        worker.handle(Echo.self, on: .socketThread) { request, _ in Echo.Reply(text: request.text) }
        let name = ServiceName(rawValue: "raw")
        let token = try world.token(name)
        let address = try world.endpoint().requests
        return try await running([world.broker()], [worker]) {
            let raw = try RawPeer(address, name: name, token: token)
            try raw.send(
                Header(kind: .ready, flags: announcing ? .batches : [], caller: raw.name),
                Ready(release: "raw", processID: 1, credit: 0, types: []))
            let beat = try #require(await raw.next(.heartbeat))
            #expect(beat.0.flags.contains(.batches))
            let payloads = try (0..<Self.asked).map { try Array(Codec.encode(Echo("text \($0)")).bytes) }
            try raw.send(
                Self.frames(payloads) {
                    var header = Header(
                        kind: .request, type: Echo.type, service: BrokerWorld.name(.worker), caller: raw.name)
                    (header.exchange, header.budget) = (UInt64($0) + 1, 30_000)
                    return header
                })
            var (counts, exchanges, texts): ([Int], [UInt64], [String]) = ([], [], [])
            let end = ContinuousClock.now + .seconds(30)
            while exchanges.count < Self.asked, ContinuousClock.now < end {
                let (headers, payload) = (Frame(), Frame())
                guard raw.socket.receive(headers) == .frame, raw.socket.receive(payload) == .frame else {
                    try await Task.sleep(for: .milliseconds(5))
                    continue
                }
                var replies = 0
                try MessageBatch.forEach(in: headers.bytes, payload) { header, payload in
                    guard header.kind == .reply else { return }
                    replies += 1
                    exchanges.append(header.exchange)
                    texts.append((try? Codec.decode(Echo.Reply.self, from: payload).text) ?? "unreadable")
                }
                if replies > 0 { counts.append(headers.count / Header.size) }
            }
            return (counts, exchanges, texts)
        }
    }

    @Test func requestsOfOneMessageAreAnsweredEachForItselfAndTogether() async throws {
        let answer = try await ask(announcing: true)
        #expect(answer.exchanges == Array(1...UInt64(Self.asked)))
        #expect(answer.texts == (0..<Self.asked).map { "text \($0)" })
        #expect(answer.counts.count < Self.asked)
    }

    @Test func aPeerThatDoesNotSayItTakesBatchesGetsNone() async throws {
        let answer = try await ask(announcing: false)
        #expect(answer.exchanges == Array(1...UInt64(Self.asked)))
        #expect(answer.counts == Array(repeating: 1, count: Self.asked))
    }

    @Test func aBadBatchIsRefusedCountedAndHurtsNobody() async throws {
        let world = try BusWorld()
        let caller = try world.connection(.caller)
        let name = ServiceName(rawValue: "raw")
        let token = try world.token(name)
        let address = try world.endpoint().requests
        try await running([world.broker()], [caller]) {
            let raw = try RawPeer(address, name: name, token: token)
            try raw.register([])
            #expect(await raw.next(.heartbeat) != nil)
            let good = Self.frames([[], []]) { _ in Header(kind: .heartbeat, caller: raw.name) }
            try raw.send([good[0], [1]])
            try raw.send([good[0] + [1], []])
            try raw.send(
                Self.frames(Array(repeating: [], count: 100)) { _ in Header(kind: .heartbeat, caller: raw.name) })
            try raw.send(good)
            try raw.send(
                Header(kind: .request, type: Ping.type, budget: 5_000, exchange: 5, service: .broker, caller: raw.name),
                Empty())
            #expect(await raw.next(.reply)?.0.exchange == 5)
            #expect(try await caller.request(BusStatus()).refusedFrames == 3)
        }
    }

    /// READY is sent alone in both cases: the receiver's abilities are not known yet.
    @Test(arguments: [false, true]) func aBrokerGetsBatchesOnlyWhereItSaysThatItTakesThem(takes: Bool) async throws {
        let world = try BusWorld()
        // No peer replies to its DRAIN.
        var timing = BusWorld.patient
        timing.drain = .milliseconds(200)
        let caller = try world.connection(.caller, timing: timing)
        let endpoint = try world.endpoint()
        let (context, socket, authenticator) = try rawBroker(world, endpoint)
        defer {
            socket.close()
            authenticator.close()
            zmq_ctx_shutdown(context)
        }
        async let ran: Void = caller.run()
        let asked = Task {
            try await withThrowingTaskGroup(of: String.self) { group in
                for index in 0..<40 {
                    group.addTask { try await caller.request(Echo("\(index)"), budget: .seconds(30)).text }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
        }
        var (answered, largest) = (0, 0)
        let end = ContinuousClock.now + .seconds(30)
        while answered < 40, ContinuousClock.now < end {
            _ = authenticator.serve()
            let (identity, headers, payload) = (Frame(), Frame(), Frame())
            guard socket.receive(identity) == .frame else {
                try await Task.sleep(for: .milliseconds(2))
                continue
            }
            guard socket.receive(headers) == .frame, socket.receive(payload) == .frame else { break }
            largest = max(largest, headers.count)
            let peer = identity.bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self).bigEndian
            try MessageBatch.forEach(in: headers.bytes, payload) { header, payload in
                var batch = MessageBatch(isSingle: true)
                switch header.kind {
                case .ready:
                    #expect(header.flags.contains(.batches) && headers.count == Header.size)
                    batch.add(
                        Header(kind: .heartbeat, flags: takes ? .batches : [], exchange: 77, caller: .broker), nil)
                case .request:
                    answered += 1
                    batch.add(header.answer(.reply), payload)
                default: return
                }
                #expect(socket.send(batch, to: peer) == .sent)
            }
        }
        #expect(try await asked.value.count == 40)
        #expect(takes ? largest > Header.size : largest == Header.size)
        socket.close()
        await caller.drain()
        try await ran
    }

    /// A ROUTER that admits our callers.
    private func rawBroker(_ world: BusWorld, _ endpoint: BusEndpoint) throws -> (
        UnsafeMutableRawPointer, Socket, ZAPHandler
    ) {
        let context = try Context.make()
        let authenticator = try ZAPHandler(
            context, PeerAuthenticator(tokens: TokenStore(directory: world.directory + "/tokens"), keys: nil),
            HandshakeCounters(), log: { _ in })
        let socket = try Socket(context, ZMQ_ROUTER)
        try socket.set(ZMQ_LINGER, Int32(0))
        try SocketSecurity.broker(endpoint, nil).apply(to: socket)
        try socket.bind(endpoint.requests)
        return (context, socket, authenticator)
    }
}
