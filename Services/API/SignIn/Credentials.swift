import Crypto
import Foundation
import GRDB
import Messages
import Storage

/// Browser sessions and device tokens, the rows of `tokens`. Only a secret's digest is stored.
struct Credentials: Sendable {
    let store: Store
    /// Milliseconds since 1970.
    let now: @Sendable () -> Milliseconds

    static let sessionLifetime: Milliseconds = 30 * 86_400_000
    /// Validity of a checked password for sensitive actions (export, erasure, consent, the cloud key).
    static let confirmationLifetime: Milliseconds = 15 * 60_000
    /// Minimum interval between writes of the last use.
    static let usePrecision: Milliseconds = 60_000
    /// Maximum number of valid device tokens of a person.
    static let maximumTokens = 100

    struct Token: Sendable {
        enum Kind: String { case session, device }
        let id: EntityID
        let user: UserID
        let kind: Kind
        let label: String
        /// Scopes of a device token; empty for a session, which may do everything.
        let scopes: Set<TokenScope>
        let created: Milliseconds
        let expires: Milliseconds?
        /// Last use, to the minute.
        let used: Milliseconds?
        /// Time of the last password check; sessions only.
        let confirmed: Milliseconds?
        /// True for a device token created before scopes existed.
        let isOlder: Bool
    }

    /// Issues a random session or token. The secret is returned once, and only its digest is stored. A session's
    /// password counts as just checked.
    /// - Parameters:
    ///   - scopes: of a device token.
    ///   - expires: of a device token; nil for no expiry.
    ///   - stored: the password hash that was checked; nil to skip the comparison with the current one.
    /// - Throws: `ServiceError`: `invalid`; `conflict` if the label is in use or there are too many tokens; `refused`
    ///   if the password was changed in the meantime; `erased`.
    func issue(
        _ kind: Token.Kind, to user: UserID, label: String, scopes: Set<TokenScope> = [.ingest],
        expires: Milliseconds? = nil,
        whilePasswordIs stored: Data? = nil
    ) async throws -> (id: EntityID, secret: String) {
        guard (1...64).contains(label.count),
            !label.unicodeScalars.contains(where: { CharacterSet.controlCharacters.contains($0) })
        else {
            throw ServiceError(.invalid, "A label has 1 to 64 characters.")
        }
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
        let secret = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.map { String(format: "%02x", $0) }
            .joined()
        let id = EntityID.random()
        try await store.write { transaction in
            guard try !transaction.isErased(user) else { throw ServiceError(.erased, "This account has been erased.") }
            if let stored,
                try transaction.value(Data.self, "SELECT password FROM accounts WHERE user = ?", [user]) != stored
            {
                throw ServiceError(.refused, "The password was changed meanwhile: sign in with the new one.")
            }
            try transaction.execute("DELETE FROM tokens WHERE expires < ?", [created])
            if kind == .device {
                let labels = try transaction.rows(
                    "SELECT label FROM tokens WHERE user = ? AND kind = ?", [user, kind.rawValue]
                ).map { $0["label"] as String }
                guard !labels.contains(label) else {
                    throw ServiceError(
                        .conflict, "A device of this name has a token: revoke that one first, or choose another name.")
                }
                guard labels.count < Self.maximumTokens else {
                    throw ServiceError(.conflict, "There are \(Self.maximumTokens) device tokens: revoke one first.")
                }
            }
            try transaction.execute(
                "INSERT INTO tokens (digest, id, user, kind, label, created, expires, scopes, confirmed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    Self.digest(secret), id, user, kind.rawValue, label, created,
                    kind == .session ? created + Self.sessionLifetime : expires,
                    kind == .session ? nil : scopes.map(\.description).sorted().joined(separator: " "),
                    kind == .session ? created : nil,
                ])
            if kind == .device { try Self.emitDevices(of: user, transaction) }
        }
        return (id, secret)
    }

    /// The session or token of this secret; nil if unknown or expired. Records its use.
    func authenticate(_ secret: String) async throws -> Token? {
        let (moment, digest) = (now(), Self.digest(secret))
        let found = try await store.read { transaction in
            try transaction.row(
                "SELECT * FROM tokens WHERE digest = ? AND (expires IS NULL OR expires > ?)", [digest, moment]
            ).flatMap { Token($0) }
        }
        if let found, found.used.map({ $0 <= moment - Self.usePrecision }) ?? true {
            // A full disk must not block authentication.
            _ = try? await store.write { transaction in
                try transaction.execute(
                    "UPDATE tokens SET used = ? WHERE digest = ? AND (used IS NULL OR used <= ?)",
                    [moment, digest, moment - Self.usePrecision])
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

    /// The subset of sessions and tokens that are still valid.
    func living(_ ids: some Collection<EntityID>) async throws -> Set<EntityID> {
        let (ids, moment) = (Array(ids), now())
        return try await store.read { transaction in
            // One statement per 1000 ids; SQLite takes 32,766 arguments.
            try stride(from: 0, to: ids.count, by: 1000).reduce(into: Set()) { living, start in
                let part = ids[start..<min(start + 1000, ids.count)]
                let places = repeatElement("?", count: part.count).joined(separator: ", ")
                let found = try EntityID.fetchAll(
                    transaction.db,
                    sql: "SELECT id FROM tokens WHERE id IN (\(places)) AND (expires IS NULL OR expires > ?)",
                    arguments: StatementArguments(part) + [moment])
                living.formUnion(found)
            }
        }
    }

    /// Oldest first, without expired ones.
    func tokens(of user: UserID, kind: Token.Kind) async throws -> [Token] {
        let moment = now()
        return try await store.read { transaction in
            try transaction.rows(
                "SELECT * FROM tokens WHERE user = ? AND kind = ? AND (expires IS NULL OR expires > ?) ORDER BY created",
                [user, kind.rawValue, moment]
            ).compactMap { Token($0) }
        }
    }

    /// Records that the session's password was just checked.
    func confirm(_ session: EntityID) async throws {
        let moment = now()
        try await store.write {
            try $0.execute("UPDATE tokens SET confirmed = ? WHERE id = ? AND kind = 'session'", [moment, session])
        }
    }

    /// True if the session's password was checked within `confirmationLifetime`. A clock that was set back does not
    /// extend it.
    func isConfirmed(_ session: Token) -> Bool {
        guard session.kind == .session, let confirmed = session.confirmed else { return false }
        return (0...Self.confirmationLifetime).contains(now() - confirmed)
    }

    /// - Returns: the revoked credential; nil if this user has no such session or token.
    @discardableResult
    func revoke(_ id: EntityID, of user: UserID, kind: Token.Kind = .device) async throws -> Token? {
        try await store.write { transaction in
            let arguments: StatementArguments = [id, user, kind.rawValue]
            let found = try transaction.row("SELECT * FROM tokens WHERE id = ? AND user = ? AND kind = ?", arguments)
                .flatMap { Token($0) }
            try transaction.execute("DELETE FROM tokens WHERE id = ? AND user = ? AND kind = ?", arguments)
            if found?.kind == .device { try Self.emitDevices(of: user, transaction) }
            return found
        }
    }

    /// The event with the devices of a user's tokens.
    static func devices(of user: UserID, _ transaction: Transaction) throws -> DevicesChanged {
        let tokens = try transaction.rows(
            "SELECT * FROM tokens WHERE user = ? AND kind = ?", [user, Token.Kind.device.rawValue])
        return DevicesChanged(user: user, devices: tokens.compactMap { Token($0)?.sender?.device }.sorted())
    }

    private static func emitDevices(of user: UserID, _ transaction: Transaction) throws {
        try transaction.emit(try devices(of: user, transaction))
    }

    /// Ends all sessions of a user.
    /// - Parameter session: the session to keep.
    func endSessions(of user: UserID, except session: EntityID? = nil) async throws {
        try await store.write { _ = try Self.endSessions(of: user, except: session, $0) }
    }

    /// - Returns: number of sessions ended.
    static func endSessions(of user: UserID, except session: EntityID?, _ transaction: Transaction) throws -> Int {
        try transaction.execute(
            "DELETE FROM tokens WHERE user = ? AND kind = 'session' AND id IS NOT ?", [user, session])
    }

    private static func digest(_ secret: String) -> Data { Data(SHA256.hash(data: Data(secret.utf8))) }
}

extension Credentials.Token {
    /// - Parameter row: of `tokens`, all columns.
    init?(_ row: Row) {
        guard let kind = Kind(rawValue: row["kind"]) else { return nil }
        let scopes: String? = row["scopes"]
        (id, user, self.kind, label) = (row["id"], row["user"], kind, row["label"])
        isOlder = kind == .device && scopes == nil
        self.scopes =
            kind == .session
            ? [] : Set((scopes ?? "ingest").split(separator: " ").compactMap { TokenScope(name: String($0)) })
        (created, expires, used, confirmed) = (row["created"], row["expires"], row["used"], row["confirmed"])
    }

    /// The sending device: a user's tokens with the same label belong to the same device. Nil for a session.
    var sender: DeviceSender? {
        guard kind == .device else { return nil }
        var digest = SHA256()
        digest.update(data: user.bytes)
        digest.update(data: Data(label.precomposedStringWithCanonicalMapping.utf8))
        let device = digest.finalize().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return DeviceSender(device: max(1, device), isOlder: isOlder)
    }

    /// The token as shown to its owner.
    var shown: DeviceToken {
        DeviceToken(
            id: id, label: label, scopes: scopes.sorted { $0.rawValue < $1.rawValue }, created: created, used: used,
            expires: expires)
    }
}
