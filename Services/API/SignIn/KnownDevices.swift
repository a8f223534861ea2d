import Crypto
import Foundation
import Messages
import Storage

/// Browsers that signed in to an account before, known by a long-lived random cookie whose digest is kept. Such a cookie opens nothing: it gives the browser an
/// allowance of its own for passwords, so that nobody locks a person out by failing in their name.
enum KnownDevices {
    /// 400 days, the longest that browsers keep a cookie (RFC 6265bis, section 5.5).
    static let lifetime: Milliseconds = 400 * 86_400_000
    /// For each person; beyond that the one not used for longest is forgotten.
    static let capacity = 50

    /// The digest of a cookie's value, under which it is kept and counted.
    static func digest(_ secret: String) -> Data { Data(SHA256.hash(data: Data(secret.utf8))) }

    static func isKnown(_ digest: Data, to user: UserID, now: Milliseconds, _ transaction: Transaction) throws -> Bool {
        try transaction.row("SELECT 1 FROM known_devices WHERE digest = ? AND user = ? AND used > ?", [digest, user, now - lifetime]) != nil
    }

    /// Notes a browser after a sign-in.
    /// - Parameter cookie: what the browser sent. It is kept only where it came from here; a value that somebody else chose is replaced.
    /// - Returns: the cookie's value to set.
    static func note(_ cookie: String?, of user: UserID, now: Milliseconds, _ transaction: Transaction) throws -> String {
        var secret = SymmetricKey(size: .bits256).withUnsafeBytes { Base32.encode($0) }
        if let cookie, try transaction.row("SELECT 1 FROM known_devices WHERE digest = ?", [digest(cookie)]) != nil { secret = cookie }
        try transaction.execute(
            """
            INSERT INTO known_devices (digest, user, created, used) VALUES (?, ?, ?, ?) ON CONFLICT (digest, user) DO UPDATE SET used = excluded.used
            """, [digest(secret), user, now, now])
        try transaction.execute(
            """
            DELETE FROM known_devices WHERE user = ?1 AND digest NOT IN (SELECT digest FROM known_devices WHERE user = ?1 ORDER BY used DESC, rowid DESC LIMIT ?2)
            """, [user, capacity])
        return secret
    }

    /// Forgets a person's browsers, after their password was changed.
    static func forget(of user: UserID, except cookie: String?, _ transaction: Transaction) throws {
        try transaction.execute("DELETE FROM known_devices WHERE user = ? AND digest <> ?", [user, cookie.map(digest) ?? Data()])
    }
}
