import Foundation
import Messages
import Storage

/// Invitations of all people in a transaction. One whose proof fails counts as absent.
struct InvitationRows {
    let transaction: Transaction

    struct Invitation {
        var user: UserID
        var pairing: EntityID
        var expires: Milliseconds
        /// Digest of who redeemed it; nil for nobody.
        var bound: Data?
    }

    func add(_ digest: Data, _ app: CompanionApp, _ invitation: Invitation) throws {
        try transaction.insert(
            [
                "digest": transaction.storedDigest(digest, in: .invitations), "user": invitation.user,
                "pairing": invitation.pairing, "companion": app.rawValue, "expires": invitation.expires,
                "bound": invitation.bound,
            ], into: .invitations)
    }

    func invitation(_ digest: Data, _ app: CompanionApp, at now: Milliseconds) throws -> Invitation? {
        try transaction.execute("DELETE FROM invitations WHERE expires <= ?", [now])
        let digests = transaction.storedDigests(digest, in: .invitations)
        return try transaction.rows("SELECT * FROM invitations WHERE digest IN (?, ?)", Arguments(digests)).filter {
            let stored: Data = try $0["digest"]
            return try digests.contains(stored)
                && transaction.isAuthentic($0, in: .invitations, ["companion": app.rawValue])
        }.map { row in
            Invitation(
                user: try row["user"], pairing: try row["pairing"], expires: try row["expires"],
                bound: try row["bound"])
        }.first { $0.expires > now }
    }

    /// Binds all secrets of a pairing to who redeemed one of them.
    func bind(_ invitation: Invitation, to bound: Data) throws {
        try transaction.update(
            .invitations, ["bound": bound], of: ["user": invitation.user, "pairing": invitation.pairing],
            where: "user = ? AND pairing = ?", [invitation.user, invitation.pairing])
    }

    func remove(_ invitation: Invitation) throws {
        try transaction.execute(
            "DELETE FROM invitations WHERE user = ? AND pairing = ?", [invitation.user, invitation.pairing])
    }
}

/// Refresh tokens of all people in a transaction. One whose proof fails counts as absent.
struct RefreshRows {
    let transaction: Transaction

    struct Refresh {
        var user: UserID
        var pairing: EntityID
        /// When it was exchanged for a new pair; nil for the current one.
        var used: Milliseconds?
    }

    func add(_ digest: Data, _ refresh: Refresh) throws {
        try transaction.insert(
            [
                "digest": transaction.storedDigest(digest, in: .refreshTokens), "user": refresh.user,
                "pairing": refresh.pairing, "used": refresh.used,
            ], into: .refreshTokens)
    }

    func refresh(_ digest: Data) throws -> Refresh? {
        let digests = transaction.storedDigests(digest, in: .refreshTokens)
        return try transaction.rows("SELECT * FROM refresh_tokens WHERE digest IN (?, ?)", Arguments(digests)).filter {
            let stored: Data = try $0["digest"]
            return try digests.contains(stored) && transaction.isAuthentic($0, in: .refreshTokens)
        }.map { Refresh(user: try $0["user"], pairing: try $0["pairing"], used: try $0["used"]) }.first
    }

    /// Whether an app can still get a token for a pairing.
    func isRefreshable(_ pairing: EntityID, of user: UserID) throws -> Bool {
        try transaction.row(
            "SELECT 1 FROM refresh_tokens WHERE user = ? AND pairing = ? AND used IS NULL LIMIT 1", [user, pairing])
            != nil
    }

    func use(_ digest: Data, _ refresh: Refresh, at now: Milliseconds) throws {
        let digests = transaction.storedDigests(digest, in: .refreshTokens)
        try transaction.update(
            .refreshTokens, ["used": now], of: ["user": refresh.user, "pairing": refresh.pairing],
            where: "digest IN (?, ?)", Arguments(digests))
    }

    /// Deletes those of a pairing that were exchanged before a time.
    func deleteUsed(before time: Milliseconds, of refresh: Refresh) throws {
        try transaction.execute(
            "DELETE FROM refresh_tokens WHERE user = ? AND pairing = ? AND used < ?",
            [refresh.user, refresh.pairing, time])
    }
}
