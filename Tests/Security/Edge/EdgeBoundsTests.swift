import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension Security {
    @Suite("Resource limits for unauthenticated clients", .tags(.deadline)) struct EdgeBoundsTests {
        private let password = "correct horse battery"

        /// Signs in the stack's first person.
        /// - Returns: the value of the `Cookie` header.
        private func signedIn(_ stack: Stack) async throws -> String {
            _ = try await stack.makeAccount()
            let browser = Browser(stack.url)
            let answer = try await browser.post("/v1/sessions", ["name": "Ada", "password": password])
            #expect(answer.status == 201)
            return try #require(browser.cookie)
        }

        @Test("SEC-5 a body of more than 4 KiB is refused before it is read, at sign-in and without a session")
        func openBodies() async throws {
            try await Stack.run { stack in
                let address = try stack.httpAddress()
                for (path, status) in [
                    ("/v1/sessions", 413), ("/v1/accounts", 413), ("/v1/journal", 401), ("/nowhere", 404), ("/", 404),
                ] {
                    let announced = try LoopbackSocket(to: address)
                    announced.send("POST \(path) HTTP/1.1\r\nHost: \(address)\r\nContent-Length: 1048576\r\n\r\n")
                    let answer = announced.answer(within: .seconds(5))
                    #expect(answer?.hasPrefix("HTTP/1.1 \(status)") == true, "\(path): \(answer ?? "nothing")")
                    #expect(answer?.lowercased().contains("connection: close") == true)
                    #expect(announced.isEnded(within: .seconds(5)))

                    let chunked = try LoopbackSocket(to: address)
                    chunked.send("POST \(path) HTTP/1.1\r\nHost: \(address)\r\nTransfer-Encoding: chunked\r\n\r\n")
                    let chunk = "1000\r\n" + String(repeating: " ", count: 0x1000) + "\r\n"
                    for _ in 0..<16 { chunked.send(chunk) }
                    #expect(chunked.answer(within: .seconds(5))?.hasPrefix("HTTP/1.1 \(status)") == true, "\(path)")
                    #expect(chunked.isEnded(within: .seconds(5)))
                }
                // There is room for a person's browser.
                _ = try await signedIn(stack)
            }
        }

        @Test("SEC-5 slow requests time out with little memory; signed-in clients are unaffected")
        func deadlines() async throws {
            try await Stack.run { stack in
                let address = try stack.httpAddress()
                let cookie = try await signedIn(stack)
                let process = try #require(stack.processIDs(of: .api).first)
                let before = ResidentMemory.peakMegabytes(of: process)
                let start = ContinuousClock.now

                // Signed in: an event stream, and an upload that pauses longer than an anonymous client may.
                let stream = try LoopbackSocket(to: address)
                stream.send("GET /v1/events HTTP/1.1\r\nHost: \(address)\r\nCookie: \(cookie)\r\n\r\n")
                let file = Array(
                    ("kind,start,end,value,unit,source\n" + String(repeating: "# nothing here\n", count: 10_000)).utf8)
                let upload = try LoopbackSocket(to: address)
                upload.send(
                    "POST /v1/imports?name=a.csv HTTP/1.1\r\nHost: \(address)\r\nCookie: \(cookie)\r\nContent-Length: \(file.count)\r\n\r\n"
                )
                upload.send(file[..<70_000])

                let idle = try LoopbackSocket(to: address, from: "127.0.0.10")
                let heads = SlowConnections(to: address, count: 30, from: ["127.0.0.11"])
                // Found in review: all but the last byte of 1 MiB, three hundred times, here from enough addresses
                // that each connection is accepted.
                let bodies = SlowConnections(
                    to: address, count: 300, from: SlowConnections.addresses(10), kind: .bodies(1 << 20))
                _ = try await eventually("three hundred bodies were sent") { bodies.figures.opened >= 300 ? true : nil }
                #expect(idle.isEnded(within: .seconds(30)))
                #expect(ContinuousClock.now - start > .seconds(9))
                _ = try await eventually("the slow heads are ended", within: .seconds(20)) {
                    heads.figures.ended >= 30 ? true : nil
                }
                _ = try await eventually("the bodies are ended", within: .seconds(20)) {
                    bodies.figures.ended >= 300 ? true : nil
                }
                let used = ResidentMemory.peakMegabytes(of: process) - before
                #expect(used < 30, "\(used) MB for three hundred bodies")
                heads.stop()
                bodies.stop()

                #expect(upload.send(file[70_000...]) == file.count - 70_000)
                #expect(upload.answer()?.hasPrefix("HTTP/1.1 202") == true)
                #expect(!stream.isEnded(within: .zero))
                #expect(stack.processIDs(of: .api) == [process])
                #expect(!stack.logText.contains("request failed"))
            }
        }

        @Test("SEC-5 one address holds 64 open connections at most, and signed-in ones are not counted")
        func perAddress() async throws {
            try await Stack.run { stack in
                let address = try stack.httpAddress()
                let cookie = try await signedIn(stack)
                var known: [LoopbackSocket] = []
                for _ in 0..<80 {
                    let socket = try LoopbackSocket(to: address, from: "127.0.0.12")
                    known.append(socket)
                    socket.send("GET /v1/me HTTP/1.1\r\nHost: \(address)\r\nCookie: \(cookie)\r\n\r\n")
                    #expect(socket.answer()?.hasPrefix("HTTP/1.1 200") == true)
                }
                let open = try (0..<100).map { _ in try LoopbackSocket(to: address, from: "127.0.0.12") }
                _ = try await eventually("thirty-six are refused") {
                    open.filter { $0.isEnded(within: .zero) }.count == 36 ? true : nil
                }
                for socket in known {
                    socket.send("GET /v1/me HTTP/1.1\r\nHost: \(address)\r\nCookie: \(cookie)\r\n\r\n")
                    #expect(socket.answer()?.hasPrefix("HTTP/1.1 200") == true)
                }
                // A second later the same address is admitted again, in place of its oldest connection.
                _ = try await eventually("a further connection from the same address") { () -> Bool? in
                    let further = try LoopbackSocket(to: address, from: "127.0.0.12")
                    further.send("GET / HTTP/1.1\r\nHost: \(address)\r\n\r\n")
                    return further.answer(within: .milliseconds(500))?.hasPrefix("HTTP/1.1 200")
                }
            }
        }

        @Test("SEC-5 under a thousand slow connections from one address and from a hundred, pages come as before")
        func flood() async throws {
            try SlowConnections.takeDescriptors(atLeast: 2_000)
            try await Stack.run { stack in
                let address = try stack.httpAddress()
                let cookie = try await signedIn(stack)
                let process = try #require(stack.processIDs(of: .api).first)
                for sources in [["127.0.0.2"], SlowConnections.addresses(100)] {
                    let attack = SlowConnections(to: address, count: 1_000, from: sources)
                    defer { attack.stop() }
                    _ = try await eventually("the attack is under way") { attack.figures.opened >= 1_000 ? true : nil }
                    let figures = await PageTimeout.measure(
                        address, cookie: cookie, from: "127.0.0.9", for: .seconds(5))
                    #expect(figures.failures == 0)
                    #expect(
                        MachinePace.allows(.milliseconds(figures.p99), below: .seconds(1), .wall)
                            && figures.median < 200,
                        "p99 \(figures.p99) ms, median \(figures.median) ms of \(figures.milliseconds.count)")
                    #expect(ResidentMemory.peakMegabytes(of: process) < 150)
                }
                #expect(stack.processIDs(of: .api) == [process])
            }
        }

        @Test("SEC-5 headers and requests ahead of answers are bounded")
        func otherBounds() async throws {
            try await Stack.run { stack in
                let address = try stack.httpAddress()
                let header = try LoopbackSocket(to: address)
                header.send("GET / HTTP/1.1\r\nHost: \(address)\r\nX-A: " + String(repeating: "a", count: 9_000))
                #expect(header.answer(within: .seconds(5))?.hasPrefix("HTTP/1.1 400") == true)
                let target = try LoopbackSocket(to: address)
                target.send("GET /" + String(repeating: "a", count: 9_000))
                #expect(target.answer(within: .seconds(5))?.hasPrefix("HTTP/1.1 400") == true)
                let many = try LoopbackSocket(to: address)
                many.send("GET / HTTP/1.1\r\nHost: \(address)\r\n" + String(repeating: "a: b\r\n", count: 101))
                #expect(many.answer(within: .seconds(5))?.hasPrefix("HTTP/1.1 400") == true)
                let ahead = try LoopbackSocket(to: address)
                ahead.send(String(repeating: "GET /safety HTTP/1.1\r\nHost: \(address)\r\n\r\n", count: 60))
                #expect(ahead.isEnded(within: .seconds(5)))
            }
        }
    }
}
