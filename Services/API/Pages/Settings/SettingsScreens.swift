import Foundation
import Localization
import Messages

/// Links to all settings.
public struct SettingsScreen: Screen {
    public static let template = "settings"
    public let title: String
    let name: String
    let lines: [Line]

    /// A page of settings with a word about its state.
    struct Line: Sendable {
        let text: String
        let state: String
        let address: String
    }

    /// - Parameters:
    ///   - states: a short phrase by page, such as “off”; none for pages that are left out.
    ///   - isOperator: whether the person sees the operators' page.
    public init(
        name: String, states: [SettingsPage: String], isOperator: Bool = false,
        for reader: Reader
    ) {
        title = reader.words("nav.settings")
        self.name = name
        let pages = SettingsPage.allCases.map {
            Line(
                text: reader.words("settings.page.\($0.rawValue)"), state: states[$0] ?? "", address: $0.address)
        }
        let operators = Line(text: reader.words("operators.title"), state: "", address: "/operators")
        lines = pages + (isOperator ? [operators] : [])
    }
}

/// The pages of settings.
public enum SettingsPage: String, Sendable, CaseIterable {
    case you, data, library, cloud, receipts, security, account, status, about

    /// Its path.
    var address: String {
        switch self {
        case .receipts: "/receipts"
        case .about: "/about"
        default: "/settings/\(rawValue)"
        }
    }

    /// An entry of the list next to a page of the settings.
    struct Link: Sendable {
        let text: String
        let address: String
        let isCurrent: Bool
    }

    /// All pages, with the one of a path marked.
    static func links(at path: String, for reader: Reader) -> [Link] {
        allCases.map { page in
            Link(
                text: reader.words("settings.page.\(page.rawValue)"), address: page.address, isCurrent: page.holds(path)
            )
        }
    }

    private func holds(_ path: String) -> Bool {
        let own = self == .data ? [address, "/sources", "/imports"] : [address]
        return own.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
}

/// Zone, country, and how pages look.
public struct YouScreen: Screen {
    public static let template = "settings-you"
    public let title: String
    let countries: [Choice]
    let zones: [Choice]
    let fields: [Field]
    let followsChanges: Bool
    let countsStreak: Bool
    let vibrates: Bool

    /// A setting with few choices, the first of which is the default.
    struct Field: Sendable {
        let name: String
        let label: String
        let choices: [Choice]

        /// The hour at which the evening begins.
        init(eveningHour selected: Int?, _ reader: Reader) {
            (name, label) = ("eveningHour", reader.words("display.eveningHour.label"))
            let usual = reader.time(minute: DisplaySettings.usualEveningHour * 60)
            choices =
                [
                    Choice(
                        value: "", text: reader.words("display.eveningHour.byDefault", ["time": usual]),
                        isSelected: selected == nil)
                ]
                + DisplaySettings.eveningHours.filter { $0 != DisplaySettings.usualEveningHour }.map {
                    Choice(value: "\($0)", text: reader.time(minute: $0 * 60), isSelected: $0 == selected)
                }
        }

        /// The weekday of the weekly letter, Monday first, or none.
        init(letterDay selected: Int?, _ reader: Reader) {
            (name, label) = ("letterDay", reader.words("display.letterDay.label"))
            let chosen = selected ?? DisplaySettings.usualLetterDay
            choices =
                DisplaySettings.letterDays.dropFirst().map { weekday in
                    let day = reader.formats.weekday(reader.today.monday.advanced(by: weekday - 1))
                    return Choice(
                        value: "\(weekday)", text: reader.words("display.letterDay.on", ["day": day]),
                        isSelected: weekday == chosen)
                } + [Choice(value: "0", text: reader.words("display.letterDay.off"), isSelected: chosen == 0)]
        }

        init(_ name: String, _ values: [String], selected: String?, _ reader: Reader) {
            self.name = name
            label = reader.words("display.\(name).label")
            choices =
                [Choice(value: "", text: reader.words("display.\(name).byDefault"), isSelected: selected == nil)]
                + values.map {
                    Choice(value: $0, text: reader.words("display.\(name).\($0)"), isSelected: $0 == selected)
                }
        }
    }

    public init(country: String, zone: String, display: Display, for reader: Reader) {
        title = reader.words("settings.page.you")
        countries = Choice.countries(selected: country, for: reader)
        fields = [
            Field("language", Language.allCases.map(\.rawValue), selected: display.language, reader),
            Field("units", DisplaySettings.Units.allCases.map(\.rawValue), selected: display.units, reader),
            Field(
                "energy", [DisplaySettings.Energy.kilojoules.rawValue],
                selected: display.energy == DisplaySettings.Energy.kilocalories.rawValue ? nil : display.energy, reader),
            Field("clock", DisplaySettings.Clock.allCases.map(\.rawValue), selected: display.clock, reader),
            Field("theme", ["light", "dark"], selected: display.theme, reader),
            Field(
                "number", ["always", "never"], selected: display.number == "afterCheckIn" ? nil : display.number, reader
            ),
            Field(eveningHour: display.eveningHour.map(Int.init), reader),
            Field(letterDay: display.letterDay.map(Int.init), reader),
        ]
        followsChanges = display.followsChanges ?? true
        countsStreak = display.countsStreak ?? false
        vibrates = display.vibrates ?? true
        zones = Choice.zones(selected: zone)
    }
}

/// Password, sessions, second factor and the record.
public struct SecurityScreen: Screen {
    public static let template = "settings-security"
    public let title: String
    let sessions: [Session]
    let hasSecondFactor: Bool
    let codesLeft: String
    /// Whether a second factor is being set up; its key is shown once.
    let isBegun: Bool
    let key: String?
    let uri: String
    let recoveryCodes: [String]
    let hasCodes: Bool
    let entries: [Entry]
    /// Count and names of events that could not be opened.
    let damaged: String?
    /// Why a form was refused, by its field; “form” for none of them.
    let problems: [String: String]
    let hasPassword: Bool
    let provider: ProviderLink?

    /// A browser that is signed in.
    public struct Session: Sendable {
        let id: String
        let device: String
        let used: String
        let isCurrent: Bool
        public init(id: String, device: String, used: String, isCurrent: Bool) {
            (self.id, self.device, self.used, self.isCurrent) = (id, device, used, isCurrent)
        }
    }

    /// A line of the record.
    public struct Entry: Sendable {
        let date: String
        let what: String
        let from: String
        let device: String
        /// The address that stands for this machine's command line; see `SecurityRecordQuery`.
        private static let commandLine = "command-line"

        public init(date: String, event: SecurityEvent, from: String, device: String, for reader: Reader) {
            (self.date, self.device) = (date, device)
            self.from = from == Self.commandLine ? reader.words("security.commandLine") : from
            what = reader.words("security.event.\(event)")
        }
    }

    /// - Parameters:
    ///   - isBegun: whether a second factor is being set up.
    ///   - begun: its key and address, at the beginning.
    ///   - recoveryCodes: shown once, after it was turned on.
    ///   - damaged: events that could not be opened.
    ///   - hasPassword: false for an account of the identity provider alone.
    ///   - provider: the identity provider and whether the account is linked to it; nil if there is none.
    public init(
        sessions: [Session], hasSecondFactor: Bool, codesLeft: Int, isBegun: Bool = false,
        begun: (key: String, uri: String)? = nil,
        recoveryCodes: [String] = [], entries: [Entry], damaged: DamagedRows? = nil,
        problems: [String: String] = [:], hasPassword: Bool = true,
        provider: ProviderLink? = nil, for reader: Reader
    ) {
        (self.hasPassword, self.provider) = (hasPassword, provider)
        title = reader.words("settings.page.security")
        self.damaged = damaged.map { reader.sentence($0) }
        (self.sessions, self.hasSecondFactor, self.recoveryCodes) = (sessions, hasSecondFactor, recoveryCodes)
        self.codesLeft = reader.words("security.codesLeft", count: codesLeft)
        (self.isBegun, key, uri) = (isBegun || begun != nil, begun?.key, begun?.uri ?? "")
        (hasCodes, self.entries, self.problems) = (!recoveryCodes.isEmpty, entries, problems)
    }
}

/// Export, deletion.
public struct OwnDataScreen: Screen {
    public static let template = "settings-account"
    public let title: String
    let asks: Reconfirmation
    let word: String
    /// A sentence with the time of the last backup, or that none is known.
    let backup: String
    let problem: String?

    public init(asks: Reconfirmation, backup: String = "", problem: String? = nil, for reader: Reader) {
        title = reader.words("settings.page.account")
        (self.asks, self.backup, self.problem) = (asks, backup, problem)
        word = reader.words("account.word")
    }
}

/// Asks for the password once more, or for a fresh login at the identity provider.
public struct ConfirmScreen: Screen {
    public static let template = "confirm"
    public let title: String
    let next: String
    let asks: Reconfirmation
    let problem: String?

    public init(next: String, asks: Reconfirmation, problem: String? = nil, for reader: Reader) {
        title = reader.words(asks.password ? "confirm.title" : "confirm.login")
        (self.next, self.asks, self.problem) = (next, asks, problem)
    }
}

/// A page of text: privacy, about.
public struct TextScreen: Screen {
    public static let template = "text"
    public let title: String
    let parts: [Part]
    let version: String

    /// A heading with its paragraphs.
    public struct Part: Sendable {
        /// nil for paragraphs without one.
        let heading: String?
        let paragraphs: [String]
        public init(heading: String, paragraphs: [String]) {
            (self.heading, self.paragraphs) = (heading.isEmpty ? nil : heading, paragraphs)
        }
    }

    public init(title: String, parts: [Part], version: String) {
        (self.title, self.parts, self.version) = (title, parts, version)
    }
}
