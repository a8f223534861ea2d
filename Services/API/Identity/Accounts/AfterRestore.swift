import Messages
import Storage

/// Runs once after the API's database was restored from a backup: deletes sessions, tokens, known devices, set-up codes
/// and recovery codes, which may have been revoked or used since the backup. Accounts, passwords and authenticator apps
/// stay.
enum AfterRestore {
    static func run(_ transaction: Transaction, _ restored: Restored) throws {
        try CredentialRows(transaction: transaction).deleteAll()
        let entry = SecurityEntry(event: .restored, at: restored.at, address: SecurityRecord.ourselves, label: "")
        for account in try AccountRows(transaction: transaction).all() {
            try SecurityRows(user: account.user, transaction: transaction).append(entry)
        }
    }
}

/// The rows, in a transaction, that grant access without a password or make guessing easier.
struct CredentialRows {
    static let tables = [
        "tokens", "known_devices", "set_up", "recovery_codes", "invitations", "refresh_tokens",
    ]

    let transaction: Transaction

    func deleteAll() throws {
        for table in Self.tables { try transaction.execute("DELETE FROM \(table)") }
    }
}
