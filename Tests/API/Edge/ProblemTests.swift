import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Localization
import Messages
import Testing

@testable import API

@Suite struct ProblemTests {
    /// Codes that the API's own sources give problems.
    private static func ownCodes() throws -> Set<String> {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../../Services/API"
        ).standardized
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try Set(
            files.flatMap { file in
                try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8).matches(
                    of: /code: "(\w+)"/
                ).map { String($0.output.1) }
            })
    }

    @Test("WEB-10 every error says what to do, in every language")
    func suggestions() throws {
        let codes = try Self.ownCodes().union(ServiceError.Code.names.map(\.name)).union(PlanProblem.codes)
        #expect(codes.count > 20)
        for language in Language.allCases {
            let words = Catalogue.shipped(language)
            for code in codes { #expect(words.keys.contains("api.problem.\(code)"), "\(code) in \(language)") }
            let said = words.keys.filter { $0.hasPrefix("api.problem.") }.map { $0.dropFirst("api.problem.".count) }
            #expect(Set(said.map(String.init)) == codes, "a code that nothing uses")
            for code in codes { #expect(words("api.problem.\(code)").hasSuffix(".")) }
        }
    }

    @Test("WEB-10 an error is retryable if the same request may succeed later")
    func retryable() {
        let retryable = ServiceError.Code.names.filter { Problem(ServiceError($0.value, "x")).isRetryable }.map(\.name)
        #expect(
            Set(retryable) == ["busy", "timeout", "unavailable", "interrupted", "cancelled", "storage", "failed"])
        // A code of a file that cannot be read says the general thing.
        let file = Problem(status: .badRequest, code: "notAHealthExport", detail: "x")
        #expect(!file.isRetryable)
        #expect(
            file.recoverySuggestion(in: .german)
                == Problem(ServiceError(.invalid, "x")).recoverySuggestion(in: .german))
    }

    @Test("WEB-10 the language of an error follows Accept-Language; a wrong method names the right ones")
    func answers() async throws {
        let router = Router(context: EdgeContext.self)
        router.add(middleware: ProblemMiddleware(routes: try APIApplication.declared().operations.map(\.route)))
        router.get("busy") { _, _ -> Response in throw ServiceError(.busy, "Wait.", retryAfter: 2500) }
        let application = Application(router: router)
        try await application.test(.router) { client in
            for (header, language) in [("de-AT,en;q=0.5", Language.german), ("fr", .english)] {
                let answer = try await client.execute(uri: "/busy", method: .get, headers: [.acceptLanguage: header])
                let problem = try JSONDecoder().decode(Problem.Details.self, from: Data(answer.body.readableBytesView))
                #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] == "2")
                #expect(answer.headers[.contentLanguage] == language.rawValue)
                #expect(problem.isRetryable)
                #expect(problem.detail == "Wait.")
                #expect(problem.type == "about:blank")
                #expect(problem.recoverySuggestion == Catalogue.shipped(language)("api.problem.busy"))
            }
            for (uri, allowed) in [("/v1/score", "GET"), ("/v1/check-ins/x", "DELETE, PUT")] {
                let answer = try await client.execute(uri: uri, method: .patch)
                #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == allowed)
            }
            #expect(try await client.execute(uri: "/v1/nothing", method: .get).status == .notFound)
        }
    }
}
