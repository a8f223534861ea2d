/// How a phone comes to trust the certificate authority of this installation.
public struct TrustScreen: Screen {
    public static let template = "trust"
    public let title: String
    let limits: String
    let phones: [Phone]

    /// The authority, as pages show it.
    public struct Authority: Sendable {
        let name: String
        let names: [String]
        let fingerprint: String

        /// - Parameters:
        ///   - name: as phones show it.
        ///   - names: those that it can vouch for.
        ///   - fingerprint: pairs of digits, separated by spaces.
        public init(name: String, names: [String], fingerprint: String) {
            self.name = name
            self.names = names
            self.fingerprint = fingerprint
        }

        /// The fingerprint in lines of eight pairs.
        var lines: [String] {
            let pairs = fingerprint.split(separator: " ")
            return stride(from: 0, to: pairs.count, by: 8).map { start in
                pairs[start..<min(start + 8, pairs.count)].joined(separator: " ")
            }
        }
    }

    struct Phone: Sendable {
        let name: String
        let steps: [Step]
    }

    /// A step, with the way through the phone's settings: a picture of each screen, whose last row is the one to tap.
    struct Step: Sendable {
        let text: String
        let screens: [Picture]
        let hasScreens: Bool

        init(_ text: String, _ screens: [Picture] = []) {
            self.text = text
            self.screens = screens
            hasScreens = !screens.isEmpty
        }
    }

    struct Picture: Sendable {
        let title: String
        let row: String
        let isSwitch: Bool
    }

    /// - Parameter authority: that phones have to trust.
    public init(_ authority: Authority, for reader: Reader) {
        let words = reader.words
        title = words("trust.title")
        limits = words("trust.limits", ["names": authority.names.joined(separator: ", ")])
        func picture(_ path: [String], isSwitch: Bool = false) -> [Picture] {
            zip(path, path.dropFirst()).map { title, row in
                Picture(title: title, row: row, isSwitch: isSwitch && row == path.last)
            }
        }
        func path(_ phone: String, _ keys: [String]) -> [String] { keys.map { words("trust.\(phone).\($0)") } }
        phones = [
            Phone(
                name: words("trust.iPhone.name"),
                steps: [
                    Step(words("trust.iPhone.download")),
                    Step(
                        words("trust.iPhone.install"),
                        picture(path("iPhone", ["settings", "general", "profiles"]) + [authority.name])),
                    Step(
                        words("trust.iPhone.switch"),
                        picture(
                            path("iPhone", ["general", "about", "trusts"]) + [authority.name], isSwitch: true)),
                ]),
            Phone(
                name: words("trust.android.name"),
                steps: [
                    Step(words("trust.android.download")),
                    Step(
                        words("trust.android.install"),
                        picture(
                            path("android", ["settings", "security", "more", "credentials", "installed", "authority"]))),
                    Step(
                        words("trust.android.compare"),
                        picture(path("android", ["trusted", "user"]) + [authority.name])),
                ]),
        ]
    }
}
