import GRDB
import Messages

/// A table whose rows are moved.
struct MoveTable: Equatable {
    /// The storage class of a column, as SQLite and PostgreSQL call it.
    enum Kind: String {
        case bytes = "BLOB"
        case integer = "INTEGER"
        case real = "REAL"
        case text = "TEXT"

        init?(postgres: String) {
            switch postgres {
            case "bytea": self = .bytes
            case "bigint": self = .integer
            case "double precision": self = .real
            case "text": self = .text
            default: return nil
            }
        }
    }

    let name: String
    /// By name; on PostgreSQL `rowid`, which SQLite has by itself, is a column.
    var columns: [String: Kind] = [:]
    /// The columns of the primary key, in its order; empty if there is none.
    var key: [String] = []

    /// The names of the columns, sorted: the order of a row's values on both sides.
    var names: [String] { columns.keys.sorted() }
}

/// The tables of a database.
struct MoveSchema {
    /// Tables that hold what PostgreSQL alone needs, none of it for long: leases and markers of commits are of processes
    /// that have ended, instants of one database. `storage_numbers` is `storage_streams.last` of SQLite.
    static let postgresOnly = [
        "storage_lock", "storage_commits", "storage_leases", "storage_instants", "storage_numbers",
    ]
    /// What each database keeps for itself: applied migrations, the move's own tables.
    private static let own = ["storage_migrations", "storage_move", "storage_move_tables", "storage_move_triggers"]

    /// The tables whose rows are moved, by name.
    private(set) var tables: [String: MoveTable] = [:]
    /// On PostgreSQL: tables and those that they reference.
    private(set) var references: [(from: String, to: String)] = []
    /// Applied migrations as `owner number name`, without those of PostgreSQL alone.
    private(set) var migrations: [String] = []

    /// - Throws: `StorageError(.move)` for a column of a type that is not known here.
    init(_ session: Session, place: String) throws {
        switch session {
        case .sqlite: try readSQLite(session, place)
        case .postgres: try readPostgres(session, place)
        }
        for name in Self.own + Self.postgresOnly { tables[name] = nil }
        try session.run("SELECT owner, number, name FROM storage_migrations ORDER BY owner, number") { row in
            let owner = row.text(0) ?? ""
            if owner != "postgresql" { migrations.append("\(owner) \(row.integer(1)) \(row.text(2) ?? "")") }
            return true
        }
    }

    private mutating func add(_ column: String, _ kind: MoveTable.Kind?, to table: String, _ place: String) throws {
        guard let kind else {
            throw StorageError(
                .move,
                "The column \(column) of \(table) in \(place) has a type that cannot be moved; this release is at fault."
            )
        }
        tables[table, default: MoveTable(name: table)].columns[column] = kind
    }

    private mutating func readSQLite(_ session: Session, _ place: String) throws {
        var rows: [(table: String, column: String, type: String, key: Int)] = []
        try session.run(
            """
            SELECT m.name, c.name, c.type, c.pk FROM sqlite_schema m JOIN pragma_table_info(m.name) c
            WHERE m.type = 'table' AND substr(m.name, 1, 7) <> 'sqlite_' ORDER BY m.name, c.pk
            """
        ) {
            rows.append(($0.text(0) ?? "", $0.text(1) ?? "", $0.text(2) ?? "", Int($0.integer(3))))
            return true
        }
        for row in rows {
            try add(row.column, MoveTable.Kind(rawValue: row.type), to: row.table, place)
            if row.key > 0 { tables[row.table]?.key.append(row.column) }
        }
    }

    private mutating func readPostgres(_ session: Session, _ place: String) throws {
        func pairs(_ sql: String) throws -> [(String, String, String)] {
            var rows: [(String, String, String)] = []
            try session.run(sql) {
                rows.append(($0.text(0) ?? "", $0.text(1) ?? "", $0.text(2) ?? ""))
                return true
            }
            return rows
        }
        for (table, column, type) in try pairs(
            """
            SELECT c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod) FROM pg_class c
            JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0
                AND NOT a.attisdropped ORDER BY 1, 2
            """)
        {
            try add(column, MoveTable.Kind(postgres: type), to: table, place)
        }
        for (table, column, _) in try pairs(
            """
            SELECT c.relname::text, a.attname::text, ''::text FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
            JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, place) ON true
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
            WHERE i.indisprimary AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname, k.place
            """)
        {
            tables[table]?.key.append(column)
        }
        references = try pairs(
            """
            SELECT c.relname::text, p.relname::text, ''::text FROM pg_constraint k
            JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
            WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace AND c.oid <> p.oid
            """
        ).map { ($0.0, $0.1) }
    }

    /// The tables to move, those that others reference first.
    /// - Throws: `StorageError(.move)` if the schemas of the two sides differ.
    static func common(_ source: MoveSchema, _ target: MoveSchema, place: String) throws -> [MoveTable] {
        guard source.migrations == target.migrations else {
            throw StorageError(
                .move,
                "\(place) is of another release than this program; start this release on it once, stop it, then move it."
            )
        }
        let (left, right) = (source.completed(by: target), target.completed(by: source))
        guard left == right else {
            let name = Set(left.keys).union(right.keys).sorted().first { left[$0] != right[$0] } ?? ""
            throw StorageError(
                .move, "The table \(name) of \(place) differs between the two engines; this release is at fault.")
        }
        let references = source.references + target.references
        var (waiting, ordered) = (left.keys.sorted(), [String]())
        while !waiting.isEmpty {
            let free = waiting.filter { table in
                !references.contains { $0.from == table && waiting.contains($0.to) }
            }
            // Tables that reference each other in a circle stay in their order.
            ordered += free.isEmpty ? waiting : free
            waiting.removeAll { free.isEmpty || free.contains($0) }
        }
        return ordered.compactMap { left[$0] }
    }

    /// With the `rowid` of SQLite's tables where the other side has a column of that name.
    private func completed(by other: MoveSchema) -> [String: MoveTable] {
        tables.mapValues { table in
            guard table.columns["rowid"] == nil, let kind = other.tables[table.name]?.columns["rowid"] else {
                return table
            }
            var table = table
            table.columns["rowid"] = kind
            return table
        }
    }
}
