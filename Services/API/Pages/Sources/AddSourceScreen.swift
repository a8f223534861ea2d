import Localization
import Messages

/// An app that sends by itself, as its set-up describes it; by the name of its `CompanionReader`.
public enum SourceApp: String, CaseIterable, Sendable {
    case healthBridge = "health-bridge"
    case openWearables = "open-wearables"
    case healthAutoExport = "health-auto-export"
    case hcWebhook = "hc-webhook"
    case openScale = "openscale"

    /// The name that the app has in its store.
    public var title: String {
        switch self {
        case .healthBridge: "Health Bridge for AI"
        case .openWearables: "Open Wearables"
        case .healthAutoExport: "Health Auto Export"
        case .hcWebhook: "HC Webhook"
        case .openScale: "openScale sync"
        }
    }

    /// The name that is proposed for its pairing.
    public func label(for reader: Reader) -> String { words("label", reader.words) }

    /// A sentence or name about the app.
    func words(_ key: String, _ words: Catalogue) -> String { words("source.\(self).\(key)") }

    /// Numbered sentences about the app, as many as there are.
    func list(_ key: String, _ words: Catalogue) -> [String] {
        var texts: [String] = []
        while words.keys.contains("source.\(self).\(key)\(texts.count + 1)") {
            texts.append(self.words("\(key)\(texts.count + 1)", words))
        }
        return texts
    }
}

/// A device that holds health data.
public enum SourceDevice: String, CaseIterable, Sendable {
    case iphone, android, scale

    /// Those that fit, the one to be tried first before the others.
    var apps: [SourceApp] {
        switch self {
        case .iphone: [.healthBridge, .openWearables, .healthAutoExport]
        case .android: [.hcWebhook, .openWearables]
        case .scale: [.openScale]
        }
    }
}

/// The first steps of adding a source: a device, then an app that fits.
public struct AddSourceScreen: Screen {
    public static let template = "add-source"
    public let title: String
    let devices: [Device]
    let apps: [App]
    let limits: [String]
    let isChosen: Bool

    /// A device to choose.
    struct Device: Sendable {
        let address: String
        let name: String
        let isCurrent: Bool
    }

    /// An app that fits.
    struct App: Sendable {
        let address: String
        let name: String
        let facts: String
        let limits: [String]
        let use: String
    }

    /// - Parameter device: the chosen one; nil for none yet.
    public init(_ device: SourceDevice?, for reader: Reader) {
        let words = reader.words
        title = words("source.add")
        devices = SourceDevice.allCases.map { one in
            Device(
                address: "/sources/add?device=\(one.rawValue)", name: words("source.device.\(one.rawValue)"),
                isCurrent: one == device)
        }
        apps = (device?.apps ?? []).map { app in
            App(
                address: "/sources/add/\(app.rawValue)", name: app.title, facts: app.words("facts", words),
                limits: app.list("limit", words), use: words("source.use", ["name": app.title]))
        }
        limits = device.map { [words("source.deviceLimit.\($0.rawValue)"), words("source.untried")] } ?? []
        isChosen = device != nil
    }
}

/// The one step that connects an app, and the live answer to its first data.
public struct ConnectSourceScreen: Screen {
    public static let template = "connect-source"
    public let title: String
    let app: String
    /// The origin that phones reach; nil if none is known.
    let address: String?
    let isClearText: Bool
    let asks: Reconfirmation
    let problem: String?
    let label: String
    let labelProblem: String?
    let member: String
    let asksForMember: Bool
    let make: String
    let steps: [String]
    let limits: [String]
    let made: Made?
    let arrivals: [SourceState]
    let isWaiting: Bool
    /// Whether one of them has sent.
    let hasData: Bool

    /// What the app takes, shown once.
    public struct Made: Sendable {
        let how: String
        let left: String
        /// The address to type in, and a header's value or a code.
        let address: String
        let token: String?
        /// To be typed in.
        let letters: String?
        let link: String?
        let open: String
        /// The QR code of the link, or of what would be typed in.
        let code: String?
        /// Address of the settings file, which is in it.
        let file: String?
        let check: Check

        /// The address by which a phone says that it reaches this installation.
        struct Check: Sendable {
            let address: String
            let code: String?
        }

        /// - Parameters:
        ///   - address: where the app sends, or its host.
        ///   - settings: a settings file as text, in base 64.
        ///   - check: address by which a phone says that it reaches this installation.
        ///   - left: milliseconds until the secret ends unused.
        public init(
            _ app: SourceApp, address: String, token: String?, code: String?, link: String?, settings: String?,
            check: String, left: Milliseconds, for reader: Reader
        ) {
            let words = reader.words
            how = app.words("how", words)
            self.left = words(
                "source.left", ["time": reader.formats.duration(seconds: Double(max(60_000, left)) / 1000)])
            self.address = address
            self.token = token
            // Fifteen letters are read in groups of five.
            letters = code.map { code in
                guard code.count > 8 else { return code }
                return stride(from: 0, to: code.count, by: 5).map { String(code.dropFirst($0).prefix(5)) }
                    .joined(separator: "-")
            }
            self.link = link
            open = words("source.open", ["name": app.title])
            let text = link ?? (settings == nil && code == nil ? token.map { "\(address)\n\($0)" } : nil)
            self.code = text.flatMap { QRCode($0)?.svg(label: words("source.codeLabel", ["name": app.title])) }
            file = settings.map { "data:application/json;base64,\($0)" }
            self.check = Check(address: check, code: QRCode(check)?.svg(label: words("source.checkLabel")))
        }
    }

    /// - Parameters:
    ///   - address: the origin that phones reach; nil if none is known.
    ///   - made: what was just made.
    ///   - arrivals: the pairings of the app, the newest first.
    ///   - asks: before something is made.
    ///   - label: the name that is proposed or was typed.
    ///   - isLabelTaken: whether a pairing or device token has the typed name.
    public init(
        _ app: SourceApp, address: String?, isClearText: Bool, made: Made? = nil, arrivals: [SourceState],
        asks: Reconfirmation, label: String? = nil, isLabelTaken: Bool = false, member: String? = nil,
        problem: String? = nil, for reader: Reader
    ) {
        let words = reader.words
        title = words("source.connect", ["name": app.title])
        self.app = app.rawValue
        self.address = address
        self.isClearText = isClearText
        self.asks = asks
        self.problem = problem
        self.label = label ?? app.label(for: reader)
        labelProblem = isLabelTaken ? words("source.labelTaken") : nil
        self.member = member ?? ""
        asksForMember = app == .openScale
        make = app.words("make", words)
        steps = app.list("step", words)
        limits = app.list("limit", words)
        self.made = made
        self.arrivals = arrivals
        isWaiting = !arrivals.isEmpty
        hasData = arrivals.contains(where: \.hasData)
    }
}

/// What a phone is shown that has opened the address of a code: it reaches this installation.
public struct ReachedScreen: Screen {
    public static let template = "reached"
    public let title: String
    let text: String
    let isClearText: Bool

    public init(isClearText: Bool, for reader: Reader) {
        title = reader.words("source.reachedTitle")
        text = reader.words("source.reachedText")
        self.isClearText = isClearText
    }
}
