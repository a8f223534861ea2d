import Foundation
import Localization

/// What a page asks before a sensitive step.
public struct Reconfirmation: Sendable {
    /// Whether its forms ask for the password.
    let password: Bool
    /// The button to a fresh login at the identity provider; nil if none is offered.
    let login: ProviderButton?

    /// Nothing is asked, because it was answered a short while ago.
    public static let nothing = Reconfirmation(password: false)
    /// Asks for the password.
    public static let password = Reconfirmation(password: true)

    /// - Parameter login: the button to a fresh login.
    public init(password: Bool, login: ProviderButton? = nil) { (self.password, self.login) = (password, login) }
}

/// A button that leads to the identity provider.
public struct ProviderButton: Sendable {
    let text: String
    /// Path of this site that leads there.
    let address: String

    /// “Sign in with NAME”.
    /// - Parameters:
    ///   - name: of the provider, as configured.
    ///   - address: path of this site that leads there.
    public init(signInWith name: String, address: String, for reader: Reader) {
        (text, self.address) = (reader.words("provider.signIn", ["name": name]), address)
    }

    /// “Sign in once more with NAME”.
    public init(againWith name: String, address: String, for reader: Reader) {
        (text, self.address) = (reader.words("provider.again", ["name": name]), address)
    }
}

/// Whether an account is linked to the identity provider.
public struct ProviderLink: Sendable {
    let title: String
    let text: String
    let isLinked: Bool
    /// Whether the link can be removed: there is a password to sign in with.
    let canRemove: Bool

    /// - Parameter name: of the provider, as configured.
    public init(name: String, isLinked: Bool, hasPassword: Bool, for reader: Reader) {
        title = reader.words("provider.signIn", ["name": name])
        let state = !isLinked ? "unlinked" : hasPassword ? "linked" : "only"
        text = reader.words("provider.\(state)", ["name": name])
        (self.isLinked, canRemove) = (isLinked, isLinked && hasPassword)
    }
}

/// A page that leads on by itself, to the identity provider or back. A browser sends the session's cookie, which is
/// `SameSite=Strict`, only with a navigation that begins on a page of this site, and refuses a form that ends elsewhere.
public struct OnwardScreen: Screen {
    public static let template = "onward"
    public let title: String
    let address: String

    /// - Parameter address: where it leads.
    public init(to address: String, for reader: Reader) {
        (title, self.address) = (reader.words("provider.onward"), address)
    }
}
