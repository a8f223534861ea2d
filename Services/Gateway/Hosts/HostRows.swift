import Messages
import Storage

/// The hosts of a database that several machines share, and their fences, in a transaction. Times are the server's, ms.
struct HostRows {
    let transaction: Transaction

    private static let clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// Notes that a host lives. Nothing but what people see depends on it.
    func note(_ host: HostIdentity) throws { try note(host.id, name: host.name) }

    private func note(_ id: EntityID, name: String) throws {
        try transaction.execute(
            """
            INSERT INTO hosts (id, name, seen) VALUES (?, ?, \(Self.clock))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen = excluded.seen
            """, [id, name])
    }

    /// Notes a host that is not listed. In the transaction that opens a receipt.
    func list(_ host: HostIdentity) throws {
        if try transaction.row("SELECT 1 FROM hosts WHERE id = ?", [host.id]) == nil { try note(host) }
    }

    /// The hosts of open receipts that are not listed. A gateway of an earlier release opens receipts without listing
    /// its host, and one of this release next to it removes the host when it ends in order.
    func unlisted() throws -> Set<EntityID> {
        let holders = Set(try ReceiptRows.open(transaction).compactMap(\.host))
        guard !holders.isEmpty else { return [] }
        return try holders.subtracting(transaction.rows("SELECT id FROM hosts").map { try $0["id"] as EntityID })
    }

    /// Lists the hosts of open receipts that are not listed, so that they can be declared fenced. Their silence counts
    /// from now; a sign of life brings the name.
    func listHolders() throws { for id in try unlisted() { try note(id, name: Self.unknownName) } }

    static let unknownName = "unknown"

    /// Removes a host whose gateway ends in order from the list, unless it may be needed there: see
    /// `WithdrawalBarrier.mayLeaveList`.
    func remove(_ host: EntityID) throws {
        let open = try ReceiptRows.open(transaction).count { $0.host == host }
        guard WithdrawalBarrier.mayLeaveList(openReceipts: open, isFenced: try fenced(host) != nil) else { return }
        try transaction.execute("DELETE FROM hosts WHERE id = ?", [host])
    }

    /// Every listed host, in the order of ids.
    func all() throws -> [GatewayHost] {
        var (open, pending): ([EntityID: Int64], [EntityID: Int64]) = ([:], [:])
        for host in try ReceiptRows.open(transaction).compactMap(\.host) { open[host, default: 0] += 1 }
        for host in try ReceiptRows.withoutConsent(transaction).compactMap(\.host) { pending[host, default: 0] += 1 }
        return try transaction.rows("SELECT id, name, \(Self.clock) - seen AS silence FROM hosts ORDER BY id").map {
            let id: EntityID = try $0["id"]
            return GatewayHost(
                id: id, name: try $0["name"], silence: try $0["silence"], openReceipts: open[id] ?? 0,
                pending: pending[id] ?? 0, fenced: try fenced(id))
        }
    }

    /// When the host was declared fenced; nil if it is not. A fence counts also without a valid proof, and a lifted one
    /// whose proof fails was not lifted.
    func fenced(_ host: EntityID) throws -> Milliseconds? {
        try fences(host).first { try $0["lifted"] as Milliseconds? == nil || !isAuthentic($0, host) }.map {
            try $0["at"]
        }
    }

    private func fences(_ host: EntityID) throws -> [Row] {
        try transaction.rows("SELECT * FROM fences WHERE host = ?", [host])
    }

    private func isAuthentic(_ row: Row, _ host: EntityID) throws -> Bool {
        try transaction.isAuthentic(row, in: .fences, ["host": host])
    }

    private func now() throws -> Milliseconds {
        try transaction.value(Milliseconds.self, "SELECT \(Self.clock)") ?? 0
    }

    /// Declares a host fenced and closes its receipts. Both in one transaction: it reads the receipts that an admission
    /// adds to, and an admission reads the fence that it adds, so one of two at the same time runs again.
    /// - Returns: the people whose receipts were closed.
    func fence(_ host: EntityID) throws -> [UserID] {
        if try fenced(host) == nil {
            try transaction.insert(["host": host, "at": now(), "lifted": nil], into: .fences)
        }
        let open = try ReceiptRows.open(transaction).filter { $0.host == host }
        for receipt in open {
            try ReceiptRows(user: receipt.user, transaction: transaction).closeLeftover(receipt.id)
        }
        return Set(open.map(\.user)).sorted()
    }

    /// Lets a fenced host call again. The fence stays on record.
    func lift(_ host: EntityID) throws {
        for row in try fences(host) where try !isAuthentic(row, host) {
            try transaction.execute(
                "DELETE FROM fences WHERE host = ? AND at = ?", [host, try row["at"] as Milliseconds])
        }
        try transaction.update(
            .fences, ["lifted": now()], of: ["host": host], where: "host = ? AND lifted IS NULL", [host])
    }
}
