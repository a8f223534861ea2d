import Messages
import Storage

/// Runs once after the API's database was restored from a backup: deletes sessions, tokens, known devices, set-up codes
/// and recovery codes, which may have been revoked or used since the backup. Accounts, passwords and authenticator apps
/// stay.
enum AfterRestore {
    /// Tables whose rows grant access without a password or make guessing easier.
    static let credentials = ["tokens", "known_devices", "set_up", "recovery_codes"]

    static func run(_ transaction: Transaction, _ restored: Restored) throws {
        for table in credentials { try transaction.execute("DELETE FROM \(table)") }
        let entry = SecurityEntry(event: .restored, at: restored.at, address: SecurityRecord.ourselves, label: "")
        for row in try transaction.rows("SELECT user FROM accounts") {
            try SecurityRecord.append(entry, of: row["user"], transaction)
        }
    }
}
