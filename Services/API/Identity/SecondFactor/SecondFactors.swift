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

    struct Status: Codable, Sendable {
        let enabled: Bool
        let recoveryCodesLeft: Int
    }

    func status(of user: UserID) async throws -> Status {
        try await store.read { transaction in
            let rows = SecondFactorRows(user: user, transaction: transaction)
            return Status(enabled: try rows.isEnabled(), recoveryCodesLeft: try rows.recoveryCodes())
        }
    }

    /// Creates a secret, which becomes active once `confirm` has checked a code. A repeated call replaces it.
    /// - Throws: `ServiceError(.conflict)` if the second factor is enabled.
    func begin(for user: UserID) async throws -> Data {
        let secret = SymmetricKey(size: .init(bitCount: TOTP.secretCount * 8)).withUnsafeBytes { Data($0) }
        try await store.write { transaction in
            let rows = SecondFactorRows(user: user, transaction: transaction)
            guard try !rows.isEnabled() else {
                throw ServiceError(.conflict, "The second factor is on already: turn it off first to set it up anew.")
            }
            try rows.setSecret(secret)
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
            let rows = SecondFactorRows(user: user, transaction: transaction)
            guard try rows.hasSecret() else {
                throw ServiceError(.notFound, "Ask for a key first, and add it to your authenticator app.")
            }
            guard try !rows.isEnabled() else { throw ServiceError(.conflict, "The second factor is on already.") }
            guard try rows.acceptsApp(code, at: moment) else {
                throw ServiceError(
                    .refused, "This code is wrong: check the clock of your phone, and type the code that is shown now.")
            }
            try rows.enable(recoveryCodes: codes)
        }
        return codes.map(Self.grouped)
    }

    private static func grouped(_ code: String) -> String {
        stride(from: 0, to: code.count, by: 4).map { String(code.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }
}
