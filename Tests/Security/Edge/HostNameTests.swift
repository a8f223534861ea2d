import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension Security {
    @Suite("Under which names and to which pages the API answers", .tags(.processes)) struct HostNameTests {
        /// Status of a raw request; its body is JSON.
        private func status(_ address: String, _ line: String, _ headers: [String]) throws -> Int {
            let socket = try LoopbackSocket(to: address)
            socket.send("\(line) HTTP/1.1\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n")
            return socket.answer(within: .seconds(10)).flatMap { Int($0.dropFirst(9).prefix(3)) } ?? 0
        }

        @Test("SEC-6 host names that others in the network can resolve are refused, even before sign-in")
        func names() async throws {
            let environment = ["PULSUM_HTTP_NAMES": "raspberry", "PULSUM_PUBLIC_URL": "https://pulsum.example"]
            try await Stack.run(environment: environment) { stack in
                let address = try stack.httpAddress()
                for name in [
                    "pulsum.local", "raspberrypi", "api:8080", "evil.example", "127.0.0.1.evil.example", "x.localhost",
                    "", "[evil]",
                ] {
                    for path in ["/", "/v1/setup", "/v1/sessions"] {
                        #expect(try status(address, "GET \(path)", ["Host: \(name)"]) == 421, "\(name)\(path)")
                    }
                }
                #expect(try status(address, "GET /v1/setup", []) == 421)
                for name in [
                    "raspberry", "pulsum.example", "PULSUM.example:443", "localhost:1", address, "[::1]", "192.168.1.5",
                ] {
                    #expect(try status(address, "GET /v1/setup", ["Host: \(name)"]) == 200, "\(name)")
                }
            }
        }

        @Test("SEC-6 a request that names two hosts is refused, in its headers or in its target", .tags(.sharedStack))
        func twoHosts() async throws {
            try await Stack.shared { stack in
                let address = try stack.httpAddress()
                let host = "Host: \(address)"
                #expect(try status(address, "GET /v1/setup", [host, host]) == 400)
                #expect(try status(address, "GET /v1/setup", [host, "Host: evil.example"]) == 400)
                #expect(try status(address, "GET /v1/setup", [host, "X-Y: z", "hOsT: localhost"]) == 400)
                for target in [
                    "http://evil.example/v1/setup", "http://\(address)@evil.example/v1/setup", "http:///v1/setup",
                    "http://localhost/v1/setup", "ftp://\(address)/v1/setup", "https://evil.example:443/",
                ] {
                    #expect(try status(address, "GET \(target)", [host]) == 400, "\(target)")
                }
                #expect(try status(address, "GET http://\(address)/v1/setup", [host]) == 200)
                #expect(try status(address, "GET /v1/setup?next=http://evil.example/", [host]) == 200)
            }
        }

        @Test("SEC-3 a page of another scheme, host or port cannot act here")
        func foreignPages() async throws {
            try await Stack.run(environment: ["PULSUM_PUBLIC_URL": "https://pulsum.example"]) { stack in
                let address = try stack.httpAddress()
                _ = try await stack.makeAccount()
                func signIn(_ headers: String...) throws -> Int {
                    let body = #"{"name":"Ada","password":"correct horse battery"}"#
                    let socket = try LoopbackSocket(to: address)
                    let lines = headers + ["Content-Length: \(body.utf8.count)"]
                    socket.send("POST /v1/sessions HTTP/1.1\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n" + body)
                    return socket.answer(within: .seconds(20)).flatMap { Int($0.dropFirst(9).prefix(3)) } ?? 0
                }
                // An attacker on the network path modified clear text of the same name.
                #expect(try signIn("Host: pulsum.example", "Origin: http://pulsum.example") == 403)
                #expect(try signIn("Host: pulsum.example", "Origin: https://pulsum.example:8443") == 403)
                #expect(try signIn("Host: \(address)", "Origin: https://\(address)") == 403)
                #expect(try signIn("Host: \(address)", "Origin: null") == 403)
                #expect(try signIn("Host: \(address)", "Sec-Fetch-Site: same-site") == 403)
                #expect(
                    try signIn("Host: pulsum.example", "Origin: https://pulsum.example", "Sec-Fetch-Site: same-origin")
                        == 201)
                #expect(try signIn("Host: \(address)", "Origin: http://\(address)") == 201)
            }
        }

        @Test("SEC-6 the health port tells nothing of a person", .tags(.sharedStack))
        func health() async throws {
            try await Stack.shared { stack in
                let user = try await stack.makeAccount("Ada-canary-4711")
                let browser = Browser(stack.url)
                #expect(
                    try await browser.post(
                        "/v1/sessions", ["name": "Ada-canary-4711", "password": "correct horse battery"]
                    ).status == 201)
                #expect(
                    try await browser.post("/v1/journal", ["text": "A calm day beside the canary-4711 lake."]).status
                        == 201)
                let secret = String(try #require(browser.cookie).drop { $0 != "=" }.dropFirst())
                for service in [ServiceName.api, .sentiment, .scoring] {
                    let health = Browser(try stack.healthAddress(of: service))
                    for path in ["/health/live", "/health/ready", "/metrics", "/v1/setup", "/"] {
                        let text = try await health.get(path).text
                        for word in ["canary", "\(user)", secret] {
                            #expect(!text.contains(word), "\(service) \(path)")
                        }
                    }
                }
            }
        }
    }
}
