import Foundation
import Messages

extension Transaction {
    /// True if this service wrote the row as it is, or, in the database of a release without proofs, until
    /// `Store.requireProofs`. A row that is false counts as absent, and is counted and reported (`Store.onRefusedRow`).
    /// - Parameters:
    ///   - row: has the granting columns and `proof`.
    ///   - asked: what the statement asked for, by granting column. Another row is false: a view in the place of the
    ///     table may answer with it.
    public func isAuthentic(
        _ row: Row, in table: TableColumns, _ asked: KeyValuePairs<String, (any ColumnConvertible)?> = [:]
    ) throws -> Bool {
        let authenticated = try AuthenticatedRow(row, of: table)
        let dataKeys = scope.dataKeys
        guard authenticated.has(asked) else {
            dataKeys.refusedRows.note(authenticated)
            return false
        }
        guard try !authenticated.isProved(by: row[TableColumns.proof], dataKeys.rowKey) else { return true }
        // Read for such rows only: others need no second statement.
        guard try requiresProofs() else { return true }
        dataKeys.refusedRows.note(authenticated)
        return false
    }

    /// True if the row has a valid proof, whether or not rows without one count.
    public func isProved(_ row: Row, in table: TableColumns) throws -> Bool {
        try AuthenticatedRow(row, of: table).isProved(by: row[TableColumns.proof], scope.dataKeys.rowKey)
    }

    /// True if rows without a valid proof count as absent.
    public func requiresProofs() throws -> Bool { try rowProofs() != .accepted }

    func rowProofs() throws -> RowProofs {
        // A missing or foreign check is none of an older release.
        let check = try session.first("SELECT key_check FROM storage_meta") { $0.data(0) }
        return check.flatMap { scope.dataKeys.rowProofs($0) } ?? .hidden
    }

    /// Inserts a row with its proof.
    /// - Parameters:
    ///   - values: by column, without `proof`.
    ///   - conflict: what follows the values, such as `ON CONFLICT DO NOTHING`; `excluded.proof` is the new proof.
    /// - Returns: the number of inserted or changed rows.
    /// - Throws: errors as of the type.
    @discardableResult
    public func insert(
        _ values: KeyValuePairs<String, (any ColumnConvertible)?>, into table: TableColumns, _ conflict: String = ""
    ) throws -> Int {
        var pairs = values.map { ($0.key, $0.value?.columnValue ?? .null) }
        var row = try AuthenticatedRow(Dictionary(pairs) { $1 }, of: table)
        if !table.texts.isEmpty, try hidesContent() {
            let hidden = try hiddenTexts(row)
            for (column, value) in hidden {
                for place in pairs.indices where pairs[place].0 == column { pairs[place].1 = value }
            }
            row = try AuthenticatedRow(Dictionary(pairs) { $1 }, of: table)
        }
        let names = (pairs.map(\.0) + [TableColumns.proof]).joined(separator: ", ")
        let places = repeatElement("?", count: pairs.count + 1).joined(separator: ", ")
        return try execute(
            "INSERT INTO \(table.name) (\(names)) VALUES (\(places)) \(conflict)",
            Arguments(pairs.map(\.1) + [.bytes(row.proof(scope.dataKeys.rowKey))]))
    }

    /// Changes granting columns of authentic rows, and their proofs; other rows stay as they are. A row without a proof
    /// stays one, so that `Store.requireProofs` lists it.
    /// - Parameters:
    ///   - values: by column.
    ///   - asked: granting columns whose values the rows must have.
    ///   - condition: of the rows, such as `id = ?`.
    /// - Returns: the number of changed rows.
    /// - Throws: errors as of the type.
    @discardableResult
    public func update(
        _ table: TableColumns, _ values: KeyValuePairs<String, (any ColumnConvertible)?>,
        of asked: KeyValuePairs<String, (any ColumnConvertible)?>, where condition: String, _ arguments: Arguments
    ) throws -> Int {
        let changes = values.map { ($0.key, $0.value?.columnValue ?? .null) }
        return try rows("SELECT \(table.columns) FROM \(table.name) WHERE \(condition)", arguments).reduce(0) {
            count, row in
            guard try isAuthentic(row, in: table, asked) else { return count }
            return try count + prove(row, in: table, changes, staysUnproved: !isProved(row, in: table))
        }
    }

    /// Gives a row a proof, with these changes.
    /// - Parameter staysUnproved: leaves the row without one.
    func prove(
        _ row: Row, in table: TableColumns, _ changes: [(String, ColumnValue)] = [], staysUnproved: Bool = false
    ) throws -> Int {
        var fresh = try AuthenticatedRow(row, of: table)
        for (column, value) in changes {
            guard let place = table.granting.firstIndex(of: column) else { continue }
            fresh.values[place] = value
        }
        let names = (changes.map(\.0) + [TableColumns.proof]).map { "\($0) = ?" }.joined(separator: ", ")
        let key = table.key.map { "\($0) = ?" }.joined(separator: " AND ")
        return try execute(
            "UPDATE \(table.name) SET \(names) WHERE \(key)",
            Arguments(
                changes.map(\.1) + [staysUnproved ? .null : .bytes(fresh.proof(scope.dataKeys.rowKey))]
                    + table.key.map { try row[$0] as ColumnValue }))
    }

    /// The forms in which the digest of a secret is stored: keyed, and plain as by releases without proofs. A plain one
    /// becomes keyed when proofs are required.
    public func storedDigests(_ digest: Data, in table: TableColumns) -> [Data] { [keyed(digest, in: table), digest] }

    /// The form in which to store the digest of a secret.
    public func storedDigest(_ digest: Data, in table: TableColumns) throws -> Data {
        try requiresProofs() ? keyed(digest, in: table) : digest
    }

    /// The HMAC under which a row is found by a name, as hexadecimal digits: the name itself is sealed. Equal are names that
    /// differ in the case of ASCII letters only, as SQLite's NOCASE has it and PostgreSQL's lower() in the C collation;
    /// nothing else is normalised.
    public func lookup(_ name: String, in table: TableColumns) -> String {
        let folded = name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let input = Array("name/\(table.name)/".utf8) + folded
        return scope.dataKeys.rowKey.code(input).hexadecimal
    }

    /// A digest is 32 bytes; this one has a byte before its 32.
    func keyed(_ digest: Data, in table: TableColumns) -> Data {
        let input = Array("digest/\(table.name)/".utf8) + digest
        return [1] + scope.dataKeys.rowKey.code(input)
    }
}
