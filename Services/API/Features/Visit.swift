import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import LocalTime
import Localization
import Messages
import Pages

/// A signed-in person's request for a page.
struct Visit: Sendable {
    let identity: Credentials.Token
    let account: Account
    let profile: Profile
    let reader: Reader
    /// The instant of the request.
    let at: Milliseconds
    /// Whether others in the network can read along.
    let isClearText: Bool
    /// Proofs of the forms of this session.
    let proofs: FormProofs

    var user: UserID { identity.user }
    /// Lets a browser tell apart the drafts of two people who share it. It gives no access.
    var tag: String {
        var digest = SHA256()
        digest.update(data: Data("Pulsum browser".utf8) + user.bytes)
        return digest.finalize().prefix(8).hexadecimal
    }
    var today: Day { reader.today }
    /// The person's present.
    var asOf: AsOf { AsOf(at: at, today: today) }
    /// When today's number is shown.
    var cover: DisplaySettings.Cover {
        profile.display?.number.flatMap(DisplaySettings.Cover.init(rawValue:)) ?? .afterCheckIn
    }
    var isGerman: Bool { reader.settings.language == .german }
    /// Highest age of a form in milliseconds: a phone may lie in a drawer for a year.
    static let maximumHold: Milliseconds = 366 * 86_400_000
    /// Language of sentences that services compose.
    var language: String { reader.settings.language.rawValue }

    /// Whether the browser keeps the session of the person who opened the example.
    let keepsOwnSession: Bool

    init(
        _ identity: Credentials.Token, _ account: Account, _ profile: Profile, _ request: Request, at: Milliseconds,
        isClearText: Bool, keepsOwnSession: Bool, proofs: FormProofs
    ) {
        self.identity = identity
        self.account = account
        self.profile = profile
        self.at = at
        self.isClearText = isClearText
        self.keepsOwnSession = keepsOwnSession
        self.proofs = proofs
        reader = request.reader(profile, at: at)
    }

    /// The frame of a screen of this person, with the toast that the address names.
    func frame(_ section: Section?, _ request: Request) -> PageFrame {
        var frame = PageFrame(section, person: PageFrame.Person(name: account.name))
        frame.proofs = proofs
        frame.person?.theme = profile.display?.theme
        frame.person?.followsChanges = profile.display?.followsChanges ?? true
        frame.person?.vibrates = profile.display?.vibrates ?? true
        frame.person?.tag = tag
        frame.person?.country = profile.country
        if section == .settings, request.uri.path != "/settings" { frame.settingsPath = request.uri.path }
        if isClearText { frame.banner = reader.words("notice.clearText") }
        if account.isExample == true {
            frame.banner = reader.words("example.banner")
            frame.leavesExample = keepsOwnSession
        }
        if let done = request.uri.queryParameters["done"], reader.words.keys.contains("toast.\(done)") {
            frame.toast = reader.words("toast.\(done)")
        }
        return frame
    }

    /// Minutes after midnight where the person is.
    func minute(of instant: Milliseconds) -> Int { profile.minute(of: instant) }

    /// “07:40” for an instant of today, else its date as well; within a sentence.
    func dateOrTime(_ instant: Milliseconds) -> String {
        profile.calendar.day(millisecond: instant) == today
            ? reader.time(minute: minute(of: instant)) : dateInSentence(instant)
    }

    /// “yesterday, 07:40” where the person is, within a sentence.
    func dateInSentence(_ instant: Milliseconds) -> String {
        let day = profile.calendar.day(millisecond: instant)
        return "\(reader.dayNameInSentence(day)), \(reader.time(minute: minute(of: instant)))"
    }

    /// “Yesterday, 07:40” where the person is.
    func date(_ instant: Milliseconds) -> String {
        let day = profile.calendar.day(millisecond: instant)
        return "\(reader.dayName(day)), \(reader.time(minute: minute(of: instant)))"
    }
}

extension Profile {
    /// Minutes after midnight where the person is.
    func minute(of instant: Milliseconds) -> Int {
        calendar.zone(second: instant.floorDivided(by: 1000)).minute(of: instant)
    }
}

extension LocalZone {
    /// Minutes after midnight.
    func minute(of instant: Milliseconds) -> Int {
        let second = instant.floorDivided(by: 1000)
        let local = second + offset(at: second)
        return Int(local.floorDivided(by: 60) - local.floorDivided(by: 86_400) * 1440)
    }
}

extension HTTPField.Name {
    static let clearSiteData = HTTPField.Name("Clear-Site-Data")!
}

extension Request {
    /// The person as the reader of this request's answer: their own settings, else the client's.
    func reader(_ profile: Profile, at instant: Milliseconds) -> Reader {
        Reader(
            displaySettings(country: profile.country, profile.display),
            today: profile.calendar.day(millisecond: instant), minute: profile.minute(of: instant),
            eveningHour: profile.display?.eveningHour.map(Int.init) ?? DisplaySettings.usualEveningHour)
    }

    /// Language and formats for a browser that asks for them, in a country.
    /// - Parameters:
    ///   - country: ISO 3166 alpha-2; empty if unknown.
    ///   - display: the person's own settings, which take precedence over browser and country.
    func displaySettings(country: String, _ display: Display? = nil) -> DisplaySettings {
        let header = headers[.acceptLanguage] ?? ""
        let language =
            display?.language.flatMap(Language.init(rawValue:)) ?? Language.preferred(header) ?? .english
        var settings = DisplaySettings(
            language: language, region: country.isEmpty ? Self.region(header, language) : country)
        if let units = display?.units.flatMap(DisplaySettings.Units.init(rawValue:)) { settings.units = units }
        if let energy = display?.energy.flatMap(DisplaySettings.Energy.init(rawValue:)) { settings.energy = energy }
        if let clock = display?.clock.flatMap(DisplaySettings.Clock.init(rawValue:)) { settings.clock = clock }
        return settings
    }

    /// The region of the first language range that has one: `de-AT` gives AT.
    private static func region(_ header: String, _ language: Language) -> String {
        let regions = header.split(separator: ",").prefix(32).compactMap { range -> String? in
            let parts = range.prefix { $0 != ";" }.split(separator: "-")
            guard parts.count > 1, let last = parts.last, last.count == 2 else { return nil }
            return last.trimmingCharacters(in: .whitespaces).uppercased()
        }
        return regions.first ?? (language == .german ? "DE" : "US")
    }

    /// A reader without a session. The parameters `language` and `country` of the address take precedence over the
    /// browser's headers: a service worker fetches the offline pages without a session.
    func stranger(at instant: Milliseconds) -> Reader {
        let country = uri.queryParameters["country"].map(String.init) ?? ""
        let isCountry = country.utf8.count == 2 && country.utf8.allSatisfy { (65...90).contains($0) }
        let display = Display(language: uri.queryParameters["language"].map(String.init))
        return Reader(
            displaySettings(country: isCountry ? country : "", display),
            today: LocalCalendar.utc.day(millisecond: instant),
            minute: 12 * 60)
    }
}
