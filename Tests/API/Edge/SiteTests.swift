import HTTPTypes
import ServiceKit
import SystemKit
import Testing

@testable import API

@Suite struct SiteTests {
    private func address(_ text: String) throws -> NetworkAddress { try #require(NetworkAddress(text)) }

    @Test(
        "SEC-3 a client is whom the last trusted proxy saw; nobody else's word counts",
        arguments: [
            // Not from a proxy: the header is ignored.
            ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
            ("10.0.0.2", ["198.51.100.1"], "198.51.100.1"),
            // Entries that a client forges are left of those the proxy adds.
            ("10.0.0.2", ["1.2.3.4, 198.51.100.1"], "198.51.100.1"),
            ("10.0.0.2", ["1.2.3.4", "198.51.100.1"], "198.51.100.1"),
            // Through two trusted proxies.
            ("10.0.0.2", ["1.2.3.4, 198.51.100.1, 10.7.7.7"], "198.51.100.1"), ("10.0.0.2", ["10.7.7.7"], "10.7.7.7"),
            ("10.0.0.2", [], "10.0.0.2"), ("10.0.0.2", ["nonsense"], "10.0.0.2"),
            ("10.0.0.2", ["1.2.3.4, nonsense"], "10.0.0.2"),
            ("10.0.0.2", ["198.51.100.1:4711"], "198.51.100.1"), ("10.0.0.2", ["[2001:db8::1]:4711"], "2001:db8::1"),
            ("10.0.0.2", ["2001:db8::1"], "2001:db8::1"), ("::ffff:10.0.0.2", ["::ffff:198.51.100.1"], "198.51.100.1"),
        ])
    func clients(peer: String, forwarded: [String], client: String) throws {
        var site = Site()
        site.proxies = [try #require(AddressRange("10.0.0.0/8")), try #require(AddressRange("2001:db8:1::/48"))]
        #expect(site.client(peer: try address(peer), forwarded: forwarded) == (try address(client)))
    }

    @Test(
        "SEC-3 only what asks Pulsum itself, by a name of the machine, counts as this machine",
        arguments: [
            ("127.0.0.1", "localhost:8080", "", true), ("::1", "[::1]:8080", "", true),
            ("127.0.0.1", "127.0.0.1:8080", "", true),
            // A proxy on this machine, named or not, with or without headers of its own.
            ("127.0.0.1", "pulsum.example", "", false), ("127.0.0.1", "localhost:8080", "X-Forwarded-For", false),
            ("127.0.0.1", "localhost:8080", "Forwarded", false), ("127.0.0.1", "localhost:8080", "Via", false),
            ("192.168.1.7", "localhost:8080", "", false), ("127.0.0.1", "192.168.1.5:8080", "", false),
        ])
    func here(peer: String, authority: String, header: String, isHere: Bool) throws {
        var head = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/")
        if !header.isEmpty { head.headerFields[try #require(HTTPField.Name(header))] = "127.0.0.1" }
        #expect(Site().isFromThisMachine(peer: try address(peer), head) == isHere)
    }

    @Test(
        "SEC-3 a page is this site's own only by scheme, host and port",
        arguments: [
            // (public URL, exposure, origin, authority, own)
            ("", HTTPExposure.loopback, "http://localhost:8080", "localhost:8080", true),
            ("", .loopback, "https://localhost:8080", "localhost:8080", false),
            ("", .loopback, "http://localhost:8081", "localhost:8080", false),
            ("", .loopback, "http://localhost", "localhost:80", true),
            ("", .encrypted, "https://192.168.1.5:8443", "192.168.1.5:8443", true),
            ("", .encrypted, "http://192.168.1.5:8443", "192.168.1.5:8443", false),
            ("", .encrypted, "https://192.168.1.5", "192.168.1.5:443", true),
            ("https://pulsum.example", .proxied, "https://pulsum.example", "pulsum.example", true),
            // An attacker who can change clear text must not act as this site.
            ("https://pulsum.example", .proxied, "http://pulsum.example", "pulsum.example", false),
            ("https://pulsum.example", .proxied, "https://pulsum.example", "127.0.0.1:8080", true),
            ("https://pulsum.example", .loopback, "http://127.0.0.1:8080", "127.0.0.1:8080", true),
            ("https://pulsum.example:8443", .proxied, "https://pulsum.example", "pulsum.example:8443", false),
        ])
    func origins(publicURL: String, exposure: HTTPExposure, origin: String, authority: String, isOwn: Bool) throws {
        var site = Site()
        site.publicOrigin = WebOrigin(publicURL)
        site.exposure = exposure
        #expect(site.owns(try #require(WebOrigin(origin)), authority: authority) == isOwn)
    }

    @Test("SEC-3 with https the session cookie carries the __Host- prefix and Secure")
    func cookie() {
        var site = Site()
        #expect(Authentication.sessionCookie("s", for: site).description.hasPrefix("pulsum_session=s;"))
        site.publicOrigin = WebOrigin("https://pulsum.example")
        for cookie in [Authentication.sessionCookie("s", for: site), Authentication.expiredCookie(for: site)] {
            #expect(cookie.description.hasPrefix("__Host-pulsum_session="))
            #expect(cookie.description.contains("; Secure"))
            #expect(cookie.description.contains("; Path=/"))
            #expect(!cookie.description.contains("Domain"))
        }
    }
}
