import Foundation
import Messages
import Storage

/// The API key used for a call.
struct CloudKey: Equatable {
    /// nil if no key is set, as for a model on the same machine.
    var text: String?
    /// True for the person's own key; false for the installation's key (`PULSUM_CLOUD_KEY_FILE`), whose back-off
    /// applies to all its users.
    var isOwn: Bool
}

/// A person's own key in a transaction, encrypted (GAT-7).
struct KeyRows {
    let user: UserID
    let transaction: Transaction

    func hasKey() throws -> Bool { try transaction.row("SELECT 1 FROM cloud_keys WHERE user = ?", [user]) != nil }

    func key() throws -> String? {
        try transaction.value(Data.self, "SELECT sealed FROM cloud_keys WHERE user = ?", [user]).map {
            String(decoding: try transaction.openBytes($0, user: user, table: "cloud_keys", row: "key"), as: UTF8.self)
        }
    }

    /// Stores a key and clears the previous key's back-off. An empty key removes the stored one.
    func set(_ key: String) throws {
        try transaction.execute("DELETE FROM rests WHERE user = ?", [user])
        guard !key.isEmpty else {
            try transaction.execute("DELETE FROM cloud_keys WHERE user = ?", [user])
            return
        }
        let sealed = try transaction.sealBytes(Array(key.utf8), user: user, table: "cloud_keys", row: "key")
        try transaction.execute(
            "INSERT INTO cloud_keys (user, sealed) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET sealed = excluded.sealed",
            [user, sealed])
    }
}
