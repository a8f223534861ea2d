import Messages
import Storage

/// What the API ends when its database comes from a backup: whoever could come in then comes in anew. Accounts, passwords and authenticator apps stay as they were;
/// recovery codes end, since some may have been used since.
enum AfterRestore {
    /// Tables whose rows let somebody in without a password, or make a guess easier.
    static let credentials = ["tokens", "known_devices", "set_up", "recovery_codes"]

    static func run(_ transaction: Transaction, _ restored: Restored) throws {
        for table in credentials { try transaction.execute("DELETE FROM \(table)") }
        let entry = SecurityEntry(event: .restored, at: restored.at, address: SecurityRecord.ourselves, label: "")
        for row in try transaction.rows("SELECT user FROM accounts") { try SecurityRecord.append(entry, of: row["user"], transaction) }
    }
}
