import SystemKit
import Testing

@Suite struct NetworkAddressTests {
    @Test(
        "Address literals are read in every form, and nothing else is",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("[::1]", "::1"), ("::ffff:10.1.2.3", "10.1.2.3"), ("fe80::1%eth0", "fe80::1"),
            ("2001:DB8:0:0::1", "2001:db8::1"),
            ("1.2.3", nil), ("1.2.3.4%eth0", nil), ("[1.2.3.4]", nil), ("01.2.3.4", nil), ("1.2.3.256", nil), ("", nil),
            ("[::1", nil), ("1.2.3.4:80", nil),
        ] as [(String, String?)])
    func literals(text: String, description: String?) {
        #expect(NetworkAddress(text)?.description == description)
    }

    @Test(
        "A network holds the addresses that share its leading bits",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
            ("192.168.4.0/22", "192.168.7.255", true),
            ("192.168.4.0/22", "192.168.8.0", false), ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false),
            ("::1", "::1", true),
            ("172.30.80.2", "172.30.80.3", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false),
        ])
    func ranges(range: String, address: String, holds: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(try #require(NetworkAddress(address))) == holds)
    }

    @Test(
        "Malformed networks are refused",
        arguments: ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "example.org", "", "::/129"])
    func noRanges(text: String) { #expect(AddressRange(text) == nil) }
}
