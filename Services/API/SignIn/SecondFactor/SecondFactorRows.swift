import Crypto
import Foundation
import Messages
import Storage

/// One person's second factor in a transaction: the sealed secret of the app, and digests of recovery codes.
struct SecondFactorRows {
    let user: UserID
    let transaction: Transaction

    func hasSecret() throws -> Bool {
        try transaction.row("SELECT 1 FROM second_factors WHERE user = ?", [user]) != nil
    }

    func isEnabled() throws -> Bool {
        try transaction.row("SELECT 1 FROM second_factors WHERE user = ? AND enabled = 1", [user]) != nil
    }

    /// Number of unused recovery codes.
    func recoveryCodes() throws -> Int {
        try transaction.value(Int.self, "SELECT count(*) FROM recovery_codes WHERE user = ?", [user]) ?? 0
    }

    /// Stores a secret that is not enabled yet.
    func setSecret(_ secret: Data) throws {
        let sealed = try transaction.sealBytes(secret, user: user, table: "second_factors", row: "secret")
        try transaction.execute(
            """
            INSERT INTO second_factors (user, sealed, enabled, step) VALUES (?, ?, 0, 0)
            ON CONFLICT (user) DO UPDATE SET sealed = excluded.sealed, step = 0
            """, [user, sealed])
    }

    func enable(recoveryCodes: [String]) throws {
        try transaction.execute("UPDATE second_factors SET enabled = 1 WHERE user = ?", [user])
        try transaction.execute("DELETE FROM recovery_codes WHERE user = ?", [user])
        for code in recoveryCodes {
            try transaction.execute(
                "INSERT INTO recovery_codes (user, digest) VALUES (?, ?)", [user, Self.digest(code)])
        }
    }

    /// Disables the second factor; false if it was not enabled.
    @discardableResult
    func remove() throws -> Bool {
        let wasEnabled = try isEnabled()
        try transaction.execute("DELETE FROM second_factors WHERE user = ?", [user])
        try transaction.execute("DELETE FROM recovery_codes WHERE user = ?", [user])
        return wasEnabled
    }

    /// True for an unused code of the app, or for a recovery code, which this call consumes.
    func accepts(_ code: String, at instant: Milliseconds) throws -> Bool {
        if try acceptsApp(code, at: instant) { return true }
        return try transaction.execute(
            "DELETE FROM recovery_codes WHERE user = ? AND digest = ?", [user, Self.digest(code)]) == 1
    }

    /// A code works only once: it invalidates its step and all earlier ones (RFC 6238, section 5.2).
    func acceptsApp(_ code: String, at instant: Milliseconds) throws -> Bool {
        guard let sealed = try transaction.value(Data.self, "SELECT sealed FROM second_factors WHERE user = ?", [user])
        else { return false }
        let secret = try transaction.openBytes(sealed, user: user, table: "second_factors", row: "secret")
        guard let step = TOTP.step(of: code.filter { !$0.isWhitespace }, secret, at: instant) else { return false }
        return try transaction.execute(
            "UPDATE second_factors SET step = ? WHERE user = ? AND step < ?", [step, user, step]) == 1
    }

    /// Ignores case, spaces and hyphens. 80 random bits need no slow hash.
    private static func digest(_ code: String) -> Data {
        Data(SHA256.hash(data: Data(code.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.utf8)))
    }
}
