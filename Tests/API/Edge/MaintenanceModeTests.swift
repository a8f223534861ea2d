import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Localization
import Testing

@testable import API

@Suite struct MaintenanceModeTests {
    private let html: HTTPFields = [.accept: "text/html,*/*;q=0.8", .acceptLanguage: "de-AT,de"]

    @Test("PLN-8 In maintenance mode programs get 503, Retry-After and the problem, whatever they ask for and send")
    func programs() async throws {
        try await Application(router: try MaintenanceMode(site: Site()).router()).test(.router) { client in
            let requests: [(String, HTTPRequest.Method)] = [
                ("/v1/plans/current", .get), ("/v1/plans/generate", .post), ("/v1/profile", .put),
                ("/v1/journal/x", .delete), ("/v1/nothing", .get), ("/check-ins", .post), ("/worker.js", .get),
                ("/safety", .post), ("/", .head),
            ]
            for (uri, method) in requests {
                let answer = try await client.execute(uri: uri, method: method, headers: [.acceptLanguage: "de"])
                #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "10", "\(uri)")
                #expect(answer.headers[.contentType] == "application/problem+json")
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(answer.headers[HTTPField.Name("Pulsum-Held")!] == "away", "browsers keep what they hold")
                guard method != .head else { continue }
                let problem = try JSONDecoder().decode(Problem.Details.self, from: Data(answer.body.readableBytesView))
                #expect(problem.code == "maintenance")
                #expect(problem.status == 503)
                #expect(problem.isRetryable)
                #expect(problem.recoverySuggestion == Catalogue.shipped(.german)("api.problem.maintenance"))
            }
        }
    }

    @Test("PLN-8 In maintenance mode people get a page in their language, and the safety page with its numbers")
    func people() async throws {
        try await Application(router: try MaintenanceMode(site: Site()).router()).test(.router) { client in
            let page = try await client.execute(uri: "/plan", method: .get, headers: html)
            #expect(page.status == .serviceUnavailable && page.headers[.retryAfter] == "10")
            #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
            let text = String(buffer: page.body)
            #expect(text.contains("<html lang=\"de\""))
            #expect(text.contains("wird gerade wiederhergestellt"))
            #expect(text.contains("href=\"/plan\""))
            #expect(text.contains("href=\"/safety\""))
            let safety = try await client.execute(uri: "/safety", method: .get, headers: html)
            #expect(safety.status == .ok)
            #expect(String(buffer: safety.body).contains("tel:"))
            // The page's own files.
            let style = try #require(text.firstMatch(of: /href="(\/assets\/[^"]+\/screens\.css)"/))
            #expect(try await client.execute(uri: String(style.output.1), method: .get).status == .ok)
        }
    }
}
