import Fixtures
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Localization
import Messages
import NIOCore
import Pages
import Testing

@testable import API

/// Errors as a person reads them on a page.
@Suite struct ProblemPageTests {
    private func reader(_ language: Language) -> Reader {
        Reader(DisplaySettings(language: language, region: "DE"), today: Day(number: 20_780), minute: 600)
    }

    private static func sources(_ folders: [String]) throws -> [String: String] {
        var texts: [String: String] = [:]
        for folder in folders {
            let url = Repository.root.appendingPathComponent(folder)
            for file in try FileManager.default.subpathsOfDirectory(atPath: url.path) where file.hasSuffix(".swift") {
                texts["\(folder)/\(file)"] = try String(
                    contentsOf: url.appendingPathComponent(file), encoding: .utf8)
            }
        }
        return texts
    }

    @Test("OWN-3 no error of a form speaks English to a German reader, whatever a service says")
    func german() {
        let english = "A sentence that only a service knows."
        for (code, name) in ServiceError.Code.names {
            let problem = Problem(ServiceError(code, english))
            let (said, german) = (reader(.english).sentence(problem), problem.words(for: reader(.german)))
            #expect(code == .timeout ? said.contains("This took too long.") : said == english, "\(name)")
            #expect(german.text.contains(german.todo), "\(name)")
            #expect(!german.text.contains("sentence"), "\(name)")
            #expect(german.what != german.todo, "\(name)")
            #expect(!german.text.contains("problem."), "\(name)")
        }
        // A code of a newer service says the general thing.
        let newer = Problem(status: .badRequest, code: "newer", detail: english).words(for: reader(.german))
        #expect(newer.what == Catalogue.shipped(.german)("problem.what.invalid"))
    }

    @Test(
        "LOOK the page of an error has a title for its kind, and opens again by itself where the server names a time within a minute",
        arguments: [
            (ServiceError.Code.busy, 5_000, "Pulsum is busy", 5), (.busy, 90_000, "Pulsum is busy", nil),
            (.timeout, nil, "No answer in time", nil), (.unavailable, 10_000, "Not available right now", 10),
            (.failed, nil, "Something broke in Pulsum", nil), (.notFound, nil, "This did not work", nil),
        ] as [(ServiceError.Code, Int64?, String, Int?)])
    func kinds(code: ServiceError.Code, retryAfter: Int64?, title: String, seconds: Int?) throws {
        let problem = Problem(ServiceError(code, "No such thing.", retryAfter: retryAfter))
        let renderer = try PageRenderer(assets: "/assets/0")
        func page(again: String?) -> (screen: ProblemScreen, html: String) {
            let screen = ProblemScreen(
                code: problem.code, problem.words(for: reader(.english)), again: again, after: problem.retryAfter,
                for: reader(.english))
            return (screen, renderer.html(screen, PageFrame(), for: reader(.english)))
        }
        let (screen, html) = page(again: "/plan/history")
        #expect(screen.title == title)
        #expect(html.contains("data-reopen=") == (seconds != nil))
        if let seconds {
            #expect(html.contains("data-reopen=\"\(seconds)\">This page opens again in \(seconds)\u{202F}s."))
        }
        // A form is not sent again by the page of its error.
        #expect(!page(again: nil).html.contains("data-reopen"))
    }

    @Test(
        "OWN-3 what a person meets at a form has a sentence of its own",
        arguments: [
            ("Name or password is wrong.", "Name oder Passwort ist falsch."),
            ("This password is wrong.", "Dieses Passwort ist falsch."),
            ("Choose a password of at least 10 characters.", "Wähle ein Passwort mit mindestens 10 Zeichen."),
            (
                "The cloud model answered with HTTP 503; try again later.",
                "Das Cloud-Modell hat mit HTTP 503 geantwortet; versuch es später noch einmal."
            ),
        ])
    func own(english: String, german: String) {
        #expect(reader(.german).sentence(ServiceError(.refused, english)) == german)
        #expect(reader(.english).sentence(ServiceError(.refused, english)) == english)
    }

    @Test("OWN-3 every sentence that has a translation is one that a service says")
    func said() throws {
        let sources = try Self.sources(["Services", "Shared"]).values.joined()
        let words = Catalogue.shipped(.english)
        let keys = words.keys.filter { $0.hasPrefix("problem.said.") }
        #expect(keys.count > 60)
        for key in keys {
            for part in words(key).split(separator: /\{\w+\}/) {
                #expect(sources.contains(part), "\(key) is said by nothing")
            }
        }
    }

    @Test("OWN-3 no page shows a sentence of a service as it is")
    func screens() throws {
        let pages = try Self.sources(["Services/API/Features"]).filter {
            $0.key.contains("Page") || $0.key.contains("Form")
        }
        #expect(pages.count > 20)
        for (file, text) in pages {
            #expect(!text.contains(/\b(error|problem\??|problem!)\.(message|detail)\b/), "\(file)")
        }
    }

    @Test("OWN-3 why a file was refused or a value left out, and warnings, have words in every language")
    func files() throws {
        func names(_ path: String, _ pattern: Regex<(Substring, Substring)>) throws -> Set<String> {
            let text = try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
            return Set(text.matches(of: pattern).map { String($0.output.1) })
        }
        let reasons = try names("Shared/HealthFormats/RejectionReason.swift", /\n {4}case (\w+)/)
        let codes = try names("Shared/HealthFormats/ImportProblem+Cases.swift", /code: "(\w+)"/)
        let kinds = try names("Shared/ServiceKit/Lifecycle/Keeping.swift", /kind: "(\w+)"/)
            .union(names("Shared/ServiceKit/Lifecycle/ServiceHost+Keeping.swift", /kind: "(\w+)"/))
        #expect(reasons.count == 15)
        #expect(codes.count > 6)
        #expect(kinds.count == 7)
        for language in Language.allCases {
            let keys = Catalogue.shipped(language).keys
            for name in reasons { #expect(keys.contains("problem.reason.\(name)")) }
            for name in codes { #expect(keys.contains("problem.file.\(name)")) }
            for name in kinds { #expect(keys.contains("problem.warning.\(name)")) }
        }
    }

    @Test("WEB-1 a browser at an address that does not exist gets a page, a program a problem")
    func unknown() async throws {
        let renderer = try PageRenderer(assets: "/assets/0")
        let router = Router(context: EdgeContext.self)
        router.add(
            middleware: ProblemMiddleware { problem, request, _ in
                let reader = request.stranger(at: 0)
                let screen = ProblemScreen(code: problem.code, problem.words(for: reader), for: reader)
                let text = renderer.html(screen, PageFrame(), for: reader)
                return Response(
                    status: problem.status, headers: [.contentType: "text/html; charset=utf-8"],
                    body: .init(byteBuffer: ByteBuffer(string: text)))
            })
        try await Application(router: router).test(.router) { client in
            let browser: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8", .acceptLanguage: "de-DE"]
            for path in ["/goals", "/plan", "/jornal", "/v2"] {
                let page = try await client.execute(uri: path, method: .get, headers: browser)
                #expect(page.status == .notFound && page.headers[.contentType]?.hasPrefix("text/html") == true)
                #expect(page.headers[.contentSecurityPolicy] != nil)
                #expect(String(buffer: page.body).contains(Catalogue.shipped(.german)("problem.what.notFound")))
                let problem = try await client.execute(uri: path, method: .get, headers: [.accept: "*/*"])
                #expect(problem.headers[.contentType] == "application/problem+json")
            }
            let api = try await client.execute(uri: "/v1/nothing", method: .get, headers: browser)
            #expect(api.status == .notFound && api.headers[.contentType] == "application/problem+json")
        }
    }
}
