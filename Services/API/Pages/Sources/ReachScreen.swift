/// The addresses of this installation for other devices, and their encryption.
public struct ReachScreen: Screen {
    public static let template = "reach"
    public let title: String
    let now: String
    let addresses: [Address]
    let hasAddresses: Bool
    let code: String?
    let trust: Trust?
    let ways: [Way]
    let works: [String]
    let misses: [String]

    struct Address: Sendable {
        let id: Int
        let address: String
    }

    /// A way to encrypt.
    struct Way: Sendable {
        let heading: String
        let text: String
        let command: String
    }

    /// The page that makes a phone trust the certificate.
    struct Trust: Sendable {
        let code: String?
        let fingerprint: [String]
    }

    /// The machines that can reach the process.
    public enum Exposure: String, Sendable, CaseIterable {
        case loopback, encrypted, proxied, clearText
    }

    /// - Parameters:
    ///   - addresses: origins under which other devices reach this installation, the best first.
    ///   - authority: that other devices have to trust first; nil for none.
    public init(
        _ exposure: Exposure, addresses: [String], authority: TrustScreen.Authority? = nil, for reader: Reader
    ) {
        let words = reader.words
        title = words("reach.title")
        now = words("reach.now.\(exposure.rawValue)")
        self.addresses = addresses.enumerated().map { Address(id: $0, address: $1) }
        hasAddresses = !addresses.isEmpty
        code = addresses.first.flatMap { QRCode($0) }?.svg(label: words("reach.codeLabel"))
        trust = authority.map { authority in
            Trust(
                code: addresses.first.flatMap { QRCode($0 + "/trust") }?.svg(label: words("trust.codeLabel")),
                fingerprint: authority.lines)
        }
        // Settings and commands are the same in every language.
        let commands = [
            ("domain", "PULSUM_PUBLIC_URL=https://pulsum.example.org PULSUM_TRUSTED_PROXIES=127.0.0.1 pulsum up"),
            (
                "overlay",
                """
                tailscale cert NAME.ts.net
                PULSUM_TLS_CERT=NAME.ts.net.crt PULSUM_TLS_KEY=NAME.ts.net.key PULSUM_HTTP_NAMES=NAME.ts.net pulsum up --http 0.0.0.0:8443
                """
            ), ("certificate", "pulsum certificate"),
            ("plain", "PULSUM_CLEAR_TEXT=1 pulsum up --http 0.0.0.0:8080"),
        ]
        ways = commands.map {
            Way(heading: words("reach.\($0.0).title"), text: words("reach.\($0.0).text"), command: $0.1)
        }
        works = (1...3).map { words("reach.works\($0)") }
        misses = (1...4).map { words("reach.misses\($0)") }
    }
}
