import Messages
import Storage

/// Cleans up a gateway database that was restored from a backup. Withdrawals made since the backup are lost, so every
/// consent is withdrawn.
enum AfterRestore {
    static func run(_ transaction: Transaction, _ restored: Restored) throws {
        for (user, version) in try transaction.withdrawRestoredConsents(at: restored.at) {
            try ConsentEndReasons.note(.restore, user, version: version, transaction)
        }
        // Calls in flight at the time of the backup ended with their processes.
        for row in try transaction.rows("SELECT user, id FROM receipts WHERE open = 1") {
            try ReceiptRows(user: row["user"], transaction: transaction).close(row["id"], outcome: "interrupted")
        }
    }
}

/// The reasons of withdrawals that the person did not make.
enum ConsentEndReasons {
    enum Reason: String { case restore }

    static func note(_ reason: Reason, _ user: UserID, version: Int64, _ transaction: Transaction) throws {
        try transaction.execute(
            "INSERT INTO consent_ends (user, version, reason) VALUES (?, ?, ?)", [user, version, reason.rawValue])
    }

    /// The reason recorded for this withdrawal; nil if the person withdrew, or if there was no withdrawal.
    static func reason(_ user: UserID, version: Int64, _ transaction: Transaction) throws -> String? {
        try transaction.value(
            String.self, "SELECT reason FROM consent_ends WHERE user = ? AND version = ?", [user, version])
    }
}
