import Foundation
import Messages
import OpenID
import Storage

/// Accounts of people who sign in through the identity provider.
extension Accounts {
    /// Uses an attempt's state, once and for all, and counts it as a sign-in that may fail.
    /// - Throws: `OpenIDError.wrongState` if it was used before; `ServiceError(.busy)` after too many failures of the
    ///   address.
    func use(_ attempt: LoginAttempt, from address: String) async throws {
        let throttle = try await throttle()
        let isFirst = try await store.write { transaction in
            try throttle.count([.address(address)], transaction)
            return try OpenIDStateRows(transaction: transaction).use(
                attempt.state, until: attempt.begun + LoginAttempt.lifetime, now: throttle.now)
        }
        guard isFirst else { throw OpenIDError.wrongState }
    }

    /// Takes the failure back that `use` counted.
    func forgiveLogin(from address: String) async throws {
        let throttle = try await throttle()
        try await store.write { try throttle.forgive([.address(address)], $0) }
    }

    /// Opens a session of an identity; its first sign-in makes an account without a password. The roles apply to the
    /// identity's other sessions through the provider, too, and suspend or restore its device tokens.
    /// - Parameters:
    ///   - zone: IANA name, of a new account.
    ///   - country: ISO 3166 alpha-2 or empty, of a new account.
    /// - Throws: `OpenIDError.noGroup` without a role; the identity's sessions have ended then.
    func signIn(
        _ identity: Provider.Identity, roles: Set<Role>, zone: String, country: String, from visitor: SignInOrigin
    ) async throws -> (session: SignedIn, isNew: Bool) {
        let key = IdentityRows.key(identity, try await keys(.identity))
        var profile = Profile(
            user: .random(), revision: 1, timeZones: [ZonePeriod(since: 0, zone: zone)], country: country,
            sourceOrder: [])
        try Profiles.validate(profile)
        let moment = now()
        let found = try await store.write { [profile] transaction -> (user: UserID, isNew: Bool)? in
            let known = try IdentityRows(transaction: transaction).user(of: key)
            if let known { try TokenRows(transaction: transaction).grant(roles, to: known) }
            guard !roles.isEmpty else { return nil }
            if let known { return (known, false) }
            let accounts = AccountRows(transaction: transaction)
            let account = Messages.Account(user: profile.user, name: try accounts.freeName(like: identity.name))
            try accounts.add(account, password: Data(), at: moment)
            let identities = IdentityRows(transaction: transaction)
            _ = try identities.link(key, to: profile.user, at: moment)
            try identities.setSuspended(!roles.contains(.person), profile.user)
            try SetUpRows(transaction: transaction).use()
            try ProfileRows(user: profile.user, transaction: transaction).write(profile)
            return (profile.user, true)
        }
        guard let found else { throw OpenIDError.noGroup }
        profile.user = found.user
        if found.isNew { await record.note(.accountMade, of: found.user, from: visitor.address ?? "") }
        let session = try await open(found.user, from: visitor, granted: roles)
        await record.note(.signIn, of: found.user, from: visitor.address ?? "", label: visitor.family)
        return (session, found.isNew)
    }

    /// Confirms a session whose person logged in anew at the provider.
    /// - Throws: `OpenIDError`: `otherPerson` for an identity of another person, `noGroup` without a role.
    func confirm(_ session: EntityID, of user: UserID, by identity: Provider.Identity, roles: Set<Role>) async throws {
        let key = IdentityRows.key(identity, try await keys(.identity))
        let isOwn = try await store.write { transaction in
            guard try IdentityRows(transaction: transaction).user(of: key) == user else { return false }
            try TokenRows(transaction: transaction).grant(roles, to: user)
            return true
        }
        guard isOwn else { throw OpenIDError.otherPerson }
        guard !roles.isEmpty else { throw OpenIDError.noGroup }
        try await credentials.confirm(session)
    }

    /// Links an identity to an account that has another way to sign in.
    /// - Parameter session: the confirmed session that began the attempt.
    /// - Throws: `OpenIDError`: `linked` if one of both is linked already, `noGroup` without the role of a person,
    ///   `wrongState` if the session has ended since.
    func link(
        _ identity: Provider.Identity, to user: UserID, in session: EntityID, roles: Set<Role>
    ) async throws {
        guard roles.contains(.person) else { throw OpenIDError.noGroup }
        let (key, moment) = (IdentityRows.key(identity, try await keys(.identity)), now())
        let isLinked = try await store.write { transaction in
            try transaction.check(user)
            guard try TokenRows(transaction: transaction).living([session], at: moment).contains(session) else {
                throw OpenIDError.wrongState
            }
            return try IdentityRows(transaction: transaction).link(key, to: user, at: moment)
        }
        guard isLinked else { throw OpenIDError.linked }
    }

    /// Removes the link of an account with a password, and ends its sessions through the provider. Its device tokens
    /// no longer depend on a role.
    /// - Throws: `ServiceError(.refused)` for an account without a password.
    func unlink(_ user: UserID) async throws {
        try await store.write { transaction in
            guard try AccountRows(transaction: transaction).password(of: user) != nil else {
                throw ServiceError(.refused, "This account has no password.")
            }
            try TokenRows(transaction: transaction).grant([], to: user)
            try IdentityRows(transaction: transaction).unlink(user)
        }
    }

    /// How a person can sign in.
    func waysIn(_ user: UserID) async throws -> (hasPassword: Bool, isLinked: Bool) {
        try await store.read { transaction in
            (
                try AccountRows(transaction: transaction).password(of: user) != nil,
                try IdentityRows(transaction: transaction).isLinked(user)
            )
        }
    }
}

extension AccountRows {
    /// A name that no account has: the wanted one, or with a number behind it.
    fileprivate func freeName(like wanted: String?) throws -> String {
        let printable = (wanted ?? "").filter {
            $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
        let base = (try? Accounts.named(String(printable.prefix(56)))) ?? "Person"
        var (name, number) = (base, 1)
        while try isTaken(name) {
            number += 1
            name = "\(base) \(number)"
        }
        return name
    }
}
