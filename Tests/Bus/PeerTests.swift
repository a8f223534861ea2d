import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Bus

/// The Python peer, written from docs/bus-protocol.md, together with the project's own processes.
@Suite(.timeLimit(.minutes(1)), .tags(.deadline)) struct PeerTests {
    struct Question: BusRequest {
        static let type = Echo.type
        static let service: ServiceName? = ServiceName(rawValue: "peer")
        var text: String
        enum CodingKeys: Int, CodingKey { case text = 1 }
        struct Text: Message, Equatable {
            var text: String
            enum CodingKeys: Int, CodingKey { case text = 1 }
        }
        typealias Reply = Text
        typealias Partial = Text
    }

    /// A running peer and the lines it prints.
    private final class Peer {
        let process: ChildProcess
        var lines: AsyncStream<String> { process.lines }

        init(_ arguments: [String]) throws {
            let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Peer/peer.py"
            process = try ChildProcess(
                "/usr/bin/env", ["python3", program] + arguments, input: .pipe, output: .pipe, errors: nil)
        }
    }

    @Test func aPythonPeerAnswersAsksAndDrains() async throws {
        let world = try BusWorld()
        let name = ServiceName(rawValue: "peer")
        let token = try world.token(name)
        let scoring = try world.connection(.scoring)
        let api = try world.connection(.api)
        let address = try world.endpoint().requests
        try await running([world.broker()], [scoring, api]) {
            let peer = try Peer([address, name.rawValue, token, "scoring"])
            var lines = peer.lines.makeAsyncIterator()
            let joined = await lines.next()
            try #require(joined == "joined", "\(joined ?? "python3 did not start")")
            let pong = await lines.next()
            #expect(pong == "pong scoring test")

            var heard: [String] = []
            for try await element in api.stream(Question(text: "hello"), budget: .seconds(10)) {
                switch element {
                case .partial(let partial): heard.append("partial " + partial.text)
                case .reply(let reply): heard.append("reply " + reply.text)
                }
            }
            #expect(heard == ["partial thinking", "reply api said hello"])
            await #expect(throws: ServiceError(.conflict, "As asked.", retryAfter: 7)) {
                try await api.request(Question(text: "fail"))
            }
            #expect(try await api.request(Ping(), to: name).release == "peer 1")

            peer.process.closeInput()
            let rest = [await lines.next(), await lines.next()]
            #expect(rest == ["drained", nil])
        }
    }

    @Test func aKilledPeersRequestIsAnsweredByTheNextOne() async throws {
        let world = try BusWorld()
        let name = ServiceName(rawValue: "peer")
        let token = try world.token(name)
        let api = try world.connection(.api)
        let address = try world.endpoint().requests
        try await running([world.broker()], [api]) {
            let first = try Peer([address, name.rawValue, token, "broker"])
            var lines = first.lines.makeAsyncIterator()
            let joined = await lines.next()
            try #require(joined == "joined", "\(joined ?? "python3 did not start")")
            // Stopped, it holds the request without a reply; then it is killed, as by the kernel.
            first.process.signal(SIGSTOP)
            async let reply = api.request(Question(text: "precious"), budget: .seconds(20))
            while try await api.request(BusStatus()).services.first(where: { $0.service == name })?.workers.first?
                .inFlight != 1
            {
                try await Task.sleep(for: .milliseconds(5))
            }
            first.process.signal(SIGKILL)
            let second = try Peer([address, name.rawValue, token, "broker"])
            #expect(try await reply.text == "api said precious")
            withExtendedLifetime(second) {}
        }
    }
}
