import Crypto
import Foundation
import Messages
import Storage

/// The nonce of the set-up code in a transaction; there is one while there is no account.
struct SetUpRows {
    let transaction: Transaction

    /// Nil if an account exists, and in a database older than set-up codes.
    func nonce() throws -> Data? { try transaction.value(Data.self, "SELECT nonce FROM set_up") }

    /// Runs in the transaction that creates an account: invalidates the code.
    func use() throws { try transaction.execute("DELETE FROM set_up") }

    /// Runs in the transaction that erases `user`: creates a new nonce if no other account is left.
    func prepare(without user: UserID? = nil) throws {
        guard try AccountRows(transaction: transaction).isEmpty(without: user) else { return }
        let nonce = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        try transaction.execute("INSERT INTO set_up (one, nonce) VALUES (1, ?) ON CONFLICT DO NOTHING", [nonce])
    }
}
