import Foundation
import Messages
import Storage

/// The sessions and device tokens of all people in a transaction. One whose proof fails counts as absent.
struct TokenRows {
    typealias Token = Credentials.Token

    let transaction: Transaction

    /// Reads `tokens` with what `token` takes: `linked` is 1 for a device token of a person with an identity.
    private static let select = """
        SELECT tokens.*, CASE WHEN kind = 'device' AND EXISTS (
            SELECT 1 FROM identities WHERE identities.user = tokens.user) THEN 1 ELSE 0 END AS linked FROM tokens
        """

    private var identities: IdentityRows { IdentityRows(transaction: transaction) }

    /// The session or token of this digest; nil if unknown or expired.
    func token(_ digest: Data, at now: Milliseconds) throws -> Token? {
        let digests = transaction.storedDigests(digest, in: .tokens)
        return try transaction.rows(
            "\(Self.select) WHERE digest IN (?, ?) AND (expires IS NULL OR expires > ?)", Arguments(digests) + [now]
        ).filter { row in
            let (stored, expires): (Data, Milliseconds?) = (try row["digest"], try row["expires"])
            return digests.contains(stored) && expires.map { $0 > now } ?? true
        }.compactMap(token).first
    }

    /// Oldest first, without expired ones.
    func tokens(of user: UserID, kind: Token.Kind, at now: Milliseconds) throws -> [Token] {
        try transaction.rows(
            "\(Self.select) WHERE user = ? AND kind = ? AND (expires IS NULL OR expires > ?) ORDER BY created",
            [user, kind.rawValue, now]
        ).compactMap(token)
    }

    /// The labels of a person's sessions or tokens, expired ones included.
    func labels(of user: UserID, kind: Token.Kind) throws -> [String] {
        try transaction.rows("\(Self.select) WHERE user = ? AND kind = ?", [user, kind.rawValue])
            .compactMap(token).map(\.label)
    }

    /// The subset of sessions and tokens that are still valid, without suspended ones.
    func living(_ ids: [EntityID], at now: Milliseconds) throws -> Set<EntityID> {
        // One statement for any number of ids, because each text is compiled and kept; the last part is filled up.
        let size = 64
        let places = repeatElement("?", count: size).joined(separator: ", ")
        return try stride(from: 0, to: ids.count, by: size).reduce(into: Set()) { living, start in
            let part = (start..<start + size).map { ids[min($0, ids.count - 1)] }
            let found = try transaction.rows(
                "\(Self.select) WHERE id IN (\(places)) AND (expires IS NULL OR expires > ?)",
                Arguments(part) + [now])
            for token in try found.compactMap(token) where !token.isSuspended { living.insert(token.id) }
        }
    }

    /// In place of the scopes of a pairing's token. A release that does not know it grants such a token nothing.
    private static let companion = "companion"

    func add(_ token: Token, digest: Data) throws {
        let scopes =
            token.isCompanion
            ? Self.companion : token.scopes.map(\.description).sorted().joined(separator: " ")
        try transaction.insert(
            [
                "digest": transaction.storedDigest(digest, in: .tokens), "id": token.id, "user": token.user,
                "kind": token.kind.rawValue, "label": token.label, "created": token.created, "expires": token.expires,
                "scopes": token.kind == .session ? nil : scopes, "confirmed": token.confirmed,
                "roles": token.granted.map(Self.text), "used": token.used,
            ], into: .tokens)
    }

    /// Lets a pairing's token live on: its companion has used it.
    func keep(_ token: Token) throws {
        try transaction.update(
            .tokens, ["expires": nil], of: ["id": token.id, "user": token.user], where: "id = ?", [token.id])
    }

    /// Sets the roles of a person's sessions through the identity provider; without a role they end. The device tokens
    /// of a linked account are suspended while it lacks the role of a person.
    func grant(_ roles: Set<Role>, to user: UserID) throws {
        try identities.setSuspended(!roles.contains(.person), user)
        if roles.isEmpty {
            try transaction.execute("DELETE FROM tokens WHERE user = ? AND roles IS NOT NULL", [user])
        } else {
            try transaction.update(
                .tokens, ["roles": Self.text(roles)], of: ["user": user], where: "user = ? AND roles IS NOT NULL",
                [user])
        }
    }

    private static func text(_ roles: Set<Role>) -> String { roles.map(\.rawValue).sorted().joined(separator: " ") }

    /// Records a use, unless one was recorded after a time.
    func noteUse(of token: EntityID, at now: Milliseconds, unlessSince time: Milliseconds) throws {
        try transaction.execute(
            """
            UPDATE tokens SET used = ? WHERE id = ? AND (used IS NULL OR used <= ? OR NOT \(transaction.isInteger("used")))
            """,
            [now, token, time])
    }

    /// Records that a session's password was checked.
    func confirm(_ session: EntityID, at now: Milliseconds) throws {
        try transaction.update(
            .tokens, ["confirmed": now], of: ["id": session, "kind": "session"], where: "id = ? AND kind = 'session'",
            [session])
    }

    /// - Returns: the deleted credential; nil if this user has no such session or token.
    func delete(_ id: EntityID, of user: UserID, kind: Token.Kind) throws -> Token? {
        let arguments: Arguments = [id, user, kind.rawValue]
        let found = try transaction.row("\(Self.select) WHERE id = ? AND user = ? AND kind = ?", arguments)
            .flatMap(token)
        try transaction.execute("DELETE FROM tokens WHERE id = ? AND user = ? AND kind = ?", arguments)
        return found
    }

    func deleteExpired(_ now: Milliseconds) throws {
        try transaction.execute("DELETE FROM tokens WHERE expires < ?", [now])
    }

    /// - Parameter session: the session to keep.
    /// - Returns: number of sessions ended.
    func endSessions(of user: UserID, except session: EntityID?) throws -> Int {
        try transaction.execute(
            "DELETE FROM tokens WHERE user = ? AND kind = 'session' AND id IS NOT ?", [user, session])
    }

    /// The event with the devices of a user's tokens, and of the pairings whose token ended and will be refreshed.
    func devices(of user: UserID) throws -> DevicesChanged {
        let tokens = try transaction.rows(
            "\(Self.select) WHERE user = ? AND kind = ?", [user, Token.Kind.device.rawValue])
        let pairings = try PairingRows(user: user, transaction: transaction).all()
        let paired = pairings.filter { $0.isUsed && $0.ended == nil }.map {
            Credentials.Token.device(of: user, pairing: $0.id)
        }
        let devices = try Set(tokens.compactMap(token).compactMap { $0.sender?.device })
        return DevicesChanged(user: user, devices: devices.union(paired).sorted())
    }

    func emitDevices(of user: UserID) throws { try transaction.emit(try devices(of: user)) }

    /// - Parameter row: of `select`.
    /// - Returns: nil for one that is not authentic or damaged, and for a kind of a newer release.
    private func token(_ row: Row) throws -> Token? {
        guard try transaction.isAuthentic(row, in: .tokens), let user = try? row["user"] as UserID else { return nil }
        let id = (try? row["id"] as EntityID).map { "\($0)" }
        return try transaction.readOne(of: user, in: "tokens", row: id) { try token(row, of: user) } ?? nil
    }

    private func token(_ row: Row, of user: UserID) throws -> Token? {
        guard let kind = Token.Kind(rawValue: try row["kind"]) else { return nil }
        let id: EntityID = try row["id"]
        let scopes: String? = try row["scopes"]
        let roles: String? = try row["roles"]
        let isCompanion = kind == .device && scopes == Self.companion
        return Token(
            id: id, user: user, kind: kind,
            label: try transaction.text(row, "label", in: .tokens),
            scopes: kind == .session || isCompanion
                ? [] : Set((scopes ?? "ingest").split(separator: " ").compactMap { TokenScope(name: String($0)) }),
            created: try row["created"], expires: try row["expires"],
            // Under no proof: a damaged one must neither end nor hide a token.
            used: try transaction.readOne(of: user, in: "tokens", row: "\(id)") {
                try row["used"] as Milliseconds?
            } ?? nil,
            confirmed: try row["confirmed"], isOlder: kind == .device && scopes == nil,
            granted: roles.map { Set($0.split(separator: " ").compactMap { Role(rawValue: String($0)) }) },
            isCompanion: isCompanion, isSuspended: try row["linked"] && identities.isSuspended(user))
    }
}
