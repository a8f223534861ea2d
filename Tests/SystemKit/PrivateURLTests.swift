import Synchronization
import SystemKit
import Testing

@Suite struct PrivateURLTests {
    private func url(
        _ url: String, schemes: [String] = ["http", "https"], _ resolve: @escaping @Sendable (String) -> [String]
    ) throws(PrivateURL.Refused) -> PrivateURL {
        try PrivateURL(url, setting: "PULSUM_URL", subject: "what people write", schemes: schemes, resolve: resolve)
    }

    @Test(
        "SEN-3 SAF-2 loopback, private and link-local addresses are the person's own network",
        arguments: [
            "127.0.0.1", "127.255.0.9", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.20", "169.254.7.7",
            "::1", "fd00::8", "fc12:3::1", "fe80::1",
            "febf::1",
            "::ffff:192.168.1.20",
        ])
    func inside(literal: String) { #expect(NetworkAddress(literal)?.isPrivate == true) }

    @Test(
        "SEN-3 SAF-2 every other address is not",
        arguments: [
            "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.169.0.1", "0.0.0.0", "100.64.0.1", "224.0.0.1",
            "255.255.255.255", "2001:db8::1", "::", "fec0::1",
            "ff02::1",
            "::ffff:8.8.8.8", "64:ff9b::7f00:1",
        ])
    func outside(literal: String) { #expect(NetworkAddress(literal)?.isPrivate == false) }

    @Test(
        "A name is no literal, nor is an address in a shape that only old resolvers read",
        arguments: ["localhost", "127.1", "2130706433", "0x7f.0.0.1", "", "1.2.3.4.5"])
    func noLiteral(text: String) { #expect(NetworkAddress(text) == nil) }

    @Test(
        "SEN-3 SAF-2 a public address, or a name that has one among its addresses, is refused with a sentence that says why"
    )
    func refused() throws {
        for text in ["https://8.8.8.8/v1", "http://[2001:db8::1]:8080/v1", "https://model.example/v1"] {
            let refusal = try #require(throws: PrivateURL.Refused.self) {
                try url(text) { _ in ["192.168.1.9", "93.184.216.34"] }
            }
            #expect(refusal.description.contains("public address") && refusal.description.contains("PULSUM_URL"))
        }
        let other = #expect(throws: PrivateURL.Refused.self) {
            try url("https://127.0.0.1", schemes: ["http"]) { _ in [] }
        }
        #expect(other?.description == "PULSUM_URL must begin with http://.")
    }

    @Test(
        "What names no host is refused, without a lookup",
        arguments: [
            "ftp://127.0.0.1", "127.0.0.1:8080", "http://", "http://me:secret@127.0.0.1/v1", "http://x?y=1",
            "http://x/v1?y=1", "http://x/v1#y", "http://[::1", "http://[::1]x80", "http://[127.0.0.1]", "http://[x]:80",
            "http://127.0.0.1:0", "http://127.0.0.1:+80", "http://127.0.0.1:65536", "http://127.0.0.1:", "http://:80",
            "http://a b", "http://ä",
        ])
    func garbled(text: String) {
        #expect(throws: PrivateURL.Refused.self) {
            try url(text) { _ in
                Issue.record("looked up")
                return []
            }
        }
    }

    @Test(
        "A link-local IPv6 address, which a connection cannot reach without a zone, is refused with a sentence",
        arguments: ["http://[fe80::1%eth0]:4318", "http://[fe80::1]", "http://[fd00::1%eth0]"])
    func zone(text: String) {
        let refusal = #expect(throws: PrivateURL.Refused.self) { try url(text) { _ in [] } }
        #expect(refusal?.description.contains("zone") == true)
    }

    @Test("Host, port and path are those of the URL")
    func parts() throws {
        let named = try url("https://Model-1.home_net.arpa/v1/") { _ in [] }
        #expect(named.host == "Model-1.home_net.arpa" && named.port == 443 && named.path == "/v1")
        let literal = try url("http://[fd00::1]:65535") { _ in [] }
        #expect(literal.host == "fd00::1" && literal.authority == "[fd00::1]:65535" && literal.port == 65_535)
        #expect(literal.path == "" && literal.base == "http://[fd00::1]:65535")
        #expect(try url("http://127.0.0.1") { _ in [] }.port == 80)
    }

    @Test("SEN-3 SAF-2 a name is judged again at each connection: one that moves to a public address gets nothing")
    func moves() async throws {
        let addresses = Mutex(["10.0.0.7", "fd00::7"])
        let address = try url("http://model:8080/v1") { name in
            #expect(name == "model")
            return addresses.withLock { $0 }
        }
        #expect(await address.addresses(within: .seconds(20)) == ["10.0.0.7", "fd00::7"])
        addresses.withLock { $0 = ["10.0.0.7", "93.184.216.34"] }
        #expect(await address.addresses(within: .seconds(20)) == [])
    }

    @Test("The machine's own name resolves to private addresses, IPv4 first")
    func localhost() {
        let found = HostName.addresses(of: "localhost")
        #expect(found.contains("127.0.0.1") || found.contains("::1"))
        #expect(found.allSatisfy { NetworkAddress($0)?.isPrivate == true })
        #expect(HostName.addresses(of: "no such name.invalid").isEmpty)
    }
}
