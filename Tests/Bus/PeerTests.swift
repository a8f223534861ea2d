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
        let process = Process()
        let input = Pipe()
        let lines: AsyncStream<String>

        init(_ arguments: [String]) throws {
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments =
                ["python3", URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Peer/peer.py"]
                + arguments
            (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
            let (lines, continuation) = AsyncStream<String>.makeStream()
            self.lines = lines
            // Reads on a thread, because Foundation's `readabilityHandler` occasionally crashes where a handle ends
            // while it is observed.
            let reading = output.fileHandleForReading
            Thread.detachNewThread {
                var part = ""
                while true {
                    let data = reading.availableData
                    if data.isEmpty { break }
                    var lines = (part + String(decoding: data, as: UTF8.self)).components(separatedBy: "\n")
                    part = lines.removeLast()
                    for line in lines { continuation.yield(line) }
                }
                continuation.finish()
            }
            try process.run()
        }

        // Not SIGTERM: the thread that started it may have blocked that signal, and a child inherits the mask.
        deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
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

            try peer.input.fileHandleForWriting.close()
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
            kill(first.process.processIdentifier, SIGSTOP)
            async let reply = api.request(Question(text: "precious"), budget: .seconds(20))
            while try await api.request(BusStatus()).services.first(where: { $0.service == name })?.workers.first?
                .inFlight != 1
            {
                try await Task.sleep(for: .milliseconds(5))
            }
            kill(first.process.processIdentifier, SIGKILL)
            let second = try Peer([address, name.rawValue, token, "broker"])
            #expect(try await reply.text == "api said precious")
            withExtendedLifetime(second) {}
        }
    }
}
