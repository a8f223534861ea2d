import Drawing
import Foundation
import Localization

/// Signing in.
public struct SignInScreen: Screen {
    public static let template = "sign-in"
    public let title: String
    let name: String
    /// Path to open afterwards.
    let next: String
    /// Whether the account needs the code of its second factor.
    let needsCode: Bool
    /// Why the last attempt failed, by the field that it is about; “form” for none of them.
    let problems: [String: String]
    /// Whether others in the network can read what is sent.
    let isClearText: Bool
    /// Whether the browser holds what was written before the session was lost.
    let holdsEntries: Bool
    /// The button to the identity provider; nil if there is none.
    let provider: ProviderButton?
    /// Address of the provider's sign-out page, after signing out here; nil if there is none.
    let endSession: String?
    let endSessionText: String

    /// - Parameter ended: name and sign-out page of the identity provider, after signing out here.
    public init(
        name: String = "", next: String = "/", needsCode: Bool = false, problems: [String: String] = [:],
        holdsEntries: Bool = false, isClearText: Bool, provider: ProviderButton? = nil,
        ended: (name: String, address: String)? = nil, for reader: Reader
    ) {
        title = reader.words("signin.title")
        (self.provider, endSession) = (provider, ended?.address)
        endSessionText = ended.map { reader.words("provider.signOut", ["name": $0.name]) } ?? ""
        self.holdsEntries = holdsEntries
        (self.name, self.next, self.needsCode, self.problems) = (name, next, needsCode, problems)
        self.isClearText = isClearText
    }
}

/// Making the first account.
public struct WelcomeScreen: Screen {
    public static let template = "welcome"
    public let title: String
    let name: String
    let countries: [Choice]
    let zones: [Choice]
    /// The code of the set-up link, as it was sent.
    let code: String
    /// Whether the form was sent before and refused.
    let isAgain: Bool
    /// The rings of an invented day.
    let drawing: String
    /// Why no account was made, by the field that it is about; “form” for none of them.
    let problems: [String: String]
    let isClearText: Bool
    /// Whether this browser may look around with the example person.
    let hasExampleDoor: Bool
    /// False, because nobody is signed in on this page.
    let saysReturn = false
    /// The button to the identity provider; nil if there is none.
    let provider: ProviderButton?

    public init(
        name: String = "", country: String, timeZone: String, code: String = "", problems: [String: String] = [:],
        isClearText: Bool, hasExampleDoor: Bool = false, provider: ProviderButton? = nil, for reader: Reader
    ) {
        title = reader.words("welcome.title")
        self.provider = provider
        self.name = name
        self.code = code
        isAgain = !problems.isEmpty
        self.problems = problems
        self.isClearText = isClearText
        self.hasExampleDoor = hasExampleDoor
        drawing = Self.rings(reader)
        zones = Choice.zones(selected: timeZone)
        countries = Choice.countries(selected: country, for: reader)
    }

    private static func rings(_ reader: Reader) -> String {
        let values: [RingSignal: Double] = [
            .hrv: 0.5, .nightPulse: 0.3, .restingPulse: 0.1, .breathing: 0, .sleepDebt: -0.4, .sleepQuality: 0.6,
            .steps: -0.2, .energy: 0.5, .stress: 0.1, .journal: 0.3,
        ]
        func day(_ share: Double) -> Rings.Day { values.mapValues { .known(share * $0) } }
        let (today, earlier) = (day(1), [0.6, -0.2, 0.3, -0.5, 0.1, 0.4].map { Optional(day($0)) })
        return Rings(
            .day(
                Rings.ScoredDay(
                    today: today, standing: Standing(place: 0.5, share: 0.6), earlier: earlier, band: 20, number: nil)),
            title: reader.words("today.rings"), description: reader.words("today.rings")
        ).svg.markup
    }
}

/// One of several choices of a form.
public struct Choice: Sendable {
    /// Sent by the form.
    public let value: String
    /// Shown to the person.
    public let text: String
    /// Whether it is the choice at first.
    public let isSelected: Bool
    /// The country of a choice that is a time zone, ISO 3166 alpha-2; nil if unknown, and for other choices.
    public let country: String?

    public init(value: String, text: String, isSelected: Bool, country: String? = nil) {
        self.value = value
        self.text = text
        self.isSelected = isSelected
        self.country = country
    }

    /// All countries by name, after an entry for none.
    /// - Parameter selected: ISO 3166 alpha-2; empty for none.
    public static func countries(selected: String, for reader: Reader) -> [Choice] {
        let locale = Locale(identifier: reader.settings.language.rawValue)
        let named = Locale.Region.isoRegions.map(\.identifier).filter { code in
            let countries = ZoneCountries.system.all
            return code.utf8.count == 2 && code.utf8.allSatisfy { (65...90).contains($0) }
                && (countries.isEmpty || countries.contains(code))
        }.compactMap { code in
            locale.localizedString(forRegionCode: code).map { (code: code, name: $0) }
        }.sorted { $0.name.compare($1.name, locale: locale) == .orderedAscending }
        return [Choice(value: "", text: reader.words("welcome.noCountry"), isSelected: selected.isEmpty)]
            + named.map { Choice(value: $0.code, text: $0.name, isSelected: $0.code == selected) }
    }
}

/// The three ways to begin, after the account was made.
public struct DoorsScreen: Screen {
    public static let template = "doors"
    public let title: String
    let name: String
    /// Whether this browser may look around with the example person.
    let hasExampleDoor: Bool
    /// Whether a way leads back to one's own account.
    let saysReturn: Bool

    public init(name: String, hasExampleDoor: Bool, for reader: Reader) {
        title = reader.words("welcome.doorsTitle")
        self.name = name
        self.hasExampleDoor = hasExampleDoor
        saysReturn = hasExampleDoor
    }
}
