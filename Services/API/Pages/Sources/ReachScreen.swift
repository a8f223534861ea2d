/// The addresses of this installation for other devices, and their encryption.
public struct ReachScreen: Screen {
    public static let template = "reach"
    public let title: String
    let now: String
    let addresses: [String]
    let hasAddresses: Bool
    let code: String?
    let ways: [Way]
    let works: [String]
    let misses: [String]

    /// A way to encrypt.
    struct Way: Sendable {
        let heading: String
        let text: String
        let command: String
    }

    /// The machines that can reach the process.
    public enum Exposure: String, Sendable, CaseIterable {
        case loopback, encrypted, proxied, clearText
    }

    /// - Parameter addresses: origins under which other devices reach this installation, the best first.
    public init(_ exposure: Exposure, addresses: [String], for reader: Reader) {
        let words = reader.words
        title = words("reach.title")
        now = words("reach.now.\(exposure.rawValue)")
        self.addresses = addresses
        hasAddresses = !addresses.isEmpty
        code = addresses.first.flatMap { QRCode($0) }?.svg(label: words("reach.codeLabel"))
        // Settings and commands are the same in every language.
        let commands = [
            ("certificate", "PULSUM_TLS_CERT=cert.pem PULSUM_TLS_KEY=key.pem pulsum up --http 0.0.0.0:8443"),
            ("domain", "PULSUM_PUBLIC_URL=https://pulsum.example.org PULSUM_TRUSTED_PROXIES=127.0.0.1 pulsum up"),
            ("plain", "PULSUM_CLEAR_TEXT=1 pulsum up --http 0.0.0.0:8080"),
        ]
        ways = commands.map {
            Way(heading: words("reach.\($0.0).title"), text: words("reach.\($0.0).text"), command: $0.1)
        }
        works = (1...3).map { words("reach.works\($0)") }
        misses = (1...4).map { words("reach.misses\($0)") }
    }
}
