import Foundation
import OpenID
import ServiceKit

/// Sign-in through the identity provider of a team.
struct TeamSignIn: Sendable {
    let provider: Provider
    /// The provider's name on the page.
    let name: String
    private let groups: [Role: Set<String>]

    /// - Throws: an error with one sentence for the operator if the provider's address is not private.
    init(_ settings: OpenIDSettings) throws {
        let file = settings.secretFile ?? ""
        provider = try Provider(
            Provider.Registration(
                issuer: settings.issuer, client: settings.client, secret: { Self.secret(file) },
                scopes: settings.scopes, groupsClaim: settings.groupsClaim, authorities: settings.authorities))
        name =
            settings.name.isEmpty
            ? String(settings.issuer.split(separator: "/").dropFirst().first ?? "") : settings.name
        groups = [.person: settings.personGroups, .operator: settings.operatorGroups]
        guard Self.secret(file) != nil else {
            throw StartFailure(
                "The secret \(file) of PULSUM_OPENID_SECRET_FILE is missing, empty or open to other people.",
                status: StartFailure.badConfiguration)
        }
    }

    /// The roles that a person's groups grant.
    func roles(of identity: Provider.Identity) -> Set<Role> {
        Set(groups.filter { !$0.value.isDisjoint(with: identity.groups) }.keys)
    }

    private static func secret(_ file: String) -> String? {
        guard let text = try? Files.readSecret(file) else { return nil }
        let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return secret.isEmpty ? nil : secret
    }
}
