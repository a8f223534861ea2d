import Foundation
import Messages
import Storage

/// The key that a call is made with.
struct CloudKey: Equatable {
    /// nil where none is set, as for a model on one's own machine.
    var text: String?
    /// The person's own, else the installation's (`PULSUM_CLOUD_KEY_FILE`), which rests for all who use it.
    var isOwn: Bool
}

/// A person's own key in a transaction, sealed (GAT-7).
struct KeyRows {
    let user: UserID
    let transaction: Transaction

    func key() throws -> String? {
        try transaction.value(Data.self, "SELECT sealed FROM cloud_keys WHERE user = ?", [user]).map {
            String(decoding: try transaction.openBytes($0, user: user, table: "cloud_keys", row: "key"), as: UTF8.self)
        }
    }

    /// Another key begins without the rest of the one before. An empty one removes it.
    func set(_ key: String) throws {
        try transaction.execute("DELETE FROM rests WHERE user = ?", [user])
        guard !key.isEmpty else {
            try transaction.execute("DELETE FROM cloud_keys WHERE user = ?", [user])
            return
        }
        let sealed = try transaction.sealBytes(Array(key.utf8), user: user, table: "cloud_keys", row: "key")
        try transaction.execute(
            "INSERT INTO cloud_keys (user, sealed) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET sealed = excluded.sealed", [user, sealed])
    }
}
