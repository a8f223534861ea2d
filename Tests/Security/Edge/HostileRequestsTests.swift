import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

extension Security {
    @Suite("Requests that no honest client sends", .tags(.processes)) struct HostileRequestsTests {
        /// Results of the requests.
        private struct Tally: Sendable {
            var requests = 0
            /// Counts by status; 0 for a connection that ended without a response.
            var statuses: [Int: Int] = [:]
            /// Undocumented server errors, and well-formed requests without a response.
            var faults: [String] = []
        }

        private final class Results: Sendable { let tally = Mutex(Tally()) }

        /// The session of the requests; where a request ended it or erased the account, a new one is opened.
        private final class Session: Sendable {
            private let stack: Stack
            private let count = Mutex(0)
            let cookie = Mutex<String?>(nil)

            init(_ stack: Stack) { self.stack = stack }

            /// Creates a new account each time, so that failed sign-ins to the previous one do not delay it.
            func open() async throws {
                let name = "Person \(count.withLock { $0 += 1; return $0 })"
                _ = try await stack.makeAccount(name)
                let browser = Browser(stack.url)
                guard
                    try await browser.post("/v1/sessions", ["name": name, "password": "correct horse battery"]).status
                        == 201
                else { return }
                cookie.withLock { $0 = browser.cookie }
            }
        }

        /// `PULSUM_REQUEST_SECONDS` seconds of requests, 10 by default and 30 in a whole run; `PULSUM_REQUEST_SEED` repeats a run.
        @Test(
            "SEC-5 whatever is sent to whichever route, the API answers without a server error and is the same process afterwards"
        )
        func anything() async throws {
            let environment = ProcessInfo.processInfo.environment
            let seconds = environment["PULSUM_REQUEST_SECONDS"].flatMap { Int($0) } ?? (RunSize.isWhole ? 30 : 10)
            let seed =
                environment["PULSUM_REQUEST_SEED"].flatMap { UInt64($0) } ?? 1
            try await Stack.run { stack in
                let routes = try await Browser(stack.url).documentedRoutes().map { declared in
                    let parts = declared.route.split(separator: " ")
                    return RandomRequests.Route(String(parts[0]), String(parts[1]))
                }
                #expect(routes.count > 100)
                let address = try stack.httpAddress()
                let process = try #require(stack.processIDs(of: .api).first)
                let session = Session(stack)
                try await session.open()
                let end = ContinuousClock.now + .seconds(seconds)
                let results = Results()
                // One thread each, because the sockets block.
                let workers = (0..<4).map { number in
                    Task {
                        await withCheckedContinuation { continuation in
                            Thread {
                                var requests = RandomRequests(
                                    seed: seed &+ UInt64(number), routes: routes, host: address)
                                while ContinuousClock.now < end {
                                    Self.send(
                                        requests.next(cookie: session.cookie.withLock { $0 }), to: address, results)
                                }
                                continuation.resume()
                            }.start()
                        }
                    }
                }
                let keeper = Task {
                    while ContinuousClock.now < end {
                        if let cookie = session.cookie.withLock({ $0 }), !Self.isSignedIn(cookie, address) {
                            try? await session.open()
                        }
                        try await Task.sleep(for: .milliseconds(100))
                    }
                }
                for worker in workers { await worker.value }
                keeper.cancel()
                let result = results.tally.withLock { $0 }
                let summary = result.statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(
                    separator: ", ")
                let report =
                    "hostile requests: seed \(seed), \(result.requests) to \(routes.count) routes in \(seconds) s; by status \(summary)\n"
                FileHandle.standardError.write(Data(report.utf8))
                #expect(result.faults.isEmpty, "seed \(seed): \(result.faults.prefix(20).joined(separator: "; "))")
                #expect(result.requests > seconds * 10)
                // At least a third of them passed the sign-in; others have no session, or a second credential next to
                // it.
                #expect((result.statuses[401] ?? 0) * 3 < result.requests * 2)
                #expect(stack.processIDs(of: .api) == [process])
                #expect(!stack.logText.contains("request failed"))
                _ = try await eventually("the API still answers") { Self.isAnswering(address) ? true : nil }
            }
        }

        private static func send(_ request: RandomRequests.Request, to address: String, _ results: Results) {
            guard let socket = try? LoopbackSocket(to: address, from: "127.0.0.20") else { return }
            socket.send(request.bytes)
            // Ends a truncated request; otherwise the test would wait for the server's timeout.
            if !request.isWellFormed { socket.endOutput() }
            let status = self.status(socket)
            results.tally.withLock { tally in
                tally.requests += 1
                tally.statuses[status, default: 0] += 1
                if status >= 500, ![503, 504].contains(status) { tally.faults.append("\(request.name): \(status)") }
                if status == 0, request.isWellFormed { tally.faults.append("\(request.name): no answer") }
            }
        }

        /// Status of the response; the rest is not read, and the server finds the connection closed.
        private static func status(_ socket: LoopbackSocket) -> Int {
            let deadline = ContinuousClock.now + .seconds(60)
            var bytes: [UInt8] = []
            while ContinuousClock.now < deadline {
                switch socket.receive(within: .seconds(1)) {
                case .bytes(let more): bytes += more
                case .end, .cut: return 0
                case .nothing: continue
                }
                let line = String(decoding: bytes.prefix { $0 != 0x0D }, as: UTF8.self)
                // "HTTP/1.1 200": an interim response (100) is followed by the final one.
                if line.utf8.count >= 12, let status = Int(line.dropFirst(9).prefix(3)), status >= 200 { return status }
            }
            return 0
        }

        private static func isSignedIn(_ cookie: String, _ address: String) -> Bool {
            guard let socket = try? LoopbackSocket(to: address) else { return true }
            socket.send("GET /v1/me HTTP/1.1\r\nHost: \(address)\r\nCookie: \(cookie)\r\nConnection: close\r\n\r\n")
            return status(socket) != 401
        }

        private static func isAnswering(_ address: String) -> Bool {
            guard let socket = try? LoopbackSocket(to: address) else { return false }
            socket.send("GET /v1/setup HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n")
            return status(socket) == 200
        }
    }
}
