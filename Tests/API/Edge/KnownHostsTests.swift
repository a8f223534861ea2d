import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ServiceKit
import Testing

@testable import API

@Suite struct KnownHostsTests {
    @Test(
        "SEC-6 addresses, localhost and configured names are answered; names that somebody else may answer for are not",
        arguments: [
            ("127.0.0.1:8080", true), ("[::1]:8080", true), ("192.168.1.5", true), ("localhost:8080", true),
            ("LOCALHOST", true), ("localhost.", true),
            ("Pulsum.Example.org", true), ("pulsum.example.org.:443", true), ("home.example.net:8443", true),
            ("raspberry", true),
            ("raspberry2:8080", false), ("pulsum.local", false), ("evil.localhost", false),
            ("evil.example:8080", false),
            ("127.0.0.1.evil.example", false), ("1.2.3.456", false), ("+1.2.3.4", false), ("0x7f.0.0.1", false),
            ("[evil", false),
            ("[::1].evil.example", false),
            ("[evil.example]", false), ("", false), (":8080", false), ("localhost:evil", false),
            ("user@localhost", false),
        ])
    func names(authority: String, isKnown: Bool) {
        var site = Site()
        site.names = ["pulsum.example.org", "raspberry"]
        site.publicOrigin = WebOrigin("https://home.example.net")
        #expect(KnownHosts.isKnown(authority, site) == isKnown)
    }

    /// Gives requests another host name.
    private struct Renamed: RouterMiddleware {
        func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
            async throws -> Response
        {
            var head = request.head
            head.authority = "elsewhere.example"
            return try await next(Request(head: head, body: request.body), context)
        }
    }

    @Test("WEB-1 a browser at an unknown name gets a page in its language, a program a problem")
    func page() async throws {
        let router = Router(context: EdgeContext.self)
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: Renamed())
        router.add(middleware: KnownHosts(site: Site()))
        router.get("/") { _, _ in "served" }
        try await Application(router: router).test(.router) { client in
            let page = try await client.execute(
                uri: "/", method: .get, headers: [.accept: "text/html,*/*;q=0.8", .acceptLanguage: "de-DE,de"])
            #expect(page.status == .misdirectedRequest)
            #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
            let text = String(buffer: page.body)
            #expect(text.contains("<html lang=\"de\">"))
            #expect(text.contains("Verwende die Adresse"))
            let problem = try await client.execute(uri: "/", method: .get)
            #expect(problem.status == .misdirectedRequest)
            #expect(String(buffer: problem.body).contains("unknownHost"))
        }
    }
}
