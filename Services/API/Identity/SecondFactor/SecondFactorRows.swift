import Crypto
import Foundation
import Messages
import Storage

/// One person's second factor in a transaction: the sealed secret of the app, and digests of recovery codes.
///
/// A second factor whose proof fails stays on and accepts no code; a recovery code whose proof fails counts as absent.
struct SecondFactorRows {
    let user: UserID
    let transaction: Transaction

    func hasSecret() throws -> Bool {
        try transaction.row("SELECT 1 FROM second_factors WHERE user = ?", [user]) != nil
    }

    func isEnabled() throws -> Bool {
        guard let row = try row() else { return false }
        return try !transaction.isAuthentic(row, in: .secondFactors, ["user": user]) || row["enabled"]
    }

    private func row() throws -> Row? { try transaction.row("SELECT * FROM second_factors WHERE user = ?", [user]) }

    /// Number of unused recovery codes.
    func recoveryCodes() throws -> Int {
        try transaction.rows("SELECT * FROM recovery_codes WHERE user = ?", [user]).count {
            try transaction.isAuthentic($0, in: .recoveryCodes, ["user": user])
        }
    }

    /// Stores a secret that is not enabled yet.
    func setSecret(_ secret: Data) throws {
        let sealed = try transaction.sealBytes(secret, user: user, table: "second_factors", row: "secret")
        try transaction.execute("DELETE FROM second_factors WHERE user = ?", [user])
        try transaction.insert(["user": user, "sealed": sealed, "enabled": 0, "step": 0], into: .secondFactors)
    }

    func enable(recoveryCodes: [String]) throws {
        try transaction.update(.secondFactors, ["enabled": 1], of: ["user": user], where: "user = ?", [user])
        try transaction.execute("DELETE FROM recovery_codes WHERE user = ?", [user])
        for code in recoveryCodes {
            try transaction.insert(["user": user, "digest": Self.digest(code)], into: .recoveryCodes)
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
        guard
            let row = try transaction.row(
                "SELECT * FROM recovery_codes WHERE user = ? AND digest = ?", [user, Self.digest(code)]),
            try transaction.isAuthentic(row, in: .recoveryCodes, ["user": user, "digest": Self.digest(code)])
        else { return false }
        return try transaction.execute(
            "DELETE FROM recovery_codes WHERE user = ? AND digest = ?", [user, Self.digest(code)]) == 1
    }

    /// A code works only once: it invalidates its step and all earlier ones (RFC 6238, section 5.2).
    func acceptsApp(_ code: String, at instant: Milliseconds) throws -> Bool {
        guard let row = try row(), try transaction.isAuthentic(row, in: .secondFactors, ["user": user]) else {
            return false
        }
        let secret = try transaction.openBytes(row["sealed"], user: user, table: "second_factors", row: "secret")
        guard let step = TOTP.step(of: code.filter { !$0.isWhitespace }, secret, at: instant) else { return false }
        let last: Int64 = try row["step"]
        guard last < step else { return false }
        return try transaction.update(
            .secondFactors, ["step": step], of: ["user": user, "step": last], where: "user = ?", [user]) == 1
    }

    /// Ignores case, spaces and hyphens. 80 random bits need no slow hash.
    private static func digest(_ code: String) -> Data {
        Data(SHA256.hash(data: Data(code.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.utf8)))
    }
}
