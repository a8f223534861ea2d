import Crypto
import Foundation
import Messages
import Storage

/// Browser sessions and device tokens, the rows of `tokens`. Only a secret's digest is stored.
struct Credentials: Sendable {
    let store: Store
    /// Milliseconds since 1970.
    let now: @Sendable () -> Milliseconds
    /// Writes all uses but a first one later; nil to write each immediately.
    var uses: TokenUses?

    static let sessionLifetime: Milliseconds = 30 * 86_400_000
    /// Validity of a checked password for sensitive actions (export, erasure, consent, the cloud key).
    static let confirmationLifetime: Milliseconds = 15 * 60_000
    /// Minimum interval between writes of the last use.
    static let usePrecision: Milliseconds = 60_000
    /// Maximum number of valid device tokens of a person.
    static let maximumTokens = 100

    typealias Token = Credential

    /// Issues a random session or token. The secret is returned once, and only its digest is stored. A session's
    /// password counts as just checked; a session through the identity provider is not confirmed.
    /// - Parameters:
    ///   - scopes: of a device token.
    ///   - expires: of a device token; nil for no expiry.
    ///   - stored: the password hash that was checked; nil to skip the comparison with the current one.
    ///   - granted: roles of a session through the identity provider.
    /// - Throws: `ServiceError`: `invalid`; `conflict` if the label is in use or there are too many tokens; `refused`
    ///   if the password was changed in the meantime; `erased`.
    func issue(
        _ kind: Token.Kind, to user: UserID, label: String, scopes: Set<TokenScope> = [.ingest],
        expires: Milliseconds? = nil,
        whilePasswordIs stored: Data? = nil, granted: Set<Role>? = nil
    ) async throws -> (id: EntityID, secret: String) {
        try Self.check(label: label)
        let created = now()
        if kind == .device {
            guard !scopes.isEmpty, scopes.isSubset(of: TokenScope.names.map(\.value)) else {
                throw ServiceError(
                    .invalid, "scopes names at least one of \(TokenScope.names.map(\.name).joined(separator: ", ")).")
            }
            if let expires, expires <= created {
                throw ServiceError(.invalid, "expires lies in the future, in milliseconds since 1970.")
            }
        }
        let secret = SymmetricKey(size: .bits256).withUnsafeBytes { $0.hexadecimal }
        let id = EntityID.random()
        let digest = Self.digest(secret)
        try await store.write { transaction in
            guard try !transaction.isErased(user) else { throw ServiceError(.erased, "This account has been erased.") }
            if let stored, try AccountRows(transaction: transaction).password(of: user) != stored {
                throw ServiceError(.refused, "The password was changed meanwhile: sign in with the new one.")
            }
            let rows = TokenRows(transaction: transaction)
            try rows.deleteExpired(created)
            if kind == .device { try Self.checkRoom(for: label, of: user, transaction) }
            try rows.add(
                Token(
                    id: id, user: user, kind: kind, label: label, scopes: scopes, created: created,
                    expires: kind == .session ? created + Self.sessionLifetime : expires, used: nil,
                    confirmed: kind == .session && granted == nil ? created : nil, isOlder: false, granted: granted),
                digest: digest)
            if kind == .device { try rows.emitDevices(of: user) }
        }
        return (id, secret)
    }

    /// - Throws: `ServiceError(.invalid)`.
    static func check(label: String) throws {
        guard (1...64).contains(label.unicodeScalars.count),
            !label.unicodeScalars.contains(where: { CharacterSet.controlCharacters.contains($0) })
        else {
            throw ServiceError(.invalid, "A label has 1 to 64 characters.")
        }
    }

    /// Checks in the transaction that adds a device token or a pairing: both share names and their number.
    /// - Throws: `ServiceError(.conflict)`.
    static func checkRoom(for label: String, of user: UserID, _ transaction: Transaction) throws {
        let pairings = try PairingRows(user: user, transaction: transaction).all().filter { $0.ended == nil }
        let labels = Set(
            try TokenRows(transaction: transaction).labels(of: user, kind: .device) + pairings.map(\.label))
        guard !labels.contains(label) else {
            throw ServiceError(
                .conflict, "A device of this name has a token: revoke that one first, or choose another name.")
        }
        guard labels.count < maximumTokens else {
            throw ServiceError(.conflict, "There are \(maximumTokens) device tokens: revoke one first.")
        }
    }

    /// The session or token of this secret; nil if unknown or expired. Records its use, unless it is
    /// suspended.
    func authenticate(_ secret: String) async throws -> Token? {
        let (moment, digest) = (now(), Self.digest(secret))
        let found = try await store.read { try TokenRows(transaction: $0).token(digest, at: moment) }
        if let found, !found.isSuspended, found.used.map({ $0 <= moment - Self.usePrecision }) ?? true {
            if let uses, found.used != nil {
                uses.note(found.id, at: moment)
                return found
            }
            // A full disk must not block authentication.
            try? await store.write {
                try TokenRows(transaction: $0).noteUse(
                    of: found.id, at: moment, unlessSince: moment - Self.usePrecision)
            }
        }
        return found
    }

    /// Re-checks a credential during a long operation.
    /// - Throws: a `Problem` `signInNeeded` if the session or token has ended.
    func check(_ identity: Token) async throws {
        guard try await living([identity.id]).isEmpty else { return }
        throw Problem(
            status: .unauthorized, code: "signInNeeded",
            detail: "Your session or token has ended: sign in again, or make a new token.")
    }

    /// The subset of sessions and tokens that are still valid, without suspended ones.
    func living(_ ids: some Collection<EntityID>) async throws -> Set<EntityID> {
        let (ids, moment) = (Array(ids), now())
        return try await store.read { try TokenRows(transaction: $0).living(ids, at: moment) }
    }

    /// Oldest first, without expired ones.
    func tokens(of user: UserID, kind: Token.Kind) async throws -> [Token] {
        let moment = now()
        return try await store.read { try TokenRows(transaction: $0).tokens(of: user, kind: kind, at: moment) }
    }

    /// Records that the session's password was just checked.
    func confirm(_ session: EntityID) async throws {
        let moment = now()
        try await store.write { try TokenRows(transaction: $0).confirm(session, at: moment) }
    }

    /// True if the session's password was checked within `confirmationLifetime`. A clock that was set back does not
    /// extend it.
    func isConfirmed(_ session: Token) -> Bool {
        guard session.kind == .session, let confirmed = session.confirmed else { return false }
        return (0...Self.confirmationLifetime).contains(now() - confirmed)
    }

    /// Ends a session or a device token; with the token of a pairing the pairing, also while it has no token.
    /// - Returns: the label of the revoked credential; nil if this user has no such session or token.
    @discardableResult
    func revoke(_ id: EntityID, of user: UserID, kind: Token.Kind = .device) async throws -> String? {
        let moment = now()
        return try await store.write { transaction in
            let rows = TokenRows(transaction: transaction)
            let found = try rows.delete(id, of: user, kind: kind)
            guard kind == .device else { return found?.label }
            let pairing = try PairingRows(user: user, transaction: transaction).end(id, at: moment)
            if found != nil { try rows.emitDevices(of: user) }
            return found?.label ?? pairing?.label
        }
    }

    /// Ends all sessions of a user.
    /// - Parameter session: the session to keep.
    func endSessions(of user: UserID, except session: EntityID? = nil) async throws {
        try await store.write { _ = try TokenRows(transaction: $0).endSessions(of: user, except: session) }
    }

    static func digest(_ secret: String) -> Data { Data(SHA256.hash(data: Data(secret.utf8))) }
}

extension Credentials.Token {
    /// The sending device: a pairing, or else a user's tokens with the same label. Nil for a session.
    var sender: DeviceSender? {
        guard kind == .device else { return nil }
        let device =
            isCompanion
            ? Self.device(of: user, pairing: id)
            : Self.device(of: user, Data(label.precomposedStringWithCanonicalMapping.utf8))
        return DeviceSender(device: device, isOlder: isOlder)
    }

    /// `DeviceSender.device` of a pairing.
    static func device(of user: UserID, pairing: EntityID) -> UInt64 {
        device(of: user, Data("pairing".utf8) + Data(pairing.bytes))
    }

    private static func device(of user: UserID, _ name: Data) -> UInt64 {
        var digest = SHA256()
        digest.update(data: user.bytes)
        digest.update(data: name)
        let device = digest.finalize().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return max(1, device)
    }

    /// The token as shown to its owner.
    var shown: DeviceToken {
        DeviceToken(
            id: id, label: label, scopes: isCompanion ? [.ingest] : scopes.sorted { $0.rawValue < $1.rawValue },
            created: created, used: used,
            expires: expires)
    }
}
