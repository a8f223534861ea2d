import Foundation
import Messages
import Storage

/// A receipt whose call may be in flight.
struct OpenReceipt {
    let user: UserID
    let id: EntityID
    /// Lease name of the process that makes the call (`ProcessLease`).
    let holder: String
    /// Host of that process (`HostIdentity`); nil if it was written on SQLite.
    let host: EntityID?
}

/// One person's receipts in a transaction (GAT-6). An open receipt represents a call that may be in flight.
struct ReceiptRows {
    static let open = "open"

    /// The open receipts of all people.
    static func open(_ transaction: Transaction) throws -> [OpenReceipt] {
        try transaction.rows("SELECT user, id, holder, host FROM receipts WHERE open = 1")
            .compactMap { try openReceipt($0, transaction) }
    }

    /// The open receipts of people without consent, whose withdrawals are pending.
    static func withoutConsent(_ transaction: Transaction) throws -> [OpenReceipt] {
        try open(transaction).filter {
            try ConsentRows(user: $0.user, transaction: transaction).current()?.granted != true
        }
    }

    let user: UserID
    let transaction: Transaction

    func add(_ receipt: Receipt, holder: String, host: EntityID? = nil) throws {
        try transaction.execute(
            "INSERT INTO receipts (user, id, at, open, holder, host, sealed) VALUES (?, ?, ?, 1, ?, ?, ?)",
            [user, receipt.id, receipt.at, holder, host, try seal(receipt)])
    }

    /// Records a call's outcome. Does nothing if the person was erased and the receipt with them.
    func close(_ id: EntityID, outcome: String) throws {
        guard
            var receipt = try transaction.row("SELECT id, sealed FROM receipts WHERE user = ? AND id = ?", [user, id])
                .map(opened)
        else { return }
        receipt.outcome = outcome
        try transaction.execute(
            "UPDATE receipts SET open = 0, sealed = ? WHERE user = ? AND id = ?", [try seal(receipt), user, id])
    }

    /// Closes a receipt that its writer left open; one that the writer closed keeps its outcome.
    func closeLeftover(_ id: EntityID) throws {
        guard try transaction.row("SELECT 1 FROM receipts WHERE user = ? AND id = ? AND open = 1", [user, id]) != nil
        else { return }
        try close(id, outcome: "interrupted")
    }

    /// The calls that may be in flight.
    func inFlight() throws -> [OpenReceipt] {
        try transaction.rows("SELECT user, id, holder, host FROM receipts WHERE user = ? AND open = 1", [user])
            .compactMap { try Self.openReceipt($0, transaction) }
    }

    /// Nil for a row of nobody. The call of a damaged row may be in flight: no process that could end has its holder.
    private static func openReceipt(_ row: Row, _ transaction: Transaction) throws -> OpenReceipt? {
        guard let user = try? row["user"] as UserID else { return nil }
        let id = (try? row["id"] as EntityID) ?? EntityID(high: 0, low: 0)
        return try transaction.readOne(of: user, in: "receipts", row: "\(id)") {
            try OpenReceipt(user: user, id: row["id"], holder: row["holder"], host: row["host"])
        } ?? OpenReceipt(user: user, id: id, holder: "", host: nil)
    }

    /// Receipts before a time, newest first.
    /// - Parameter id: the last receipt of the previous page; those of the same millisecond that follow it are included.
    func page(before: Milliseconds, after id: EntityID? = nil, limit: Int) throws -> [Receipt] {
        // No id is greater than the last one, so that without `id` the millisecond is left out.
        let id = id ?? EntityID(high: .max, low: .max)
        return try page(limit) { last, limit in
            let before = try last.map { try $0["at"] } ?? before
            return try transaction.rows(
                """
                SELECT id, at, sealed FROM receipts WHERE user = ? AND at <= ? AND (at < ? OR id > ?)
                ORDER BY at DESC, id LIMIT ?
                """,
                [user, before, before, try last.map { try $0["id"] } ?? id, limit])
        }
    }

    private func page(_ limit: Int, _ read: (Row?, Int) throws -> [Row]) throws -> [Receipt] {
        try transaction.openPage(
            of: user, in: "receipts", limit: limit, name: { "\(try $0["id"] as EntityID)" }, read: read, opened)
    }

    /// The number of calls at or after a time.
    func count(since: Milliseconds) throws -> Int64 {
        try transaction.value(Int64.self, "SELECT COUNT(*) FROM receipts WHERE user = ? AND at >= ?", [user, since])
            ?? 0
    }

    /// Receipts ordered by id, so that an export can resume.
    func page(after id: EntityID?, limit: Int) throws -> [Receipt] {
        try page(limit) { last, limit in
            try transaction.rows(
                "SELECT id, sealed FROM receipts WHERE user = ? AND id > ? ORDER BY id LIMIT ?",
                [user, try last.map { try $0["id"] } ?? id ?? EntityID(high: 0, low: 0), limit])
        }
    }

    private func opened(_ row: Row) throws -> Receipt {
        try transaction.open(
            Receipt.self, row["sealed"], user: user, table: "receipts", row: "\(row["id"] as EntityID)")
    }

    private func seal(_ receipt: Receipt) throws -> Data {
        try transaction.seal(receipt, user: user, table: "receipts", row: "\(receipt.id)")
    }
}
