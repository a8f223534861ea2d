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
    let timeZone: String
    /// Why no account was made, by the field that it is about; “form” for none of them.
    let problems: [String: String]
    let isClearText: Bool
    /// Whether this browser may look around with the example person.
    let hasExampleDoor: Bool
    /// False, because nobody is signed in on this page.
    let endsSession = false
    /// The button to the identity provider; nil if there is none.
    let provider: ProviderButton?

    public init(
        name: String = "", country: String, timeZone: String, problems: [String: String] = [:], isClearText: Bool,
        hasExampleDoor: Bool = false, provider: ProviderButton? = nil, for reader: Reader
    ) {
        title = reader.words("welcome.title")
        self.provider = provider
        (self.name, self.timeZone, self.problems) = (name, timeZone, problems)
        (self.isClearText, self.hasExampleDoor) = (isClearText, hasExampleDoor)
        countries = Choice.countries(selected: country, for: reader)
    }
}

/// One of several choices of a form.
public struct Choice: Sendable {
    /// Sent by the form.
    public let value: String
    /// Shown to the reader.
    public let text: String
    /// Whether it is the choice at first.
    public let isSelected: Bool

    public init(value: String, text: String, isSelected: Bool) {
        (self.value, self.text, self.isSelected) = (value, text, isSelected)
    }

    /// All countries by name, after an entry for none.
    /// - Parameter selected: ISO 3166 alpha-2; empty for none.
    public static func countries(selected: String, for reader: Reader) -> [Choice] {
        let locale = Locale(identifier: reader.settings.language.rawValue)
        let named = Locale.Region.isoRegions.map(\.identifier).filter { code in
            code.utf8.count == 2 && code.utf8.allSatisfy { (65...90).contains($0) }
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
    /// Whether looking around ends the session of this browser.
    let endsSession: Bool

    public init(name: String, hasExampleDoor: Bool, for reader: Reader) {
        title = reader.words("welcome.doorsTitle")
        (self.name, self.hasExampleDoor, endsSession) = (name, hasExampleDoor, hasExampleDoor)
    }
}
