import AsyncHTTPClient
import Fixtures
import Foundation
import TestTraits
import Testing

extension Security {
    /// Attacks of a foreign web page on this one.
    @Suite(.tags(.processes, .sharedStack)) struct PageTests {
        @Test(
            "Every answer forbids foreign script, frames and sniffing, and the page brings no script inline",
            .timeLimit(.minutes(5)))
        func policy() async throws {
            try await Stack.shared { stack in
                for path in ["/", "/v1/session", "/nowhere"] {
                    let response = try await HTTPClient.shared.execute(
                        HTTPClientRequest(url: stack.url + path), timeout: .seconds(10))
                    let policy = response.headers.first(name: "Content-Security-Policy") ?? ""
                    #expect(
                        policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'")
                            && policy.contains("base-uri 'none'"), "\(path)")
                    #expect(!policy.contains("unsafe"), "\(path)")
                    #expect(response.headers.first(name: "X-Content-Type-Options") == "nosniff", "\(path)")
                    #expect(
                        response.headers.first(name: "Permissions-Policy")
                            == "camera=(), geolocation=(), microphone=(self)", "\(path)")
                    #expect(response.headers.first(name: "Referrer-Policy") == "same-origin", "\(path)")
                    let text = String(buffer: try await response.body.collect(upTo: 1 << 20)).lowercased()
                    #expect(
                        !text.contains("onclick=") && !text.contains("javascript:")
                            && text.firstMatch(of: #/<script(?![^>]*\ssrc=)/#) == nil, "\(path)")
                }
            }
        }
    }
}
