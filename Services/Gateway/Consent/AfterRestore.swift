import Messages
import Storage

/// Cleans up a gateway database that was restored from a backup. Withdrawals made since the backup are lost, so every
/// consent is withdrawn.
enum AfterRestore {
    static func run(_ transaction: Transaction, _ restored: Restored) throws {
        for (user, version) in try RestoreRows(transaction: transaction).withdrawConsents(at: restored.at) {
            try ConsentEndRows(user: user, transaction: transaction).note(.restore, version: version)
        }
        // Calls in flight at the time of the backup ended with their processes.
        for receipt in try ReceiptRows.open(transaction) {
            try ReceiptRows(user: receipt.user, transaction: transaction).closeLeftover(receipt.id)
        }
    }
}
