import Foundation
import Hummingbird
import Messages
import Pages

/// Confirms that it is the person who takes a sensitive step, by password or at the identity provider.
struct Reconfirmer: Sendable {
    let accounts: Accounts
    /// Nil without an identity provider.
    let team: TeamSignIn?

    /// Checks the password of a form unless it was checked a short while ago. An account without a password needs a
    /// login at the identity provider of a short while ago.
    /// - Throws: `ServiceError`, `refused` for a wrong one; a `Problem` `loginNeeded`.
    func check(_ visit: Visit, _ form: FormBody, _ context: EdgeContext) async throws {
        guard !accounts.credentials.isConfirmed(visit.identity) else { return }
        try await checkAnew(visit, form, context)
    }

    /// Checks the password of a form, whenever it was checked before; otherwise as `check`.
    func checkAnew(_ visit: Visit, _ form: FormBody, _ context: EdgeContext) async throws {
        guard try await accounts.waysIn(visit.user).hasPassword else {
            guard accounts.credentials.isConfirmed(visit.identity) else { throw Problem.loginNeeded }
            return
        }
        try await accounts.confirm(
            visit.identity, password: form.exactly("password"), from: "\(context.clientAddress)")
    }

    /// What a page asks before a sensitive step: the password, or of an account without one a fresh login.
    /// - Parameters:
    ///   - next: path of the page.
    ///   - isAnew: whether the password is asked for, whenever it was checked before.
    func asks(_ visit: Visit, at next: String, isAnew: Bool = false) async throws -> Reconfirmation {
        let isConfirmed = accounts.credentials.isConfirmed(visit.identity)
        guard !isConfirmed || isAnew else { return .nothing }
        guard try await !accounts.waysIn(visit.user).hasPassword else { return .password }
        return isConfirmed ? .nothing : Reconfirmation(password: false, login: freshLogin(next, for: visit.reader))
    }

    /// Every way in which a person can confirm a session.
    func ways(_ visit: Visit, _ next: String) async throws -> Reconfirmation {
        let ways = try await accounts.waysIn(visit.user)
        return Reconfirmation(
            password: ways.hasPassword, login: ways.isLinked ? freshLogin(next, for: visit.reader) : nil)
    }

    /// The button of the page for signing in; nil without a provider.
    func providerButton(_ next: String, for reader: Reader) -> ProviderButton? {
        team.map {
            ProviderButton(signInWith: $0.name, address: "/openid/sign-in?next=\(SitePath.escaped(next))", for: reader)
        }
    }

    /// Asks for a fresh login at the provider.
    func freshLogin(_ next: String, for reader: Reader) -> ProviderButton? {
        team.map {
            ProviderButton(againWith: $0.name, address: "/openid/confirm?next=\(SitePath.escaped(next))", for: reader)
        }
    }
}
