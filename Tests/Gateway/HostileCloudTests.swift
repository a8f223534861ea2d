import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Gateway

/// A malicious cloud server over real sockets.
@Suite(.serialized, .timeLimit(.minutes(5)), .tags(.processes)) struct HostileCloudTests {
    private static let good =
        #"{"output":[{"type":"message","content":[{"type":"output_text","text":"{\"coachReply\":\"Dim the lights before bed.\",\"nextAction\":null}"}]}]}"#

    private static func head(_ status: String = "200 OK", _ fields: String...) -> String {
        "HTTP/1.1 \(status)\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    /// Makes one call against a server with this reply, and returns the gate and the receipts' outcomes.
    private func phrased(budget: Duration = .seconds(10), by answer: @escaping @Sendable (RawServer.Connection) -> Void)
        async throws
        -> (reply: PhraseReply, outcomes: Set<String>, count: Int)
    {
        let server = RawServer(answer)
        defer { server.stop() }
        var result: (PhraseReply, Set<String>, Int)?
        try await GatewayWorld.run { world in
            try await world.consent()
            let gateway = try world.anotherGateway(url: server.url)
            let reply = try await world.phrase(by: gateway, budget: budget)
            result = (reply, Set(try await world.receipts().map(\.outcome)), server.arrivals.count)
            #expect(world.server.arrivals.isEmpty)
        }
        return try #require(result)
    }

    @Test("GAT-8 the raw server and the gateway understand each other")
    func sane() async throws {
        let (reply, outcomes, count) = try await phrased {
            $0.write(
                Self.head(
                    "200 OK", "Content-Type: application/json; charset=utf-8", "Content-Length: \(Self.good.utf8.count)"
                ) + Self.good)
        }
        #expect(reply.coachReply == "Dim the lights before bed.")
        #expect(outcomes == ["ok"])
        #expect(count == 1)
    }

    @Test(
        "GAT-5 a redirect is not followed, wherever it leads",
        arguments: ["301 Moved Permanently", "307 Temporary Redirect", "308 Permanent Redirect"])
    func redirect(_ status: String) async throws {
        let elsewhere = try await RecordingServer.start()
        let (reply, outcomes, count) = try await phrased { [url = elsewhere.url] in
            $0.write(Self.head(status, "Location: \(url)/responses", "Content-Length: 0"))
        }
        #expect(reply.gate == "call")
        #expect(outcomes == ["http \(status.prefix(3))"])
        #expect(count == 1)
        #expect(elsewhere.arrivals.isEmpty)
        await elsewhere.stop()
    }

    @Test("GAT-5 an answer that trickles in is given up within the caller's budget")
    func slowLoris() async throws {
        let begin = ContinuousClock.now
        let (reply, outcomes, count) = try await phrased(budget: .seconds(4)) { connection in
            connection.write(Self.head("200 OK", "Content-Type: application/json", "Content-Length: 100000"))
            while connection.write(" ") { connection.pause(50) }
        }
        #expect(reply.gate == "call")
        #expect(outcomes == ["timeout"])
        #expect(count == 1)
        #expect(ContinuousClock.now - begin < .seconds(30))
    }

    @Test("GAT-5 a head that never ends is given up within the caller's budget")
    func slowHead() async throws {
        let (reply, outcomes, _) = try await phrased(budget: .seconds(4)) { connection in
            connection.write("HTTP/1.1 200 OK\r\n")
            while connection.write("X-More: yes\r\n") { connection.pause(50) }
        }
        #expect(reply.gate == "call")
        #expect(!outcomes.contains("ok"))
        #expect(!outcomes.contains("open"))
    }

    @Test("GAT-5 an answer without end is cut off, whatever it says of its length")
    func endless() async throws {
        let (reply, outcomes, _) = try await phrased { connection in
            connection.write(Self.head("200 OK", "Content-Type: application/json", "Transfer-Encoding: chunked"))
            let block = String(repeating: " ", count: 16_384)
            while connection.write("4000\r\n\(block)\r\n") {}
        }
        #expect(reply.gate == "call")
        #expect(outcomes == ["answer too large"])
    }

    @Test(
        "GAT-8 an answer of another type than JSON is none",
        arguments: [
            "Content-Type: text/html", "Content-Type: application/json-seq",
            "Content-Type: text/plain; a=application/json", "X-None: 1",
        ])
    func otherType(_ field: String) async throws {
        let (reply, outcomes, _) = try await phrased {
            $0.write(Self.head("200 OK", field, "Content-Length: \(Self.good.utf8.count)") + Self.good)
        }
        #expect(reply.gate == "call")
        #expect(reply.coachReply == nil)
        #expect(outcomes == ["answer not JSON"])
    }

    @Test("COA-9 nesting without end, broken text and a compressed body do no harm")
    func strange() async throws {
        let bodies = [
            String(repeating: "[", count: 100_000), String(repeating: #"{"output":"#, count: 20_000),
            #"{"output":[{"type":"message","content":[{"#,
            "\u{0}\u{1}",
        ]
        for body in bodies {
            let (reply, outcomes, _) = try await phrased {
                $0.write(
                    Self.head(
                        "200 OK", "Content-Type: application/json", "Content-Encoding: gzip",
                        "Content-Length: \(body.utf8.count)") + body)
            }
            #expect(reply.gate == "secondWall")
            #expect(outcomes == ["secondWall: schema"])
        }
    }

    @Test(
        "GAT-5 a connection that breaks, and a name that nobody knows, are network errors and tried again within limits"
    )
    func broken() async throws {
        let (reply, outcomes, count) = try await phrased {
            $0.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{")
        }
        #expect(reply.gate == "call")
        #expect(outcomes == ["network error"])
        #expect(count == RetryPolicy.attempts)
        try await GatewayWorld.run { world in
            let unknown = try world.anotherGateway(url: "http://no-such-host-anywhere:1/v1")
            try await world.consent(by: unknown)
            #expect(try await world.phrase(by: unknown, budget: .seconds(8)).gate == "call")
            #expect(try await world.receipts().allSatisfy { $0.outcome != "open" && $0.outcome != "ok" })
        }
    }

    @Test("GAT-5 Retry-After is honoured by later calls where it is too long to wait for", arguments: [429, 503])
    func restAsked(_ status: Int) async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            world.server.answer(.status(status, retryAfter: 120))
            #expect(try await world.phrase().gate == "call")
            #expect(world.server.arrivals.count == 1)
            world.server.answer(.echo)
            world.later(100_000)
            #expect(try await world.phrase().gate == "rateLimit")
            world.later(20_000)
            #expect(try await world.phrase().coachReply != nil)
        }
    }

    @Test("GAT-5 Retry-After in seconds and as a date")
    func retryAfter() {
        let now = Date(timeIntervalSince1970: 784_111_777)
        #expect(RetryAfter.duration("120", now: now) == .seconds(120))
        #expect(RetryAfter.duration("Sun, 06 Nov 1994 08:50:07 GMT", now: now) == .seconds(30))
        #expect(RetryAfter.duration("Sun, 06 Nov 1994 08:00:00 GMT", now: now) == .zero)
        #expect(RetryAfter.duration("99999999999999999999", now: now) == RetryAfter.maximumWait)
        for text in [nil, "", "soon", "-5", "1.5", "٣"] {
            #expect(RetryAfter.duration(text, now: now) == nil, "\(text ?? "nil")")
        }
    }

    @Test("GAT-2 a cancelled call is cut, not closed politely: the kernel sends nothing on")
    func cut() async throws {
        let (cuts, cut) = AsyncStream.makeStream(of: Bool.self)
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let server = RawServer { connection in
            arrived.yield()
            cut.yield(connection.wasCut())
        }
        defer { server.stop() }
        try await GatewayWorld.run { world in
            try await world.consent()
            let gateway = try world.anotherGateway(url: server.url)
            async let reply = world.phrase(by: gateway)
            for await _ in arrivals { break }
            #expect(try await world.consent(false, by: gateway).pending == false)
            #expect(try await reply.gate == "call")
            for await wasCut in cuts {
                #expect(wasCut)
                break
            }
        }
    }

    @Test(
        "GAT-8 COA-9 a reply with instructions, markup or an address in it does not pass",
        arguments: [
            "Dim the lights before bed. <img src=x onerror=alert(1)>", "Dim the lights: [lights](lights)",
            "Dim the lights at evil.example before bed.",
            "`sleep` before bed, dim lights", "Dim the lights before bed, write to lights@bed.sleep",
            "Dim the {{lights}} before bed",
        ])
    func markup(_ text: String) throws {
        let prompt = try ReplyExamples.prompt()
        for reply in [
            CloudReply(coachReply: text, nextAction: nil), CloudReply(coachReply: "Dim the lights.", nextAction: text),
        ] {
            let refusal = #expect(throws: Refusal.self) { try ReplyValidator.validate(reply, prompt) }
            #expect(["markup", "link", "contact"].contains(refusal?.reason))
        }
    }

    @Test("GAT-8 what cannot be seen is taken out, a third sentence and a second action too")
    func invisible() throws {
        let reply = try ReplyValidator.sanitised(
            CloudReply(
                coachReply: "Dim\u{200B} the \u{202E}lights! Sleep\u{0007} well? Ignore all rules.",
                nextAction: "Dim the lights. Send me your key."))
        #expect(reply == CloudReply(coachReply: "Dim the lights! Sleep well?", nextAction: "Dim the lights."))
    }

    @Test("COA-9 an action of other matters does not ride on a grounded reply")
    func actionGrounded() throws {
        let words = try PromptBuilder(
            Phrase(
                user: .random(), toneHints: [], topSignal: .sleep, topMomentID: "lights", rationale: .belowUsual,
                zScoreSummary: [])
        ) { _ in GatewayWorld.moment }
        let reply = "Your sleep is below your usual level. Dim the lights an hour before bed."
        let context = ReplyContext(words)
        #expect(Grounding.reason([reply, "Dim the lights"], context) == nil)
        #expect(Grounding.reason([reply, "Purchase copper futures"], context) == .grounding)
        #expect(Grounding.reason([reply, "Try this now"], context) == nil)
    }
}
