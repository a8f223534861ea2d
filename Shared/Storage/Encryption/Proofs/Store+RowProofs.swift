import Crypto
import Foundation
import Messages

/// A page of the rows of a database that need proofs and have no valid one.
public struct UnprovenRows: Sendable {
    /// A row, without bytes that say nothing to people.
    public struct Entry: Sendable, Equatable {
        /// The table.
        public let table: String
        /// The person whom the row names; nil if it names nobody.
        public let user: UserID?
        /// Texts and numbers by column.
        public let fields: [(name: String, value: String)]
        /// Digest of the whole row.
        public let digest: Data

        public static func == (one: Entry, other: Entry) -> Bool { one.digest == other.digest }
    }

    /// Where a page begins.
    public struct Place: Sendable {
        /// The table.
        public let table: String
        /// Number of the table's rows before the page.
        public let skip: Int

        /// A place in a table.
        public init(table: String, skip: Int) {
            self.table = table
            self.skip = skip
        }
    }

    /// Rows that a page looks at. An entry takes at most 600 bytes.
    static let pageSize = 5_000

    /// True if such rows count as absent.
    public internal(set) var areRefused = false
    /// True if content is hidden, too.
    public internal(set) var isSealed = false
    /// In the order of tables and keys.
    public internal(set) var entries: [Entry] = []
    /// The beginning of the next page; nil at the end.
    public internal(set) var next: Place?

    /// Digest of all such rows by their own digests: what a person confirms.
    public static func digest(of rows: [Data]) -> Data {
        var all = SHA256()
        for row in rows.sorted(by: { $0.lexicographicallyPrecedes($1) }) { all.update(data: row) }
        return Data(all.finalize())
    }
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

    /// A page of the rows without a valid proof.
    /// - Parameter place: the beginning of the page; nil for the first one.
    /// - Throws: `ServiceError(.invalid)` for a place of no page; errors of `read`.
    public func unprovenRows(in tables: [TableColumns], from place: UnprovenRows.Place? = nil) async throws
        -> UnprovenRows
    {
        try await read(isSerial: false) { try $0.unproven(tables.filter { !$0.granting.isEmpty }, from: place) }
    }

    /// True if rows without a valid proof count as absent, and content is hidden. Throws as `read`.
    public func hidesContent() async throws -> Bool { try await read(isSerial: false) { try $0.hidesContent() } }

    /// Gives proofs to the rows without one, and lets rows without one count as absent from then on, unless proofs are
    /// required already; hides content from then on. May be interrupted and repeated. Changes nothing in a database
    /// that hides content.
    /// - Parameters:
    ///   - confirmed: the digest of the rows that a person has seen; nil for any.
    ///   - last: runs in the transaction from which content is hidden.
    ///   - batchDone: called after each batch.
    /// - Returns: the number of rows that got a proof.
    /// - Throws: `ServiceError(.conflict)` if rows without a proof were added or changed meanwhile; errors of `write`.
    @discardableResult
    public func requireProofs(
        in tables: [TableColumns], confirmed: Data?, last: @escaping @Sendable (Transaction) throws -> Void = { _ in },
        batchDone: @Sendable () async throws -> Void = {}
    ) async throws -> Int {
        let (found, state) = try await read { (try $0.found(tables), try $0.rowProofs()) }
        guard state != .hidden else { return 0 }
        guard state == .required || confirmed == nil || confirmed == UnprovenRows.digest(of: found.unproven) else {
            throw Self.rowsChanged
        }
        for start in stride(from: 0, to: found.all.count, by: Self.batch) {
            let part = Array(found.all[start..<min(start + Self.batch, found.all.count)])
            try await write { transaction in for row in part { try transaction.prove(row) } }
            try await batchDone()
        }
        try await write { [service] transaction in
            guard try transaction.rowProofs() != .hidden else { return }
            let left = try transaction.found(tables)
            guard left.unproven.isEmpty else { throw Self.rowsChanged }
            // Rows of processes of this release that came meanwhile.
            for row in left.all { try transaction.prove(row) }
            try last(transaction)
            try transaction.hideKinds()
            let key = try transaction.masterKey()
            try transaction.execute(
                "UPDATE storage_meta SET key_check = ?, master = ?",
                [try key.makeCheck(service: service), Data(key.id.bytes)])
            transaction.scope.memory.note(hidesContent: true)
        }
        dataKeys.noteHiding()
        // Copies made by migrations, the log and dead rows contain what was in the clear; PostgreSQL's next vacuum
        // overwrites dead rows.
        try? await removeRemains()
        return found.unproven.count
    }

    private static let rowsChanged = ServiceError(
        .conflict,
        "Rows without a proof were added or changed meanwhile: look again, and see that every process runs this release."
    )
}

extension Transaction {
    fileprivate func unproven(_ tables: [TableColumns], from place: UnprovenRows.Place?) throws -> UnprovenRows {
        var page = UnprovenRows()
        page.areRefused = try requiresProofs()
        page.isSealed = try hidesContent()
        guard let first = place.map({ place in tables.firstIndex { $0.name == place.table } }) ?? 0 else {
            throw ServiceError(.invalid, "No page begins there; start again without a place.")
        }
        var (left, skip) = (UnprovenRows.pageSize, place?.skip ?? 0)
        for table in tables[first...] {
            let before = left
            try forEachRow(
                "SELECT \(table.columns) FROM \(table.name) ORDER BY \(table.order) LIMIT ? OFFSET ?", [left, skip]
            ) { row in
                left -= 1
                guard try !isProved(row, in: table) else { return true }
                page.entries.append(try AuthenticatedRow(row, of: table).entry)
                return true
            }
            guard left > 0 else {
                page.next = UnprovenRows.Place(table: table.name, skip: skip + before)
                break
            }
            skip = 0
        }
        return page
    }

    /// The digests of the rows without a valid proof that count, and all rows that change when proofs are required and
    /// content is hidden: these, and those with a plain digest or a text in the clear.
    fileprivate func found(_ tables: [TableColumns]) throws -> (unproven: [Data], all: [FoundRow]) {
        var (unproven, all): ([Data], [FoundRow]) = ([], [])
        let areRefused = try requiresProofs()
        for table in tables where !table.granting.isEmpty {
            try forEachRow("SELECT \(table.columns) FROM \(table.name)") { row in
                let isProved = try isProved(row, in: table)
                guard isProved || !areRefused else { return true }
                let authenticated = try AuthenticatedRow(row, of: table)
                guard try !isProved || plainDigest(row, in: table) != nil || showsTexts(authenticated) else {
                    return true
                }
                let digest = authenticated.digest
                all.append(FoundRow(table: table, key: try table.key.map { try row[$0] }, digest: digest))
                if !isProved { unproven.append(digest) }
                return true
            }
        }
        return (unproven, all)
    }

    /// Gives a row its proof and its keyed digest, and seals its texts, unless it changed since it was found.
    fileprivate func prove(_ found: FoundRow) throws {
        let condition = found.table.key.map { "\($0) = ?" }.joined(separator: " AND ")
        guard
            let row = try row(
                "SELECT \(found.table.columns) FROM \(found.table.name) WHERE \(condition)", Arguments(found.key)),
            try AuthenticatedRow(row, of: found.table).digest == found.digest
        else { return }
        var changes = try hiddenTexts(AuthenticatedRow(row, of: found.table))
        if let column = found.table.digest, let plain = try plainDigest(row, in: found.table) {
            changes.append((column, .bytes(keyed(plain, in: found.table))))
        }
        _ = try prove(row, in: found.table, changes)
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

    fileprivate var order: String { key.joined(separator: ", ") }
}

extension AuthenticatedRow {
    var user: UserID? {
        ["user", "subject"].lazy.compactMap { table.granting.firstIndex(of: $0) }.first.flatMap {
            UserID(columnValue: values[$0])
        }
    }

    var digest: Data { Data(SHA256.hash(data: encoded)) }

    fileprivate var entry: UnprovenRows.Entry {
        UnprovenRows.Entry(
            table: table.name, user: user,
            fields: zip(table.granting, values).compactMap { column, value in
                switch value {
                case .integer(let number): (column, "\(number)")
                case .text(let text): (column, text)
                case .null, .real, .bytes, .identifier: nil
                }
            }, digest: digest)
    }
}
