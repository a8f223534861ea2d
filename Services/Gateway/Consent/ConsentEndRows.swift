import Messages
import Storage

/// The reasons of one person's withdrawals, in a transaction, where the person did not make them.
struct ConsentEndRows {
    enum Reason: String { case restore }

    let user: UserID
    let transaction: Transaction

    func note(_ reason: Reason, version: Int64) throws {
        try transaction.execute(
            "INSERT INTO consent_ends (user, version, reason) VALUES (?, ?, ?)", [user, version, reason.rawValue])
    }

    /// The reason recorded for this withdrawal; nil if the person withdrew, or if there was no withdrawal.
    func reason(version: Int64) throws -> String? {
        try transaction.value(
            String.self, "SELECT reason FROM consent_ends WHERE user = ? AND version = ?", [user, version])
    }
}
