import Crypto
import Foundation
import Messages
import SystemKit

/// Reads, compares and copies the rows of one table.
struct MoveRows {
    let table: MoveTable

    /// Rows and bytes of a batch, which is one transaction of the target; whatever is reached first.
    @TaskLocal static var batch = (rows: 2000, bytes: 4 << 20)

    /// Count and digest of a table's rows.
    struct Digest: Equatable, Sendable {
        var rows: Int64 = 0
        /// SHA-256 over every row in order, as `encode` writes it.
        var sha256 = Data()
    }

    // MARK: Reading

    /// The order of rows: the primary key, or all columns of a table without one. NULL comes first on SQLite.
    private var order: [String] { table.key.isEmpty ? table.names : table.key }

    private func list(_ columns: [String], _ suffix: String = "") -> String {
        columns.map { "\"\($0)\"\(suffix)" }.joined(separator: ", ")
    }

    /// On PostgreSQL the numbers of streams are in a table of their own, which this view joins.
    private func origin(_ side: MoveSide) -> String {
        table.name == Self.streams && !side.isFile ? "storage_lanes" : table.name
    }

    private static let streams = "storage_streams"

    /// Passes the values of each row, in the order of `MoveTable.names`.
    /// - Parameter after: a primary key; only rows behind it.
    /// - Throws: `StorageError(.move)` for a value of another storage class than its column's; errors of `body`.
    private func forEach(_ side: MoveSide, after key: [ColumnValue] = [], _ body: ([ColumnValue]) throws -> Void) throws
    {
        let names = table.names
        let kinds = names.compactMap { table.columns[$0] }
        let behind =
            key.isEmpty
            ? "" : "WHERE (\(list(order))) > (\(key.map { _ in "?" }.joined(separator: ", ")))"
        let sorted = side.isFile || !table.key.isEmpty ? list(order) : list(order, " NULLS FIRST")
        try side.forEach(
            "SELECT \(list(names)) FROM \"\(origin(side))\" \(behind) ORDER BY \(sorted)", key
        ) { columns in
            let values = columns.values
            for (index, value) in values.enumerated() where !Self.fits(value, kinds[index]) {
                throw StorageError(
                    .move,
                    "The column \(names[index]) of \(table.name) in \(side.address) holds \(value.storageClass), and \(kinds[index].rawValue) is expected; restore the database from a backup."
                )
            }
            try body(values)
        }
    }

    private static func fits(_ value: ColumnValue, _ kind: MoveTable.Kind) -> Bool {
        switch value {
        case .null: true
        case .integer: kind == .integer
        case .real: kind == .real
        case .text: kind == .text
        case .bytes, .identifier: kind == .bytes
        }
    }

    // MARK: Comparing

    func digest(_ side: MoveSide) throws -> Digest {
        var digest = Digest()
        var hash = SHA256()
        var bytes: [UInt8] = []
        try forEach(side) { values in
            digest.rows += 1
            for value in values { Self.encode(value, &bytes) }
            if bytes.count > 1 << 16 {
                hash.update(data: bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        hash.update(data: bytes)
        digest.sha256 = Data(hash.finalize())
        return digest
    }

    /// A value as both engines have it: a byte for its class, then 8 bytes, or a length and the bytes.
    private static func encode(_ value: ColumnValue, _ bytes: inout [UInt8]) {
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        }
        switch value {
        case .null: bytes.append(0)
        case .integer(let number):
            bytes.append(1)
            append(number)
        case .real(let number):
            bytes.append(2)
            // SQLite stores -0 as 0.
            append((number == 0 ? 0 : number).bitPattern)
        case .text(let text):
            bytes.append(3)
            append(Int64(text.utf8.count))
            bytes.append(contentsOf: text.utf8)
        case .bytes(let data):
            bytes.append(4)
            append(Int64(data.count))
            bytes.append(contentsOf: data)
        case .identifier(let high, let low):
            bytes.append(4)
            append(Int64(16))
            append(high)
            append(low)
        }
    }

    // MARK: Copying

    /// Copies the rows that the target lacks. Each batch is a transaction, which also records how many rows there are;
    /// a table without a primary key is one batch. Since rows come in the order of their keys, the copy goes on behind
    /// the target's last one.
    /// - Parameter committed: called after each transaction with the number of rows that are in the target.
    func copy(from source: MoveSide, to target: MoveSide, committed: (Int64) throws -> Void) throws {
        let (progress, after) = try target.transaction { (try self.progress($0), try lastKey($0)) }
        guard progress?.isDone != true else { return }
        var copied = progress?.copied ?? 0
        var writer = MoveWriter(table: table.name, columns: table.names, target: target)
        try target.begin()
        do {
            try forEach(source, after: after) { values in
                try writer.add(values)
                copied += 1
                guard writer.isFull else { return }
                try writer.flush()
                guard !table.key.isEmpty else { return }
                try record(copied, isDone: false, target)
                try target.commit()
                try committed(copied)
                try target.begin()
            }
            try writer.flush()
            if table.name == Self.streams, !target.isFile {
                try target.execute(
                    "INSERT INTO storage_numbers (consumer, user, last) SELECT consumer, user, last FROM storage_streams"
                )
            }
            try record(copied, isDone: true, target)
            try target.commit()
        } catch {
            target.rollback()
            throw error
        }
        try committed(copied)
    }

    private func record(_ copied: Int64, isDone: Bool, _ target: MoveSide) throws {
        try target.use { session in
            try session.run(
                """
                INSERT INTO storage_move_tables (name, copied, done) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET copied = excluded.copied, done = excluded.done
                """, [.text(table.name), .integer(copied), .integer(isDone ? 1 : 0)])
        }
    }

    private func progress(_ target: Session) throws -> (copied: Int64, isDone: Bool)? {
        try target.first("SELECT copied, done FROM storage_move_tables WHERE name = ?", [.text(table.name)]) {
            ($0.integer(0), $0.integer(1) == 1)
        }
    }

    /// Empty for an empty table, and for one without a primary key.
    private func lastKey(_ target: Session) throws -> [ColumnValue] {
        guard !table.key.isEmpty else { return [] }
        return try target.first(
            "SELECT \(list(table.key)) FROM \"\(table.name)\" ORDER BY \(list(table.key, " DESC")) LIMIT 1"
        ) { $0.values } ?? []
    }
}

/// Adds rows to a table of the target, in its open transaction.
struct MoveWriter {
    let table: String
    let columns: [String]
    let target: MoveSide
    /// Rows in the format of COPY that are not sent yet.
    private var rows: [UInt8] = []
    private var count = 0
    private var size = 0

    init(table: String, columns: [String], target: MoveSide) {
        (self.table, self.columns, self.target) = (table, columns, target)
    }

    var isFull: Bool { count >= MoveRows.batch.rows || size >= MoveRows.batch.bytes }

    private var names: String { columns.map { "\"\($0)\"" }.joined(separator: ", ") }

    mutating func add(_ values: [ColumnValue]) throws {
        count += 1
        let before = rows.count
        guard target.isFile else {
            try append(values)
            size += rows.count - before
            return
        }
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        try target.use { try $0.run("INSERT INTO \"\(table)\" (\(names)) VALUES (\(places))", values) }
        size += values.reduce(0) { sum, value in
            switch value {
            case .text(let text): sum + text.utf8.count
            case .bytes(let data): sum + data.count
            default: sum + 16
            }
        }
    }

    mutating func flush() throws {
        if !rows.isEmpty {
            let (place, rows) = ("\"\(table)\" (\(names))", self.rows)
            try target.use { session in
                if case .postgres(let connection) = session { try connection.copy(into: place, rows) }
            }
        }
        rows.removeAll(keepingCapacity: true)
        (count, size) = (0, 0)
    }

    /// A row of COPY's binary format: the number of columns, then for each its length, -1 for NULL, and its value.
    private mutating func append(_ values: [ColumnValue]) throws {
        func put(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.bigEndian) { rows.append(contentsOf: $0) }
        }
        put(Int16(values.count))
        for (column, value) in zip(columns, values) {
            switch value {
            case .null: put(Int32(-1))
            case .integer(let number):
                put(Int32(8))
                put(number)
            case .real(let number):
                put(Int32(8))
                put(number.bitPattern)
            case .text(let text):
                guard !text.utf8.contains(0) else {
                    throw StorageError(
                        .move,
                        "The column \(column) of \(table) holds a text with NUL, which PostgreSQL does not store; change it first."
                    )
                }
                put(Int32(text.utf8.count))
                rows.append(contentsOf: text.utf8)
            case .bytes(let data):
                put(Int32(data.count))
                rows.append(contentsOf: data)
            case .identifier(let high, let low):
                put(Int32(16))
                put(high)
                put(low)
            }
        }
    }
}
