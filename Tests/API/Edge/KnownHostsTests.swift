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
}
