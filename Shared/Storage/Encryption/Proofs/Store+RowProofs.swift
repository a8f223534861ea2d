import Crypto
import Foundation
import Messages

/// The rows of a database that need proofs and have no valid one.
public struct UnprovenRows: Sendable {
    /// A row, without bytes that say nothing to people.
    public struct Entry: Sendable, Equatable {
        /// The table.
        public let table: String
        /// The person whom the row names; nil if it names nobody.
        public let user: UserID?
        /// Texts and numbers by column.
        public let fields: [(name: String, value: String)]

        public static func == (one: Entry, other: Entry) -> Bool {
            one.table == other.table && one.user == other.user
                && one.fields.elementsEqual(other.fields) { $0 == $1 }
        }
    }

    /// Entries that are listed at most; `count` has all.
    static let maximumListed = 1_000

    /// True if such rows count as absent.
    public internal(set) var areRefused = false
    /// All such rows.
    public internal(set) var count = 0
    /// The first of them.
    public internal(set) var entries: [Entry] = []
    /// Digest of all such rows: what a person confirms.
    public internal(set) var digest = Data()
}

/// A row that gets a proof, as a listing found it.
private struct FoundRow: Sendable {
    let table: TableColumns
    let key: [ColumnValue]
    let digest: Data
}

extension Store {
    /// Rows per transaction.
    private static let batch = 128

    /// The rows without a valid proof. Throws as `read`.
    public func unprovenRows(in tables: [TableColumns]) async throws -> UnprovenRows {
        try await read(isSerial: false) { try $0.unproven(tables).rows }
    }

    /// True if rows without a valid proof count as absent. Throws as `read`.
    public func requiresProofs() async throws -> Bool { try await read(isSerial: false) { try $0.requiresProofs() } }

    /// Gives proofs to the rows without one, and lets rows without one count as absent from then on. May be interrupted
    /// and repeated. Changes nothing if proofs are required already.
    /// - Parameters:
    ///   - confirmed: the digest of the rows that a person has seen; nil for any.
    ///   - last: runs in the transaction from which proofs are required.
    ///   - batchDone: called after each batch.
    /// - Returns: the number of rows that got a proof.
    /// - Throws: `ServiceError(.conflict)` if rows without a proof were added or changed meanwhile; errors of `write`.
    @discardableResult
    public func requireProofs(
        in tables: [TableColumns], confirmed: Data?, last: @escaping @Sendable (Transaction) throws -> Void = { _ in },
        batchDone: @Sendable () async throws -> Void = {}
    ) async throws -> Int {
        let (found, state) = try await read { (try $0.unproven(tables), try $0.rowProofs()) }
        guard state == .accepted else { return 0 }
        guard confirmed == nil || confirmed == found.rows.digest else { throw Self.rowsChanged }
        for start in stride(from: 0, to: found.keys.count, by: Self.batch) {
            let part = Array(found.keys[start..<min(start + Self.batch, found.keys.count)])
            try await write { transaction in for row in part { try transaction.prove(row) } }
            try await batchDone()
        }
        try await write { [service] transaction in
            guard try transaction.rowProofs() == .accepted else { return }
            guard try transaction.unproven(tables).rows.count == 0 else { throw Self.rowsChanged }
            try last(transaction)
            let key = try transaction.masterKey()
            try transaction.execute(
                "UPDATE storage_meta SET key_check = ?, master = ?",
                [try key.makeCheck(service: service), Data(key.id.bytes)])
        }
        return found.rows.count
    }

    private static let rowsChanged = ServiceError(
        .conflict,
        "Rows without a proof were added or changed meanwhile: look again, and see that every process runs this release."
    )
}

extension Transaction {
    /// The rows without a valid proof, and the keys of all rows that change when proofs are required: these, and those
    /// with a plain digest.
    fileprivate func unproven(_ tables: [TableColumns]) throws -> (rows: UnprovenRows, keys: [FoundRow]) {
        var rows = UnprovenRows()
        rows.areRefused = try requiresProofs()
        var keys: [FoundRow] = []
        var digests: [Data] = []
        let proofKey = scope.dataKeys.rowKey
        for table in tables where !table.granting.isEmpty {
            try forEachRow("SELECT \(table.columns) FROM \(table.name)") { row in
                let authenticated = try AuthenticatedRow(row, of: table)
                let isProved = try authenticated.isProved(by: row[TableColumns.proof], proofKey)
                guard try !isProved || plainDigest(row, in: table) != nil else { return true }
                let digest = Data(SHA256.hash(data: authenticated.encoded))
                keys.append(FoundRow(table: table, key: try table.key.map { try row[$0] }, digest: digest))
                guard !isProved else { return true }
                digests.append(digest)
                if digests.count <= UnprovenRows.maximumListed { rows.entries.append(authenticated.entry) }
                return true
            }
        }
        rows.count = digests.count
        var all = SHA256()
        for digest in digests.sorted(by: { $0.lexicographicallyPrecedes($1) }) { all.update(data: digest) }
        rows.digest = Data(all.finalize())
        return (rows, keys)
    }

    /// Gives a row its proof and its keyed digest, unless it changed since it was found.
    fileprivate func prove(_ found: FoundRow) throws {
        let condition = found.table.key.map { "\($0) = ?" }.joined(separator: " AND ")
        guard
            let row = try row(
                "SELECT \(found.table.columns) FROM \(found.table.name) WHERE \(condition)", Arguments(found.key)),
            try Data(SHA256.hash(data: AuthenticatedRow(row, of: found.table).encoded)) == found.digest
        else { return }
        let plain = try plainDigest(row, in: found.table)
        _ = try prove(
            row, in: found.table,
            plain.map { [(found.table.digest ?? "", .bytes(keyed($0, in: found.table)))] } ?? [])
    }

    /// The digest of a secret as releases without proofs store it; nil if it is keyed.
    private func plainDigest(_ row: Row, in table: TableColumns) throws -> Data? {
        guard let column = table.digest, let digest = try row[column] as Data?, digest.count == SHA256.byteCount else {
            return nil
        }
        return digest
    }
}

extension TableColumns {
    /// The granting columns and the proof, for a query.
    var columns: String { (granting + [Self.proof]).joined(separator: ", ") }
}

extension AuthenticatedRow {
    var user: UserID? {
        ["user", "subject"].lazy.compactMap { table.granting.firstIndex(of: $0) }.first.flatMap {
            UserID(columnValue: values[$0])
        }
    }

    fileprivate var entry: UnprovenRows.Entry {
        UnprovenRows.Entry(
            table: table.name, user: user,
            fields: zip(table.granting, values).compactMap { column, value in
                switch value {
                case .integer(let number): (column, "\(number)")
                case .text(let text): (column, text)
                case .null, .real, .bytes, .identifier: nil
                }
            })
    }
}
