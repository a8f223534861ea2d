import Crypto
import Foundation
import Messages
import Storage

/// One person's known browsers in a transaction. A browser is identified by a random cookie; its digest is stored. The
/// cookie grants no access. It gives the browser a separate throttle, so that failed attempts elsewhere cannot lock a
/// person out.
struct KnownDeviceRows {
    /// 400 days, the maximum that browsers keep a cookie (RFC 6265bis, section 5.5).
    static let lifetime: Milliseconds = 400 * 86_400_000
    /// Maximum per person; beyond that the least recently used one is deleted.
    static let capacity = 50

    let user: UserID
    let transaction: Transaction

    /// The digest under which a cookie's value is stored and throttled.
    static func digest(_ secret: String) -> Data { Data(SHA256.hash(data: Data(secret.utf8))) }

    func isKnown(_ digest: Data, now: Milliseconds) throws -> Bool {
        try transaction.rows(
            "SELECT * FROM known_devices WHERE digest = ? AND user = ? AND used > ?",
            [digest, user, now - Self.lifetime]
        ).contains { try transaction.isAuthentic($0, in: .knownDevices, ["digest": digest, "user": user]) }
    }

    /// Registers a browser after a sign-in.
    /// - Parameter cookie: the browser's cookie. It is kept only if this installation issued it; a value chosen by
    ///   others is replaced.
    /// - Returns: the cookie's value to set.
    func note(_ cookie: String?, now: Milliseconds) throws -> String {
        var secret = SymmetricKey(size: .bits256).withUnsafeBytes { Base32.encode($0) }
        if let cookie {
            let known = try transaction.rows("SELECT * FROM known_devices WHERE digest = ?", [Self.digest(cookie)])
            let digest = Self.digest(cookie)
            if try known.contains(where: { try transaction.isAuthentic($0, in: .knownDevices, ["digest": digest]) }) {
                secret = cookie
            }
        }
        let isKnown = "digest = ? AND user = ?"
        let asked: KeyValuePairs<String, (any ColumnConvertible)?> = ["digest": Self.digest(secret), "user": user]
        if try transaction.update(
            .knownDevices, ["used": now], of: asked, where: isKnown, [Self.digest(secret), user]) == 0
        {
            try transaction.execute("DELETE FROM known_devices WHERE \(isKnown)", [Self.digest(secret), user])
            try transaction.insert(
                ["digest": Self.digest(secret), "user": user, "created": now, "used": now], into: .knownDevices)
        }
        try transaction.execute(
            """
            DELETE FROM known_devices WHERE user = ?1 AND digest NOT IN (
                SELECT digest FROM known_devices WHERE user = ?1 ORDER BY used DESC, digest = ?3 DESC LIMIT ?2)
            """, [user, Self.capacity, Self.digest(secret)])
        return secret
    }

    /// Deletes a person's browsers after a password change.
    func forget(except cookie: String?) throws {
        try transaction.execute(
            "DELETE FROM known_devices WHERE user = ? AND digest <> ?", [user, cookie.map(Self.digest) ?? Data()])
    }
}
