import Foundation
import Messages
import Storage

/// A person's deleted entries, which can be restored for `RestoreDeleted.undo`.
struct DeletedRows {
    let user: UserID
    let transaction: Transaction

    // MARK: Keeping

    /// Keeps an entry with everything that is deleted along, before its deletion.
    func keep(_ kind: DeletedKind, _ id: EntityID, now: Milliseconds) throws {
        let kept = KeptEntry(tables: try KeptLayout.tables(of: kind).map { try rows($0, of: id) })
        let sealed = try transaction.seal(kept, user: user, table: "deleted_entries", row: "\(id)")
        try transaction.execute(
            """
            INSERT INTO deleted_entries (user, id, kind, purge, sealed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user, id) DO UPDATE SET kind = excluded.kind, purge = excluded.purge,
                sealed = excluded.sealed
            """, [user, id, kind.rawValue, now + RestoreDeleted.undo, sealed])
    }

    private func rows(_ layout: KeptLayout, of id: EntityID) throws -> KeptTable {
        var table = KeptTable(name: layout.table, columns: layout.columns, rows: [])
        try transaction.forEachRow(
            "SELECT \(Self.names(layout.columns)) FROM \(layout.table) WHERE user = ?1 AND \(layout.condition)",
            [user, id]
        ) { row in
            table.rows.append(
                KeptRow(values: try layout.columns.indices.map { KeptValue(try row[$0] as ColumnValue) }))
            return true
        }
        return table
    }

    // MARK: Restoring

    /// A deleted entry; nil for an unknown one, one of another kind, and after its time.
    func entry(_ kind: DeletedKind, _ id: EntityID, now: Milliseconds) throws -> KeptEntry? {
        try transaction.value(
            Data.self, "SELECT sealed FROM deleted_entries WHERE user = ? AND id = ? AND kind = ? AND purge > ?",
            [user, id, kind.rawValue, now]
        ).map { try open($0, id) }
    }

    private func open(_ sealed: Data, _ id: EntityID) throws -> KeptEntry {
        try transaction.open(KeptEntry.self, sealed, user: user, table: "deleted_entries", row: "\(id)")
    }

    /// Adds the rows of an entry again. A row that names another deleted entry is kept with that one, and so comes back
    /// with whichever of the two is restored last. Rows that name something that is gone for good are left out.
    func add(_ kept: KeptEntry, _ kind: DeletedKind) throws {
        let layouts = KeptLayout.tables(of: kind)
        for table in kept.tables {
            let references = layouts.first { $0.table == table.name }?.references ?? []
            let checks = references.map {
                "EXISTS (SELECT 1 FROM \($0.table) r WHERE r.user = ? AND r.id = ?)"
            }
            let sql = """
                INSERT INTO \(table.name) (user, \(Self.names(table.columns)))
                SELECT \(Array(repeating: "?", count: table.columns.count + 1).joined(separator: ", "))
                WHERE \((["true"] + checks).joined(separator: " AND ")) ON CONFLICT DO NOTHING
                """
            let places = references.compactMap { reference in
                table.columns.firstIndex(of: reference.column)
            }
            for row in table.rows {
                let values = row.values.map(\.columnValue)
                let named = places.flatMap { [user.columnValue, values[$0]] }
                let added = try transaction.execute(sql, Arguments([user.columnValue] + values + named))
                guard added == 0 else { continue }
                for place in places {
                    guard let other = EntityID(columnValue: values[place]) else { continue }
                    try keep(row, of: table, with: other)
                }
            }
        }
    }

    /// Keeps a row with another deleted entry; does nothing if that one is not deleted or has the row.
    private func keep(_ row: KeptRow, of table: KeptTable, with id: EntityID) throws {
        let sealed = try transaction.value(
            Data.self, "SELECT sealed FROM deleted_entries WHERE user = ? AND id = ?", [user, id])
        guard let sealed else { return }
        var kept = try open(sealed, id)
        guard let place = kept.tables.firstIndex(where: { $0.name == table.name && $0.columns == table.columns }),
            !kept.tables[place].rows.contains(row)
        else { return }
        kept.tables[place].rows.append(row)
        try transaction.execute(
            "UPDATE deleted_entries SET sealed = ? WHERE user = ? AND id = ?",
            [try transaction.seal(kept, user: user, table: "deleted_entries", row: "\(id)"), user, id])
    }

    func remove(_ id: EntityID) throws {
        try transaction.execute("DELETE FROM deleted_entries WHERE user = ? AND id = ?", [user, id])
    }

    /// Column names as SQL; `end` is a keyword.
    private static func names(_ columns: [String]) -> String { columns.map { "\"\($0)\"" }.joined(separator: ", ") }

    // MARK: Purging

    /// True if the time of a person's entry has passed.
    static func hasExpired(now: Milliseconds, _ transaction: Transaction) throws -> Bool {
        try transaction.row("SELECT 1 FROM deleted_entries WHERE purge <= ? LIMIT 1", [now]) != nil
    }

    /// Removes the entries of all people whose time has passed.
    static func purge(now: Milliseconds, _ transaction: Transaction) throws {
        try transaction.execute("DELETE FROM deleted_entries WHERE purge <= ?", [now])
    }
}

extension KeptEntry {
    /// The value of the first row of a table.
    func value(_ table: String, _ column: String) -> ColumnValue? {
        guard let table = tables.first(where: { $0.name == table }), let row = table.rows.first,
            let place = table.columns.firstIndex(of: column), row.values.indices.contains(place)
        else { return nil }
        return row.values[place].columnValue
    }
}
