import Crypto
import Foundation
import Messages
import Storage

/// The optional second factor of sign-ins: codes of an authenticator app (TOTP), and recovery codes for a lost app. The
/// secret is encrypted with the person's data key; only digests of recovery codes are stored.
struct SecondFactors: Sendable {
    static let recoveryCodes = 10

    let store: Store
    let now: @Sendable () -> Milliseconds

    struct Status: Encodable, Sendable {
        let enabled: Bool
        let recoveryCodesLeft: Int
    }

    func status(of user: UserID) async throws -> Status {
        try await store.read { transaction in
            Status(
                enabled: try Self.isEnabled(for: user, transaction),
                recoveryCodesLeft: try transaction.value(
                    Int.self, "SELECT count(*) FROM recovery_codes WHERE user = ?", [user]) ?? 0)
        }
    }

    /// Creates a secret, which becomes active once `confirm` has checked a code. A repeated call replaces it.
    /// - Throws: `ServiceError(.conflict)` if the second factor is enabled.
    func begin(for user: UserID) async throws -> Data {
        let secret = SymmetricKey(size: .init(bitCount: TOTP.secretCount * 8)).withUnsafeBytes { Data($0) }
        try await store.write { transaction in
            guard try !Self.isEnabled(for: user, transaction) else {
                throw ServiceError(.conflict, "The second factor is on already: turn it off first to set it up anew.")
            }
            let sealed = try transaction.sealBytes(secret, user: user, table: "second_factors", row: "secret")
            try transaction.execute(
                """
                INSERT INTO second_factors (user, sealed, enabled, step) VALUES (?, ?, 0, 0)
                ON CONFLICT (user) DO UPDATE SET sealed = excluded.sealed, step = 0
                """, [user, sealed])
        }
        return secret
    }

    /// Enables the second factor if `code` proves that the app has the secret.
    /// - Returns: the recovery codes, which are shown only once.
    /// - Throws: `ServiceError`: `notFound` without `begin`, `conflict` if already enabled, `refused` for a wrong code.
    func confirm(_ code: String, for user: UserID) async throws -> [String] {
        let moment = now()
        let codes = (0..<Self.recoveryCodes).map { _ in
            SymmetricKey(size: .init(bitCount: 80)).withUnsafeBytes { Base32.encode($0) }.lowercased()
        }
        try await store.write { transaction in
            guard let row = try transaction.row("SELECT enabled FROM second_factors WHERE user = ?", [user]) else {
                throw ServiceError(.notFound, "Ask for a key first, and add it to your authenticator app.")
            }
            guard row["enabled"] == 0 else { throw ServiceError(.conflict, "The second factor is on already.") }
            guard try Self.acceptsApp(code, of: user, at: moment, transaction) else {
                throw ServiceError(
                    .refused, "This code is wrong: check the clock of your phone, and type the code that is shown now.")
            }
            try transaction.execute("UPDATE second_factors SET enabled = 1 WHERE user = ?", [user])
            try transaction.execute("DELETE FROM recovery_codes WHERE user = ?", [user])
            for code in codes {
                try transaction.execute(
                    "INSERT INTO recovery_codes (user, digest) VALUES (?, ?)", [user, Self.digest(code)])
            }
        }
        return codes.map(Self.grouped)
    }

    static func isEnabled(for user: UserID, _ transaction: Transaction) throws -> Bool {
        try transaction.row("SELECT 1 FROM second_factors WHERE user = ? AND enabled = 1", [user]) != nil
    }

    /// Disables the second factor; false if it was not enabled.
    @discardableResult
    static func remove(of user: UserID, _ transaction: Transaction) throws -> Bool {
        let wasEnabled = try isEnabled(for: user, transaction)
        try transaction.execute("DELETE FROM second_factors WHERE user = ?", [user])
        try transaction.execute("DELETE FROM recovery_codes WHERE user = ?", [user])
        return wasEnabled
    }

    /// True for an unused code of the app, or for a recovery code, which this call consumes.
    static func accepts(_ code: String, of user: UserID, at instant: Milliseconds, _ transaction: Transaction) throws
        -> Bool
    {
        if try acceptsApp(code, of: user, at: instant, transaction) { return true }
        return try transaction.execute(
            "DELETE FROM recovery_codes WHERE user = ? AND digest = ?", [user, digest(code)]) == 1
    }

    /// A code works only once: it invalidates its step and all earlier ones (RFC 6238, section 5.2).
    private static func acceptsApp(
        _ code: String, of user: UserID, at instant: Milliseconds, _ transaction: Transaction
    ) throws -> Bool {
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

    private static func grouped(_ code: String) -> String {
        stride(from: 0, to: code.count, by: 4).map { String(code.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }
}
