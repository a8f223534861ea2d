import Language
import Synchronization
import SystemKit
import Testing

@testable import LocalModel

@Suite struct LocalModelAddressTests {
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
        for url in ["https://8.8.8.8/v1", "http://[2001:db8::1]:8080/v1", "https://model.example/v1"] {
            let refusal = try #require(throws: LocalModelAddress.Refused.self) {
                try LocalModelAddress(url) { _ in ["192.168.1.9", "93.184.216.34"] }
            }
            #expect(
                refusal.description.contains("public address") && refusal.description.contains("PULSUM_LOCAL_MODEL_URL")
            )
        }
        for url in ["ftp://127.0.0.1", "127.0.0.1:8080", "http://", "http://me:secret@127.0.0.1/v1"] {
            #expect(throws: LocalModelAddress.Refused.self) { try LocalModelAddress(url) { _ in [] } }
        }
    }

    @Test("A missing model name is reported at the start; without a URL there is no model")
    func configuration() throws {
        #expect(try LocalModel(url: "", name: "", injections: InjectionDetector()) == nil)
        #expect(throws: LocalModelAddress.Refused.self) {
            try LocalModel(url: "http://127.0.0.1:1/v1", name: "", injections: InjectionDetector())
        }
        #expect(try LocalModel(url: "http://[::1]:11434/v1/", name: "m", injections: InjectionDetector()) != nil)
    }

    @Test("SEN-3 SAF-2 a name is judged again at each connection: one that moves to a public address gets nothing")
    func moves() async throws {
        let addresses = Mutex(["10.0.0.7", "fd00::7"])
        let address = try LocalModelAddress("http://model:8080/v1") { name in
            #expect(name == "model")
            return addresses.withLock { $0 }
        }
        #expect(address.completions == "http://model:8080/v1/chat/completions")
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
