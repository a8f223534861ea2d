import Crypto
import Foundation
import Messages

extension Store {
    /// Data keys and secrets per transaction of a rotation; takes about 2 ms.
    private static let batch = 128

    /// Progress of a master key rotation in one database.
    public struct Rewrapping: Sendable, Equatable {
        /// Number of data keys and secrets.
        public let all: Int64
        /// How many of them are not wrapped by the current master key yet.
        public let left: Int64
        /// True if all are wrapped by the current master key, and no process can wrap with an older one any more.
        public let isDone: Bool
    }

    /// A random secret of this service, created on first use. Unlike a value derived from the master key, it survives a
    /// rotation of that key and a restore under another one. Throws as `write`.
    public func secret(_ name: String) async throws -> SymmetricKey {
        try await write { try $0.session.secret(name, $0.scope.dataKeys) }
    }

    /// Rewraps every data key and secret with the current master key, in batches between other work. May be interrupted
    /// and repeated, also by several processes.
    /// - Parameter batchDone: called after each batch.
    /// - Throws: `ServiceError(.busy)` if another rotation began; errors of `write` and of `batchDone`.
    public func rewrapKeys(batchDone: @Sendable () async throws -> Void = {}) async throws {
        let key = masterKey
        let id = Data(key.id.bytes)
        try await write { [service] transaction in
            guard try transaction.masterKey().id == key.id else {
                throw ServiceError(
                    .busy, "The master key of \(service) is being replaced again; try again.", retryAfter: 1000)
            }
            // From here on no process wraps with an older key: `Transaction.masterKey` follows this row.
            if try transaction.value(Data.self, "SELECT master FROM storage_meta") != id {
                let check = try key.makeCheck(service: service, rows: transaction.rowProofs())
                try transaction.execute("UPDATE storage_meta SET key_check = ?, master = ?", [check, id])
            }
            for row in try transaction.rows(
                "SELECT name, wrapped FROM storage_service_keys WHERE master IS NOT ?", [id])
            {
                let name: String = try row["name"]
                let wrapped = try key.rewrap(row["wrapped"], service: service, secret: name)
                try transaction.execute(
                    "UPDATE storage_service_keys SET wrapped = ?, master = ? WHERE name = ?", [wrapped, id, name])
            }
        }
        var last: UserID? = UserID(high: 0, low: 0)
        var changed = false
        while let after = last {
            last = try await write { [service] transaction in
                let rows = try transaction.rows(
                    "SELECT user, wrapped FROM storage_keys WHERE user > ? AND master IS NOT ? ORDER BY user LIMIT ?",
                    [after, id, Self.batch])
                for row in rows {
                    let user: UserID = try row["user"]
                    let wrapped = try key.rewrap(row["wrapped"], service: service, user: user)
                    try transaction.execute(
                        "UPDATE storage_keys SET wrapped = ?, master = ? WHERE user = ?", [wrapped, id, user])
                }
                return try rows.last.map { try $0["user"] }
            }
            if last != nil { changed = true }
            try await batchDone()
        }
        guard changed else { return }
        // Copies made by migrations, the log and dead rows contain keys wrapped by the old key. Readers may keep them
        // alive for a while; SQLite's next checkpoint, PostgreSQL's next vacuum overwrites them.
        let mark = try await write { try $0.session.transactionMark() }
        try? await engine.removeRemains(of: mark)
    }

    /// The progress of the current rotation. Throws as `read`.
    public func rewrapping() async throws -> Rewrapping {
        let id = masterKey.id
        return try await read { try Self.rewrapping($0.session, id) }
    }

    static func rewrapping(_ session: Session, _ id: MasterKeyID) throws -> Rewrapping {
        let id = Data(id.bytes)
        let counts = try session.first(
            """
            SELECT count(*), count(*) FILTER (WHERE master IS NOT ?)
            FROM (SELECT master FROM storage_keys UNION ALL SELECT master FROM storage_service_keys) AS keys
            """, [.bytes(id)]
        ) { (all: $0.integer(0), left: $0.integer(1)) }
        let (all, left) = counts ?? (0, 0)
        let followed = try session.first("SELECT master FROM storage_meta") { $0.data(0) }
        return Rewrapping(all: all, left: left, isDone: left == 0 && followed == id)
    }
}

extension Session {
    /// A secret of the service, created on first use.
    func secret(_ name: String, _ dataKeys: DataKeyCache) throws -> SymmetricKey {
        let stored = try first("SELECT wrapped, master FROM storage_service_keys WHERE name = ?", [.text(name)]) {
            ($0.data(0), MasterKeyID($0.bytes(1)))
        }
        if let (wrapped, master) = stored {
            if let master { try dataKeys.follow(master) }
            return try dataKeys.key.unwrap(wrapped, service: dataKeys.service, secret: name)
        }
        let master = try masterKey(dataKeys)
        let made = try master.wrapNewSecret(service: dataKeys.service, name: name)
        try run(
            "INSERT INTO storage_service_keys (name, wrapped, master) VALUES (?, ?, ?)",
            [.text(name), .bytes(made.wrapped), .bytes(Data(master.id.bytes))])
        return made.secret
    }

    /// The master key that wraps new keys: at least as new as the one this database follows. A rotation relies on this
    /// when it drops the old key.
    func masterKey(_ dataKeys: DataKeyCache) throws -> MasterKey {
        if let followed = try first("SELECT master FROM storage_meta", [], { MasterKeyID($0.bytes(0)) }),
            let followed
        {
            try dataKeys.follow(followed)
        }
        return dataKeys.key
    }
}
