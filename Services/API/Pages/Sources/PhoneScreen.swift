import Foundation
import Localization
import Messages

/// The address that sets up the app Health Auto Export: `com.HealthExport://automation?…`, as its documentation states
/// it (“Configuration & Deep Linking” in the wiki of Lybron/health-auto-export, “Deep Link Automation” in its help).
public enum PhoneLink {
    /// An automation that sends new values every hour.
    ///
    /// `period=none` is the documented “Default”: the whole previous day and the day until now. “Since last sync” would
    /// miss what a watch delivers later for an earlier time. `aggregatedata=false`, because single values tell more.
    /// - Parameter address: of this installation, `https://host:port`.
    public static func automation(address: String, token: String) -> String {
        let parameters = [
            ("url", "\(address)/v1/ingest/health-auto-export"), ("name", "Pulsum"), ("headers", "api-key,\(token)"),
            ("format", "json"), ("datatype", "healthmetrics"), ("aggregatedata", "false"), ("period", "none"),
            ("interval", "none"), ("syncinterval", "hours"), ("syncquantity", "1"), ("enabled", "true"),
        ]
        // A comma separates name and value of a header.
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,")
        let query = parameters.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }
        return "com.HealthExport://automation?" + query.joined(separator: "&")
    }
}

/// Setting up a phone that sends health data by itself.
public struct PhoneScreen: Screen {
    public static let template = "phone"
    public let title: String
    let steps: [String]
    /// The address that the phone sends to; nil if no phone reaches this machine.
    let address: String?
    let isClearText: Bool
    let asks: Reconfirmation
    let problem: String?
    let label: String
    let made: Made?
    let arrivals: [String]
    let isWaiting: Bool

    /// A token that was just made, shown once.
    struct Made: Sendable {
        let token: String
        let link: String
        /// nil if no code can hold the link.
        let code: String?
    }

    /// - Parameters:
    ///   - address: where phones reach this installation; nil if they do not.
    ///   - made: the secret of a token that was just made.
    ///   - tokens: of the person; those that may add samples are phones.
    ///   - asks: before a token is made.
    ///   - date: text of an instant.
    public init(
        address: String?, isClearText: Bool, made: String? = nil, tokens: [DeviceToken], asks: Reconfirmation,
        label: String? = nil, problem: String? = nil, date: (Milliseconds) -> String, for reader: Reader
    ) {
        let words = reader.words
        title = words("phone.title")
        steps = (1...4).map { words("phone.step\($0)") }
        (self.address, self.isClearText, self.asks) = (address, isClearText, asks)
        (self.problem, self.label) = (problem, label ?? words("phone.defaultLabel"))
        self.made = made.map { token in
            let link = PhoneLink.automation(address: address ?? "", token: token)
            return Made(token: token, link: link, code: QRCode(link)?.svg(label: words("phone.codeLabel")))
        }
        let phones = tokens.filter { $0.scopes.contains(.ingest) }
        arrivals = phones.map { phone in
            phone.used.map { words("phone.arrived", ["name": phone.label, "date": date($0)]) }
                ?? words("phone.waiting", ["name": phone.label])
        }
        isWaiting = !phones.isEmpty
    }
}

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
