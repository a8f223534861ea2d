import Messages
import Storage

/// What a gateway ends when its database comes from a backup. Consent may have been withdrawn since, and nobody can tell: so it is withdrawn for everybody.
enum AfterRestore {
    static func run(_ transaction: Transaction, _ restored: Restored) throws {
        for (user, version) in try transaction.withdrawRestoredConsents(at: restored.at) {
            try ConsentEnds.note(.restore, user, version: version, transaction)
        }
        // Calls in flight when the backup was made ended with their processes.
        for row in try transaction.rows("SELECT user, id FROM receipts WHERE open = 1") {
            try ReceiptRows(user: row["user"], transaction: transaction).close(row["id"], outcome: "interrupted")
        }
    }
}

/// Why consents ended that the person did not end.
enum ConsentEnds {
    enum Reason: String { case restore }

    static func note(_ reason: Reason, _ user: UserID, version: Int64, _ transaction: Transaction) throws {
        try transaction.execute("INSERT INTO consent_ends (user, version, reason) VALUES (?, ?, ?)", [user, version, reason.rawValue])
    }

    /// nil where the person's own word ended it, or nothing did.
    static func reason(_ user: UserID, version: Int64, _ transaction: Transaction) throws -> String? {
        try transaction.value(String.self, "SELECT reason FROM consent_ends WHERE user = ? AND version = ?", [user, version])
    }
}
