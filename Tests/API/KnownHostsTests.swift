import Testing

@testable import API

@Suite struct KnownHostsTests {
    @Test(
        "Addresses and local names are answered, rebindable names only where the owner allows them",
        arguments: [
            ("127.0.0.1:8080", true), ("[::1]:8080", true), ("localhost:8080", true), ("raspberry:8080", true), ("pulsum.local", true),
            ("Pulsum.Example.org", true), ("evil.example:8080", false), ("127.0.0.1.evil.example", false), ("1.2.3.456", false),
        ])
    func names(authority: String, isKnown: Bool) {
        #expect(KnownHosts.isKnown(authority, ["pulsum.example.org"]) == isKnown)
    }
}
